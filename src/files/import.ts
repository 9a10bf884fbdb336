// A file of people: checked as a whole before anything is written, then imported batch by batch.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Db } from '../db/db.ts'
import { lockFieldTypes } from '../write/custom-values.ts'
import type { ImportedUser } from '../write/external-users.ts'
import { beginImport, completeImport, importBatch } from '../write/imports.ts'
import { inTransaction } from '../write/transaction.ts'
import {
  type CustomFields,
  createPeopleReader,
  type FileProblem,
  invalidProblem,
  type Person,
  problem,
} from './people.ts'
import { decodeText, type Row, readRows } from './read-csv.ts'

const AT_ONCE = 1000
const MOST_ROWS = 100_000

/** Some rows of the file, as far as they could be read, and what is wrong in them. */
type Batch = { rows: number; people: Person[]; problems: FileProblem[] }

/** Tells all problems of the file; how many rows it has. Nothing is written. */
export async function checkFile(
  db: Db,
  file: string,
  tell: (problems: FileProblem[]) => Promise<void>,
): Promise<number> {
  let rows = 0
  for await (const batch of batchesOf(db, decodeText(file))) {
    rows += batch.rows
    await tell([...batch.problems, ...(await unknownUsers(db, batch.people))])
  }
  return rows
}

const MOST_TOLD = 1000

/** The batches of a file that was sent whole; refused when anything is wrong with it. */
export async function readPeople(db: Db, csv: string): Promise<ImportedUser[][]> {
  const batches: ImportedUser[][] = []
  const problems: FileProblem[] = []
  const source = Readable.from([csv.replace(/^\ufeff/, '')])
  for await (const batch of batchesOf(db, source)) {
    problems.push(...batch.problems, ...(await unknownUsers(db, batch.people)))
    batches.push(batch.people.map(({ user }) => user))
  }
  if (problems.length === 0) return batches
  const told = problems.slice(0, MOST_TOLD).map(({ row, column, kind, message }) => ({
    ...(row !== null && { row: String(row) }),
    ...(column !== null && { column }),
    problem: `${kind}: ${message}`,
  }))
  throw new ApiError('invalid', `csv has ${problems.length} problems; nothing is imported.`, {
    csv: told,
  })
}

/** Imports a file that was checked, from where it ended when it was begun before. */
export async function importFile(
  db: Db,
  file: string,
  totalRows: number,
  progress: (done: number, total: number) => void,
): Promise<{ rows: number; records: number; wasBegun: boolean }> {
  const hash = await hashOf(file)
  const begun = await inTransaction(db, (tx) => beginImport(tx, hash, totalRows))
  let done = 0
  for await (const { people, problems } of batchesOf(db, decodeText(file))) {
    if (problems.length > 0) throw new Error('The file changed while it was imported.')
    const from = done
    done += people.length
    if (done <= begun.processed_rows) continue
    const users = people.map(({ user }) => user)
    await inTransaction(db, (tx) => importBatch(tx, { ...begun, processed_rows: from }, users))
    progress(done, totalRows)
  }
  const records = await inTransaction(db, (tx) => completeImport(tx, begun))
  return { rows: done, records, wasBegun: begun.processed_rows > 0 }
}

/** The same batches each time: what an import did of a file tells where the rest begins. */
async function* batchesOf(db: Db, source: AsyncIterable<string>): AsyncGenerator<Batch> {
  let batch: Batch = { rows: 0, people: [], problems: [] }
  let read: ReturnType<typeof createPeopleReader> | undefined
  let rows = 0
  try {
    for await (const row of readRows(source)) {
      if (read === undefined) {
        read = createPeopleReader(row.cells, await customFieldsIn(db, row), batch.problems)
        continue
      }
      if (++rows > MOST_ROWS) {
        const message = `it has more than ${MOST_ROWS} rows; split it`
        batch.problems.push(problem('file not valid', message, { row: row.number }))
        break
      }
      const person = read(row, batch.problems)
      if (person) batch.people.push(person)
      if (++batch.rows < AT_ONCE) continue
      yield batch
      batch = { rows: 0, people: [], problems: [] }
    }
    if (read === undefined) batch.problems.push(problem('file not valid', 'it has no header'))
  } catch (error) {
    batch.problems.push(invalidProblem(error))
  }
  if (batch.rows > 0 || batch.problems.length > 0) yield batch
}

const OBJECT_TYPES = { external_user: 'external_users', account: 'external_accounts' }

async function customFieldsIn(db: Db, { cells }: Row): Promise<CustomFields> {
  const fields: CustomFields = new Map()
  for (const [prefix, objectType] of Object.entries(OBJECT_TYPES)) {
    const keys = cells
      .map((name) => name.trim().split('.'))
      .flatMap(([of, key = '']) => (of === prefix && key.startsWith('cf_') ? [key] : []))
    for (const [key, type] of await lockFieldTypes(db, objectType, keys))
      fields.set(`${prefix}.${key}`, type)
  }
  return fields
}

async function unknownUsers(db: Db, people: Person[]): Promise<FileProblem[]> {
  const named = people.flatMap(({ row, user: { user_id } }) => (user_id ? [{ row, user_id }] : []))
  if (named.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${named.map(({ user_id }) => user_id)}::bigint[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ id }) => id))
  return named
    .filter(({ user_id }) => !known.has(user_id))
    .map(({ row, user_id }) =>
      problem('value of wrong type', 'it should be the id of a user', {
        row,
        column: 'user.id',
        value: String(user_id),
      }),
    )
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}
