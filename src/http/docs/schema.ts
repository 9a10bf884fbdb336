// JSON Schema for readers: the fields of an object as rows, the type of each in words, and an example.
import { type Html, html } from '../../texts/html.ts'
import { inline } from './markdown.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  examples?: unknown[]
  description?: string
}

const MAX_DEPTH = 5
/** The description names the values of larger sets. */
const MAX_LISTED_VALUES = 30

/** One row for each field; nested fields have dotted names, as they do in forms. */
export const fieldRows = (schema: Schema, prefix = '', depth = 0): Html[] => {
  const required = new Set(schema.required ?? [])
  const named = Object.entries(schema.properties ?? {}).map(([name, field]): [string, Schema] => [
    name,
    field,
  ])
  const byPattern = Object.entries(schema.patternProperties ?? {})
    .map(([pattern, field]): [string, Schema] => [patternName(pattern), field])
    .filter(([name]) => name !== '')
  return [...named, ...byPattern].flatMap(([name, field]) => [
    fieldRow(`${prefix}${name}`, field, required.has(name)),
    ...nestedRows(`${prefix}${name}`, field, depth),
  ])
}

function nestedRows(name: string, field: Schema, depth: number): Html[] {
  if (depth >= MAX_DEPTH) return []
  const inner = unwrapped(field)
  if (inner.properties) return fieldRows(inner, `${name}.`, depth + 1)
  const items = inner.items && unwrapped(inner.items)
  return items?.properties ? fieldRows(items, `${name}[].`, depth + 1) : []
}

/** The one alternative besides null. */
function unwrapped(schema: Schema): Schema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return others.length === 1 ? (others[0] as Schema) : schema
}

// `^cf_[0-9A-Za-z_]+$` → `cf_…`; a pattern that allows any name says nothing.
const patternName = (pattern: string) => {
  const [, start] = /^\^(\w+_)\[/.exec(pattern) ?? []
  return start === undefined ? '' : `${start}…`
}

const fieldRow = (name: string, field: Schema, isRequired: boolean): Html =>
  row(name, field, { isRequired })

/** A name, its type and its description; `attributes` tell the script how to send it. */
export const row = (
  name: string,
  schema: Schema,
  {
    isRequired,
    description = schema.description ?? unwrapped(schema).description,
    attributes = '',
  }: { isRequired: boolean; description?: string | undefined; attributes?: Html | string },
): Html =>
  html`<li${attributes}><code>${name}</code> <span>${typeName(schema)}${limits(schema)}</span>${
    isRequired && html` <b>required</b>`
  }${description && html`<p>${inline(description)}</p>`}</li>`

export function typeName(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#record-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
  if (schema.enum && schema.enum.length <= MAX_LISTED_VALUES)
    return list(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  if (schema.anyOf) {
    const names = schema.anyOf.map((one) => typeName(one).html)
    return list([...new Set(names)].map((text) => ({ html: text })))
  }
  const types = [schema.type ?? 'any'].flat()
  return list(types.map((type) => plainType(type, schema)))
}

function plainType(type: string, { items, format }: Schema): Html {
  if (type === 'array' && items) return html`array of ${typeName(items)}`
  if (type === 'string' && format) return html`${format}`
  return html`${type}`
}

const list = (parts: Html[]): Html => {
  const [last, ...others] = parts.toReversed()
  if (others.length === 0) return last ?? html``
  return {
    html: `${others
      .toReversed()
      .map((part) => part.html)
      .join(', ')} or ${last?.html}`,
  }
}

function limits(schema: Schema): string {
  const { minLength = 0, maxLength, minimum, maximum, maxItems } = unwrapped(schema)
  const texts = [
    maxLength !== undefined && `${range(minLength || undefined, maxLength)} characters`,
    // The range of an id or a 32-bit integer is no news.
    minimum !== undefined && minimum !== 0 && maximum !== undefined && range(minimum, maximum),
    minimum === undefined && maximum !== undefined && range(undefined, maximum),
    maxItems !== undefined && `${range(undefined, maxItems)} items`,
  ].filter((text) => text !== false)
  return texts.map((text) => `, ${text}`).join('')
}

const range = (from: number | undefined, to: number) =>
  from === undefined ? `at most ${number(to)}` : `${number(from)} to ${number(to)}`
const { format: number } = new Intl.NumberFormat('en')

/** A small value that the schema allows: the required members, or the first where none is required. */
export function exampleOf(schema: Schema, name = 'text', depth = 0): unknown {
  const { type, properties, items, minimum = 0, ...one } = unwrapped(schema)
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum[0]
  if (one.examples) return one.examples[0]
  const first = one.anyOf?.[0]
  if (first) return exampleOf(first, name, depth)
  switch ([type].flat()[0]) {
    case 'object': {
      if (depth >= MAX_DEPTH) return {}
      const names = Object.keys(properties ?? {})
      const shown = one.required?.length ? one.required : names.slice(0, 1)
      return Object.fromEntries(
        shown.map((key) => [key, exampleOf(properties?.[key] ?? {}, key, depth + 1)]),
      )
    }
    case 'array':
      return [exampleOf(items ?? {}, name, depth + 1)]
    case 'integer':
    case 'number':
      return Math.max(1, minimum)
    case 'boolean':
      return true
    default:
      return exampleText(one, name)
  }
}

function exampleText({ format, pattern }: Schema, name: string): string {
  if (format === 'date-time') return '2026-01-31T09:30:00Z'
  if (format === 'uri') return 'https://example.com/'
  if (pattern?.includes('@')) return 'ann@example.com'
  return `Example ${name.replaceAll('_', ' ')}`
}
