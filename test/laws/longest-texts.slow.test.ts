// The longest text that every member of every body accepts can be stored: an index row of PostgreSQL holds 2,704 bytes.

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../../src/http/app.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import {
  bodiesOfOperations,
  fillPath,
  recordLeft,
  recordsToTry,
  requiredQuery,
} from '../support/bodies-of-operations.ts'
import { dereference } from '../support/dereference.ts'
import { runJobs } from '../support/jobs.ts'
import { startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
type Path = (string | number)[]

const document: Json = openApiDocument(allOperations())
const writes = Object.entries<Json>(dereference(document).paths)
  .filter(([path]) => !path.startsWith('/api/v2/oauth'))
  .flatMap(([path, item]) =>
    ['post', 'put', 'delete'].flatMap((method) => {
      const schema = item[method]?.requestBody?.content['application/json']?.schema
      if (schema === undefined) return []
      return [{ name: `${method.toUpperCase()} ${path}`, method, path, schema, of: item[method] }]
    }),
  )

/** The paths of all texts of a body, each with its schema. */
function textsIn(schema: Json, path: Path = []): [Path, Json][] {
  const {
    properties = {},
    items,
    anyOf = [],
    additionalProperties,
    patternProperties = {},
  } = schema
  if (schema.type === 'string')
    return schema.enum || schema.const || schema.format ? [] : [[path, schema]]
  return [
    ...Object.entries<Json>(properties).flatMap(([name, inner]) => textsIn(inner, [...path, name])),
    ...Object.values<Json>(patternProperties).flatMap((inner) =>
      textsIn(inner, [...path, 'cf_text']),
    ),
    ...(typeof additionalProperties === 'object'
      ? textsIn(additionalProperties, [...path, 'text'])
      : []),
    ...(items ? textsIn(items, [...path, 0]) : []),
    ...anyOf.flatMap((inner: Json) => textsIn(inner, path)),
  ]
}

const UNDECLARED = 20_000

/** Of characters of four bytes that cannot be compressed. */
function longestText(schema: Json): string | undefined {
  const { maxLength = UNDECLARED, 'x-max-bytes': maxBytes, pattern } = schema
  if (maxBytes !== undefined) return longestText({ maxLength: maxBytes / 4 })
  const astral = (length: number) =>
    Array.from({ length }, () => String.fromCodePoint(randomInt(0x20000, 0x2a6d0))).join('')
  const candidates = [astral(maxLength), `${astral(maxLength - 12)}@example.com`]
  return candidates.find((text) => pattern === undefined || new RegExp(pattern).test(text))
}

/** A copy of the body with this value at the path; undefined members on the way are created. */
function withValue(body: Json, [head, ...rest]: Path, value: unknown): Json {
  if (head === undefined) return value
  const copy = typeof head === 'number' ? [...(body ?? [])] : { ...body }
  copy[head] = withValue(copy[head], rest, value)
  return copy
}

let at: TestService
let ids: Record<string, number>
let bodies: Record<string, Json>

beforeAll(async () => {
  at = await startTestService()
  ids = await recordsToTry(
    at,
    document.tags.map(({ name }: Json) => name),
  )
  bodies = bodiesOfOperations(ids, await at.aClient())
})

const cases = writes.flatMap(({ schema, ...write }) =>
  textsIn(schema).flatMap(([path, text]) => {
    const value = longestText(text)
    return value === undefined ? [] : [{ ...write, member: path.join('.'), texts: path, value }]
  }),
)

test('the test finds the texts of all kinds of body', () => {
  const members = cases.map(({ name, member }) => `${name} ${member}`)
  expect(members.length).toBeGreaterThan(150)
  expect(members).toContain('POST /api/v2/admin/suggestions title')
  expect(members).toContain('POST /api/v2/admin/external_users/import users.0.account.plan')
  expect(members).toContain('POST /api/v2/admin/external_users/import users.0.cf_text')
  expect(members).toContain('POST /api/v2/admin/feedback_records source_url')
})

test.each(cases)('$name accepts $member', async ({ name, method, path, of, texts, value }) => {
  const collection = of.tags[0]
  const id = (await recordLeft(at, collection)) ?? ids[collection]
  const url = fillPath(path, ids, id) + requiredQuery(of)
  const { status, text } = await at.call(method.toUpperCase(), url, {
    body: withValue(bodies[name], texts, value),
  })
  expect(status, text).toBeLessThan(500)
})

test('no job fails on the texts that were sent for later', async () => {
  // One of the operations configured a mail server, and another one removed it again.
  await sql`delete from outgoing_mails`.execute(at.db)
  await runJobs(at)
})

test('one byte more than an index holds is refused', async () => {
  const url = `https://example.com/${'ü'.repeat(990)}`
  const record = bodies['POST /api/v2/admin/feedback_records']
  const { id } = await at.made('/feedback_records', { ...record, source_url: url })
  const { body } = await at.get(`/feedback_records?source_url=${encodeURIComponent(url)}`)
  expect(body.feedback_records.map((one: Json) => one.id)).toEqual([id])
  const long = await at.post('/feedback_records', { ...record, source_url: `${url}x` })
  expect(long.status).toBe(422)
  expect(long.body).toMatchObject({
    message: 'source_url: too long (2001 bytes). Maximum: 2000.',
    errors: { source_url: 'max_bytes' },
  })
})

describe('texts that are no member of a body', () => {
  const long = (length: number) => longestText({ maxLength: length }) as string

  test('the full name of a nested label has at most 600 characters', async () => {
    let parent: number | null = null
    for (let level = 0; level < 4; level += 1)
      parent = (await at.made('/labels', { name: long(128), links: { parent } })).id
    const { status, body } = await at.post('/labels', { name: long(128), links: { parent } })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      message: 'name: the full name is too long (652 characters). Maximum: 600.',
      errors: { name: 'max_runes' },
    })
    const other = await at.made('/labels', { name: long(128) })
    await at.made('/labels', { name: long(128), links: { parent: other.id } })
    const moved = await at.put(`/labels/${other.id}`, { links: { parent } })
    expect(moved.status).toBe(422)
    expect(moved.body.errors).toEqual({ name: 'max_runes' })
  })

  test('a language tag', async () => {
    const tag = `de${'-abcdefgh'.repeat(400)}`.replace('de', 'de-x')
    const { status } = await at.put(`/translatable_strings/${tag}`, { plain: {} })
    expect(status).toBe(404)
  })

  test.each(['file_name', 'Idempotency-Key'])('%s', async (member) => {
    const { status } = await (member === 'file_name'
      ? at.call('POST', '/attachments', {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: `--x\r\nContent-Disposition: form-data; name="file"; filename="${long(5_000)}"\r\n\r\nhello\r\n--x--\r\n`,
        })
      : at.post('/labels', { name: 'x' }, { headers: { 'idempotency-key': 'k'.repeat(5_000) } }))
    expect(status).toBeLessThan(500)
  })

  test('cells of a CSV file', async () => {
    const names = 'external_user.external_id,external_user.email_address,external_user.name'
    const csv = `${names},account.external_id,account.plan,account.cf_text\n${[long(255), `${long(240)}@example.com`, long(600), long(255), long(600), long(10_000)]}`
    expect((await at.post('/imports', { csv })).status).toBe(201)
    await runJobs(at)
    expect((await at.get('/imports')).body.imports[0]).toMatchObject({ state: 'completed' })
  })
})
