// The row types of hand-written SQL are those that PostgreSQL reports. Each statement is described, not run, on the schema of
// the template database. Unchecked: nulls of expressions and outer joins, and what is inside JSON.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
// Sets how the driver parses values.
import '../../src/db/db.ts'
import { STAGING_TABLES } from '../../src/move/staging.ts'
import { type DeclaredColumn, readSqlStatements } from '../support/sql-statements.ts'
import { inDatabase, TEMPLATE } from '../support/template-database.ts'

/** Statements whose text is known only when they run. This list must not grow. */
const UNREADABLE: string[] = [
  'src/auth/clients/api-clients.ts createClient',
  'src/auth/clients/api-clients.ts updateClient',
  'src/imports/bulk-identify.ts queueIdentities',
  'src/read/external-keys.ts findIdsByExternalId',
  'src/write/attachments.ts createAttachment',
  'src/write/background/mailing-mails.ts addNextMails',
  'src/write/background/segment-figures.ts buildCondition',
  'src/write/background/segment-figures.ts updateMembers',
  'src/write/core/audit.ts findRow',
  'src/write/core/locks.ts lockInContext',
  'src/write/core/moderation.ts moderate',
  'src/write/core/records.ts createRecord',
  'src/write/core/records.ts findMissingTargets',
  'src/write/core/records.ts lockRecord',
  'src/write/core/records.ts setPositions',
  'src/write/forums.ts createForum',
  'src/write/incoming-mails.ts storeIncomingMail',
  'src/write/service/demo-removal.ts findDemoIds',
  'src/write/suggestion-changes.ts updateSuggestion',
]

/** Conditions that depend on each other, and a part of other statements: not every text that is read can run. */
const IMPOSSIBLE = ['src/write/core/locks.ts lockRows', 'src/write/suggestions.ts executeInsert']

/** Columns that the schema allows to be null, and the condition of the statement does not. */
const NEVER_NULL = [
  'src/imports/progress.ts beginImport user_id',
  'src/imports/progress.ts beginImport 2 user_id',
  'src/move/load.ts takeOverIds 2 id',
  'src/write/background/digests.ts prepareDigest since',
  'src/write/background/digests.ts prepareDigest until',
  'src/write/bulk-actions.ts undoBatch change',
]

const statements = readSqlStatements()
const checked = statements.filter(
  ({ name, problem }) => problem === undefined && !IMPOSSIBLE.includes(name),
)

const server: pg.ClientConfig = JSON.parse(inject('connection'))
const database = `earshot_${randomBytes(6).toString('hex')}`
let client: pg.Client
let catalogue: Catalogue

async function administer(text: string): Promise<void> {
  const administrator = new pg.Client(server)
  await administrator.connect()
  await administrator.query(text)
  await administrator.end()
}

beforeAll(async () => {
  await administer(`create database ${database} template ${TEMPLATE}`)
  client = new pg.Client(inDatabase(server, database))
  await client.connect()
  for (const table of STAGING_TABLES) await client.query(table)
  catalogue = await readCatalogue()
})

afterAll(async () => {
  await client.end()
  await administer(`drop database ${database}`)
})

test('nearly all statements are checked', () => {
  const unreadable = statements.filter(({ problem }) => problem !== undefined)
  console.log(`Row types: ${checked.length} of ${statements.length} statements are checked.`)
  expect(unreadable.map(({ name }) => name).sort()).toEqual(UNREADABLE)
  expect(checked.length).toBeGreaterThan(150)
})

describe('the row type is that of the statement', () => {
  test.each(checked.map((statement) => [statement.name, statement] as const))(
    '%s',
    async (name, { texts, columns }) => {
      for (const text of texts) {
        const fields = await describeStatement(text)
        expect(findProblems(name, columns, fields), text).toEqual([])
      }
    },
  )
})

type Field = Pick<pg.FieldDef, 'name' | 'tableID' | 'columnID' | 'dataTypeID'>

/** The columns of a statement, which is parsed and not run. */
function describeStatement(text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    client.query({
      // The part of the driver's interface that it calls for a statement of its own.
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Submittable)
  })
}

type PgType = { oid: number; name: string; category: string; element: string | null }
type Catalogue = { types: Map<number, PgType>; nullable: Set<string> }

async function readCatalogue(): Promise<Catalogue> {
  const { rows: types } = await client.query<PgType>(
    `select t.oid::int, t.typname::text as name, t.typcategory::text as category, e.typcategory::text as element
     from pg_type t left join pg_type e on e.oid = t.typelem`,
  )
  const { rows: nullable } = await client.query<{ place: string }>(
    `select attrelid || '.' || attnum as place from pg_attribute join pg_class on pg_class.oid = attrelid
     where attnum > 0 and not attnotnull and relkind = 'r'`,
  )
  return {
    types: new Map(types.map((type) => [type.oid, type])),
    nullable: new Set(nullable.map(({ place }) => place)),
  }
}

/** A value of a category of types, as the server sends it. */
const SAMPLES: Record<string, string> = { B: 't', D: '2026-01-02 03:04:05+00', N: '1' }

/** What the driver makes of a value. */
function nameType(oid: number): string {
  const { name, category, element } = catalogue.types.get(oid) as PgType
  if (/^_?jsonb?$/.test(name)) return 'json'
  const sampleOf = (letter: string | null) => SAMPLES[letter ?? ''] ?? 'x'
  const sample = category === 'A' ? `{"${sampleOf(element)}"}` : sampleOf(category)
  return nameValue(pg.types.getTypeParser(oid)(sample))
}

function nameValue(value: unknown): string {
  if (Array.isArray(value)) return `${nameValue(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

function findProblems(name: string, declared: DeclaredColumn[], fields: Field[]): string[] {
  return declared.flatMap((column): string[] => {
    const field = fields.find((one) => one.name === column.name)
    if (!field) return [`${column.name} is no column of the statement`]
    const type = nameType(field.dataTypeID)
    const fits = type === 'json' || column.types.every((one) => one === type || one === 'unknown')
    const isNullable = catalogue.nullable.has(`${field.tableID}.${field.columnID}`)
    return [
      ...(fits ? [] : [`${column.name} is ${type}, declared as ${column.types.join(' | ')}`]),
      ...(isNullable && !column.isNullable && !NEVER_NULL.includes(`${name} ${column.name}`)
        ? [`${column.name} can be null`]
        : []),
    ]
  })
}
