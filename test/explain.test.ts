// How the database answers the real statements when the tables are large: every order of every collection walks
// its index, however deep the page lies, and never reads much more than the page.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, PLANNING } from '../src/db/db.ts'
import { listStatement, type Order, type Wanted } from '../src/read/statement.ts'
import { allResources } from '../src/resources/index.ts'
import type { Filter, Resource } from '../src/resources/resource.ts'
import { aCustomField, collectionTables, fillTables } from './given.ts'
import { BASE_URL, startTestService, type TestService } from './service.ts'

const LIMIT = 20
const FEW = 5 * (LIMIT + 1)
const ROWS: Record<string, number> = {
  ...Object.fromEntries(collectionTables.map((table) => [table, 5_000])),
  ...{ suggestions: 50_000, users: 15_000, external_users: 15_000, external_accounts: 15_000 },
  ...{ supporters: 15_000, comments: 15_000 },
}
const rowsOf = (table: string) => ROWS[table] ?? 3_000

let at: TestService
let reader: pg.Client
let seats: number

beforeAll(async () => {
  at = await startTestService()
  await at.db.connection().execute(async (db) => {
    await withoutIndexes(db, async () => {
      // No triggers: what is checked and counted row by row would take most of the time, and is tested elsewhere.
      await sql`set session_replication_role = replica`.execute(db)
      await fillTables(db, { rows: rowsOf, values: { 'custom_fields.object_type': `'features'` } })
      seats = await aCustomField(db, 'external_users', 'cf_seats', 'number')
      await sql`insert into custom_values (collection, record_id, field_id, number_value)
        select 'external_users', id, ${seats}, id % 100 from external_users where id % 2 = 0`.execute(
        db,
      )
      await sql`delete from record_counts`.execute(db)
      for (const table of collectionTables)
        await sql`insert into record_counts (collection, count)
          select ${table}, count(*) from ${sql.table(table)}`.execute(db)
    })
    await sql`set session_replication_role = default`.execute(db)
    await sql`vacuum (analyze)`.execute(db)
  })
  reader = new pg.Client({ ...at.connection, options: PLANNING })
  await reader.connect()
}, 120_000)

afterAll(() => reader.end())

/** An index is built several times faster than it grows row by row. */
async function withoutIndexes(db: Db, fill: () => Promise<void>) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${collectionTables}::regclass[]) and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  await fill()
  await sql`set maintenance_work_mem = '128MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const readBy = (node: Plan) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

async function explained(text: string, values: unknown[] = []): Promise<Plan[]> {
  const { rows } = await reader.query(`explain (analyze, timing off, format json) ${text}`, values)
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

/** As the service sends a list without conditions: prepared, and planned once for all values. */
async function explainedAsPrepared(text: string, values: unknown[]): Promise<Plan[]> {
  await reader.query('set plan_cache_mode = force_generic_plan')
  await reader.query(`prepare list as ${text}`)
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  try {
    return await explained(`execute list${given.length > 0 ? `(${given})` : ''}`)
  } finally {
    await reader.query('deallocate list')
    await reader.query('reset plan_cache_mode')
  }
}

const orderBy = ({ fields }: Resource, sort: string): Order => {
  const column = sort.replace(/^-/, '')
  const { kind, nullable } = fields[column] as Resource['fields'][string]
  return { direction: sort.startsWith('-') ? 'desc' : 'asc', kind, nullable, by: { column } }
}

const wantedOf = (order: Order, more: Partial<Wanted> = {}): Wanted => ({
  ...{
    order,
    limit: LIMIT,
    offset: 0,
    after: undefined,
    conditions: [],
    includes: [],
    isCounted: true,
  },
  ...more,
})

const statementOf = (resource: Resource, wanted: Wanted) => {
  const { text, values } = listStatement(resource, wanted)
  return { text, values: values.map((value) => value(wanted, BASE_URL)) }
}

function expectFewRead(nodes: Plan[], table: string, few = FEW) {
  const scans = nodes.filter((node) => node['Relation Name'] === table)
  expect(scans.length).toBeGreaterThan(0)
  for (const scan of scans) {
    expect(scan['Node Type'], table).not.toBe('Seq Scan')
    expect(readBy(scan), JSON.stringify(scan)).toBeLessThanOrEqual(few)
  }
  for (const node of nodes) {
    if (!/Sort/.test(node['Node Type'])) continue
    for (const input of node.Plans ?? []) expect(readBy(input)).toBeLessThanOrEqual(few)
  }
}

async function indexOn(table: string, columns: string): Promise<string> {
  const { rows } = await reader.query(
    `select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass
      and replace(pg_get_indexdef(indexrelid), '"', '') like '%USING btree (' || $2 || ')'`,
    [table, columns],
  )
  return rows[0].name
}

/** Places in the middle of the list, as a cursor tells them: among the values and, where there are any, the nulls. */
async function places({ name }: Resource, { by, direction, nullable }: Order) {
  const { column } = by as { column: string }
  const middle = async (condition: string) => {
    const { rows } =
      await reader.query(`select json_build_array(${column}, id) as place from ${name}
      where ${condition} order by ${column} ${direction}, id ${direction}
      limit 1 offset (select count(*) / 2 from ${name} where ${condition})`)
    const [value, id] = rows[0].place
    return { value, id }
  }
  const among = [await middle(`${column} is not null`)]
  if (nullable) among.push(await middle(`${column} is null`))
  return among
}

describe.each(allResources)('$name', (resource) => {
  const { name, sorts } = resource
  test.each(sorts.flatMap((sort) => [sort, `-${sort}`]))(
    'by %s walks the index at any depth',
    async (sort) => {
      const order = orderBy(resource, sort)
      const { column } = order.by as { column: string }
      const index = await indexOn(name, column === 'id' ? 'id' : `${column}, id`)
      const wanted = [
        wantedOf(order),
        ...(await places(resource, order)).map((after) =>
          wantedOf(order, { after, isCounted: false }),
        ),
      ]
      for (const one of wanted) {
        const { text, values } = statementOf(resource, one)
        for (const nodes of [
          await explained(text, values),
          await explainedAsPrepared(text, values),
        ]) {
          expectFewRead(nodes, name)
          expect(nodes.map((node) => node['Index Name'])).toContain(index)
          const counters = nodes.filter((node) => node['Relation Name'] === 'record_counts')
          expect(counters.length > 0).toBe(one.isCounted)
        }
      }
    },
  )

  test('what it side-loads is found by ids', async () => {
    const includes = collectionTables.filter((other) => other !== name)
    const wanted = wantedOf(orderBy(resource, '-id'), { includes })
    const { text, values } = statementOf(resource, wanted)
    for (const nodes of [await explained(text, values), await explainedAsPrepared(text, values)]) {
      const scanned = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && readBy(node) > 2_000 && !isDefinitions(node),
      )
      expect(scanned).toEqual([])
    }
  })
})

/** Every custom field that is defined appears in every record, so all definitions are read. */
const isDefinitions = (node: Record<string, unknown>) =>
  node['Relation Name'] === 'custom_fields' && String(node.Filter).startsWith('(object_type =')

describe.each(allResources)('$name in a span of time', (resource) => {
  const { name, filters, sorts, defaultSort } = resource
  const spans = Object.entries(filters)
    .filter(([, { takes }]) => takes === 'time')
    .map(([filter, { sql }]) => {
      const [, column = '', comparison] = /^(\w+) (>=|<) \?$/.exec(sql) ?? []
      return { filter, column, isLower: comparison === '>=' }
    })
    .filter(({ column }) => column !== '')

  const condition = (filter: string, value: string) => ({
    filter,
    sql: (filters[filter] as Filter).sql,
    value,
  })
  /** The moment before which this part of the records lies. */
  const momentAt = async (column: string, part: number) => {
    const { rows } = await reader.query(
      `select ${column} as moment from ${name} where ${column} is not null order by 1
        limit 1 offset (select floor(count(${column}) * $1::float8)::bigint from ${name})`,
      [part],
    )
    return rows[0].moment.toISOString()
  }

  test('every list has the four date filters', () => {
    expect(spans.map(({ filter }) => filter)).toEqual(
      expect.arrayContaining([
        'updated_after',
        'updated_before',
        'created_after',
        'created_before',
      ]),
    )
  })

  test.each(['updated', 'created'])(
    'a short span of %s times reads little more than it holds',
    async (what) => {
      const from = await momentAt(`${what}_at`, 0.5)
      const to = await momentAt(`${what}_at`, 0.5 + 30 / rowsOf(name))
      const conditions = [condition(`${what}_after`, from), condition(`${what}_before`, to)]
      for (const sort of [defaultSort, 'id', `${what}_at`, `-${what}_at`]) {
        const { text, values } = statementOf(
          resource,
          wantedOf(orderBy(resource, sort), { conditions }),
        )
        expectFewRead(await explained(text, values), name)
      }
    },
  )

  test.each(spans)(
    'the few records at the end that $filter selects are found by their index',
    async ({ filter, column, isLower }) => {
      const bound = await momentAt(column, isLower ? 1 - 40 / rowsOf(name) : 40 / rowsOf(name))
      const conditions = [condition(filter, bound)]
      const { text, values } = statementOf(
        resource,
        wantedOf(orderBy(resource, defaultSort), { conditions }),
      )
      expectFewRead(await explained(text, values), name)
    },
  )

  test.each(spans)(
    'a page of a long span by $filter reads little, and its total is counted by an index',
    async ({ filter, column, isLower }) => {
      const conditions = [condition(filter, await momentAt(column, isLower ? 0.3 : 0.7))]
      for (const sort of [defaultSort, 'id', ...sorts.filter((sort) => sort === column)]) {
        const order = orderBy(resource, sort)
        const after = (await places(resource, order))[0]
        for (const wanted of [
          wantedOf(order, { conditions, isCounted: false }),
          wantedOf(order, { conditions, after, isCounted: false }),
        ]) {
          const { text, values } = statementOf(resource, wanted)
          const nodes = await explained(text, values)
          expectFewRead(nodes, name, 10 * FEW)
        }
        const { text, values } = statementOf(resource, wantedOf(order, { conditions }))
        const kinds = (await explained(text, values))
          .filter((node) => node['Relation Name'] === name)
          .map((node) => node['Node Type'])
        expect(kinds).not.toContain('Seq Scan')
      }
    },
  )
})

describe('by a custom field', () => {
  const external_users = allResources.find(({ name }) => name === 'external_users') as Resource
  test.each(['asc', 'desc'] as const)(
    '%s walks the index of values, then the records without one',
    async (direction) => {
      const order: Order = {
        ...{ direction, kind: 'number', nullable: true },
        by: { customFieldId: seats, valueColumn: 'number_value' },
      }
      for (const after of [undefined, { value: 50, id: 100 }, { value: null, id: 7_000 }]) {
        const { text, values } = statementOf(
          external_users,
          wantedOf(order, { after, isCounted: !after }),
        )
        for (const nodes of [
          await explained(text, values),
          await explainedAsPrepared(text, values),
        ]) {
          expectFewRead(nodes, 'external_users')
          for (const node of nodes.filter((one) => one['Relation Name'] === 'custom_values')) {
            expect(node['Node Type']).not.toBe('Seq Scan')
            expect(readBy(node), JSON.stringify({ after, ...node })).toBeLessThanOrEqual(FEW)
          }
        }
      }
    },
  )
})
