// Parses the query string of a list. Contains no SQL except the conditions of the declaration.
import { ApiError } from '../core/api-error.ts'
import { parseBoolean, parseId, parseList, parseTime } from '../core/values.ts'
import { allResources, alwaysEmptyCollections, selfIncludes } from '../resources/index.ts'
import type { Criteria, Filter, Resource } from '../resources/resource.ts'
import { type Refuse, readExpression } from '../resources/segment-expression.ts'
import { type Cursor, decodeCursor } from './cursor.ts'
import { parseCustomFieldName } from './custom-field-filter.ts'
import { isIncludedFieldsParameter, parseFields, type Selections } from './field-selection.ts'
import { parseFilterValues } from './filter-values.ts'
import type { Condition } from './list-plan.ts'
import { RELEVANCE } from './order.ts'
import { findRankedSearch, findSearchProblem } from './search.ts'

export type Query = Record<string, unknown>

export type ListRequest = {
  /** As the client wrote it, with the `-`. */
  sort: string
  perPage: number
  page: number
  cursor: Cursor | undefined
  includes: string[]
  selections: Selections
  conditions: Condition[]
  /** Whether the response has totals. */
  hasTotal: boolean
}

const COMMON_PARAMETERS = [
  'page',
  'per_page',
  'cursor',
  'page_token',
  'sort',
  'includes',
  'fields',
  'total',
  'format',
]
const MAX_PER_PAGE = 100
const DEFAULT_PER_PAGE = 20
// PostgreSQL's offset is a bigint.
const MAX_PAGE = 10_000_000_000

export function parseListRequest(resource: Resource, query: Query, strict: boolean): ListRequest {
  if (strict) {
    const isDynamic = (name: string) =>
      isIncludedFieldsParameter(name) || parseCustomFieldName(resource, name) !== undefined
    const names = Object.keys(query).filter((name) => !isDynamic(name))
    refuseUnknown(names, listParameters(resource))
  }
  const cursorText = singleValue(query, 'cursor') ?? singleValue(query, 'page_token')
  const cursor = cursorText === undefined ? undefined : decodeCursor(cursorText)
  const includes = parseIncludes(query.includes, strict)
  return {
    sort: parseSort(resource, query, cursor),
    perPage: Math.min(parsePositiveInteger(query, 'per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE),
    page: cursor ? 1 : Math.min(parsePositiveInteger(query, 'page', 1), MAX_PAGE),
    cursor,
    includes,
    selections: parseFields(resource, query, includes, strict),
    conditions: parseConditions(resource, query),
    hasTotal: parseTotal(query),
  }
}

/** The filters of a query string of this list. Paging, order and members do not select records. */
export function parseFilterText(resource: Resource, text: string): ListRequest {
  const query: Query = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.replace(/\[\]$/, '')
    if (COMMON_PARAMETERS.includes(key) || isIncludedFieldsParameter(key)) continue
    query[key] = Object.hasOwn(query, key) ? [query[key], value].flat() : value
  }
  return parseListRequest(resource, query, true)
}

/** Whether the client asks for CSV instead of JSON. */
export function isCsvAsked(query: Query): boolean {
  const format = singleValue(query, 'format') ?? 'json'
  if (format !== 'json' && format !== 'csv')
    throw invalidValue('format', format, 'json or csv', 'in')
  return format === 'csv'
}

/** The parameters of this resource's list. */
export const listParameters = (resource: Resource): string[] => [
  ...COMMON_PARAMETERS,
  ...Object.entries(resource.filters).flatMap(([name, { variants }]) =>
    variants ? [name, variants.parameter] : [name],
  ),
]

export function refuseUnknown(names: string[], known: string[]): void {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ApiError(
    'malformed',
    `${unknown.slice(0, 100)}: unknown parameter. Allowed: ${known.join(', ')}.`,
    {
      [unknown]: 'in',
    },
  )
}

/** The known names, each once and sorted, so that every order has the same statement. Unknown names are ignored, or rejected in strict mode. */
export function parseIncludes(input: unknown, strict: boolean): string[] {
  const names = input === undefined ? [] : [...new Set(parseList(input))]
  const unknown = names.find((name) => !isKnownInclude(name))
  if (strict && unknown !== undefined) {
    throw new ApiError(
      'malformed',
      `includes: unknown collection ${JSON.stringify(unknown)}. Allowed: ${KNOWN_INCLUDES.join(', ')}.`,
      {
        includes: 'in',
      },
    )
  }
  return names.filter(isKnownInclude).sort()
}

/** What `includes` accepts, for every collection. */
export const KNOWN_INCLUDES = [
  ...allResources.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...selfIncludes,
  ...alwaysEmptyCollections,
]

const isKnownInclude = (name: string) => KNOWN_INCLUDES.includes(name)

function parseSort(resource: Resource, query: Query, cursor: Cursor | undefined): string {
  const name = singleValue(query, 'sort') ?? cursor?.sort ?? resource.defaultSort
  const rankedSearch = name === RELEVANCE && findRankedSearch(resource)
  if (rankedSearch) {
    checkRelevance(rankedSearch[0], query, cursor)
    return name
  }
  if (cursor && cursor.collection !== resource.name) {
    throw new ApiError(
      'malformed',
      `cursor: belongs to ${cursor.collection.slice(0, 60)}, not to ${resource.name}. Start again without a cursor.`,
      { cursor: 'in' },
    )
  }
  if (cursor && cursor.sort !== name) {
    throw new ApiError(
      'malformed',
      `cursor: belongs to sort=${cursor.sort}, not to sort=${name}. Start again without a cursor.`,
      { cursor: 'in' },
    )
  }
  return name
}

function checkRelevance(filter: string, query: Query, cursor: Cursor | undefined): void {
  if (cursor)
    throw new ApiError('malformed', `cursor: not possible with sort=${RELEVANCE}. Use page.`, {
      cursor: 'in',
    })
  if (!isPresent(query[filter]))
    throw new ApiError('malformed', `sort: ${RELEVANCE} needs a search. Send ${filter} too.`, {
      sort: 'in',
    })
}

function parseConditions(resource: Resource, query: Query): Condition[] {
  const declared = Object.entries(resource.filters).flatMap(([name, filter]) =>
    isPresent(query[name]) ? parseFilter(name, selectVariant(filter, query), query[name]) : [],
  )
  const custom = Object.entries(query).flatMap(([name, input]) => {
    const field = isPresent(input) && parseCustomFieldName(resource, name)
    return field
      ? [
          {
            filter: name,
            sql: '',
            reads: 'id' as const,
            customField: { ...field, input },
          },
        ]
      : []
  })
  return [...declared, ...custom]
}

function selectVariant(filter: Filter, query: Query): Filter {
  if (!filter.variants) return filter
  const { parameter, sql } = filter.variants
  const chosen = singleValue(query, parameter)
  if (chosen === undefined) return filter
  const variant = Object.hasOwn(sql, chosen) ? sql[chosen] : undefined
  if (variant === undefined)
    throw invalidValue(parameter, chosen, `one of ${Object.keys(sql).join(', ')}`, 'in')
  return { ...filter, sql: variant }
}

function parseFilter(name: string, filter: Filter, input: unknown): Condition[] {
  switch (filter.takes) {
    case 'ids':
    case 'words':
      return listConditions(name, filter, parseFilterValues(name, input))
    case 'flag': {
      const value = parseBoolean(lastValue(input))
      if (value === undefined) throw invalidValue(name, input, 'true or false', 'bool')
      return [
        conditionOf(name, filter, ({ sql, otherwise }) =>
          value ? sql : (otherwise ?? negate(sql)),
        ),
      ]
    }
    case 'time': {
      const value = parseTime(lastValue(input))
      if (value === undefined)
        throw invalidValue(name, input, 'a time such as 2026-01-31T00:00:00Z', 'time')
      return [{ ...conditionOf(name, filter), value: value.toISOString() }]
    }
    case 'search':
      return [{ ...conditionOf(name, filter), value: parseSearchText(name, input) }]
    case 'expression': {
      const expression = readExpression(
        parseJsonValue(name, lastValue(input)),
        invalidParameter(name),
      )
      return [{ ...conditionOf(name, filter), expression }]
    }
  }
}

/** The condition on the row, and in the same way the one on counted rows. */
function conditionOf(
  name: string,
  { reads = 'record', counted, bound, ...criteria }: Filter,
  choose: (criteria: Criteria) => string = ({ sql }) => sql,
): Condition {
  return {
    filter: name,
    sql: choose(criteria),
    reads,
    ...(counted && { counted: { from: counted.from, sql: choose(counted) } }),
    ...(bound && { bound }),
  }
}

function parseJsonValue(name: string, input: unknown): unknown {
  try {
    return JSON.parse(String(input))
  } catch {
    throw invalidValue(name, input, 'a segment expression in JSON', 'malformed_json')
  }
}

/** Creates the error for an invalid expression in a query. */
export const invalidParameter =
  (name: string): Refuse =>
  (message) =>
    new ApiError('malformed', `${name}: ${message}`, { [name]: 'in' })

// Values are alternatives; a leading "-" excludes a value.
function listConditions(name: string, filter: Filter, values: string[]): Condition[] {
  const included = values.filter((value) => !value.startsWith('-'))
  const excluded = values.filter((value) => value.startsWith('-')).map((value) => value.slice(1))
  const conditions: Condition[] = []
  if (included.length > 0) conditions.push(matchAny(name, filter, included))
  if (excluded.length > 0)
    conditions.push({ ...matchAny(name, filter, excluded, negate), filter: `-${name}` })
  return conditions
}

function matchAny(
  name: string,
  filter: Filter,
  values: string[],
  change = (sql: string) => sql,
): Condition {
  const special = values.filter((value) => Object.hasOwn(filter.special ?? {}, value))
  const plain = values.filter((value) => !special.includes(value))
  const condition = conditionOf(name, filter, (criteria) => {
    const sql = special.map((value) => `(${criteria.special?.[value]})`)
    if (plain.length > 0) sql.push(`(${criteria.sql})`)
    return change(sql.length > 1 ? `(${sql.join(' or ')})` : (sql[0] as string))
  })
  return {
    ...condition,
    ...(plain.length > 0 && { value: plain.map((value) => parseListValue(name, filter, value)) }),
  }
}

function parseListValue(name: string, filter: Filter, value: string): number | string {
  if (value.includes('\0')) throw invalidValue(name, value, 'text without NUL characters', 'utf8')
  if (filter.takes === 'ids') {
    const id = parseId(value)
    if (id === undefined) throw invalidValue(name, value, 'an id (a whole number)', 'int')
    return id
  }
  if (filter.among && !filter.among.includes(value)) {
    throw invalidValue(name, value, `one of ${filter.among.join(', ')}`, 'in')
  }
  return filter.isCaseInsensitive ? value.toLowerCase() : value
}

// A null result is not a match, so the negation includes the row.
const negate = (sql: string) => `not coalesce(${sql}, false)`

const parseSearchText = (name: string, input: unknown) => {
  const text = Array.isArray(input) ? input.join(' ') : String(input)
  if (text.includes('\0')) throw invalidValue(name, text, 'text without NUL characters', 'utf8')
  const problem = findSearchProblem(text.trim())
  if (problem) throw new ApiError('malformed', `${name}: ${problem}`, { [name]: 'max_runes' })
  return text.trim()
}

export function parsePositiveInteger(query: Query, name: string, otherwise: number): number {
  const text = singleValue(query, name)
  if (text === undefined) return otherwise
  const value = /^\d{1,30}$/.test(text) ? Number(text) : 0
  if (value < 1) throw invalidValue(name, text, 'a positive integer', 'int')
  return value
}

function parseTotal(query: Query): boolean {
  const text = singleValue(query, 'total') ?? 'true'
  if (text !== 'true' && text !== 'false')
    throw invalidValue('total', text, 'true or false', 'bool')
  return text === 'true'
}

/** A parameter without a value is absent; the last value of a repeated parameter counts. */
export function singleValue(query: Query, name: string): string | undefined {
  const last = lastValue(query[name])
  return isPresent(last) ? String(last).trim() : undefined
}

const lastValue = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value)

const isPresent = (value: unknown) =>
  value !== undefined && value !== null && String(value).trim() !== ''

export function invalidValue(name: string, value: unknown, right: string, code: string): ApiError {
  const shown = JSON.stringify(String(value).slice(0, 100))
  return new ApiError('malformed', `${name}: ${shown} is invalid. Expected ${right}.`, {
    [name]: code,
  })
}
