// The two answers of the read side: a page of a list, and some records by their ids. Each is one statement.
import { ApiError } from '../api-error.ts'
import { type Queries, queriesInTransaction, type Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { compileExpression, customFieldsIn } from '../segment-expression.ts'
import { cursorPosition, encodeCursor } from './cursor.ts'
import { customFieldCondition, findIndexedField } from './custom-field-filter.ts'
import { type Pagination, type Row, renderEnvelope } from './envelope.ts'
import {
  type Condition,
  invalidParameter,
  type ListRequest,
  type Sort,
  unknownSort,
} from './list-request.ts'
import {
  type ListPlan,
  listStatement,
  type Order,
  recordsStatement,
  type Statement,
} from './statement.ts'

/** What reading needs: the connections, and the public address that URLs in records are built on. */
export type Reader = { pool: Queries; baseUrl: string }

/** Reads what the transaction has done so far. */
export const readerInTransaction = (reader: Reader, tx: Tx): Reader => ({
  ...reader,
  pool: queriesInTransaction(tx),
})

export type ListAnswer = { body: string; pagination: Pagination; more: boolean }

export async function answerList(
  reader: Reader,
  resource: Resource,
  request: ListRequest,
  key = resource.name,
): Promise<ListAnswer> {
  const { sort, perPage, page, cursor, includes } = request
  const order = await orderOf(reader, resource, sort)
  const conditions = await Promise.all(
    request.conditions.map((condition) => compiled(reader, resource, condition)),
  )
  const wanted: ListPlan = {
    order,
    limit: perPage,
    offset: (page - 1) * perPage,
    after: cursor && cursorPosition(cursor, order.kind, order.nullable),
    conditions,
    includes,
    isCounted: cursor === undefined,
  }
  const statement = cachedStatement(shapeOf(resource, wanted), () =>
    listStatement(resource, wanted),
  )
  const row = await run(reader, statement, wanted, conditions.length > 0)
  const met = Number(row.met)
  const more = met > perPage
  const seen = (cursor?.seen ?? 0) + Math.min(met, perPage)
  const total = cursor ? totalOfWalk(cursor.total, seen, more) : Number(row.total)
  const pagination: Pagination = {
    page,
    per_page: perPage,
    page_size: perPage,
    total_pages: Math.ceil(total / perPage),
    total_records: total,
  }
  // A walk by cursor begins at the start of the list; a page further on is page mode, which has none.
  if (more && page === 1) {
    const [value, id] = JSON.parse(row.last as string)
    const next = encodeCursor({
      collection: resource.name,
      sort: sort.name,
      value,
      id,
      total,
      seen,
    })
    pagination.cursor = next
    pagination.page_token = next
  }
  return { body: renderEnvelope(statement, row, key, pagination), pagination, more }
}

// What is counted at the start changes while somebody walks. Clients stop where their own count of pages says so, or give
// up when the cursor ends before: the total may not contradict whether there is more.
const totalOfWalk = (counted: number, seen: number, more: boolean) =>
  more ? Math.max(counted, seen + 1) : seen

/** The records with these ids, in this order; those that do not exist are left out, and none at all is refused. */
export const answerRecords = async (
  ...asked: Parameters<typeof answerWithRecords>
): Promise<string> => (await answerWithRecords(...asked)).body

/** The same, and the JSON of the records by themselves. */
export async function answerWithRecords(
  reader: Reader,
  resource: Resource,
  ids: number[],
  includes: string[] = [],
  key = resource.name,
): Promise<{ body: string; records: string }> {
  const wanted = { ids, includes }
  const isOne = ids.length === 1
  const shape = `${isOne ? 'record' : 'records'} ${resource.name} ${includes}`
  const statement = cachedStatement(shape, () => recordsStatement(resource, includes, isOne))
  const row = await run(reader, statement, wanted, false)
  const records = row[resource.name]
  if (!records) throw notFound(resource, ids.join(','))
  return { body: renderEnvelope(statement, row, key), records }
}

export const notFound = (resource: Resource, id: string) =>
  new ApiError('not_found', `No ${resource.singular} has the id ${id.slice(0, 100)}.`)

async function orderOf(
  reader: Reader,
  resource: Resource,
  { name, direction, by }: Sort,
): Promise<Order> {
  if ('column' in by)
    return { direction, kind: by.kind, nullable: by.nullable, by: { column: by.column } }
  const field = await findIndexedField(reader.pool, by.customField)
  if (!field) throw unknownSort(resource, name)
  const isText = field.field_type === 'string'
  return {
    direction,
    kind: isText ? 'text' : 'number',
    nullable: true,
    by: { customFieldId: field.id, valueColumn: isText ? 'string_value' : 'number_value' },
  }
}

/** The SQL of a condition on custom fields, now that their types can be asked for. */
async function compiled(
  { pool }: Reader,
  resource: Resource,
  condition: Condition,
): Promise<Condition> {
  const { filter, sql, expression, customField } = condition
  if (customField) return customFieldCondition(pool, resource, filter, customField)
  if (!expression) return condition
  const names = customFieldsIn(expression)
  const { rows } =
    names.length === 0
      ? { rows: [] }
      : await pool.query<{ name: string; id: number; field_type: string }>(
          `select object_type || '.' || key as name, id, field_type from custom_fields
            where object_type || '.' || key = any($1::text[])`,
          [names],
        )
  const fields = new Map(rows.map(({ name, ...field }) => [name, field]))
  const { sql: text, values } = compileExpression(expression, fields, invalidParameter(filter))
  return { filter, sql: sql.replace('?', () => text), value: JSON.stringify(values) }
}

// Everything that the text depends on; the values are not part of it.
const shapeOf = (
  resource: Resource,
  { order, limit, offset, after, conditions, includes, isCounted }: ListPlan,
) =>
  JSON.stringify([
    resource.name,
    'column' in order.by ? order.by.column : order.by.valueColumn,
    order.direction,
    limit,
    offset > 0,
    after && (after.value === null ? 'null' : 'value'),
    isCounted,
    includes,
    conditions.map(({ filter, sql, value }) => [filter, sql, value !== undefined]),
  ])

type CachedStatement = Statement<never> & { name: string | undefined }

const MAX_CACHED_STATEMENTS = 1000
const statementCache = new Map<string, CachedStatement>()

// Making the text costs as much as running it. What does not fit is made anew each time and has no name, so that
// neither our memory nor the sessions of the database fill up.
function cachedStatement<T>(shape: string, make: () => Statement<T>): CachedStatement {
  let statement = statementCache.get(shape)
  if (statement === undefined) {
    const isKept = statementCache.size < MAX_CACHED_STATEMENTS
    statement = {
      ...(make() as Statement<never>),
      name: isKept ? `read_${statementCache.size}` : undefined,
    }
    if (isKept) statementCache.set(shape, statement)
  }
  return statement
}

// Without conditions the plan is the same for every value: prepared once, planned once. With them the best plan
// depends on the values (a span of a day, or of ten years), so it is planned with them.
async function run<T>(
  reader: Reader,
  statement: CachedStatement,
  wanted: T,
  isFiltered: boolean,
): Promise<Row> {
  const values = statement.values.map((value) => value(wanted as never, reader.baseUrl))
  const name = isFiltered ? undefined : statement.name
  const { rows } = await reader.pool.query<Row>({
    text: statement.text,
    values,
    ...(name && { name }),
  })
  return rows[0] as Row
}
