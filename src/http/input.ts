// Validates input against a schema and converts its values. Errors mirror the input, with a code for each field.
// Forms and some SDKs send every value as text, so numbers, booleans, times and arrays are parsed from text too.
import type { Static, TSchema } from 'typebox'
import { invalidInput, type Path, type Problem } from '../api-error.ts'
import { formatValue, parseBoolean, parseList, parseTime } from '../values.ts'
import { takeLastValue } from './form-body.ts'

type Schema = {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  /** Members with dynamic names, by the pattern of the name. */
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  /** With a pattern: what it accepts, for error messages. */
  description?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

export function readInput<T extends TSchema>(schema: T, input: unknown): Static<T> {
  const problems: Problem[] = []
  const value = readInputPartially(schema, input, problems)
  if (problems.length > 0) throw invalidInput(problems)
  return value
}

/** Reads the valid members. An invalid member is present and undefined, and `problems` says why. */
export const readInputPartially = <T extends TSchema>(
  schema: T,
  input: unknown,
  problems: Problem[],
) => read(schema as Schema, input ?? {}, { path: [], problems }) as Static<T>

/** The path of the value that is read; it changes as the reader descends. */
type Reading = { path: Path; problems: Problem[] }

/** What the reader needs of a schema for every value, computed once. An import reads thousands of values. */
type Prepared = {
  /** Of a schema that also accepts null: what else it accepts. */
  alternatives: Schema[] | undefined
  properties: Map<string, Schema>
  patterns: [name: RegExp, schema: Schema][]
  text: RegExp | undefined
}

const preparedSchemas = new WeakMap<Schema, Prepared>()

function prepare(schema: Schema): Prepared {
  const known = preparedSchemas.get(schema)
  if (known) return known
  const { anyOf, properties = {}, patternProperties = {}, pattern } = schema
  const alternatives = anyOf?.filter(({ type }) => type !== 'null')
  const prepared: Prepared = {
    alternatives:
      alternatives && alternatives.length < (anyOf ?? []).length ? alternatives : undefined,
    properties: new Map(Object.entries(properties)),
    patterns: Object.entries(patternProperties).map(([name, inner]) => [
      new RegExp(name, 's'),
      inner,
    ]),
    text: pattern === undefined ? undefined : new RegExp(pattern),
  }
  preparedSchemas.set(schema, prepared)
  return prepared
}

function read(schema: Schema, sent: unknown, reading: Reading): unknown {
  const input = schema.type === 'array' || acceptsAnything(schema) ? sent : takeLastValue(sent)
  const { alternatives } = prepare(schema)
  if (alternatives) {
    if (input === null || input === '') return null
    // Of several types, the one that was sent.
    const matching = alternatives.find(({ type }) => type === typeof input)
    return read((matching ?? alternatives[0]) as Schema, input, reading)
  }
  if (acceptsAnything(schema))
    return isStorable(input)
      ? input
      : fail(
          reading,
          'utf8',
          `invalid characters or nested too deeply. ${VALID_TEXT} Maximum: ${MAX_DEPTH} levels.`,
        )
  switch (schema.type) {
    case 'object':
      return readObject(schema, input, reading)
    case 'array':
      return readArray(schema, input, reading)
    case 'integer':
    case 'number':
      return readNumber(schema, input, reading)
    case 'boolean': {
      const value = parseBoolean(input)
      if (value !== undefined) return value
      return fail(reading, 'bool', `${formatValue(input)} is not a boolean. Allowed: true, false.`)
    }
    default:
      return readText(schema, input, reading)
  }
}

function fail({ path, problems }: Reading, code: string, message: string): undefined {
  problems.push(createProblem([...path], code, message))
}

function readObject(schema: Schema, input: unknown, reading: Reading): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return fail(reading, 'object', `must be an object, not ${formatValue(input)}.`)
  const { properties, patterns } = prepare(schema)
  const values: [string, unknown][] = []
  const readMember = (name: string, property: Schema) => {
    const value = Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined
    if (isAbsent(value, property)) {
      if (!schema.required?.includes(name)) return
      const isBlank = Object.hasOwn(input, name) && value !== null
      reading.problems.push(missingProblem([...reading.path, name], isBlank, property))
    } else {
      reading.path.push(name)
      values.push([name, read(property, value, reading)])
      reading.path.pop()
    }
  }
  if (patterns.length > 0) {
    for (const name of Object.keys(input)) {
      const matching = patterns.find(([form]) => form.test(name))
      if (matching === undefined || properties.has(name)) continue
      if (isValidText(name)) readMember(name, matching[1])
      else fail(reading, 'utf8', `invalid characters in a member name. ${VALID_TEXT}`)
    }
  }
  for (const [name, property] of properties) readMember(name, property)
  return Object.fromEntries(values)
}

/** `Type.Unknown()`: the code that uses the value validates it. */
const acceptsAnything = (schema: Schema) =>
  schema.type === undefined && schema.enum === undefined && schema.const === undefined

const MAX_DEPTH = 50
const VALID_TEXT = 'Use valid Unicode without null characters.'

/** Whether the database can store every text in the value. */
function isStorable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return isValidText(input)
  if (typeof input !== 'object' || input === null) return true
  const parts = Object.entries(input).flat()
  return depth < MAX_DEPTH && parts.every((inner) => isStorable(inner, depth + 1))
}

const isValidText = (text: string) => !text.includes('\0') && text.isWellFormed()

// Null clears a nullable member and counts as absent for all others. Only text can be empty.
function isAbsent(value: unknown, schema: Schema): boolean {
  if (value === undefined) return true
  if (schema.anyOf) return false
  if (value === null) return true
  const isBlank = typeof value === 'string' && value.trim() === ''
  return (
    isBlank &&
    (schema.type !== 'string' || schema.format !== undefined || (schema.minLength ?? 0) > 0)
  )
}

function missingProblem(path: Path, isBlank: boolean, schema: Schema): Problem {
  // For a missing object, report its first required member.
  const inner = schema.type === 'object' ? schema.required?.[0] : undefined
  if (inner) return missingProblem([...path, inner], false, schema.properties?.[inner] as Schema)
  return isBlank
    ? createProblem(path, 'blank', 'must not be blank.')
    : createProblem(path, 'required', 'required.')
}

function readArray(schema: Schema, input: unknown, reading: Reading): unknown {
  const isList = Array.isArray(input)
  const { type } = schema.items as Schema
  if (!isList && (typeof input === 'object' || type === 'object'))
    return fail(reading, 'array', `must be an array, not ${formatValue(input)}.`)
  const items: unknown[] = isList
    ? input.flatMap((item) => splitItem(item, type))
    : parseList(input)
  const { minItems = 0, maxItems = 1000 } = schema
  if (items.length < minItems)
    fail(reading, 'min_length', `too few items (${items.length}). Minimum: ${minItems}.`)
  if (items.length > maxItems)
    return fail(reading, 'max_length', `too many items (${items.length}). Maximum: ${maxItems}.`)
  return items.map((item, i) => {
    reading.path.push(i)
    const value = read(schema.items as Schema, item, reading)
    reading.path.pop()
    return value
  })
}

/** Splits numbers at commas, also within an array. Text in an array can contain a comma. */
function splitItem(item: unknown, type: string | undefined): unknown[] {
  if (type === 'object') return [item]
  if (item === undefined) return []
  if (typeof item !== 'string') return [item]
  if (type === 'integer' || type === 'number') return parseList(item)
  return item.trim() === '' ? [] : [item]
}

function readNumber({ type, minimum, maximum }: Schema, input: unknown, reading: Reading): unknown {
  const text = typeof input === 'string' ? input.trim() : undefined
  const value =
    text !== undefined && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : input
  if (type === 'integer' && !Number.isSafeInteger(value))
    return fail(reading, 'int', `${formatValue(input)} is not an integer.`)
  if (!Number.isFinite(value))
    return fail(reading, 'float', `${formatValue(input)} is not a number.`)
  const amount = value as number
  if (minimum !== undefined && amount < minimum)
    return fail(reading, 'min', `${formatValue(input)} is too small. Minimum: ${minimum}.`)
  if (maximum !== undefined && amount > maximum)
    return fail(reading, 'max', `${formatValue(input)} is too large. Maximum: ${maximum}.`)
  return amount
}

function readText(schema: Schema, input: unknown, reading: Reading): unknown {
  if (typeof input === 'object')
    return fail(reading, 'string', `must be a string, not ${formatValue(input)}.`)
  const text = String(input).trim()
  if (!isValidText(text)) return fail(reading, 'utf8', `invalid characters. ${VALID_TEXT}`)
  if (schema.format === 'date-time') {
    const time = parseTime(text)
    return (
      time?.toISOString() ??
      fail(
        reading,
        'time',
        `${formatValue(input)} is not a time. Use RFC 3339, for example 2026-01-31T00:00:00Z.`,
      )
    )
  }
  const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (allowed && !allowed.includes(text))
    return fail(
      reading,
      'in',
      `${formatValue(input)} is not allowed. Allowed: ${allowed.join(', ')}.`,
    )
  const { maxLength = Number.POSITIVE_INFINITY } = schema
  // A character has one or two code units.
  const length = text.length > maxLength ? [...text].length : 0
  if (length > maxLength)
    return fail(reading, 'max_runes', `too long (${length} characters). Maximum: ${maxLength}.`)
  if (prepare(schema).text?.test(text) === false) {
    const expected = schema.description ?? `Text that matches ${schema.pattern}.`
    return fail(reading, 'pattern', `${formatValue(input)} is invalid. Expected: ${expected}`)
  }
  return text
}

const MAX_PATH_CHARACTERS = 200

const createProblem = (path: Path, code: string, message: string): Problem => ({
  path,
  code,
  message: `${formatPath(path)}: ${message}`,
})

/** `body` alone would also be the name of a member. */
const formatPath = (path: Path) =>
  path.length === 0 ? 'Request body' : path.join('.').slice(0, MAX_PATH_CHARACTERS)
