// Every operation of the OpenAPI document, called as it should be and in every wrong way that its description tells:
// what is refused is refused with a documented status and body, and has changed nothing.
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../src/http/app.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import { ADMIN_PATH } from '../src/http/operation.ts'
import { aFile, bodiesOfOperations, recordLeft, recordsToTry } from './bodies-of-operations.ts'
import { insert } from './factories.ts'
import { checkAgainst } from './schema.ts'
import { type Answer, type Sent, startTestService, type TestService } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
type Path = (string | number)[]

const document: Json = openApiDocument(allOperations())
const METHODS = ['get', 'post', 'put', 'delete']
const operations = Object.entries<Json>(document.paths)
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
// A test's title shows a text whole, but only the beginning of a member.
const named = (some: Walked[]) => some.map((walked) => [walked.name, walked] as const)
const writes = operations.filter(({ schema }) => schema !== undefined)

/** An id that nothing has, and one that only something has which no association leads to. */
const NOBODY = 2_000_000_000
const OF_ANOTHER_KIND = 1_000_000_000

let at: TestService
let bodies: Record<string, Json>
let client: { key: string; secret: string }
let ids: Record<string, number>
let tokens: Record<'untrusted' | 'readOnly', string>

beforeAll(async () => {
  at = await startTestService()
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
})

test('the document walked is the one that is served', async () => {
  expect((await at.get('/api/v2/openapi.json', { token: null })).body).toEqual(
    JSON.parse(JSON.stringify(document)),
  )
})

test('every operation that takes a body has one to try', () => {
  expect(writes.filter(({ name }) => bodies[name] === undefined).map(({ name }) => name)).toEqual(
    [],
  )
})

const call = ({ method, path, operation }: Walked, sent: Sent, id?: number | string) =>
  at.call(
    method.toUpperCase(),
    path
      .replace('{id}', String(id ?? ids[operation.tags[0]]))
      .replace('{job}', String(id ?? ids.identify_jobs))
      .replace(/\{\w+\}/g, String(id ?? 'de')),
    sent,
  )

/** A refusal as the operation documents it, that says where the fault lies. */
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
  if (at) expect(told(body.errors, at) || told(body.errors, usual), where).toBe(true)
}

/** Whether the errors name the member, what is in it, or what it is in. */
function told(errors: Json, [member, ...inner]: Path): boolean {
  if (typeof errors === 'string' || member === undefined) return errors !== undefined
  return errors !== null && typeof errors === 'object' && told(errors[member], inner)
}

/** One number that any change of any row of any table changes. */
async function contents(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(at.db)
  const sums = tables.map(({ name }) => `(select sum(hashtextextended(t::text, 0)) from ${name} t)`)
  const { rows } = await (
    sql.raw(`select concat_ws(' ', ${sums.join(', ')}) as sum`) as RawBuilder<{ sum: string }>
  ).execute(at.db)
  return rows[0]?.sum ?? ''
}

const changingNothing = async (run: () => Promise<void>) => {
  const before = await contents()
  await run()
  expect(await contents()).toBe(before)
}

const notNull = (schema: Json): Json =>
  schema.anyOf?.find(({ type }: Json) => type !== 'null') ?? schema

type Member = { at: Path; schema: Json; isRequired: boolean }

/** Every member of what can be sent, and of what the body sends of lists. */
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

/** The body with another value of this member, or without it. */
function altered(body: Json, [member, ...inner]: Path, value: unknown): Json {
  const copy: Json = Array.isArray(body) ? [...body] : { ...body }
  const key = member as string
  if (inner.length > 0) copy[key] = altered(body?.[key], inner, value)
  else if (value === undefined) delete copy[key]
  else copy[key] = value
  return copy
}

/** Values that this schema cannot take, however mild the reading of text is. */
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

/** Links that clients may name otherwise; the usual name wins, so the other is tried without it. */
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

test.each(named(operations))('%s is refused to who may not', async (_, walked) => {
  await changingNothing(async () => {
    const refused = async (token: string | null, status: number) =>
      expectRefused(walked, await call(walked, { ...rightlySent(walked), token }), status)
    await refused(null, 401)
    await refused('unknown', 401)
    await refused(tokens.untrusted, 403)
    if (walked.method !== 'get') await refused(tokens.readOnly, 403)
  })
})

test.each(named(operations.filter(({ path }) => path.includes('{id}'))))(
  '%s is 404 where nothing of its kind has the id',
  async (_, walked) => {
    const isOfThatKind = walked.path.startsWith(`${ADMIN_PATH}/service_hook_logs`)
    await changingNothing(async () => {
      for (const id of [NOBODY, isOfThatKind ? NOBODY : OF_ANOTHER_KIND, 0, 'x', '9'.repeat(20)])
        expectRefused(walked, await call(walked, rightlySent(walked), id), 404)
    })
  },
)

describe.each(named(writes))('%s', (_, walked) => {
  const members = () => membersOf(walked.schema, bodyOf(walked))
  const expectAlteredRefused = async ({ at: path }: Member, values: unknown[]) => {
    const usual = OTHER_NAMES[path.join('.')]
    const without = usual ? altered(bodyOf(walked), usual, undefined) : bodyOf(walked)
    for (const value of values) {
      const sent = { body: altered(without, path, value) }
      expectRefused(walked, await call(walked, sent), 422, path, usual)
    }
  }

  test('refuses a body of a wrong kind', async () => {
    const json = { 'content-type': 'application/json' }
    await changingNothing(async () => {
      const refused = async (sent: Sent, status: number) =>
        expectRefused(walked, await call(walked, sent), status)
      await refused({ body: '{"a":', headers: json }, 400)
      await refused({ body: '[1]', headers: json }, 422)
      await refused({ body: '"text"', headers: json }, 422)
      await refused({ body: '<a/>', headers: { 'content-type': 'text/xml' } }, 415)
    })
  })

  test('refuses a wrong value of every member', async () => {
    await changingNothing(async () => {
      for (const member of members()) await expectAlteredRefused(member, wrongValues(member.schema))
    })
  })

  test('refuses to do without what is required', async () => {
    await changingNothing(async () => {
      for (const member of members())
        if (member.isRequired) await expectAlteredRefused(member, [undefined, null])
    })
  })

  test('refuses links that lead nowhere', async () => {
    await changingNothing(async () => {
      for (const member of linksOf(members())) {
        const isList = member.schema.type === 'array'
        const wrong = [NOBODY, OF_ANOTHER_KIND].map((id) => (isList ? [id] : id))
        await expectAlteredRefused(member, wrong)
      }
    })
  })
})

// Last, because it changes what the refusals are tried on; what is deleted is needed before.
describe('called as described', () => {
  const check = checkAgainst(document)
  const inOrder = [
    ...operations.filter(({ method }) => method !== 'delete'),
    ...operations.filter(({ method }) => method === 'delete'),
  ]
  test.each(named(inOrder))('%s answers as described', async (_, walked) => {
    const { method, path, operation } = walked
    const [tag] = operation.tags
    const id = method === 'delete' ? await recordLeft(at, tag) : undefined
    // Another of its kind is there to be deleted than before.
    if (id !== undefined) bodies = bodiesOfOperations({ ...ids, [tag]: id }, client)
    const answer = await call(walked, rightlySent(walked), id)
    const promised = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    expect(promised, answer.text).toContain(String(answer.status))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(check(path, answer, method)).toEqual([])
  })
})
