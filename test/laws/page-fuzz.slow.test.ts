// Random forms, queries and JSON to every route that is not an operation: pages, their scripts, files and OAuth.
import { expect, test } from 'vitest'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import { type Chance, createChance } from '../fuzz/chance.ts'
import { hostileText, hostileValue, toJson } from '../fuzz/values.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { routesOf } from '../support/routes.ts'
import { type Sent, startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession, PASSWORD } from '../support/staff.ts'

const SEED = 1
const REQUESTS = EXHAUSTIVE ? 100_000 : 500

// Nothing listens there: only what the pages do with their input is tested.
const UNREACHABLE = 'http://127.0.0.1:9'
const mail = { host: '127.0.0.1', port: 9, tls: 'none', auth: null, from: 'a@b.test' } as const
const oidcProviders = parseOidcProviders(
  JSON.stringify([
    {
      name: 'Acme',
      issuer: UNREACHABLE,
      client_id: 'a',
      client_secret: 'b',
      available_to: 'both',
    },
  ]),
)
const lines: string[] = []
const at = await startTestService(lines, {
  settings: { mail, sign_in_providers: oidcProviders },
})

const isOperation = (path: string) =>
  path.startsWith('/api/v2/') && !path.startsWith('/api/v2/oauth')
const routes = routesOf(at.service.app.printRoutes({ commonPrefix: false })).filter(
  ({ method, path }) => (method === 'GET' || method === 'POST') && !isOperation(path),
)

/** Fields of forms, members of JSON and parameters, whatever the route: a wrong one must be harmless too. */
const FIELDS = [
  'accept',
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'continuation',
  'current_password',
  'decision',
  'done',
  'email',
  'error',
  'grant_type',
  'id',
  'name',
  'page',
  'password',
  'q',
  'redirect_uri',
  'refresh_token',
  'response',
  'response.id',
  'response.rawId',
  'response.response.clientDataJSON',
  'response_type',
  'return_to',
  'scope',
  'sso',
  'state',
  'token',
  'username',
]

const WELL_FORMED: Record<string, string> = {
  code_challenge_method: 'S256',
  current_password: PASSWORD,
  email: 'ann@staff.test',
  grant_type: 'authorization_code',
  id: '1',
  name: 'Ann',
  password: 'seven purple bicycles',
  response_type: 'code',
  return_to: '/admin',
}

function fieldsOf(chance: Chance): [string, string][] {
  return Array.from({ length: chance.below(6) }, () => {
    const name = chance.pick(FIELDS)
    const known = WELL_FORMED[name]
    return [name, known !== undefined && chance.is(0.5) ? known : hostileText(chance)]
  })
}

function requestOf({ method }: { method: string }, chance: Chance, cookie: string): Sent {
  const sent = bySession(chance.is(0.5) ? cookie : 'earshot_session=x')
  if (method === 'GET') return sent
  const isForm = chance.is(0.6)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const members = Object.fromEntries(
    fieldsOf(chance).map(([name, text]) => [name, chance.is(0.5) ? text : hostileValue(chance)]),
  )
  return {
    ...sent,
    headers: { ...sent.headers, 'content-type': type },
    body: isForm ? toQuery(fieldsOf(chance)) : toJson({ ...members, response: members }),
  }
}

const toQuery = (fields: [string, string][]) =>
  fields
    .map(([name, text]) => `${name}=${encodeURIComponent(text.slice(0, 500).toWellFormed())}`)
    .join('&')

test(`${REQUESTS} random requests to pages get no server error`, {
  timeout: 3_600_000,
}, async () => {
  const { id } = await aPerson(at, 'viewer')
  const chance = createChance(SEED)
  const failures: string[] = []
  const statuses = new Map<number, number>()
  for (let i = 0; i < REQUESTS; i++) {
    const route = routes[i % routes.length] as (typeof routes)[number]
    // Some requests end sessions.
    const cookie = await aSession(at, id)
    const query = chance.is(0.5) ? `?${toQuery(fieldsOf(chance))}` : ''
    const path = route.path.replace(/:\w+|\*/g, () =>
      chance.pick([
        '1',
        'acme',
        'x',
        '%00',
        encodeURIComponent(hostileText(chance).slice(0, 99).toWellFormed()),
      ]),
    )
    const sent = requestOf(route, chance, cookie)
    const { status, text } = await at.call(route.method, `/${path}${query}`, sent)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // 502 and 503 say that the provider cannot be reached, and that the console is not built.
    const isExpected =
      status < 500 || /\/(oidc|with)\//.test(path) || text.includes('The console is not built')
    if (!isExpected)
      failures.push(`${i}: ${route.method} ${path}${query} ${JSON.stringify(sent)} ${status}`)
  }
  expect(failures).toEqual([])
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  for (const status of [200, 303, 400]) expect(statuses.get(status), `${status}`).toBeGreaterThan(5)
})

test('NUL in one field of a form is refused', async () => {
  const { id } = await aPerson(at, 'viewer')
  const sent = bySession(await aSession(at, id))
  const headers = { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' }
  const failures: string[] = []
  const posts = routes.filter(({ method }) => method === 'POST')
  // Of each route a quarter of the fields, in turn.
  for (const [i, { path }] of posts.entries())
    for (const field of FIELDS.filter((_, j) => EXHAUSTIVE || (i + j) % 4 === 0)) {
      const fields = { ...WELL_FORMED, [field]: 'a\0b' }
      const body = toQuery(Object.entries(fields))
      const { status } = await at.call('POST', `/${path.replace(/:\w+/g, 'acme')}`, {
        ...sent,
        headers,
        body,
      })
      if (status < 400 || status >= 500) failures.push(`${path} ${field}: ${status}`)
    }
  expect(failures).toEqual([])
})

test('every page is asked', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(REQUESTS).toBeGreaterThan(2 * routes.length)
})
