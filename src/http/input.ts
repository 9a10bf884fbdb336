// What a client sent → what a schema asks for, or a refusal that mirrors the input with a code for each field.
// Forms and some SDKs send every value as text, so numbers, booleans, times and lists are read from text too.
import type { Static, TSchema } from 'typebox'
import { invalidInput, type Path, type Problem } from '../api-error.ts'
import { parseBoolean, parseList, parseTime } from '../values.ts'
import { takeLastValue } from './form-body.ts'

type Schema = {
  type?: string
  format?: string
  properties?: Record<string, Schema>
  /** Members whose names nobody knows beforehand, by the form of their names. */
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  /** Of a pattern: what it asks for, in words. */
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

/** What can be read. A member at fault is there and undefined, and what is wrong is added to the problems. */
export const readInputPartially = <T extends TSchema>(
  schema: T,
  input: unknown,
  problems: Problem[],
) => read(schema as Schema, input ?? {}, [], problems) as Static<T>

function read(schema: Schema, sent: unknown, path: Path, problems: Problem[]): unknown {
  const input = schema.type === 'array' || acceptsAnything(schema) ? sent : takeLastValue(sent)
  const fail = (code: string, message: string) => {
    problems.push({ path, code, message: `${formatPath(path)} ${message}` })
    return undefined
  }
  const nullable = schema.anyOf?.some(({ type }) => type === 'null')
  if (nullable) {
    if (input === null || input === '') return null
    const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
    // Of several types the one that was sent; what it should be is known to whoever takes it.
    const sent = others.find(({ type }) => type === typeof input)
    return read((sent ?? others[0]) as Schema, input, path, problems)
  }
  if (acceptsAnything(schema))
    return isAllText(input)
      ? input
      : fail('utf8', 'holds characters that are not text, or is nested too deep.')
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
      return value ?? fail('bool', `${shown(input)} should be true or false.`)
    }
    default:
      return readText(schema, input, fail)
  }
}

function readObject(schema: Schema, input: unknown, path: Path, problems: Problem[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    problems.push({
      path,
      code: 'object',
      message: `${formatPath(path)} should be an object, not ${shown(input)}.`,
    })
    return undefined
  }
  const values: [string, unknown][] = []
  for (const [name, property] of Object.entries(findProperties(schema, input))) {
    const given = Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined
    const inner = [...path, name]
    if (!isText(name)) {
      problems.push({
        path,
        code: 'utf8',
        message: `${formatPath(path)} has a name that is not text.`,
      })
    } else if (isAbsent(given, property)) {
      const isBlank = Object.hasOwn(input, name) && given !== null
      if (schema.required?.includes(name)) problems.push(missingProblem(inner, isBlank, property))
    } else {
      values.push([name, read(property, given, inner, problems)])
    }
  }
  return Object.fromEntries(values)
}

/** What is declared, and what is there under a name that fits a pattern. */
function findProperties(
  { properties = {}, patternProperties = {} }: Schema,
  input: object,
): Record<string, Schema> {
  const fitting = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const form = new RegExp(pattern, 's')
    return Object.keys(input)
      .filter((name) => form.test(name))
      .map((name) => [name, schema] as const)
  })
  return { ...Object.fromEntries(fitting), ...properties }
}

/** `Type.Unknown()`: it has a form of its own, which its reader understands or refuses. */
const acceptsAnything = (schema: Schema) =>
  schema.type === undefined && schema.enum === undefined && schema.const === undefined

const MAX_DEPTH = 50

/** Whether the database can hold every text in it. */
function isAllText(input: unknown, depth = 0): boolean {
  if (typeof input === 'string') return isText(input)
  if (typeof input !== 'object' || input === null) return true
  const within = Object.entries(input).flat()
  return depth < MAX_DEPTH && within.every((inner) => isAllText(inner, depth + 1))
}

const isText = (text: string) => !text.includes('\0') && text.isWellFormed()

// Null clears where the schema knows null and is nothing elsewhere; only a text can be empty.
function isAbsent(given: unknown, schema: Schema): boolean {
  if (given === undefined) return true
  if (schema.anyOf) return false
  if (given === null) return true
  const isBlank = typeof given === 'string' && given.trim() === ''
  return (
    isBlank &&
    (schema.type !== 'string' || schema.format !== undefined || (schema.minLength ?? 0) > 0)
  )
}

function missingProblem(path: Path, isBlank: boolean, schema: Schema): Problem {
  // An object that is missing is told by the first member that it must have.
  const inner = schema.type === 'object' ? schema.required?.[0] : undefined
  if (inner) return missingProblem([...path, inner], false, schema.properties?.[inner] as Schema)
  return isBlank
    ? { path, code: 'blank', message: `${formatPath(path)} must not be empty.` }
    : { path, code: 'required', message: `${formatPath(path)} is required.` }
}

function readArray(schema: Schema, input: unknown, path: Path, problems: Problem[]): unknown {
  const isList = Array.isArray(input)
  const { type } = schema.items as Schema
  if (!isList && (typeof input === 'object' || type === 'object')) {
    problems.push({ path, code: 'array', message: `${formatPath(path)} should be a list.` })
    return undefined
  }
  const items: unknown[] = isList
    ? input.flatMap((item) => splitItem(item, type))
    : parseList(input)
  const { minItems = 0, maxItems = 1000 } = schema
  if (items.length < minItems) {
    problems.push({
      path,
      code: 'min_length',
      message: `${formatPath(path)} should have at least ${minItems} items.`,
    })
  }
  if (items.length > maxItems) {
    problems.push({
      path,
      code: 'max_length',
      message: `${formatPath(path)} has ${items.length} items; at most ${maxItems} are allowed.`,
    })
    return undefined
  }
  return items.map((item, i) => read(schema.items as Schema, item, [...path, i], problems))
}

/** Ids may be separated by commas within a list too; a text in a list may hold a comma itself. */
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
    return fail('int', `${shown(input)} should be a whole number.`)
  if (!Number.isFinite(value)) return fail('float', `${shown(input)} should be a number.`)
  const amount = value as number
  if (minimum !== undefined && amount < minimum)
    return fail('min', `${shown(input)} should be at least ${minimum}.`)
  if (maximum !== undefined && amount > maximum)
    return fail('max', `${shown(input)} should be at most ${maximum}.`)
  return amount
}

function readText(schema: Schema, input: unknown, fail: Fail): unknown {
  if (typeof input === 'object') return fail('string', 'should be text.')
  const text = String(input).trim()
  if (!isText(text)) return fail('utf8', 'holds characters that are not text.')
  if (schema.format === 'date-time') {
    const time = parseTime(text)
    return (
      time?.toISOString() ??
      fail('time', `${shown(input)} should be a time such as 2026-01-31T00:00:00Z.`)
    )
  }
  const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (allowed && !allowed.includes(text))
    return fail('in', `${shown(input)} should be one of ${allowed.join(', ')}.`)
  const length = [...text].length
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return fail('max_runes', `has ${length} characters; at most ${schema.maxLength} are allowed.`)
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text)) {
    const right = schema.description ?? 'Of another form.'
    return fail('pattern', `${shown(input)} should be ${right[0]?.toLowerCase()}${right.slice(1)}`)
  }
  return text
}

const formatPath = (path: Path) => (path.length === 0 ? 'The body' : path.join('.').slice(0, 200))

const shown = (input: unknown) => {
  if (typeof input !== 'object') return JSON.stringify(input)?.slice(0, 100) ?? 'nothing'
  return input === null ? 'null' : Array.isArray(input) ? 'a list' : 'an object'
}
