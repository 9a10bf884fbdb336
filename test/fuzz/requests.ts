// One random request of an operation of the OpenAPI document.
import { dereference } from '../support/dereference.ts'
import type { Chance } from './chance.ts'
import {
  hostileText,
  hostileValue,
  type Mood,
  RawJson,
  type Schema,
  toJson,
  valueOfSchema,
} from './values.ts'

export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema?: Schema }[]
  body: Schema | undefined
  mediaTypes: string[]
}

/** What exists in the account, so that requests find records. */
export type Known = { maxIds: Map<string, number>; cursors: Map<string, string>; fields: string[] }

export function operationsOf(document: Schema): Operation[] {
  return Object.entries<Schema>(dereference(document).paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete']
      // They would end the token of the run.
      .filter((method) => method in item && !(method !== 'get' && path.includes('/api_clients/')))
      // A stream does not end.
      .filter((method) => !item[method].responses['200']?.content?.['text/event-stream'])
      .map((method) => {
        const { parameters = [], requestBody } = item[method]
        return {
          method: method.toUpperCase(),
          path,
          parameters,
          body: requestBody?.content['application/json']?.schema,
          mediaTypes: Object.keys(requestBody?.content ?? {}),
        }
      }),
  )
}

const ODD_IDS = [
  '0',
  '-1',
  '1,2,3',
  '1,1,1',
  ',',
  '1,',
  '00001',
  '+1',
  '1.5',
  '2147483648',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999',
  'current',
  'x',
  '%00',
  '%ff',
  '%2e%2e',
  '..',
  '1%20',
  '1;2',
  '%E2%80%AE',
  Array(101).fill('1').join(','),
  '9'.repeat(1900),
]
const ODD_QUERIES = [
  '',
  '&',
  '=',
  '&&&',
  '=1',
  'a',
  '%',
  '%zz',
  '%00=%00',
  '__proto__=1',
  'sort[]=id',
  'per_page=0',
  'per_page=-1',
  'per_page=100000',
  'per_page=1e2',
  'page=999999999999',
  'page=1&page=2',
  'sort=id&sort=-id',
  'sort=;drop',
  'total=maybe',
  'fields=',
  'fields=x,x',
  'includes=users,users,nothing',
  'q=%25_%5C',
  `q=${'a%20'.repeat(3000)}`,
  'q=%22unclosed',
  'updated_after=yesterday',
  'updated_after=2026-02-30',
  'updated_after=275761-01-01',
  'updated_after=-infinity',
  'updated_before=0001-01-01T00:00:00Z&updated_after=9999-12-31',
  'filter.x.y.z.a.b.c.d=1',
  'ids=1,2,',
  `${'x=1&'.repeat(2000)}y=2`,
]
const ODD_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/JSON',
  'application/json;;',
  '',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'x',
  'application/x-www-form-urlencoded; charset=iso-8859-1',
]
const ODD_HEADERS: [string, string][] = [
  ['idempotency-key', 'the same'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', ''],
  ['if-match', '*'],
  ['if-match', '"x", W/"y"'],
  ['if-match', `"${'a'.repeat(4000)}"`],
  ['if-none-match', '*'],
  ['if-none-match', ',,,"'],
  ['prefer', 'handling=strict'],
  ['accept', 'application/problem+json'],
  ['accept', '*/*;q=0, text/x;q=9'],
  ['content-encoding', 'gzip'],
  ['expect', 'something'],
  ['x-request-id', 'a b\tc'],
  ['x-forwarded-for', '999.1.1.1, ::1'],
  ['range', 'bytes=0-1,5-,-9'],
  ['authorization', 'Bearer x'],
  ['authorization', 'Basic Og=='],
]

/** Ids in bodies and filters, which most collections have. */
const LINKED_IDS = 30

/** The part of the path before the id. */
export const collectionOf = ({ path }: Pick<Operation, 'path'>) =>
  path
    .replace(/\/\{.*/, '')
    .split('/')
    .at(-1) as string

const MOODS: Mood[] = ['valid', 'valid', 'boundary', 'invalid', 'hostile']

export function requestOf(
  operation: Operation,
  token: string,
  known: Known,
  chance: Chance,
): Request {
  const mood = chance.pick(MOODS)
  const id = () => 1 + chance.below(LINKED_IDS)
  const ownId = () => 1 + chance.below(known.maxIds.get(collectionOf(operation)) ?? LINKED_IDS)
  // Without a token in its body, the operation that revokes one takes it from the header.
  const headers: Record<string, string> = operation.path.startsWith('/api/v2/oauth/')
    ? {}
    : { authorization: `Bearer ${token}` }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (mood !== 'valid' && chance.is(0.4)) return chance.pick(ODD_IDS)
    return name === 'locale' ? 'de' : name === 'name' ? 'viewer' : String(ownId())
  })
  const drawn = { mood, chance, id }
  const query = queryOf(operation, known, drawn)
  const body = operation.method === 'GET' ? undefined : bodyOf(operation, headers, drawn)
  if (chance.is(mood === 'valid' ? 0.05 : 0.2)) {
    const [name, value] = chance.pick(ODD_HEADERS)
    headers[name] = value
  }
  return { method: operation.method, path: query === '' ? path : `${path}?${query}`, headers, body }
}

/** How the values of a request are chosen. */
type Drawn = { mood: Mood; chance: Chance; id: () => number }

function queryOf({ parameters, method, path }: Operation, known: Known, drawn: Drawn): string {
  const { mood, chance } = drawn
  const pairs: string[] = []
  for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
    if (!chance.is(method === 'GET' ? 0.12 : 0.05)) continue
    const value = parameterValue(path, { name, schema }, known, drawn)
    pairs.push(`${encodeURIComponent(name)}=${encodeText(String(value))}`)
    if (mood !== 'valid' && chance.is(0.1)) pairs.push(pairs.at(-1) as string)
  }
  if (mood === 'hostile' && chance.is(0.4)) pairs.push(chance.pick(ODD_QUERIES))
  return pairs.join('&')
}

function parameterValue(
  path: string,
  { name, schema }: { name: string; schema: Schema },
  { cursors, fields }: Known,
  { mood, chance, id }: Drawn,
): unknown {
  if (mood === 'hostile' && chance.is(0.5)) return hostileText(chance)
  if (name === 'cursor' || name === 'page_token')
    return alterCursor(cursors.get(path) ?? chance.pick([...cursors.values()]), chance)
  if (name === 'includes' || name === 'fields')
    return Array.from({ length: 1 + chance.below(4) }, () => chance.pick(fields)).join(',')
  const value = valueOfSchema(schema, mood, chance, id)
  return Array.isArray(value) ? value.join(',') : value instanceof RawJson ? value.text : value
}

/** Often unchanged, else with one of its parts replaced, shortened, or with another character. */
function alterCursor(cursor: string, chance: Chance): string {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  parts[chance.below(parts.length)] = hostileValue(chance)
  const at = chance.below(cursor.length)
  return chance.pick([
    cursor,
    cursor,
    cursor.slice(0, at),
    `${cursor.slice(0, at)}A${cursor.slice(at + 1)}`,
    Buffer.from(toJson(parts)).toString('base64url').slice(0, 4000),
  ])
}

function bodyOf(
  { body, mediaTypes }: Operation,
  headers: Record<string, string>,
  { mood, chance, id }: Drawn,
): Buffer | undefined {
  if (body === undefined && mood === 'valid') return undefined
  if (mediaTypes.includes('multipart/form-data') && chance.is(0.6))
    return multipart(chance, headers)
  const value =
    mood === 'hostile' && chance.is(0.1)
      ? hostileValue(chance)
      : valueOfSchema(body ?? { type: 'object' }, mood, chance, id)
  if (
    chance.is(0.2) &&
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof RawJson)
  ) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return Buffer.from(toForm(value))
  }
  headers['content-type'] = 'application/json'
  if (mood === 'hostile' && chance.is(0.1)) headers['content-type'] = chance.pick(ODD_TYPES)
  const text = Buffer.from(toJson(value))
  if (mood !== 'hostile' || !chance.is(0.15)) return text
  return chance.pick([
    text.subarray(0, chance.below(text.length + 1)),
    Buffer.concat([text, Buffer.from([0xff, 0xfe, 0])]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
    Buffer.from(text.toString(), 'utf16le'),
    Buffer.alloc(0),
  ])
}

function multipart(chance: Chance, headers: Record<string, string>): Buffer {
  headers['content-type'] = 'multipart/form-data; boundary=b'
  const name = encodeURIComponent(hostileText(chance).slice(0, 300).toWellFormed())
  const part = `--b\r\nContent-Disposition: form-data; name="${chance.pick(['file', 'upload', ''])}"; filename="${name}"\r\n\r\nhello\r\n`
  return Buffer.from(chance.pick([`${part}--b--\r\n`, part, `${part}${part}--b--`, '--b--', '']))
}

/** Dotted names, as forms nest. */
function toForm(value: object, path: string[] = []): string {
  return Object.entries(value)
    .map(([name, member]) => {
      const inner = [...path, name]
      if (typeof member === 'object' && member !== null && !(member instanceof RawJson))
        return toForm(member, inner)
      const text = member instanceof RawJson ? member.text : String(member)
      return `${inner.map(encodeText).join('.')}=${encodeText(text)}`
    })
    .filter((pair) => pair !== '')
    .join('&')
}

const encodeText = (text: string) => encodeURIComponent(text.slice(0, 5000).toWellFormed())
