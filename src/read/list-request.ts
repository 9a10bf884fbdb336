// Parses the query string of a list. Contains no SQL except the conditions of the declaration.
import { ApiError } from '../core/api-error.ts'
import { parseBoolean, parseId, parseList, parseTime } from '../core/values.ts'
import {
  allResources,
  alwaysEmptyCollections,
  findResource,
  selfIncludes,
} from '../resources/index.ts'
import type { Criteria, Filter, Resource } from '../resources/resource.ts'
import { type Refuse, readExpression } from '../resources/segment-expression.ts'
import { type Cursor, decodeCursor } from './cursor.ts'
import { parseCustomFieldName } from './custom-field-filter.ts'
import { isIncludedFieldsParameter, parseFields, type Selections } from './field-selection.ts'
import { parseFilterValues } from './filter-values.ts'
import type { Condition } from './list-plan.ts'
import { findFilteredFigure, RELEVANCE } from './order.ts'
import {
  EXPECTED_NUMBERS,
  parseNumber,
  parseRange,
  type Range,
  rangesSql,
  refuseManyRanges,
} from './ranges.ts'
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

/** A parameter whose values, between `|`, are alternatives: each is a query string of filters that must all hold. */
export const ANY_OF = 'any_of'
export const MAX_ALTERNATIVES = 10
export const MAX_FILTERS = 10

const MAX_PER_PAGE = 100
const DEFAULT_PER_PAGE = 20
// PostgreSQL's offset is a bigint.
const MAX_PAGE = 10_000_000_000

export function parseListRequest(resource: Resource, query: Query, strict: boolean): ListRequest {
  if (strict) refuseUnknown(findUnknown(resource, query), listParameters(resource))
  const cursorText = singleValue(query, 'cursor') ?? singleValue(query, 'page_token')
  const cursor = cursorText === undefined ? undefined : decodeCursor(cursorText)
  const includes = parseIncludes(query.includes, strict)
  const sort = parseSort(resource, query, cursor)
  const conditions = parseConditions(resource, query)
  refuseUnfiltered(resource, sort, conditions)
  return {
    sort,
    perPage: Math.min(parsePositiveInteger(query, 'per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE),
    page: cursor ? 1 : Math.min(parsePositiveInteger(query, 'page', 1), MAX_PAGE),
    cursor,
    includes,
    selections: parseFields(resource, query, includes, strict),
    conditions,
    hasTotal: parseTotal(query),
  }
}

/** The parameters that the list ignores. */
export function findUnknown(resource: Resource, query: Query): string[] {
  const known = listParameters(resource)
  return Object.keys(query).filter(
    (name) =>
      !known.includes(name) &&
      !isIncludedFieldsParameter(name) &&
      parseCustomFieldName(resource, name) === undefined,
  )
}

/** The filters of a query string of this list. Paging, order and members do not select records. */
export function parseFilterText(resource: Resource, text: string): ListRequest {
  const query = parseQueryText(text)
  for (const name of Object.keys(query))
    if (COMMON_PARAMETERS.includes(name) || isIncludedFieldsParameter(name)) delete query[name]
  return parseListRequest(resource, query, true)
}

function parseQueryText(text: string): Query {
  const query: Query = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.replace(/\[\]$/, '')
    query[key] = Object.hasOwn(query, key) ? [query[key], value].flat() : value
  }
  return query
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
  ...filterParameters(resource),
  ANY_OF,
]

const filterParameters = (resource: Resource): string[] =>
  Object.entries(resource.filters).flatMap(([name, { variants }]) =>
    variants ? [name, variants.parameter] : [name],
  )

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

/** Figures of the filtered supporters need a filter that selects supporters. */
function refuseUnfiltered(resource: Resource, sort: string, conditions: Condition[]): void {
  if (findFilteredFigure(resource, sort) === undefined) return
  if (conditions.some(({ supporters }) => supporters !== undefined)) return
  const filters = supporterFilters(resource).join(', ')
  throw new ApiError(
    'malformed',
    `sort: ${sort} needs a filter by supporters. Send one of ${filters}.`,
    {
      sort: 'in',
    },
  )
}

/** The filters that select records by their supporters. */
export const supporterFilters = ({ filters }: Resource): string[] =>
  Object.keys(filters).filter((name) => filters[name]?.supporters !== undefined)

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
  return [...parseFilters(resource, query), ...parseAlternatives(resource, query[ANY_OF])]
}

function parseAlternatives(resource: Resource, input: unknown): Condition[] {
  const texts = [input]
    .flat()
    .filter(isPresent)
    .flatMap((text) => String(text).split('|'))
  if (texts.length === 0) return []
  if (texts.length > MAX_ALTERNATIVES)
    throw new ApiError(
      'malformed',
      `${ANY_OF}: too many alternatives (${texts.length}). Maximum: ${MAX_ALTERNATIVES}.`,
      { [ANY_OF]: 'max_length' },
    )
  const alternatives = texts.map((text) => parseAlternative(resource, text))
  const needs = alternatives.flat().flatMap((condition) => condition.needs ?? [])
  return [{ filter: ANY_OF, sql: '', reads: 'id', alternatives, needs }]
}

function parseAlternative(resource: Resource, text: string): Condition[] {
  const query = parseQueryText(text)
  const allowed = filterParameters(resource)
  const names = Object.keys(query)
  const unknown = names.find(
    (name) => !allowed.includes(name) && !parseCustomFieldName(resource, name),
  )
  if (unknown !== undefined)
    throw new ApiError(
      'malformed',
      `${ANY_OF}: ${JSON.stringify(unknown.slice(0, 100))} is no filter of this list. Allowed: ${allowed.join(', ')}.`,
      { [ANY_OF]: 'in' },
    )
  const conditions = parseFilters(resource, query)
  if (conditions.length === 0 || names.length > MAX_FILTERS)
    throw invalidValue(
      ANY_OF,
      text,
      `1 to ${MAX_FILTERS} filters, as in a query string: status=1&label=2`,
      'in',
    )
  return conditions
}

function parseFilters(resource: Resource, query: Query): Condition[] {
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
            needs: field.objectTypes.flatMap((type) => findResource(type)?.access.scope ?? []),
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
    case 'numbers':
      return [numbersCondition(name, filter, parseFilterValues(name, input))]
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
  { reads = 'record', counted, bound, scope, supporters, ...criteria }: Filter,
  choose: (criteria: Criteria) => string = ({ sql }) => sql,
): Condition {
  return {
    filter: name,
    sql: choose(criteria),
    reads,
    ...(counted && { counted: { from: counted.from, sql: choose(counted) } }),
    ...(bound && { bound }),
    ...(supporters && { supporters }),
    ...(scope && { needs: [scope] }),
  }
}

/** A condition that the service adds to a list itself. */
export const addedCondition = (resource: Resource, name: string, value?: unknown): Condition => ({
  ...conditionOf(name, resource.filters[name] as Filter),
  ...(value !== undefined && { value }),
})

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
    conditions.push({ ...excludeAny(name, filter, excluded), filter: `-${name}` })
  return conditions
}

/** Those who are excluded are not the supporters whom the filter selects. */
function excludeAny(name: string, filter: Filter, values: string[]): Condition {
  const { supporters: _, ...condition } = matchAny(name, filter, values, negate)
  return condition
}

/** One condition on the column, with all numbers in one JSON parameter. */
function numbersCondition(name: string, filter: Filter, texts: string[]): Condition {
  const { sql: column, kind } = filter.column as NonNullable<Filter['column']>
  const ranges = texts.map((text) => {
    const range = parseRange(text, parseNumber)
    if (!range) throw invalidValue(name, text, EXPECTED_NUMBERS, 'in')
    return kind === 'integer' ? wholeNumbersIn(range) : range
  })
  refuseManyRanges(name, ranges)
  const values: unknown[] = []
  const type = kind === 'integer' ? 'bigint' : 'numeric'
  const tests = rangesSql(column, type, ranges, (value) => values.push(value) - 1)
  const compile = (sql: string) => sql.replace('?', () => `(${tests.join(' or ')})`)
  const condition = conditionOf(name, filter, ({ sql }) => compile(sql))
  const { supporters } = condition
  return {
    ...condition,
    ...(supporters &&
      'account' in supporters && { supporters: { account: compile(supporters.account) } }),
    value: JSON.stringify(values),
  }
}

/** Compared as whole numbers, so that the index of the column fits. */
const wholeNumbersIn = ({ from, to }: Range): Range => ({
  from: from === undefined ? undefined : Math.ceil(from),
  to: to === undefined ? undefined : Math.floor(to),
})

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
  const { valueScopes } = filter
  return {
    ...condition,
    ...(valueScopes && { needs: values.flatMap((value) => valueScopes[value] ?? []) }),
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
