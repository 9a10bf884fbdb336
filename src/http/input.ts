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
) => read(schema as Schema, input ?? {}, [], problems) as Static<T>

function read(schema: Schema, sent: unknown, path: Path, problems: Problem[]): unknown {
  const input = schema.type === 'array' || acceptsAnything(schema) ? sent : takeLastValue(sent)
  const fail = (code: string, message: string) => {
    problems.push(createProblem(path, code, message))
    return undefined
  }
  const nullable = schema.anyOf?.some(({ type }) => type === 'null')
  if (nullable) {
    if (input === null || input === '') return null
    const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
    // Of several types, the one that was sent.
    const matching = others.find(({ type }) => type === typeof input)
    return read((matching ?? others[0]) as Schema, input, path, problems)
  }
  if (acceptsAnything(schema))
    return isStorable(input)
      ? input
      : fail(
          'utf8',
          `invalid characters or nested too deeply. ${VALID_TEXT} Maximum: ${MAX_DEPTH} levels.`,
        )
  switch (schema.type) {
    case 'object':
      return readObject(schema, input, path, problems)
    case 'array':
      return readArray(schema, input, path, problems)
    case 'integer':
    case 'number':
      return readNumber(schema, input, fail)
    case 'boolean': {
      const value = parseBoolean(input)
      return value ?? fail('bool', `${formatValue(input)} is not a boolean. Allowed: true, false.`)
    }
    default:
      return readText(schema, input, fail)
  }
}

function readObject(schema: Schema, input: unknown, path: Path, problems: Problem[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems.push(createProblem(path, 'object', `must be an object, not ${formatValue(input)}.`))
    return undefined
  }
  const values: [string, unknown][] = []
  for (const [name, property] of Object.entries(findProperties(schema, input))) {
    const value = Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined
    const inner = [...path, name]
    if (!isValidText(name)) {
      problems.push(
        createProblem(path, 'utf8', `invalid characters in a member name. ${VALID_TEXT}`),
      )
    } else if (isAbsent(value, property)) {
      const isBlank = Object.hasOwn(input, name) && value !== null
      if (schema.required?.includes(name)) problems.push(missingProblem(inner, isBlank, property))
    } else {
      values.push([name, read(property, value, inner, problems)])
    }
  }
  return Object.fromEntries(values)
}

/** The declared properties, and the members whose names match a pattern. */
function findProperties(
  { properties = {}, patternProperties = {} }: Schema,
  input: object,
): Record<string, Schema> {
  const matching = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const form = new RegExp(pattern, 's')
    return Object.keys(input)
      .filter((name) => form.test(name))
      .map((name) => [name, schema] as const)
  })
  return { ...Object.fromEntries(matching), ...properties }
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

function readArray(schema: Schema, input: unknown, path: Path, problems: Problem[]): unknown {
  const isList = Array.isArray(input)
  const { type } = schema.items as Schema
  if (!isList && (typeof input === 'object' || type === 'object')) {
    problems.push(createProblem(path, 'array', `must be an array, not ${formatValue(input)}.`))
    return undefined
  }
  const items: unknown[] = isList
    ? input.flatMap((item) => splitItem(item, type))
    : parseList(input)
  const { minItems = 0, maxItems = 1000 } = schema
  if (items.length < minItems) {
    const message = `too few items (${items.length}). Minimum: ${minItems}.`
    problems.push(createProblem(path, 'min_length', message))
  }
  if (items.length > maxItems) {
    const message = `too many items (${items.length}). Maximum: ${maxItems}.`
    problems.push(createProblem(path, 'max_length', message))
    return undefined
  }
  return items.map((item, i) => read(schema.items as Schema, item, [...path, i], problems))
}

/** Splits numbers at commas, also within an array. Text in an array can contain a comma. */
function splitItem(item: unknown, type: string | undefined): unknown[] {
  if (type === 'object') return [item]
  if (item === undefined) return []
  if (typeof item !== 'string') return [item]
  if (type === 'integer' || type === 'number') return parseList(item)
  return item.trim() === '' ? [] : [item]
}

type Fail = (code: string, message: string) => undefined

function readNumber({ type, minimum, maximum }: Schema, input: unknown, fail: Fail): unknown {
  const text = typeof input === 'string' ? input.trim() : undefined
  const value =
    text !== undefined && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : input
  if (type === 'integer' && !Number.isSafeInteger(value))
    return fail('int', `${formatValue(input)} is not an integer.`)
  if (!Number.isFinite(value)) return fail('float', `${formatValue(input)} is not a number.`)
  const amount = value as number
  if (minimum !== undefined && amount < minimum)
    return fail('min', `${formatValue(input)} is too small. Minimum: ${minimum}.`)
  if (maximum !== undefined && amount > maximum)
    return fail('max', `${formatValue(input)} is too large. Maximum: ${maximum}.`)
  return amount
}

function readText(schema: Schema, input: unknown, fail: Fail): unknown {
  if (typeof input === 'object')
    return fail('string', `must be a string, not ${formatValue(input)}.`)
  const text = String(input).trim()
  if (!isValidText(text)) return fail('utf8', `invalid characters. ${VALID_TEXT}`)
  if (schema.format === 'date-time') {
    const time = parseTime(text)
    return (
      time?.toISOString() ??
      fail(
        'time',
        `${formatValue(input)} is not a time. Use RFC 3339, for example 2026-01-31T00:00:00Z.`,
      )
    )
  }
  const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (allowed && !allowed.includes(text))
    return fail('in', `${formatValue(input)} is not allowed. Allowed: ${allowed.join(', ')}.`)
  const length = [...text].length
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return fail('max_runes', `too long (${length} characters). Maximum: ${schema.maxLength}.`)
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text)) {
    const expected = schema.description ?? `Text that matches ${schema.pattern}.`
    return fail('pattern', `${formatValue(input)} is invalid. Expected: ${expected}`)
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
