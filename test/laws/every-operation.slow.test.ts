// Calls every operation of the OpenAPI document with valid and invalid input. An invalid call must return a documented
// status and body, and change nothing.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../../src/http/app.ts'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { ADMIN_PATH } from '../../src/http/operation-declaration.ts'
import {
  aFile,
  aMoveFolder,
  bodiesOfOperations,
  endMoves,
  fillPath,
  recordLeft,
  recordsToTry,
  requiredQuery,
} from '../support/bodies-of-operations.ts'
import { dereference } from '../support/dereference.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { insert } from '../support/factories.ts'
import { checkAgainst } from '../support/schema.ts'
import { type Answer, type Sent, startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
type Path = (string | number)[]

const document: Json = openApiDocument(allOperations())
const METHODS = ['get', 'post', 'put', 'delete']
const operations = Object.entries<Json>(dereference(document).paths)
  .filter(([path]) => !path.startsWith('/api/v2/oauth'))
  .flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation: item[method],
      schema: item[method].requestBody?.content['application/json']?.schema,
    })),
  )
type Walked = (typeof operations)[number]
// Vitest shows a string in a title completely, but shortens an object member.
const named = (some: Walked[]) => some.map((walked) => [walked.name, walked] as const)
const writes = operations.filter(({ schema }) => schema !== undefined)

/** An id that no record has, and an id of a record that no association accepts. */
const NOBODY = 2_000_000_000
const OF_ANOTHER_KIND = 1_000_000_000

let at: TestService
let bodies: Record<string, Json>
let client: { key: string; secret: string }
let ids: Record<string, number>
let tokens: Record<'untrusted' | 'readOnly', string>
/** What all tests before those with valid input leave as it is. */
let unchanged: string

beforeAll(async () => {
  at = await startTestService(undefined, { moves: { directory: await aMoveFolder() } })
  ids = await recordsToTry(
    at,
    document.tags.map(({ name }: Json) => name),
  )
  await insert(at.db, 'service_hook_logs', { id: OF_ANOTHER_KIND, url: 'x', event: 'x' })
  client = await at.aClient()
  bodies = bodiesOfOperations(ids, client)
  tokens = {
    untrusted: (await at.aClient({ isTrusted: false })).token,
    readOnly: (await at.aClient({ isReadOnly: true })).token,
  }
  await declareContents()
  unchanged = await contents()
})

test('the tested document is the served document', async () => {
  expect((await at.get('/api/v2/openapi.json', { token: null })).body).toEqual(
    JSON.parse(JSON.stringify(document)),
  )
})

test('every operation with a body has a test body', () => {
  expect(writes.filter(({ name }) => bodies[name] === undefined).map(({ name }) => name)).toEqual(
    [],
  )
})

const call = ({ method, path, operation }: Walked, sent: Sent, id?: number | string) =>
  at.call(
    method.toUpperCase(),
    fillPath(path, ids, id ?? ids[operation.tags[0]]) + requiredQuery(operation),
    sent,
  )

/** Expects a documented error that names the invalid member. */
function expectRefused(
  walked: Walked,
  { status, body, text }: Answer,
  expected: number,
  at?: Path,
  usual: Path = [''],
) {
  const where = `${walked.name} ${at?.join('.') ?? ''} ${text}`
  expect(status, where).toBe(expected)
  expect(Object.keys(walked.operation.responses), where).toContain(String(status))
  expect(body, where).toMatchObject({
    message: expect.stringMatching(/\S/),
    error: expect.stringMatching(/^[a-z_]+$/),
    request_id: expect.stringMatching(/\S/),
  })
  if (at) expect(namesPath(body.errors, at) || namesPath(body.errors, usual), where).toBe(true)
}

/** Whether the errors name the member, one of its members, or its parent. */
function namesPath(errors: Json, [member, ...inner]: Path): boolean {
  if (typeof errors === 'string' || member === undefined) return errors !== undefined
  return errors !== null && typeof errors === 'object' && namesPath(errors[member], inner)
}

/** A number that changes with every row of every table but the service's own. A refused call is a use too. */
async function contents(): Promise<string> {
  const { rows } = await sql<{ sum: string }>`select contents() as sum`.execute(at.db)
  return rows[0]?.sum ?? ''
}

/** As a function, PostgreSQL plans the query of all tables once for each connection. */
async function declareContents(): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'processes'`.execute(
    at.db,
  )
  const sums = tables.map(
    ({ name }) =>
      `(select sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)) from ${name} t)`,
  )
  await sql
    .raw(
      `create function contents() returns text language plpgsql as $$ begin
        return array_to_string(array[${sums.join(', ')}], ' '); end $$`,
    )
    .execute(at.db)
}

const notNull = (schema: Json): Json =>
  schema.anyOf?.find(({ type }: Json) => type !== 'null') ?? schema

type Member = { at: Path; schema: Json; isRequired: boolean }

/** All members of the schema, including those of the array items in the body. */
function membersOf(schema: Json, sent: Json, at: Path = []): Member[] {
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, nullable]) => {
    const own = notNull(nullable)
    const member = { at: [...at, name], schema: own, isRequired: schema.required?.includes(name) }
    const first = sent?.[name]?.[0]
    return [
      member,
      ...membersOf(own, sent?.[name], member.at),
      ...(first === undefined ? [] : membersOf(own.items ?? {}, first, [...member.at, 0])),
    ]
  })
}

/** The body with another value for this member, or without it. */
function altered(body: Json, [member, ...inner]: Path, value: unknown): Json {
  const copy: Json = Array.isArray(body) ? [...body] : { ...body }
  const key = member as string
  if (inner.length > 0) copy[key] = altered(body?.[key], inner, value)
  else if (value === undefined) delete copy[key]
  else copy[key] = value
  return copy
}

/** Values that the schema rejects even with lenient parsing. */
function wrongValues({ type, format, properties }: Json): unknown[] {
  switch (type) {
    case 'object':
      return properties ? ['text', 7, ['text']] : ['text', 7]
    case 'array':
      return [{ a: 1 }]
    case 'integer':
      return ['text', 1.5, {}, [1], true]
    case 'number':
      return ['text', {}, [1]]
    case 'boolean':
      return ['text', 7, {}]
    case 'string':
      return format ? ['text', {}, ['text']] : [{}, ['text'], 'a\0b']
    default:
      return []
  }
}

/** Links with an alias. The usual name wins, so the alias is tested without it. */
const OTHER_NAMES: Record<string, Path> = {
  'links.new_status': ['links', 'status'],
  'links.new_internal_status': ['links', 'internal_status'],
  'links.from_suggestion': ['links', 'suggestion'],
  'links.to_suggestion': ['links', 'linked_suggestion'],
  'action.links.to_suggestion': ['links', 'to_suggestion'],
  'links.user': ['links', 'owner'],
}

const linksOf = (members: Member[]) =>
  members.filter(
    ({ at: path, schema }) =>
      path.at(-2) === 'links' && ['integer', 'array'].includes(schema.type as string),
  )

const bodyOf = ({ name }: Walked) => bodies[name] ?? {}
const rightlySent = (walked: Walked): Sent => {
  if (walked.operation.requestBody?.content['multipart/form-data']) return aFile()
  return walked.schema ? { body: bodyOf(walked) } : {}
}

describe.each(named(operations))('%s', (_, walked) => {
  test('rejects clients without permission', async () => {
    const expectRejected = async (token: string | null, status: number) =>
      expectRefused(walked, await call(walked, { ...rightlySent(walked), token }), status)
    await expectRejected(null, 401)
    await expectRejected('unknown', 401)
    await expectRejected(tokens.untrusted, 403)
    if (walked.method !== 'get') await expectRejected(tokens.readOnly, 403)
  })

  if (walked.path.includes('{id}'))
    test('is 404 for an id that no record has', async () => {
      const isOfThatKind = walked.path.startsWith(`${ADMIN_PATH}/service_hook_logs`)
      for (const id of [NOBODY, isOfThatKind ? NOBODY : OF_ANOTHER_KIND, 0, 'x', '9'.repeat(20)])
        expectRefused(walked, await call(walked, rightlySent(walked), id), 404)
    })

  if (walked.schema !== undefined) testBodies(walked)

  // Once for all refused calls of the operation: reading every table takes as long as many calls.
  test('changes nothing in any refused call', async () => {
    expect(await contents()).toBe(unchanged)
  })
})

function testBodies(walked: Walked) {
  const members = () => membersOf(walked.schema, bodyOf(walked))
  const expectAlteredRefused = async ({ at: path }: Member, values: unknown[]) => {
    const usual = OTHER_NAMES[path.join('.')]
    const without = usual ? altered(bodyOf(walked), usual, undefined) : bodyOf(walked)
    for (const value of values) {
      const sent = { body: altered(without, path, value) }
      expectRefused(walked, await call(walked, sent), 422, path, usual)
    }
  }

  test('rejects a body of the wrong type', async () => {
    const json = { 'content-type': 'application/json' }
    const expectRejected = async (sent: Sent, status: number) =>
      expectRefused(walked, await call(walked, sent), status)
    await expectRejected({ body: '{"a":', headers: json }, 400)
    await expectRejected({ body: '[1]', headers: json }, 422)
    await expectRejected({ body: '"text"', headers: json }, 422)
    await expectRejected({ body: '<a/>', headers: { 'content-type': 'text/xml' } }, 415)
  })

  test('rejects an invalid value of every member', async () => {
    for (const [i, member] of members().entries()) {
      const wrong = wrongValues(member.schema)
      const inTurn = wrong.filter((_, k) => k % wrong.length === i % wrong.length)
      await expectAlteredRefused(member, EXHAUSTIVE ? wrong : inTurn)
    }
  })

  test('rejects a missing required member', async () => {
    for (const member of members())
      if (member.isRequired) await expectAlteredRefused(member, [undefined, null])
  })

  test('rejects links to missing records', async () => {
    for (const member of linksOf(members())) {
      const isList = member.schema.type === 'array'
      const wrong = [NOBODY, OF_ANOTHER_KIND].map((id) => (isList ? [id] : id))
      await expectAlteredRefused(member, wrong)
    }
  })
}

// Last, because it changes the records of the other tests; deletions come at the end.
describe('with valid input', () => {
  const check = checkAgainst(document)
  const inOrder = [
    ...operations.filter(({ method }) => method !== 'delete'),
    ...operations.filter(({ method }) => method === 'delete'),
  ]
  test.each(named(inOrder))('%s responds as documented', async (_, walked) => {
    const { method, path, operation } = walked
    const [tag] = operation.tags
    const id = method === 'delete' ? await recordLeft(at, tag) : undefined
    // Earlier deletions removed the first record of the collection.
    if (id !== undefined) bodies = bodiesOfOperations({ ...ids, [tag]: id }, client)
    await endMoves(at)
    const answer = await call(walked, rightlySent(walked), id)
    const promised = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    expect(promised, answer.text).toContain(String(answer.status))
    const [type] = Object.keys(operation.responses[answer.status].content)
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    // A stream begins with its position, and has no event yet.
    if (type === 'text/event-stream') expect(answer.text).toMatch(/^retry: \d+\nid: \S+\n\n$/)
    else expect(check(path, answer, method)).toEqual([])
  })
})
