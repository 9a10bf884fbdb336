// What a segment asks of people: a tree of conditions, as clients write it → one SQL condition over `users`. Its
// values stand in a JSON array beside it, which is the one parameter of the condition; `?` stands for it.
import { npsGroup } from './resources/traits.ts'
import { parseBoolean, parseList, parseTime, textOf } from './values.ts'

export type Expression = Group | Test
type Group = { operator: 'and' | 'or'; expressions: Expression[] }
type Test = {
  column: string
  operator: Operator
  operand?: { val: string | string[] }
  unit?: Unit
}

/** Makes the refusal of what cannot be understood: 400 in a query, 422 in a body. */
export type Refuse = (message: string) => Error

/** The custom fields that exist, by `<object type>.<key>`. */
export type CustomFields = Map<string, { id: number; field_type: string }>

export type Compiled = { sql: string; values: unknown[] }

const DEEPEST = 10
const MOST_CONDITIONS = 50
const MOST_VALUES = 1000
const MOST_UNITS = 10_000

type Kind = 'text' | 'address' | 'number' | 'time' | 'flag'

type Column = {
  kind: Kind
  sql: string
  /** Whom the test holds for: the person, or whoever has an external user or an account that it holds for. */
  holds: (test: string) => string
  /** Where the database holds numbers, times and flags alike as such a number. */
  isFloat?: boolean
}

const ofPerson = (test: string) => `coalesce(${test}, false)`
const ofExternalUsers = (test: string) =>
  `users.id in (select e.user_id from external_users e where ${test})`
const ofAccounts = (test: string) => `users.id in (
  select e.user_id from external_accounts a join external_users e on e.external_account_id = a.id where ${test})`

const column = (kind: Kind, sql: string, holds: Column['holds']): Column => ({ kind, sql, holds })

export const COLUMNS: Record<string, Column> = {
  'user.name': column('text', 'users.name', ofPerson),
  'user.email': column('address', 'users.email_address', ofPerson),
  'user.job_title': column('text', 'users.job_title', ofPerson),
  'user.country': column('text', 'users.country', ofPerson),
  'user.region': column('text', 'users.region', ofPerson),
  'user.city': column('text', 'users.city', ofPerson),
  'user.satisfaction_score': column('number', 'users.satisfaction_score', ofPerson),
  'user.satisfaction_group': column(
    'text',
    `(${npsGroup('users.satisfaction_score')})::text`,
    ofPerson,
  ),
  'user.last_login': column('time', 'users.last_login', ofPerson),
  'user.created_at': column('time', 'users.created_at', ofPerson),
  'user.external_id': column('text', 'e.external_id', ofExternalUsers),
  'user.type': column('text', 'e.type', ofExternalUsers),
  'user.seen_days': column('number', 'e.seen_days', ofExternalUsers),
  'user.last_seen_at': column('time', 'e.last_seen_at', ofExternalUsers),
  'account.external_id': column('text', 'a.external_id', ofAccounts),
  'account.name': column('text', 'a.name', ofAccounts),
  'account.plan': column('text', 'a.plan', ofAccounts),
  'account.mrr': column('number', 'a.mrr', ofAccounts),
  'account.ltv': column('number', 'a.ltv', ofAccounts),
  'account.nps': column('number', 'a.nps', ofAccounts),
  'account.users_count': column('number', 'a.users_count', ofAccounts),
  'account.created_at': column('time', 'coalesce(a.external_created_at, a.created_at)', ofAccounts),
}

const CUSTOM = /^(external_users|external_accounts)\.(cf_[0-9A-Za-z_]+)$/

type Operator = keyof typeof OPERATORS

/** The kinds of columns that each operator goes with. */
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
} as const satisfies Record<string, Kind[]>

/** The opposite of another one: every person is met by exactly one of the two. */
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

/** For people: what an expression may be made of. */
export const VOCABULARY =
  `A group is {"operator": "and" or "or", "expressions": […]}, a condition {"column", "operator", "operand": {"val"}, "unit"}. ` +
  `Columns: ${Object.keys(COLUMNS).join(', ')}, external_users.cf_…, external_accounts.cf_…. ` +
  `Operators: ${Object.keys(OPERATORS).join(', ')}. ` +
  `A unit (${UNITS.join(', ')}) makes a time that long ago.`

/** Objects, or JSON texts of them wherever one is expected; an empty one asks for nothing, which everybody meets. */
export function readExpression(input: unknown, refuse: Refuse): Expression {
  let conditions = 0
  const misunderstood = (why: string) => refuse(`${why} ${VOCABULARY}`)

  function read(input: unknown, depth: number): Expression {
    const node = unwrapped(input)
    if (!isObject(node))
      throw misunderstood(`${shown(input)} is no condition and no group of them.`)
    if (depth > DEEPEST)
      throw refuse(`Groups may lie ${DEEPEST} deep within each other, no deeper.`)
    const expressions = unwrapped(node.expressions) ?? []
    if (!Array.isArray(expressions))
      throw misunderstood(`expressions should be a list, not ${shown(expressions)}.`)
    const name = trimmed(node.column)
    if (name !== '') {
      if (expressions.length > 0)
        throw misunderstood(`A condition on ${shown(name)} has no expressions within it.`)
      conditions += 1
      if (conditions > MOST_CONDITIONS)
        throw refuse(`There may be ${MOST_CONDITIONS} conditions, no more.`)
      return readTest(name, node)
    }
    const operator = word(node.operator) || 'and'
    if (operator !== 'and' && operator !== 'or')
      throw misunderstood(`The operator ${shown(operator)} of a group should be and or or.`)
    return { operator, expressions: expressions.map((inner) => read(inner, depth + 1)) }
  }

  function readTest(name: string, node: Record<string, unknown>): Test {
    if (!Object.hasOwn(COLUMNS, name) && !CUSTOM.test(name))
      throw misunderstood(`${shown(name)} is no column.`)
    const operator = word(node.operator)
    if (!isOperator(operator)) throw misunderstood(`${shown(operator)} is no operator.`)
    if (operator === 'is_set' || operator === 'is_not_set') return { column: name, operator }
    const unit = word(node.unit)
    if (unit !== '' && !isUnit(unit)) throw misunderstood(`${shown(unit)} is no unit.`)
    const val = operandOf(node.operand, operator)
    if (val === undefined || val.length === 0)
      throw misunderstood(`${name} ${operator} needs an operand.`)
    if (Array.isArray(val) && val.length > MOST_VALUES)
      throw refuse(`${name} ${operator} may name ${MOST_VALUES} values, no more.`)
    if ([val].flat().some((one) => one.includes('\0') || !one.isWellFormed()))
      throw refuse(`The operand of ${name} holds characters that are not text.`)
    return { column: name, operator, operand: { val }, ...(unit !== '' && { unit }) }
  }

  return read(input === null || input === undefined || input === '' ? {} : input, 1)
}

/** The custom fields that it asks for, as `<object type>.<key>`. */
export const customFieldsIn = (expression: Expression): string[] =>
  'column' in expression
    ? CUSTOM.test(expression.column)
      ? [expression.column]
      : []
    : expression.expressions.flatMap(customFieldsIn)

/** Whether who meets it changes with time alone. */
export const isRelative = (expression: Expression): boolean =>
  'column' in expression ? expression.unit !== undefined : expression.expressions.some(isRelative)

/** Without `refuse` nobody meets what cannot be: a custom field that was deleted since. */
export function compileExpression(
  expression: Expression,
  customFields: CustomFields,
  refuse?: Refuse,
): Compiled {
  const values: unknown[] = []
  const place = (value: unknown) => values.push(value) - 1

  function compile(one: Expression): string {
    if ('column' in one) return compileTest(one)
    if (one.expressions.length === 0) return 'true'
    return `(${one.expressions.map(compile).join(` ${one.operator} `)})`
  }

  function compileTest(test: Test): string {
    const opposite = OPPOSITES[test.operator]
    if (opposite) return `not ${compileTest({ ...test, operator: opposite })}`
    const found = COLUMNS[test.column] ?? customColumn(test.column, customFields)
    const problem = problemOf(test, found)
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
  // Long texts are not among the values that are indexed.
  if (field.field_type === 'text')
    return isOfUsers
      ? column('text', `e.custom_fields ->> '${key}'`, ofExternalUsers)
      : column('text', `a.custom_fields ->> '${key}'`, ofAccounts)
  const holds = (test: string) => `users.id in (
    select e.user_id from custom_values v join external_users e on ${isOfUsers ? 'e.id' : 'e.external_account_id'} = v.record_id
    where v.collection = '${objectType}' and v.field_id = ${field.id} and ${test})`
  if (field.field_type === 'string') return column('text', 'v.string_value', holds)
  const kind = ({ boolean: 'flag', timestamp: 'time' } as const)[field.field_type] ?? 'number'
  return { ...column(kind, 'v.number_value', holds), isFloat: true }
}

/** What is wrong with a condition on this column. */
function problemOf(
  { column: name, operator, operand, unit }: Test,
  found: Column | undefined,
): string | undefined {
  if (!found) return `${shown(name)} is no column.`
  const { kind } = found
  const possible: readonly Kind[] = OPERATORS[operator]
  if (!possible.includes(kind)) return `${operator} does not go with ${name}, a ${kind}.`
  if (unit !== undefined && kind !== 'time') return `${name} is no time, so it has no unit.`
  const wrong = [operand?.val ?? []].flat().find((val) => !isValue(kind, val, unit))
  if (wrong === undefined) return undefined
  return `${name} ${operator} ${shown(wrong)} is not possible; ${EXPECTED[unit ? 'span' : kind]}.`
}

const EXPECTED: Record<Kind | 'span', string> = {
  text: 'it should be text',
  address: 'it should be text',
  number: 'it should be a number',
  time: 'it should be a time such as 2026-01-31T00:00:00Z, or a number with a unit',
  flag: 'it should be true or false',
  span: `it should be a whole number up to ${MOST_UNITS}`,
}

function isValue(kind: Kind, val: string, unit: Unit | undefined): boolean {
  if (unit !== undefined) return /^\d{1,6}$/.test(val) && Number(val) <= MOST_UNITS
  switch (kind) {
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(val)
    case 'time':
      return parseTime(val) !== undefined
    case 'flag':
      return parseBoolean(val) !== undefined
    default:
      return true
  }
}

function testSql(
  { operator, operand, unit }: Test,
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
    return `${sql} = any(array(select val${isText ? '' : castOf(isFloat)} from ${listed}))`
  }
  const one = [val].flat().join(',')
  if (isText) {
    const text = `(? ->> ${place(one)})`
    if (operator === 'contains') return `normalize_text(${sql}) like contains_pattern(${text})`
    if (operator === 'starts_with')
      return `starts_with(normalize_text(${sql}), normalize_text(${text}))`
    return kind === 'address' ? `lower(${sql}) = ${lower(text)}` : `${sql} = ${text}`
  }
  const compared = `${sql} ${COMPARISONS[operator]}`
  if (kind === 'time') {
    const moment = unit
      ? `now() - (? ->> ${place(`${one} ${unit}`)})::interval`
      : `(? ->> ${place(parseTime(one)?.toISOString())})::timestamptz`
    return `${compared} ${isFloat ? `extract(epoch from ${moment})::float8` : `(${moment})`}`
  }
  const number = kind === 'flag' ? Number(parseBoolean(one)) : one
  return `${compared} (? ->> ${place(number)})${castOf(isFloat)}`
}

const castOf = (isFloat: boolean) => (isFloat ? '::float8' : '::numeric')

// As the index of addresses has it.
const lower = (text: string) => `lower(${text} collate "und-x-icu")`

function operandOf(input: unknown, operator: Operator): string | string[] | undefined {
  const operand = unwrapped(input)
  const val = isObject(operand) ? operand.val : operand
  if (operator === 'in') return Array.isArray(val) ? val.map(trimmed) : parseList(val)
  return Array.isArray(val) ? undefined : trimmed(val)
}

const trimmed = (value: unknown) => (textOf(value) ?? '').trim()
const word = (value: unknown) => trimmed(value).toLowerCase()
const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name)
const isUnit = (name: string): name is Unit => (UNITS as readonly string[]).includes(name)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list or an object that came as its JSON text. */
function unwrapped(input: unknown): unknown {
  if (typeof input !== 'string' || !/^\s*[[{]/.test(input)) return input === '' ? undefined : input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
