// The two responses of the read side: a page of a list, and records by id. Each is one statement.
import { createHash } from 'node:crypto'
import { notFound } from '../core/api-error.ts'
import { LruCache } from '../core/lru-cache.ts'
import { type Queries, queriesInTransaction, type Tx } from '../db/db.ts'
import type { Areas } from '../resources/access.ts'
import type { Resource } from '../resources/resource.ts'
import { compileExpression, customFieldsIn } from '../resources/segment-expression.ts'
import { cursorPosition, encodeCursor } from './cursor.ts'
import { customFieldCondition } from './custom-field-filter.ts'
import { type CollectionTexts, type Pagination, renderEnvelope } from './envelope.ts'
import {
  ALL_FIELDS,
  refuseUndefinedNames,
  type Selections,
  selectionsShape,
} from './field-selection.ts'
import type { Condition, ListPlan, Order } from './list-plan.ts'
import { invalidParameter, type ListRequest } from './list-request.ts'
import { resolveOrder } from './order.ts'
import {
  createParameters,
  type Site,
  type Parameters as StatementParameters,
} from './parameters.ts'
import {
  limitSelections,
  readableSubjects,
  requireConditions,
  requireFields,
  requirePaths,
  requireSort,
  subjectsCondition,
} from './readable.ts'
import { hasOnePlan } from './search.ts'
import {
  afterKind,
  idsStatement,
  joinStatements,
  listStatement,
  type RecordsPlan,
  type RowStatement,
  recordsStatement,
  type Statement,
} from './statement.ts'

/** Connections, the public address on which URLs in records are built, and what the caller may read. */
export type Reader = Site & { pool: Queries; areas: Areas; beside?: ReadBeside }

/** A value that is read in the statement of the records, so that it is of the same moment. */
export type ReadBeside = { sql: string; take(value: string): void; page?: ReadPageVersion }

/** A text that differs after each change of the page of a list: of its records, their order and their number. */
export type ReadPageVersion = {
  /** The version that the caller has, or null. Where it is current, the records are not read. */
  known: string | null
  /** That many of the first records in the order of the list belong to it, so that one plan fits. */
  isCommon: boolean
  take(version: string): void
}

/** Reads the uncommitted state of the transaction. */
export const readerInTransaction = (reader: Reader, tx: Tx): Reader => ({
  ...reader,
  pool: queriesInTransaction(tx),
})

export type ListAnswer = {
  body: string
  pagination: Pagination
  more: boolean
  /** Whether the records were not read, because the caller has the current version. */
  isUnchanged: boolean
}

export async function answerList(
  reader: Reader,
  resource: Resource,
  request: ListRequest,
  key = resource.name,
): Promise<ListAnswer> {
  const { shape, plan, isPrepared, finish } = await planList(reader, resource, request)
  const statement = cachedStatement(shape, () => listStatement(resource, plan))
  const row = await runStatement(reader, statement, plan, isPrepared)
  const answer = finish(row)
  return { body: renderEnvelope(statement, row, key, answer.pagination), ...answer }
}

/** The same as a bare array, for clients that know no envelope. */
export const answerArray = async (...asked: Parameters<typeof askForArray>): Promise<ListAnswer> =>
  answerTo(asked[0], await askForArray(...asked))

/** A statement of one row that is not sent yet, and what its row answers. */
export type Question<T> = {
  /** Everything that the text depends on. */
  shape: string
  plan: unknown
  build(parameters: StatementParameters<never>): RowStatement<never>
  /** Whether one plan fits all values. */
  isPrepared: boolean
  answer(row: CollectionTexts): T
}

/** For `answerTogether`. */
export async function askForArray(
  reader: Reader,
  resource: Resource,
  request: ListRequest,
): Promise<Question<ListAnswer>> {
  const { finish, ...planned } = await planList(reader, resource, request)
  return question({
    ...planned,
    build: (parameters) => listStatement(resource, planned.plan, parameters),
    answer: (row) => ({ body: `[${row[resource.name] ?? ''}]`, ...finish(row) }),
  })
}

/** The plan of a question is that of its statement. */
export const question = <T, Plan>(
  asked: Omit<Question<T>, 'build'> & {
    plan: Plan
    build(parameters: StatementParameters<Plan>): RowStatement<Plan>
  },
): Question<T> => asked as unknown as Question<T>

export const answerTo = async <T>(reader: Reader, asked: Question<T>): Promise<T> => {
  const { shape, plan, build, isPrepared, answer } = asked
  const statement = cachedStatement(shape, () => build(createParameters()))
  return answer(await runStatement(reader, statement, plan, isPrepared))
}

type Answers<Asked> = { [Name in keyof Asked]: Asked[Name] extends Question<infer T> ? T : never }

/** One statement, so that all answers are of the same moment. Where it is prepared, one plan must fit all values. */
export async function answerTogether<Asked extends Record<string, Question<unknown>>>(
  reader: Reader,
  asked: Asked,
  { isPrepared = true }: { isPrepared?: boolean } = {},
): Promise<Answers<Asked>> {
  const answers = await answerAll(reader, Object.values(asked), { isPrepared })
  return Object.fromEntries(
    Object.keys(asked).map((name, i) => [name, answers[i]]),
  ) as Answers<Asked>
}

/** The same, in the order of the questions. */
export async function answerAll<T>(
  reader: Reader,
  questions: Question<T>[],
  { isPrepared }: { isPrepared: boolean },
): Promise<T[]> {
  const shape = JSON.stringify(['together', ...questions.map((one) => one.shape)])
  const statement = cachedStatement(shape, () =>
    joinStatements(questions.map(({ build }) => build)),
  )
  const plans = questions.map(({ plan }) => plan)
  const row = await runStatement(reader, statement, plans, isPrepared)
  return questions.map(({ answer }, i) => answer(columnsOfPart(row, i)))
}

const columnsOfPart = (row: CollectionTexts, part: number): CollectionTexts =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, text]) =>
      name.startsWith(`${part} `) ? [[name.slice(`${part} `.length), text]] : [],
    ),
  )

async function planList(reader: Reader, resource: Resource, request: ListRequest) {
  const { sort, perPage, page, cursor, includes, hasTotal } = request
  const { areas, beside } = reader
  requireFields(areas, request.selections)
  requireSort(areas, resource, sort)
  requireConditions(areas, request.conditions)
  requirePaths(areas, resource, includes)
  const selections = limitSelections(areas, resource, includes, request.selections)
  await refuseUndefinedNames(reader.pool, request.selections)
  const order = await resolveOrder(reader.pool, resource, sort)
  const conditions = await Promise.all(
    [...request.conditions, ...subjectsCondition(areas, resource)].map((condition) =>
      compileCondition(reader.pool, resource, condition),
    ),
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
    ...(beside?.page && { knownVersion: beside.page.known }),
  }
  return {
    shape: statementShape(resource, plan),
    plan,
    isPrepared: beside?.page?.isCommon || hasOnePlan(resource, conditions),
    finish: (row: CollectionTexts) => finishList(reader, resource, { request, plan }, row),
  }
}

function finishList(
  { beside }: Reader,
  resource: Resource,
  { request, plan }: { request: ListRequest; plan: ListPlan },
  row: CollectionTexts,
): Omit<ListAnswer, 'body'> {
  const { sort, perPage, page, cursor, hasTotal } = request
  const isUnchanged = plan.knownVersion != null && row.version === plan.knownVersion
  if (beside?.page) beside.page.take(row.version as string)
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
  if (more && page === 1 && !('relevance' in plan.order.by)) {
    const [value, id] = JSON.parse(row.last as string)
    const next = encodeCursor({
      collection: resource.name,
      sort,
      value,
      id,
      total,
      seen,
    })
    pagination.cursor = next
    pagination.page_token = next
  }
  return { pagination, more, isUnchanged }
}

/** The ids of the records that the filters select, in ascending order. Refuses more than `max`. */
export async function findIds(
  tx: Tx,
  resource: Resource,
  { conditions, includes, selections }: ListRequest,
  max: number,
): Promise<{ ids: number[] } | { tooMany: number }> {
  const pool = queriesInTransaction(tx)
  const compiled = await compileConditions(pool, resource, conditions)
  const plan: ListPlan = {
    order: await resolveOrder(pool, resource, 'id'),
    limit: max + 1,
    offset: 0,
    after: undefined,
    isCounted: false,
    conditions: compiled,
    includes,
    selections,
  }
  const { text, countText, values } = idsStatement(resource, plan)
  const parameters = values.map((value) => value(plan, { baseUrl: '' }))
  const { rows } = await pool.query<{ id: number }>(text, parameters)
  if (rows.length <= max) return { ids: rows.map(({ id }) => id) }
  const counted = await pool.query<{ count: number }>(countText, parameters)
  return { tooMany: Number(counted.rows[0]?.count) }
}

// Records come and go during a walk. Clients compute the number of pages from the total, so it must agree with whether
// there is another page.
const totalForCursor = (counted: number, seen: number, more: boolean) =>
  more ? Math.max(counted, seen + 1) : seen

/** `key` is the name of the collection in the response. */
type RecordOptions = { includes?: string[]; key?: string; selections?: Selections }

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
  { includes = [], key = resource.name, selections = ALL_FIELDS }: RecordOptions = {},
): Promise<{ body: string; records: string | null | undefined }> {
  const { statement, row } = await readRows(reader, resource, ids, { includes, selections })
  return { body: renderEnvelope(statement, row, key), records: row[resource.name] }
}

async function readRows(
  reader: Reader,
  resource: Resource,
  ids: number[],
  options: { includes: string[]; selections: Selections },
): Promise<{ statement: Statement<never>; row: CollectionTexts }> {
  const { shape, plan } = planRecords(reader, resource, ids, options)
  const statement = cachedStatement(shape, () => recordsStatement(resource, plan))
  return { statement, row: await runStatement(reader, statement, plan, true) }
}

function planRecords(
  { areas }: Reader,
  resource: Resource,
  ids: number[],
  { includes, selections }: { includes: string[]; selections: Selections },
): { shape: string; plan: RecordsPlan } {
  requirePaths(areas, resource, includes)
  const plan = {
    ids,
    includes,
    selections: limitSelections(areas, resource, includes, selections),
    subjects: readableSubjects(areas, resource),
  }
  return { shape: recordsShape(resource, plan), plan }
}

/** For `answerTogether`: records with a comma between them; undefined when there is none. */
export function askForRecords(
  reader: Reader,
  resource: Resource,
  ids: number[],
): Question<string | undefined> {
  const whole = { includes: [], selections: ALL_FIELDS }
  const { shape, plan } = planRecords(reader, resource, ids, whole)
  return question({
    shape,
    plan,
    build: (parameters) => recordsStatement(resource, plan, parameters),
    isPrepared: true,
    answer: (row) => row[resource.name] ?? undefined,
  })
}

/** Records by id as a bare array. */
export const answerArrayOf = async (
  reader: Reader,
  resource: Resource,
  ids: number[],
): Promise<string> =>
  ids.length === 0
    ? '[]'
    : `[${(await answerTo(reader, askForRecords(reader, resource, ids))) ?? ''}]`

/** A record as a bare object; undefined when there is none. */
export const answerObject = (
  reader: Reader,
  resource: Resource,
  id: number,
): Promise<string | undefined> => answerTo(reader, askForRecords(reader, resource, [id]))

/** One after the other: a transaction has one connection. */
async function compileConditions(
  pool: Queries,
  resource: Resource,
  conditions: Condition[],
): Promise<Condition[]> {
  const compiled: Condition[] = []
  for (const condition of conditions)
    compiled.push(await compileCondition(pool, resource, condition))
  return compiled
}

/** Compiles conditions on custom fields, whose types are in the database. */
export async function compileCondition(
  pool: Queries,
  resource: Resource,
  condition: Condition,
): Promise<Condition> {
  const { sql, expression, customField, filter, alternatives } = condition
  if (alternatives) {
    const compiled: Condition[][] = []
    for (const conditions of alternatives)
      compiled.push(await compileConditions(pool, resource, conditions))
    return { ...condition, alternatives: compiled }
  }
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
const statementShape = (resource: Resource, plan: ListPlan) =>
  JSON.stringify([
    resource.name,
    resource.view,
    orderShape(plan.order),
    plan.order.direction,
    plan.limit,
    plan.offset > 0,
    plan.after && afterKind(plan.order, plan.after),
    plan.isCounted,
    plan.knownVersion !== undefined,
    plan.includes,
    selectionsShape(plan.selections),
    plan.conditions.map(conditionShape),
  ])

const conditionShape = ({ filter, sql, value, alternatives }: Condition): unknown[] => [
  filter,
  sql,
  // The figures of one segment are stored.
  value !== undefined && (Array.isArray(value) && filter === 'segment' ? value.length === 1 : true),
  alternatives?.map((conditions) => conditions.map(conditionShape)),
]

function orderShape({ by }: Order): string {
  if ('relevance' in by) return 'relevance'
  if ('figure' in by) return `filtered ${by.figure}`
  return 'column' in by ? by.column : by.valueColumn
}

const recordsShape = (
  { name, view }: Resource,
  { ids, includes, selections, subjects }: RecordsPlan,
) =>
  JSON.stringify([
    ids.length === 1 ? 'record' : 'records',
    name,
    view,
    subjects !== null,
    includes,
    selectionsShape(selections),
  ])

type Cached<S> = S & { name: string; isRepeated: boolean }

/** In characters of the texts. */
const MAX_CACHED_CHARACTERS = 8_000_000

// Shared by all readers and never stale: a statement follows from its shape and the declarations alone, and its values are
// functions of the plan.
const statements = new LruCache<Cached<RowStatement<never>>>(MAX_CACHED_CHARACTERS)

/** Building the text costs as much as running it. Each shape has one kind of statement. */
function cachedStatement<S extends RowStatement<never>>(shape: string, make: () => S): Cached<S> {
  const cached = statements.get(shape)
  if (cached) {
    cached.isRepeated = true
    return cached as Cached<S>
  }
  const name = `read_${createHash('sha256').update(shape).digest('hex').slice(0, 32)}`
  const statement = { ...make(), name, isRepeated: false }
  statements.set(shape, statement, statement.text.length)
  return statement
}

// Where one plan fits all values, the statement is prepared, from its second use on: a client that tries many shapes once
// does not displace the common ones. With conditions the best plan usually depends on the values (a range of a day or of
// ten years), so it is planned each time.
async function runStatement<T>(
  reader: Reader,
  statement: Cached<RowStatement<never>>,
  plan: T,
  isPrepared: boolean,
): Promise<CollectionTexts> {
  const { pool, beside } = reader
  const values = statement.values.map((value) => value(plan as never, reader))
  const name = isPrepared && statement.isRepeated ? statement.name : undefined
  const { rows } = await pool.query<CollectionTexts>({
    text: beside
      ? `select answer.*, ${beside.sql} as beside from (${statement.text}) answer`
      : statement.text,
    values,
    ...(name && { name: beside ? `${name}_beside` : name }),
  })
  const row = rows[0] as CollectionTexts
  beside?.take(String(row.beside))
  return row
}
