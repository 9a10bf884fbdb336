// The two responses of the read side: a page of a list, and records by id. Each is one statement.
import { ApiError } from '../api-error.ts'
import { type Queries, queriesInTransaction, type Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { compileExpression, customFieldsIn } from '../segment-expression.ts'
import { cursorPosition, encodeCursor } from './cursor.ts'
import { customFieldCondition, findIndexedField } from './custom-field-filter.ts'
import { type Pagination, type Row, renderEnvelope } from './envelope.ts'
import {
  ALL_FIELDS,
  refuseUndefinedNames,
  type Selections,
  selectionsShape,
} from './field-selection.ts'
import {
  type Condition,
  invalidParameter,
  type ListRequest,
  type Sort,
  unknownSort,
} from './list-request.ts'
import { hasOnePlan } from './search.ts'
import {
  afterKind,
  type ListPlan,
  listStatement,
  type Order,
  type RecordsPlan,
  recordsStatement,
  type Statement,
} from './statement.ts'

/** Connections, and the public address on which URLs in records are built. */
export type Reader = { pool: Queries; baseUrl: string }

/** Reads the uncommitted state of the transaction. */
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
  const { sort, perPage, page, cursor, includes, selections, hasTotal } = request
  await refuseUndefinedNames(reader.pool, selections)
  const order = await resolveOrder(reader, resource, sort)
  const conditions = await Promise.all(
    request.conditions.map((condition) => compileCondition(reader, resource, condition)),
  )
  const plan: ListPlan = {
    order,
    limit: perPage,
    offset: (page - 1) * perPage,
    after: cursor && cursorPosition(cursor, order.kind, order.nullable),
    conditions,
    includes,
    selections,
    isCounted: hasTotal && (cursor?.total ?? null) === null,
  }
  const statement = cachedStatement(statementShape(resource, plan), selections, () =>
    listStatement(resource, plan),
  )
  const row = await runStatement(reader, statement, plan, hasOnePlan(resource, conditions))
  const rowsRead = Number(row.rows_read)
  const more = rowsRead > perPage
  const seen = (cursor?.seen ?? 0) + Math.min(rowsRead, perPage)
  const counted = plan.isCounted ? Number(row.total) : (cursor?.total ?? null)
  const total = cursor && counted !== null ? totalForCursor(counted, seen, more) : counted
  const pagination: Pagination = {
    page,
    per_page: perPage,
    page_size: perPage,
    ...(hasTotal &&
      total !== null && { total_pages: Math.ceil(total / perPage), total_records: total }),
  }
  // Later pages in page mode have no cursor: one client would loop forever.
  if (more && page === 1 && !('relevance' in order.by)) {
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

// Records come and go during a walk. Clients compute the number of pages from the total, so it must agree with whether
// there is another page.
const totalForCursor = (counted: number, seen: number, more: boolean) =>
  more ? Math.max(counted, seen + 1) : seen

/** Records by id, in this order. Ids that do not exist are omitted; 404 when none exists. */
export const answerRecords = async (
  ...asked: Parameters<typeof answerWithRecords>
): Promise<string> => (await answerWithRecords(...asked)).body

/** The same, with the JSON of the records alone. */
export async function answerWithRecords(
  ...asked: Parameters<typeof readRecords>
): Promise<{ body: string; records: string }> {
  const { body, records } = await readRecords(...asked)
  const [, resource, ids] = asked
  if (!records) throw notFound(resource, ids.join(','))
  return { body, records }
}

/** The same, where it is no error that there is none. */
export const answerRecordsOrNone = async (
  ...asked: Parameters<typeof readRecords>
): Promise<string> => (await readRecords(...asked)).body

async function readRecords(
  reader: Reader,
  resource: Resource,
  ids: number[],
  includes: string[] = [],
  key = resource.name,
  selections: Selections = ALL_FIELDS,
): Promise<{ body: string; records: string | null | undefined }> {
  const plan = { ids, includes, selections }
  const statement = cachedStatement(recordsShape(resource, plan), selections, () =>
    recordsStatement(resource, plan),
  )
  const row = await runStatement(reader, statement, plan, true)
  return { body: renderEnvelope(statement, row, key), records: row[resource.name] }
}

export const notFound = (resource: Resource, id: string) =>
  new ApiError('not_found', `No ${resource.singular} has the id ${id.slice(0, 100)}.`)

async function resolveOrder(
  reader: Reader,
  resource: Resource,
  { name, direction, by }: Sort,
): Promise<Order> {
  if ('column' in by) {
    const { kind, nullable, isFigure, isMostlyZero = false } = by.field
    const reads = isFigure ? 'figures' : by.column === 'id' ? 'id' : 'record'
    return { direction, kind, nullable, isMostlyZero, reads, by: { column: by.column } }
  }
  if ('relevance' in by)
    return { direction, kind: 'number', nullable: false, isMostlyZero: false, reads: 'id', by }
  const field = await findIndexedField(reader.pool, by.customField)
  if (!field) throw unknownSort(resource, name)
  const isText = field.field_type === 'string'
  return {
    direction,
    kind: isText ? 'text' : 'number',
    nullable: true,
    isMostlyZero: false,
    reads: 'record',
    by: { customFieldId: field.id, valueColumn: isText ? 'string_value' : 'number_value' },
  }
}

/** Compiles conditions on custom fields, whose types are in the database. */
async function compileCondition(
  { pool }: Reader,
  resource: Resource,
  condition: Condition,
): Promise<Condition> {
  const { sql, expression, customField, filter } = condition
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
  return { ...condition, sql: sql.replace('?', () => text), value: JSON.stringify(values) }
}

// Everything that the statement's text depends on, without values.
const statementShape = (
  resource: Resource,
  { order, limit, offset, after, conditions, includes, selections, isCounted }: ListPlan,
) =>
  JSON.stringify([
    resource.name,
    orderShape(order),
    order.direction,
    limit,
    offset > 0,
    after && afterKind(order, after),
    isCounted,
    includes,
    selectionsShape(selections),
    conditions.map(({ filter, sql, value }) => [filter, sql, value !== undefined]),
  ])

function orderShape({ by }: Order): string {
  if ('relevance' in by) return 'relevance'
  return 'column' in by ? by.column : by.valueColumn
}

const recordsShape = ({ name }: Resource, { ids, includes, selections }: RecordsPlan) =>
  JSON.stringify([
    ids.length === 1 ? 'record' : 'records',
    name,
    includes,
    selectionsShape(selections),
  ])

type CachedStatement = Statement<never> & { name: string | undefined }

type StatementCache = { prefix: string; max: number; statements: Map<string, CachedStatement> }

const wholeRecords: StatementCache = { prefix: 'read', max: 1000, statements: new Map() }
// Of their own: clients can select members in very many combinations, which must not displace the common statements.
const selectedMembers: StatementCache = { prefix: 'select', max: 200, statements: new Map() }

// Building the text costs as much as running it. Beyond the bound, statements are built each time and not prepared, so
// neither our memory nor the database's grows.
function cachedStatement<T>(
  shape: string,
  selections: Selections,
  make: () => Statement<T>,
): CachedStatement {
  const { prefix, max, statements } = selections.size > 0 ? selectedMembers : wholeRecords
  let statement = statements.get(shape)
  if (statement === undefined) {
    const isKept = statements.size < max
    statement = {
      ...(make() as Statement<never>),
      name: isKept ? `${prefix}_${statements.size}` : undefined,
    }
    if (isKept) statements.set(shape, statement)
  }
  return statement
}

// Where one plan fits all values, the statement is prepared. With conditions the best plan usually depends on the values
// (a range of a day or of ten years), so it is planned each time.
async function runStatement<T>(
  reader: Reader,
  statement: CachedStatement,
  plan: T,
  isPrepared: boolean,
): Promise<Row> {
  const values = statement.values.map((value) => value(plan as never, reader.baseUrl))
  const name = isPrepared ? statement.name : undefined
  const { rows } = await reader.pool.query<Row>({
    text: statement.text,
    values,
    ...(name && { name }),
  })
  return rows[0] as Row
}
