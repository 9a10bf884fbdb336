// Segment expressions: parses a tree of conditions and compiles it to one SQL condition on `users`. All values are in one
// JSON array, the only parameter of the condition; `?` is its placeholder.

import { parseBoolean, parseList, parseTime, scalarText } from '../core/values.ts'
import { NPS_GROUPS, npsGroup } from './traits.ts'

export type SegmentExpression = Group | Comparison
type Group = { operator: 'and' | 'or'; expressions: SegmentExpression[] }
type Comparison = {
  column: string
  operator: Operator
  operand?: { val: string | string[] }
  unit?: Unit
}

/** Creates the error for an invalid expression: 400 in a query, 422 in a body. */
export type Refuse = (message: string) => Error

/** Existing custom fields by `<object type>.<key>`. */
export type CustomFields = Map<string, { id: number; field_type: string }>

export type Compiled = { sql: string; values: unknown[] }

const MAX_DEPTH = 10
const MAX_CONDITIONS = 50
const MAX_GROUPS = 50
const MAX_VALUES = 1000
const MAX_UNITS = 10_000

type ColumnKind = 'text' | 'address' | 'number' | 'time' | 'flag'

type Column = {
  kind: ColumnKind
  sql: string
  /** Wraps a comparison into a condition on users: on the user, on any external user, or on any account. */
  holds: (test: string) => string
  /** The column stores numbers, times and flags as float8. */
  isFloat?: boolean
  /** The only values that the column has. */
  values?: readonly string[]
}

const onUser = (test: string) => `coalesce(${test}, false)`
const onExternalUsers = (test: string) =>
  `users.id in (select e.user_id from external_users e where ${test})`
const onAccounts = (test: string) => `users.id in (
  select e.user_id from external_accounts a join external_users e on e.external_account_id = a.id where ${test})`
const onAccountFigures = (test: string) => `users.id in (
  select e.user_id from external_account_figures f join external_users e on e.external_account_id = f.id where ${test})`

const column = (kind: ColumnKind, sql: string, holds: Column['holds']): Column => ({
  kind,
  sql,
  holds,
})

export const COLUMNS: Record<string, Column> = {
  'user.name': column('text', 'users.name', onUser),
  'user.email': column('address', 'users.email_address', onUser),
  'user.job_title': column('text', 'users.job_title', onUser),
  'user.country': column('text', 'users.country', onUser),
  'user.region': column('text', 'users.region', onUser),
  'user.city': column('text', 'users.city', onUser),
  'user.satisfaction_score': column('number', 'users.satisfaction_score', onUser),
  'user.satisfaction_group': {
    ...column('text', `(${npsGroup('users.satisfaction_score')})::text`, onUser),
    values: NPS_GROUPS,
  },
  'user.last_login': column('time', 'users.last_login', onUser),
  'user.created_at': column('time', 'users.created_at', onUser),
  'user.external_id': column('text', 'e.external_id', onExternalUsers),
  'user.type': column('text', 'e.type', onExternalUsers),
  'user.seen_days': column('number', 'e.seen_days', onExternalUsers),
  'user.last_seen_at': column('time', 'e.last_seen_at', onExternalUsers),
  'account.external_id': column('text', 'a.external_id', onAccounts),
  'account.name': column('text', 'a.name', onAccounts),
  'account.plan': column('text', 'a.plan', onAccounts),
  'account.mrr': column('number', 'a.mrr', onAccounts),
  'account.ltv': column('number', 'a.ltv', onAccounts),
  'account.nps': column('number', 'f.nps', onAccountFigures),
  'account.users_count': column('number', 'f.users_count', onAccountFigures),
  'account.created_at': column('time', 'coalesce(a.external_created_at, a.created_at)', onAccounts),
}

const CUSTOM = /^(external_users|external_accounts)\.(cf_[0-9A-Za-z_]+)$/

type Operator = keyof typeof OPERATORS

/** The column kinds that each operator supports. */
const OPERATORS = {
  is: ['text', 'address', 'number', 'flag'],
  is_not: ['text', 'address', 'number', 'flag'],
  in: ['text', 'address', 'number'],
  contains: ['text', 'address'],
  does_not_contain: ['text', 'address'],
  starts_with: ['text', 'address'],
  greater_than: ['number', 'time'],
  less_than: ['number', 'time'],
  at_least: ['number', 'time'],
  at_most: ['number', 'time'],
  after: ['time'],
  before: ['time'],
  is_set: ['text', 'address', 'number', 'time', 'flag'],
  is_not_set: ['text', 'address', 'number', 'time', 'flag'],
} as const satisfies Record<string, ColumnKind[]>

const NO_OPERAND = { is_set: true, is_not_set: true }
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const SPAN = /^\d{1,6}$/

/** Operators that negate another one. */
const OPPOSITES: Partial<Record<Operator, Operator>> = {
  is_not: 'is',
  does_not_contain: 'contains',
  is_not_set: 'is_set',
}

const COMPARISONS: Partial<Record<Operator, string>> = {
  is: '=',
  greater_than: '>',
  after: '>',
  less_than: '<',
  before: '<',
  at_least: '>=',
  at_most: '<=',
}

const UNITS = ['days', 'weeks', 'months'] as const
type Unit = (typeof UNITS)[number]

/** The syntax of an expression, for error messages and documentation. */
export const VOCABULARY =
  `A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. ` +
  `Columns: ${Object.keys(COLUMNS).join(', ')}, external_users.cf_…, external_accounts.cf_…. ` +
  `Operators: ${Object.keys(OPERATORS).join(', ')}. ` +
  `A unit (${UNITS.join(', ')}) makes the operand a time in the past.`

/** Accepts objects, or JSON text wherever an object is expected. An empty expression matches everyone. */
export function readExpression(input: unknown, refuse: Refuse): SegmentExpression {
  let conditions = 0
  let groups = 0
  const invalidExpression = (why: string) => refuse(`${why} ${VOCABULARY}`)

  function read(input: unknown, depth: number): SegmentExpression {
    const node = parseEmbeddedJson(input)
    if (!isObject(node))
      throw invalidExpression(`${quote(input)} is neither a condition nor a group.`)
    if (depth > MAX_DEPTH) throw refuse(`Groups can be nested at most ${MAX_DEPTH} levels deep.`)
    const expressions = parseEmbeddedJson(node.expressions) ?? []
    if (!Array.isArray(expressions))
      throw invalidExpression(`expressions: ${quote(expressions)} is not a list.`)
    const name = trimText(node.column)
    if (name !== '') {
      if (expressions.length > 0)
        throw invalidExpression(`A condition on ${quote(name)} cannot contain expressions.`)
      conditions += 1
      if (conditions > MAX_CONDITIONS)
        throw refuse(`At most ${MAX_CONDITIONS} conditions are allowed.`)
      return readTest(name, node)
    }
    groups += 1
    if (groups > MAX_GROUPS) throw refuse(`At most ${MAX_GROUPS} groups are allowed.`)
    const operator = lowerText(node.operator) || 'and'
    if (operator !== 'and' && operator !== 'or')
      throw invalidExpression(
        `operator: ${quote(operator)} is invalid for a group. Allowed: and, or.`,
      )
    return { operator, expressions: expressions.map((inner) => read(inner, depth + 1)) }
  }

  function readTest(name: string, node: Record<string, unknown>): Comparison {
    if (!Object.hasOwn(COLUMNS, name) && !CUSTOM.test(name))
      throw invalidExpression(`column: unknown column ${quote(name)}.`)
    const operator = lowerText(node.operator)
    if (!isOperator(operator))
      throw invalidExpression(`operator: unknown operator ${quote(operator)}.`)
    if (operator in NO_OPERAND) return { column: name, operator }
    const unit = lowerText(node.unit)
    if (unit !== '' && !isUnit(unit)) throw invalidExpression(`unit: unknown unit ${quote(unit)}.`)
    const val = parseOperand(node.operand, operator)
    if (val === undefined || val.length === 0)
      throw invalidExpression(`${name} ${operator}: operand is required.`)
    if (Array.isArray(val) && val.length > MAX_VALUES)
      throw refuse(`${name} ${operator}: at most ${MAX_VALUES} values are allowed.`)
    if ([val].flat().some((one) => one.includes('\0') || !one.isWellFormed()))
      throw refuse(`${name}: the operand contains invalid characters.`)
    return { column: name, operator, operand: { val }, ...(unit !== '' && { unit }) }
  }

  return read(input === null || input === undefined || input === '' ? {} : input, 1)
}

/** The custom fields in the expression, as `<object type>.<key>`. */
export const customFieldsIn = (expression: SegmentExpression): string[] =>
  'column' in expression
    ? CUSTOM.test(expression.column)
      ? [expression.column]
      : []
    : expression.expressions.flatMap(customFieldsIn)

/** Whether the members change with time alone. */
export const isRelative = (expression: SegmentExpression): boolean =>
  'column' in expression ? expression.unit !== undefined : expression.expressions.some(isRelative)

/** Without `refuse` an invalid condition matches nobody, such as one on a deleted custom field. */
export function compileExpression(
  expression: SegmentExpression,
  customFields: CustomFields,
  refuse?: Refuse,
): Compiled {
  const values: unknown[] = []
  const place = (value: unknown) => values.push(value) - 1

  function compile(one: SegmentExpression): string {
    if ('column' in one) return compileTest(one)
    if (one.expressions.length === 0) return 'true'
    return `(${one.expressions.map(compile).join(` ${one.operator} `)})`
  }

  function compileTest(test: Comparison): string {
    const opposite = OPPOSITES[test.operator]
    if (opposite) return `not ${compileTest({ ...test, operator: opposite })}`
    const found = COLUMNS[test.column] ?? customColumn(test.column, customFields)
    const problem = findProblem(test, found)
    if (found && problem === undefined) return found.holds(testSql(test, found, place))
    if (refuse) throw refuse(`${problem} ${VOCABULARY}`)
    return 'false'
  }

  return { sql: compile(expression), values }
}

function customColumn(name: string, customFields: CustomFields): Column | undefined {
  const field = customFields.get(name)
  const [, objectType, key] = CUSTOM.exec(name) ?? []
  if (!field || !objectType) return undefined
  const isOfUsers = objectType === 'external_users'
  // Values of type `text` are not indexed.
  if (field.field_type === 'text')
    return isOfUsers
      ? column('text', `e.custom_fields ->> '${key}'`, onExternalUsers)
      : column('text', `a.custom_fields ->> '${key}'`, onAccounts)
  const holds = (test: string) => `users.id in (
    select e.user_id from custom_values v join external_users e on ${isOfUsers ? 'e.id' : 'e.external_account_id'} = v.record_id
    where v.collection = '${objectType}' and v.field_id = ${field.id} and ${test})`
  if (field.field_type === 'string') return column('text', 'v.string_value', holds)
  return { ...column(kindOf(field.field_type), 'v.number_value', holds), isFloat: true }
}

/** The kind of a custom field. */
const kindOf = (fieldType: string): ColumnKind =>
  (({ string: 'text', text: 'text', boolean: 'flag', timestamp: 'time' }) as const)[fieldType] ??
  'number'

/** What conditions are made of, for clients that offer them. */
export const describeConditions = (
  customFields: { column: string; name: string; field_type: string }[],
) => ({
  columns: [
    ...Object.entries(COLUMNS).map(([name, { kind, values }]) => ({
      column: name,
      kind,
      name: null,
      ...(values && { values }),
    })),
    ...customFields.map(({ column: name, name: label, field_type }) => ({
      column: name,
      kind: kindOf(field_type),
      name: label,
    })),
  ],
  operators: Object.entries(OPERATORS).map(([operator, kinds]) => ({
    operator,
    kinds,
    operand: operator in NO_OPERAND ? 'none' : operator === 'in' ? 'list' : 'value',
  })),
  operand_patterns: { number: NUMBER.source, unit: SPAN.source },
  units: UNITS,
  limits: {
    depth: MAX_DEPTH,
    conditions: MAX_CONDITIONS,
    groups: MAX_GROUPS,
    values: MAX_VALUES,
    units: MAX_UNITS,
  },
})

/** The problem with a condition on this column; undefined when it is valid. */
function findProblem(
  { column: name, operator, operand, unit }: Comparison,
  found: Column | undefined,
): string | undefined {
  if (!found) return `column: unknown column ${quote(name)}.`
  const { kind } = found
  const possible: readonly ColumnKind[] = OPERATORS[operator]
  if (!possible.includes(kind)) return `${operator} is not supported for ${name}, a ${kind}.`
  if (unit !== undefined && kind !== 'time') return `${name}: unit is only allowed for times.`
  const wrong = [operand?.val ?? []].flat().find((val) => !isValue(kind, val, unit))
  if (wrong === undefined) return undefined
  return `${name} ${operator}: ${quote(wrong)} is invalid. Expected ${EXPECTED[unit ? 'span' : kind]}.`
}

const EXPECTED: Record<ColumnKind | 'span', string> = {
  text: 'text',
  address: 'text',
  number: 'a number',
  time: 'a time such as 2026-01-31T00:00:00Z, or a number with a unit',
  flag: 'true or false',
  span: `a whole number up to ${MAX_UNITS}`,
}

function isValue(kind: ColumnKind, val: string, unit: Unit | undefined): boolean {
  if (unit !== undefined) return SPAN.test(val) && Number(val) <= MAX_UNITS
  switch (kind) {
    case 'number':
      return NUMBER.test(val)
    case 'time':
      return parseTime(val) !== undefined
    case 'flag':
      return parseBoolean(val) !== undefined
    default:
      return true
  }
}

function testSql(
  { operator, operand, unit }: Comparison,
  { kind, sql, isFloat = false }: Column,
  place: (value: unknown) => number,
): string {
  const isText = kind === 'text' || kind === 'address'
  if (operator === 'is_set') return isText ? `${sql} <> ''` : `${sql} is not null`
  const val = operand?.val as string | string[]
  if (operator === 'in') {
    const listed = `jsonb_array_elements_text(? -> ${place([val].flat())}) val`
    if (kind === 'address')
      return `lower(${sql}) = any(array(select ${lower('val')} from ${listed}))`
    if (isText) return `${lower(sql)} = any(array(select ${lower('val')} from ${listed}))`
    return `${sql} = any(array(select val${numberCast(isFloat)} from ${listed}))`
  }
  const one = [val].flat().join(',')
  if (isText) {
    const text = `(? ->> ${place(one)})`
    if (operator === 'contains') return `normalize_text(${sql}) like contains_pattern(${text})`
    if (operator === 'starts_with')
      return `starts_with(normalize_text(${sql}), normalize_text(${text}))`
    return `${kind === 'address' ? `lower(${sql})` : lower(sql)} = ${lower(text)}`
  }
  const compared = `${sql} ${COMPARISONS[operator]}`
  if (kind === 'time') {
    const moment = unit
      ? `now() - (? ->> ${place(`${one} ${unit}`)})::interval`
      : `(? ->> ${place(parseTime(one)?.toISOString())})::timestamptz`
    return `${compared} ${isFloat ? `extract(epoch from ${moment})::float8` : `(${moment})`}`
  }
  const number = kind === 'flag' ? Number(parseBoolean(one)) : one
  return `${compared} (? ->> ${place(number)})${numberCast(isFloat)}`
}

const numberCast = (isFloat: boolean) => (isFloat ? '::float8' : '::numeric')

// Must match the expression of the index on addresses.
const lower = (text: string) => `lower(${text} collate "und-x-icu")`

function parseOperand(input: unknown, operator: Operator): string | string[] | undefined {
  const operand = parseEmbeddedJson(input)
  const val = isObject(operand) ? operand.val : operand
  if (operator === 'in') return Array.isArray(val) ? val.map(trimText) : parseList(val)
  return Array.isArray(val) ? undefined : trimText(val)
}

const trimText = (value: unknown) => (scalarText(value) ?? '').trim()
const lowerText = (value: unknown) => trimText(value).toLowerCase()
const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name)
const isUnit = (name: string): name is Unit => (UNITS as readonly string[]).includes(name)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a list or an object that was sent as JSON text. */
function parseEmbeddedJson(input: unknown): unknown {
  if (typeof input !== 'string' || !/^\s*[[{]/.test(input)) return input === '' ? undefined : input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const quote = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
