// Validates input against a schema and converts its values. Errors mirror the input, with a code for each field.
// Forms and some SDKs send every value as text, so numbers, booleans, times and arrays are parsed from text too.
import type { Static, TSchema } from 'typebox'
import { invalidInput, type Path, type Problem } from '../../core/api-error.ts'
import { mapInSlices } from '../../core/slices.ts'
import {
  formatValue,
  isStorableText,
  parseBoolean,
  parseList,
  parseTime,
} from '../../core/values.ts'
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
  'x-max-bytes'?: number
  pattern?: string
  /** With a pattern: what it accepts, for error messages. */
  description?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Reads the input of one operation. Create it with the operation, because it prepares the schema. */
export type InputReader<T extends TSchema> = {
  read(input: unknown): Static<T>
  /** In slices, for bodies with long lists. An invalid member is present and undefined, and `problems` says why. */
  readInSlices(input: unknown, problems: Problem[]): Promise<Static<T>>
}

export function createInputReader<T extends TSchema>(schema: T): InputReader<T> {
  const prepared = prepare(schema as Schema)
  return {
    read(input) {
      const problems: Problem[] = []
      const value = read(prepared, input ?? {}, { path: [], problems })
      if (problems.length > 0) throw invalidInput(problems)
      return value as Static<T>
    },
    async readInSlices(input, problems) {
      const longLists: LongList[] = []
      const value = read(prepared, input ?? {}, { path: [], problems, longLists })
      for (const { path, items, schema: itemSchema, values } of longLists)
        await mapInSlices(items, (item, i) =>
          values.push(read(itemSchema, item, { path: [...path, i], problems })),
        )
      return value as Static<T>
    },
  }
}

/** Objects that are read later, into `values`. */
type LongList = { path: Path; items: unknown[]; schema: Prepared; values: unknown[] }
const MAX_SHORT_LIST = 20

/** The path of the value that is read; it changes as the reader descends. */
type Reading = { path: Path; problems: Problem[]; longLists?: LongList[] }

/** A schema with what the reader needs for every value, computed once: an import reads thousands of values. */
type Prepared = Omit<Schema, 'properties' | 'patternProperties' | 'items' | 'anyOf'> & {
  properties: Map<string, Prepared>
  patterns: [name: RegExp, schema: Prepared][]
  items: Prepared | undefined
  isUnion: boolean
  /** Of a union with null: what else it accepts. */
  alternatives: Prepared[] | undefined
  textPattern: RegExp | undefined
}

function prepare(schema: Schema): Prepared {
  const { anyOf, properties = {}, patternProperties = {}, items, ...rest } = schema
  const alternatives = anyOf?.filter(({ type }) => type !== 'null')
  const isNullable = alternatives !== undefined && alternatives.length < (anyOf ?? []).length
  return {
    ...rest,
    properties: new Map(
      Object.entries(properties).map(([name, inner]) => [name, prepare(inner)] as const),
    ),
    patterns: Object.entries(patternProperties).map(([name, inner]) => [
      new RegExp(name, 's'),
      prepare(inner),
    ]),
    items: items && prepare(items),
    isUnion: anyOf !== undefined,
    alternatives: isNullable ? alternatives.map(prepare) : undefined,
    textPattern: rest.pattern === undefined ? undefined : new RegExp(rest.pattern),
  }
}

function read(schema: Prepared, sent: unknown, reading: Reading): unknown {
  const input = schema.type === 'array' || acceptsAnything(schema) ? sent : takeLastValue(sent)
  const { alternatives } = schema
  if (alternatives) {
    if (input === null || input === '') return null
    // Of several types, the one that was sent.
    const matching = alternatives.find(({ type }) => type === typeof input)
    return read((matching ?? alternatives[0]) as Prepared, input, reading)
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

function readObject(schema: Prepared, input: unknown, reading: Reading): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return fail(reading, 'object', `must be an object, not ${formatValue(input)}.`)
  const { properties, patterns } = schema
  const values: [string, unknown][] = []
  const readMember = (name: string, property: Prepared) => {
    const value = Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined
    if (isAbsent(value, property)) {
      const isBlank = Object.hasOwn(input, name) && value !== null
      // A blank form field is undefined here; blank text in JSON was sent on purpose.
      const isRefused = isBlank && value !== undefined && isFreeText(property)
      if (!isRefused && !schema.required?.includes(name)) return
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
      if (isStorableText(name)) readMember(name, matching[1])
      else fail(reading, 'utf8', `invalid characters in a member name. ${VALID_TEXT}`)
    }
  }
  for (const [name, property] of properties) readMember(name, property)
  return Object.fromEntries(values)
}

/** `Type.Unknown()`: the code that uses the value validates it. */
const acceptsAnything = (schema: Prepared) =>
  schema.type === undefined && schema.enum === undefined && schema.const === undefined

const MAX_DEPTH = 50
const VALID_TEXT = 'Use valid Unicode without null characters.'

/** Whether the database can store every text in the value. */
function isStorable(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return isStorableText(input)
  if (typeof input !== 'object' || input === null) return true
  const parts = Object.entries(input).flat()
  return depth < MAX_DEPTH && parts.every((inner) => isStorable(inner, depth + 1))
}

// Null clears a nullable member and counts as absent for all others. Only text can be empty.
function isAbsent(value: unknown, schema: Prepared): boolean {
  if (value === undefined) return true
  if (schema.isUnion) return false
  if (value === null) return true
  const isBlank = typeof value === 'string' && value.trim() === ''
  return (
    isBlank &&
    (schema.type !== 'string' || schema.format !== undefined || (schema.minLength ?? 0) > 0)
  )
}

/** Titles, names and texts. Many clients send an empty string for an address or a time that they do not have. */
const isFreeText = ({ type, format, pattern, enum: values }: Prepared) =>
  type === 'string' && format === undefined && pattern === undefined && values === undefined

function missingProblem(path: Path, isBlank: boolean, schema: Prepared): Problem {
  // For a missing object, report its first required member.
  const inner = schema.type === 'object' ? schema.required?.[0] : undefined
  if (inner)
    return missingProblem([...path, inner], false, schema.properties.get(inner) as Prepared)
  return isBlank
    ? createProblem(path, 'blank', 'must not be blank.')
    : createProblem(path, 'required', 'required.')
}

function readArray(schema: Prepared, input: unknown, reading: Reading): unknown {
  const isList = Array.isArray(input)
  const { type } = schema.items as Prepared
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
  if (reading.longLists && type === 'object' && items.length > MAX_SHORT_LIST) {
    const values: unknown[] = []
    reading.longLists.push({
      path: [...reading.path],
      items,
      schema: schema.items as Prepared,
      values,
    })
    return values
  }
  return items.map((item, i) => {
    reading.path.push(i)
    const value = read(schema.items as Prepared, item, reading)
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

function readNumber(
  { type, minimum, maximum }: Prepared,
  input: unknown,
  reading: Reading,
): unknown {
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

function readText(schema: Prepared, input: unknown, reading: Reading): unknown {
  if (typeof input === 'object')
    return fail(reading, 'string', `must be a string, not ${formatValue(input)}.`)
  const text = String(input).trim()
  if (!isStorableText(text)) return fail(reading, 'utf8', `invalid characters. ${VALID_TEXT}`)
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
  const maxBytes = schema['x-max-bytes'] ?? Number.POSITIVE_INFINITY
  const bytes = maxBytes < Number.POSITIVE_INFINITY ? Buffer.byteLength(text) : 0
  if (bytes > maxBytes)
    return fail(reading, 'max_bytes', `too long (${bytes} bytes). Maximum: ${maxBytes}.`)
  if (schema.textPattern?.test(text) === false) {
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
