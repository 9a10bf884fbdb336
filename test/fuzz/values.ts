// Values of a JSON schema: valid, at its limits, beyond them, and hostile whatever the schema says.
import type { Chance } from './chance.ts'

// biome-ignore lint/suspicious/noExplicitAny: a schema of any shape
export type Schema = any

/** How far the values of a request are from valid ones. */
export type Mood = 'valid' | 'boundary' | 'invalid' | 'hostile'

/** Text that is not valid JSON when it stands in a body as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const deepJson = (depth: number) => new RawJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\uffff\u202e',
  "'; drop table users; --",
  '%',
  '%00',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'true',
  '-0',
  '1e309',
  'NaN',
  '0x10',
  '99999999999999999999',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '0000-00-00',
  '294277-01-01T00:00:00Z',
  '4714-11-24 BC',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40),
  'ﷺ'.repeat(300),
  'e\u0301'.repeat(200),
  'x'.repeat(256),
  'x'.repeat(70_000),
  'İstanbul ß ſ',
]

const HOSTILE_NUMBERS = [
  0,
  -1,
  1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1e30,
  1e308,
  5e-324,
  0.1,
  -0,
  1.5,
  999_999_999_999.99,
  ...['1e400', '-1e400', '123456789012345678901234567890', '1E5', '1.0000000000000000000001'].map(
    (text) => new RawJson(text),
  ),
]

export function hostileValue(chance: Chance): unknown {
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return chance.pick(HOSTILE_TEXTS)
    case 3:
    case 4:
      return chance.pick(HOSTILE_NUMBERS)
    case 5:
      return chance.pick([null, true, false, [], {}, [null], [[]], { '': null }])
    case 6:
      return chance.pick([
        deepJson(100),
        deepJson(5_000),
        new RawJson('{"__proto__":{"x":1},"__proto__":2}'),
        Array.from({ length: 2_000 }, (_, i) => i),
        Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
      ])
    default:
      return { id: chance.pick(HOSTILE_NUMBERS), links: { self: chance.pick(HOSTILE_TEXTS) } }
  }
}

export const hostileText = (chance: Chance) => chance.pick(HOSTILE_TEXTS)

/** A value that the schema accepts, or almost. `id` gives ids that records may have. */
export function valueOfSchema(
  schema: Schema,
  mood: Mood,
  chance: Chance,
  id: () => number,
): unknown {
  if (mood === 'hostile' && chance.is(0.3)) return hostileValue(chance)
  if (mood === 'invalid' && chance.is(0.15))
    return chance.pick<unknown>([null, 'x', -1, 1.5, true, [], {}, ['x'], ''])
  if (schema === undefined || schema === null) return 'x'
  if (schema.anyOf) return valueOfSchema(chance.pick(schema.anyOf), mood, chance, id)
  if (schema.const !== undefined) return schema.const
  if (schema.enum)
    return mood === 'invalid' && chance.is(0.3) ? 'other' : chance.pick(schema.enum as unknown[])
  switch (schema.type) {
    case 'object':
      return objectOfSchema(schema, mood, chance, id)
    case 'array': {
      const items = arraySize(schema, mood, chance)
      return Array.from({ length: items }, () => valueOfSchema(schema.items, mood, chance, id))
    }
    case 'integer':
      return numberOfSchema(schema, mood, chance, id)
    case 'number':
      return chance.is(0.5) ? numberOfSchema(schema, mood, chance, id) : chance.next() * 1000
    case 'boolean':
      return chance.pick([true, false, 'true', 0])
    case 'null':
      return null
    case 'string':
      return textOfSchema(schema, mood, chance)
    default:
      return chance.pick<unknown>(['x', 1, true, null])
  }
}

function objectOfSchema(schema: Schema, mood: Mood, chance: Chance, id: () => number): object {
  const members: Record<string, unknown> = {}
  const required: string[] = schema.required ?? []
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const isThere = required.includes(name) ? mood !== 'invalid' || chance.is(0.8) : chance.is(0.4)
    if (isThere) members[name] = valueOfSchema(member, mood, chance, id)
  }
  for (const [pattern, member] of Object.entries(schema.patternProperties ?? {}))
    if (chance.is(0.3))
      members[matching(new RegExp(pattern, 'u'))] = valueOfSchema(member, mood, chance, id)
  if (mood !== 'valid' && chance.is(0.1)) members[hostileText(chance)] = hostileValue(chance)
  return members
}

function arraySize({ minItems = 0, maxItems }: Schema, mood: Mood, chance: Chance): number {
  if (mood === 'boundary' && maxItems !== undefined)
    return chance.pick([minItems, maxItems, maxItems + 1].filter((size) => size <= 1001))
  return minItems + chance.below(3)
}

function numberOfSchema(
  { minimum, maximum }: Schema,
  mood: Mood,
  chance: Chance,
  id: () => number,
): unknown {
  if (mood !== 'boundary') return maximum === undefined ? id() : (minimum ?? 0) + chance.below(10)
  const limits = [minimum, maximum].filter((limit) => limit !== undefined)
  return chance.pick([
    ...limits.flatMap((limit) => [limit, limit - 1, limit + 1]),
    2 ** 31 - 1,
    2 ** 31,
    2 ** 53 - 1,
    -1,
  ])
}

const WORDS = [
  'Dark mode',
  'Öl & Maß',
  'ann@example.com',
  'x',
  '日本語',
  'https://example.com/a?b=c',
]

function textOfSchema(schema: Schema, mood: Mood, chance: Chance): string {
  if (mood === 'boundary' && schema.maxLength !== undefined && chance.is(0.5)) {
    const unit = chance.pick(['a', 'é', '\u{1f600}'])
    return unit.repeat(Math.min(100_000, schema.maxLength + chance.pick([-1, 0, 1])))
  }
  if (schema.format?.startsWith('date'))
    return chance.pick(['2026-01-05T10:00:00Z', '2026-01-05', '1970-01-01T00:00:00.123+05:30'])
  if (schema.pattern) return matching(new RegExp(schema.pattern, 'u'))
  return chance.pick(WORDS)
}

const SAMPLES = [
  'ann@example.com',
  'https://example.com/a',
  '#123abc',
  'cf_x',
  'cv_x',
  'de',
  'x',
  '1',
  '-1',
  '2026-01-05T00:00:00Z',
  'suggestions',
  'abc_def',
  'A-1',
]
const matching = (pattern: RegExp) => SAMPLES.find((sample) => pattern.test(sample)) ?? 'x'

/** JSON text in which raw parts stand as they are. Lone surrogates are escaped, as JSON.stringify does. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
