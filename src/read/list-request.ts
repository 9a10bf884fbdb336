// A query string → what is wanted of a list, or a refusal that says what would be right. Knows no HTTP and no SQL
// but the conditions that the declaration brings.
import { ApiError } from '../api-error.ts'
import { allResources, alwaysEmptyCollections } from '../resources/index.ts'
import { type Field, type Filter, type Resource, sortColumn } from '../resources/resource.ts'
import { type Expression, type Refuse, readExpression } from '../segment-expression.ts'
import { parseBoolean, parseId, parseList, parseTime } from '../values.ts'
import { type Cursor, decodeCursor } from './cursor.ts'
import { type CustomFieldRequest, parseCustomFieldName } from './custom-field-filter.ts'

export type Query = Record<string, unknown>

export type Sort = {
  /** As the client writes it, with the `-`. */
  name: string
  direction: 'asc' | 'desc'
  /** A column of the table, or a custom field by its key. */
  by:
    | { column: string; kind: string; nullable: boolean }
    | { customField: Omit<CustomFieldRequest, 'input'> }
}

/**
 * A condition on the row: the filter's SQL with `?` for the value. An expression or a custom field is yet to be
 * compiled: only the database knows the types of custom fields.
 */
export type Condition = {
  filter: string
  sql: string
  value?: unknown
  expression?: Expression
  customField?: CustomFieldRequest
}

export type ListRequest = {
  sort: Sort
  perPage: number
  page: number
  cursor: Cursor | undefined
  includes: string[]
  conditions: Condition[]
}

const COMMON = ['page', 'per_page', 'cursor', 'page_token', 'sort', 'includes']
const MAX_PER_PAGE = 100
const DEFAULT_PER_PAGE = 20
// PostgreSQL's offset is a bigint.
const MAX_PAGE = 10_000_000_000

export function parseListRequest(resource: Resource, query: Query, strict: boolean): ListRequest {
  if (strict) {
    const custom = Object.keys(query).filter((name) => parseCustomFieldName(resource, name))
    refuseUnknown(Object.keys(query), [...listParameters(resource), ...custom])
  }
  const cursorText = single(query, 'cursor') ?? single(query, 'page_token')
  const cursor = cursorText === undefined ? undefined : decodeCursor(cursorText)
  return {
    sort: parseSort(resource, single(query, 'sort'), cursor),
    perPage: Math.min(positiveInteger(query, 'per_page', DEFAULT_PER_PAGE), MAX_PER_PAGE),
    page: cursor ? 1 : Math.min(positiveInteger(query, 'page', 1), MAX_PAGE),
    cursor,
    includes: parseIncludes(query.includes, strict),
    conditions: parseConditions(resource, query),
  }
}

/** Every parameter that the list of this resource knows. */
export const listParameters = (resource: Resource): string[] => [
  ...COMMON,
  ...Object.entries(resource.filters).flatMap(([name, { variants }]) =>
    variants ? [name, variants.parameter] : [name],
  ),
]

export function refuseUnknown(names: string[], known: string[]): void {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ApiError(
    'malformed',
    `${unknown.slice(0, 100)} is not known here; what is: ${known.join(', ')}.`,
    {
      [unknown]: 'in',
    },
  )
}

/** The known names asked for, each once; an unknown one is ignored, or refused in strict mode. */
export function parseIncludes(input: unknown, strict: boolean): string[] {
  const names = input === undefined ? [] : [...new Set(parseList(input))]
  const unknown = names.find((name) => !isKnownInclude(name))
  if (strict && unknown !== undefined) {
    throw new ApiError(
      'malformed',
      `includes names ${JSON.stringify(unknown)}, which is no collection; it may name ${knownIncludes.join(', ')}.`,
      {
        includes: 'in',
      },
    )
  }
  return names.filter(isKnownInclude)
}

const knownIncludes = [
  ...allResources.flatMap(({ name, aliases }) => [name, ...aliases]),
  'parent_suggestions',
  ...alwaysEmptyCollections,
]

const isKnownInclude = (name: string) => knownIncludes.includes(name)

function parseSort(
  resource: Resource,
  asked: string | undefined,
  cursor: Cursor | undefined,
): Sort {
  const name = asked ?? cursor?.sort ?? resource.defaultSort
  if (cursor && cursor.collection !== resource.name) {
    throw new ApiError(
      'malformed',
      `cursor belongs to a list of ${cursor.collection.slice(0, 60)}, not of ${resource.name}; begin without a cursor.`,
      { cursor: 'in' },
    )
  }
  if (cursor && cursor.sort !== name) {
    throw new ApiError(
      'malformed',
      `cursor belongs to sort=${cursor.sort}, not to sort=${name}; for another order begin without a cursor.`,
      { cursor: 'in' },
    )
  }
  const bare = name.replace(/^-/, '')
  const direction = name.startsWith('-') ? 'desc' : 'asc'
  if (resource.sorts.includes(bare)) {
    const { kind, nullable } = resource.fields[bare] as Field
    return { name, direction, by: { column: sortColumn(resource, bare), kind, nullable } }
  }
  const customField = parseCustomFieldName(resource, bare)
  if (customField) return { name, direction, by: { customField } }
  throw unknownSort(resource, name)
}

export function unknownSort(resource: Resource, name: string): ApiError {
  const custom = resource.customFields.length > 0 ? ' or a sortable custom field (cf_…)' : ''
  const allowed = resource.sorts.join(', ')
  return new ApiError(
    'malformed',
    `sort ${JSON.stringify(name.slice(0, 200))} is not possible; it may be ${allowed}${custom}, each also with a leading "-".`,
    { sort: 'in' },
  )
}

function parseConditions(resource: Resource, query: Query): Condition[] {
  const declared = Object.entries(resource.filters).flatMap(([name, filter]) =>
    isPresent(query[name]) ? conditionsOf(name, chosenVariant(filter, query), query[name]) : [],
  )
  const custom = Object.entries(query).flatMap(([name, input]) => {
    const field = isPresent(input) && parseCustomFieldName(resource, name)
    return field ? [{ filter: name, sql: '', customField: { ...field, input } }] : []
  })
  return [...declared, ...custom]
}

function chosenVariant(filter: Filter, query: Query): Filter {
  if (!filter.variants) return filter
  const { parameter, sql } = filter.variants
  const chosen = single(query, parameter)
  if (chosen === undefined) return filter
  const variant = Object.hasOwn(sql, chosen) ? sql[chosen] : undefined
  if (variant === undefined)
    throw badValue(parameter, chosen, `one of ${Object.keys(sql).join(', ')}`, 'in')
  return { ...filter, sql: variant }
}

function conditionsOf(name: string, filter: Filter, input: unknown): Condition[] {
  switch (filter.takes) {
    case 'ids':
    case 'words':
      return listConditions(name, filter, parseList(input))
    case 'flag': {
      const value = parseBoolean(lastOf(input))
      if (value === undefined) throw badValue(name, input, 'true or false', 'bool')
      return [{ filter: name, sql: value ? filter.sql : (filter.otherwise ?? negated(filter.sql)) }]
    }
    case 'time': {
      const value = parseTime(lastOf(input))
      if (value === undefined)
        throw badValue(name, input, 'a time such as 2026-01-31T00:00:00Z', 'time')
      return [{ filter: name, sql: filter.sql, value: value.toISOString() }]
    }
    case 'search':
      return [{ filter: name, sql: filter.sql, value: searchText(name, input) }]
    case 'expression': {
      const expression = readExpression(asJson(name, lastOf(input)), invalidParameter(name))
      return [{ filter: name, sql: filter.sql, expression }]
    }
  }
}

function asJson(name: string, input: unknown): unknown {
  try {
    return JSON.parse(String(input))
  } catch {
    throw badValue(name, input, 'a segment expression, which is JSON', 'malformed_json')
  }
}

/** The refusal of an expression that cannot be understood. */
export const invalidParameter =
  (name: string): Refuse =>
  (message) =>
    new ApiError('malformed', `${name}: ${message}`, { [name]: 'in' })

// A list is any of its values; a value with a leading "-" excludes.
function listConditions(name: string, filter: Filter, values: string[]): Condition[] {
  const wanted = values.filter((value) => !value.startsWith('-'))
  const excluded = values.filter((value) => value.startsWith('-')).map((value) => value.slice(1))
  const conditions: Condition[] = []
  if (wanted.length > 0) conditions.push(anyOf(name, filter, wanted))
  if (excluded.length > 0) {
    const condition = anyOf(name, filter, excluded)
    conditions.push({ ...condition, filter: `-${name}`, sql: negated(condition.sql) })
  }
  return conditions
}

function anyOf(name: string, filter: Filter, values: string[]): Condition {
  const special = values.filter((value) => Object.hasOwn(filter.special ?? {}, value))
  const plain = values.filter((value) => !special.includes(value))
  const sql = special.map((value) => `(${filter.special?.[value]})`)
  if (plain.length > 0) sql.push(`(${filter.sql})`)
  return {
    filter: name,
    sql: sql.length > 1 ? `(${sql.join(' or ')})` : (sql[0] as string),
    ...(plain.length > 0 && { value: plain.map((value) => listValue(name, filter, value)) }),
  }
}

function listValue(name: string, filter: Filter, value: string): number | string {
  if (value.includes('\0')) throw badValue(name, value, 'text without NUL characters', 'utf8')
  if (filter.takes === 'ids') {
    const id = parseId(value)
    if (id === undefined) throw badValue(name, value, 'an id, a whole number', 'int')
    return id
  }
  if (filter.among && !filter.among.includes(value)) {
    throw badValue(name, value, `one of ${filter.among.join(', ')}`, 'in')
  }
  return name === 'email_address' ? value.toLowerCase() : value
}

// A row that the condition says nothing of (null) is not one that it excludes.
const negated = (sql: string) => `not coalesce(${sql}, false)`

const searchText = (name: string, input: unknown) => {
  const text = Array.isArray(input) ? input.join(' ') : String(input)
  if (text.includes('\0')) throw badValue(name, text, 'text without NUL characters', 'utf8')
  return text.trim()
}

function positiveInteger(query: Query, name: string, otherwise: number): number {
  const text = single(query, name)
  if (text === undefined) return otherwise
  const value = /^\d{1,30}$/.test(text) ? Number(text) : 0
  if (value < 1) throw badValue(name, text, 'a whole number, 1 or more', 'int')
  return value
}

/** A parameter without a value is absent; of a repeated one the last counts. */
function single(query: Query, name: string): string | undefined {
  const last = lastOf(query[name])
  return isPresent(last) ? String(last).trim() : undefined
}

const lastOf = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value)

const isPresent = (value: unknown) =>
  value !== undefined && value !== null && String(value).trim() !== ''

function badValue(name: string, value: unknown, right: string, code: string): ApiError {
  const shown = JSON.stringify(String(value).slice(0, 100))
  return new ApiError('malformed', `${name} ${shown} should be ${right}.`, { [name]: code })
}
