// Invitations to staff: by an owner, with a link that is used once.

import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { onCleanup } from '../support/cleanup.ts'
import { commandOn } from '../support/command.ts'
import { CLOSE_TIMEOUT_MS } from '../support/mail-server.ts'
import {
  type Answer,
  BASE_URL,
  type Shown,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { aPerson, aSession, bySession, cookieOf, PASSWORD, submit } from '../support/staff.ts'

const logLines: string[] = []
const at = await startTestService(logLines)

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `invited-${addresses}@staff.test`
}

const codeOf = (url: string) => {
  expect(url).toMatch(/^http:\/\/feedback\.example\.test\/admin\/welcome#earshot_code_[\w-]{43}$/)
  return url.slice(url.indexOf('#') + 1)
}

async function invite(email: string, role: string): Promise<Shown & { code: string }> {
  const record = await at.made('/invitations', { email, role })
  return { ...record, code: codeOf(record.url) }
}

const NAMED = { name: 'Ann', password: 'seven purple bicycles' }
const accept = (code: string, more: Record<string, string> = NAMED): Promise<Answer> =>
  submit(at, '//admin/welcome', { code, ...more })
const INVALID = { status: 401, text: expect.stringContaining('not valid any more') }

const roleOf = async (email: string) => {
  const { rows } = await sql<{ role: string | null }>`
    select p.role from users u left join permissions p on p.user_id = u.id where u.email_address = ${email}`.execute(
    at.db,
  )
  return rows[0]?.role
}

test('a person accepts an invitation and signs in', async () => {
  const email = anAddress()
  const owner = await aPerson(at, 'owner')
  const session = bySession(await aSession(at, owner.id))
  const made = await at.post('/invitations', { email, role: 'contributor' }, session)
  expect(made.status).toBe(201)
  const [record] = made.body.invitations
  expect(record).toMatchObject({
    email,
    role: 'contributor',
    accepted_at: null,
    links: { created_by: owner.id, user: null },
  })
  const days = (Date.parse(record.expires_at) - Date.parse(record.created_at)) / 86_400_000
  expect(days).toBe(7)
  const code = codeOf(record.url)
  // Only the first response has the link.
  expect((await at.shown(`/invitations/${record.id}`)).url).toBeNull()
  expect((await at.get('/invitations')).text).not.toContain('earshot_code')

  const first = await accept(code, {})
  expect(first.text).toContain('role contributor')
  expect(first.text).toContain(email)
  expect((await accept(code, { ...NAMED, password: 'short' })).status).toBe(422)
  expect((await accept(code, { ...NAMED, name: ' ' })).status).toBe(422)
  const done = await accept(code)
  expect(done).toMatchObject({ status: 303, headers: { location: '/admin' } })
  const { body } = await at.get('/users/current', bySession(cookieOf(done)))
  const [person] = body.users
  expect(person).toMatchObject({ email_address: email, name: 'Ann', email_confirmed: true })
  expect(await roleOf(email)).toBe('contributor')
  expect(await at.shown(`/invitations/${record.id}`)).toMatchObject({
    accepted_at: expect.any(String),
    links: { user: person.id },
  })
  const form = { email, password: NAMED.password }
  expect((await submit(at, '//admin/sign-in', form)).status).toBe(303)
  expect(await accept(code)).toMatchObject(INVALID)
  expect(await accept(code, {})).toMatchObject(INVALID)
  const log = await at.get(`/audit_entries?sort=id&subject_type=invitations&subject=${record.id}`)
  expect(log.body.audit_entries).toMatchObject([
    { action: 'invitation_created', after: { role: 'contributor' }, links: { user: owner.id } },
    { action: 'invitation_accepted', before: { role: null }, links: { user: person.id } },
  ])
})

test('the form cannot choose another role, address or person', async () => {
  const email = anAddress()
  const other = await aPerson(at, 'viewer')
  const { code } = await invite(email, 'viewer')
  const more = {
    role: 'owner',
    email: other.email,
    user_id: String(other.id),
    license_type: 'admin',
    settings: 'manage_account',
    'invitation[role]': 'owner',
  }
  const done = await accept(code, { ...NAMED, ...more })
  expect(done.status).toBe(303)
  expect(await roleOf(email)).toBe('viewer')
  expect(await roleOf(other.email)).toBe('viewer')
  expect((await at.get('/users/current', bySession(cookieOf(done)))).body.users[0]).toMatchObject({
    email_address: email,
  })
})

test('of two who accept at once, one is refused', async () => {
  const { code, email } = await invite(anAddress(), 'viewer')
  const answers = await Promise.all([accept(code), accept(code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
  expect(await roleOf(email)).toBe('viewer')
})

test('an expired, a revoked and an unknown invitation are refused', async () => {
  const late = await invite(anAddress(), 'admin')
  await sql`update invitations set expires_at = now() where id = ${late.id}`.execute(at.db)
  expect(await accept(late.code)).toMatchObject(INVALID)
  const revoked = await invite(anAddress(), 'admin')
  expect((await at.delete(`/invitations/${revoked.id}`)).status).toBe(200)
  expect((await at.get(`/invitations/${revoked.id}`)).status).toBe(404)
  expect(await accept(revoked.code)).toMatchObject(INVALID)
  expect(await accept(`earshot_code_${'x'.repeat(43)}`)).toMatchObject(INVALID)
  for (const { email } of [late, revoked]) expect(await roleOf(email)).toBeUndefined()
  const { body } = await at.get(`/audit_entries?subject_type=invitations&subject=${revoked.id}`)
  expect(body.audit_entries[0]).toMatchObject({ action: 'invitation_revoked' })
})

test('an invitation of somebody who is no longer an owner is refused', async () => {
  const owner = await aPerson(at, 'owner')
  const session = bySession(await aSession(at, owner.id))
  const email = anAddress()
  const made = await at.post('/invitations', { email, role: 'owner' }, session)
  const code = codeOf(made.body.invitations[0].url)
  const { id } = (await at.get(`/permissions?user=${owner.id}`)).body.permissions[0]
  await at.put(`/permissions/${id}`, { settings: 'none', license_type: 'contributor' })
  expect(await accept(code)).toMatchObject(INVALID)
  expect(await roleOf(email)).toBeUndefined()
})

test('a person who can sign in gets the role, and keeps everything else', async () => {
  const person = await aPerson(at, 'viewer')
  const cookie = await aSession(at, person.id)
  const { code } = await invite(person.email, 'admin')
  const page = await accept(code)
  expect(page.text).toContain('is invited to the role admin')
  expect(await roleOf(person.email)).toBe('viewer')
  const done = await accept(code, { accept: 'true', ...NAMED })
  expect(done).toMatchObject({ status: 200, text: expect.stringContaining('You have the role') })
  // The link is no way in: the person proves who they are as before.
  expect(done.headers['set-cookie']).toBeUndefined()
  expect(await roleOf(person.email)).toBe('admin')
  expect((await at.get('/users/current', bySession(cookie))).status).toBe(401)
  const form = { email: person.email, password: PASSWORD }
  expect((await submit(at, '//admin/sign-in', form)).status).toBe(303)
  expect((await accept(code, { accept: 'true' })).status).toBe(401)
})

test('an invitation never lowers a role', async () => {
  const person = await aPerson(at, 'viewer')
  const { code } = await invite(person.email, 'contributor')
  await sql`
    update permissions set license_type = 'admin', settings = 'manage' where user_id = ${person.id}`.execute(
    at.db,
  )
  expect((await accept(code, { accept: 'true' })).status).toBe(200)
  expect(await roleOf(person.email)).toBe('admin')
})

test('a person who was disabled after the invitation cannot accept it', async () => {
  const person = await aPerson(at, 'viewer')
  const { code } = await invite(person.email, 'admin')
  await sql`update permissions set disabled_at = now() where user_id = ${person.id}`.execute(at.db)
  expect(await accept(code, { accept: 'true' })).toMatchObject(INVALID)
  expect(await roleOf(person.email)).toBe('viewer')
})

test('an end user becomes staff by an invitation', async () => {
  const email = anAddress()
  const { body } = await at.post('/users/find_or_create', { email, name: 'Imported' })
  const { code } = await invite(email.toUpperCase(), 'admin')
  expect((await accept(code, {})).text).toContain('value="Imported"')
  const done = await accept(code)
  expect((await at.get('/users/current', bySession(cookieOf(done)))).body.users[0].id).toBe(
    body.users[0].id,
  )
})

test('who has the role, an invitation or no access is not invited', async () => {
  const admin = await aPerson(at, 'admin')
  const disabled = await aPerson(at, 'viewer')
  await sql`update permissions set disabled_at = now() where user_id = ${disabled.id}`.execute(
    at.db,
  )
  const open = await invite(anAddress(), 'viewer')
  for (const [email, problem] of [
    [admin.email, 'has the role admin already'],
    [admin.email.toUpperCase(), 'has the role admin already'],
    [disabled.email, 'is disabled or blocked'],
    [open.email, `has invitation ${open.id} already`],
  ])
    expect(await at.post('/invitations', { email, role: 'viewer' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(problem as string) },
    })
  const owner = await at.post('/invitations', { email: admin.email, role: 'owner' })
  expect(owner.status).toBe(201)
})

test.each([
  [{ email: 'nobody', role: 'admin' }],
  [{ email: 'a@staff.test', role: 'boss' }],
  [{ email: 'a@staff.test' }],
  [{ role: 'admin' }],
])('%j is refused', async (body) => {
  expect((await at.post('/invitations', body)).status).toBe(422)
})

test.each(['viewer', 'contributor', 'admin'] as const)(
  'the role %s may not invite',
  async (role) => {
    const person = await aPerson(at, role)
    const session = bySession(await aSession(at, person.id))
    const { id } = await invite(anAddress(), 'viewer')
    const body = { email: anAddress(), role: 'viewer' }
    expect((await at.post('/invitations', body, session)).status).toBe(403)
    expect((await at.get('/invitations', session)).status).toBe(403)
    expect((await at.delete(`/invitations/${id}`, session)).status).toBe(403)
  },
)

test('an idempotency key invites once, without storing the link', async () => {
  const body = { email: anAddress(), role: 'viewer' }
  const sent = { headers: { 'idempotency-key': 'invite once' } }
  const first = await at.post('/invitations', body, sent)
  expect(first.status).toBe(201)
  expect(await at.post('/invitations', body, sent)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('contained a secret') },
  })
  const { rows } = await sql`select body from idempotent_responses`.execute(at.db)
  expect(rows).toEqual([{ body: null }])
})

test('a code is stored as a hash only, and works in its own database only', async () => {
  const { code } = await invite(anAddress(), 'viewer')
  const { rows } = await sql<{ all: string }>`
    select (select json_agg(c)::text from one_time_codes c) || (select json_agg(i)::text from invitations i)
      || (select json_agg(a)::text from audit_entries a) as all`.execute(at.db)
  expect(rows[0]?.all).not.toContain(code.slice('earshot_code_'.length))
  const other = await startTestService()
  expect((await submit(other, '//admin/welcome', { code, ...NAMED })).status).toBe(401)
  expect(logLines.join('')).not.toMatch(/earshot_code|staff\.test/)
})

test('the wire has the collection where clients include it', async () => {
  const { status, body } = await at.get('/permissions?includes=invitations')
  expect(status).toBe(200)
  expect(body.invitations).toEqual([])
  expect(body.permissions[0].links.invitation).toBeNull()
})

test('commands invite, list and revoke', async () => {
  const run = commandOn(at.connection)
  const email = anAddress()
  const made = JSON.parse(
    (await run('people', 'invite', email, '--role', 'admin', '--json')).stdout,
  )
  expect(made).toEqual({ id: expect.any(Number), email, role: 'admin', link: expect.any(String) })
  const listed = JSON.parse((await run('people', 'invitations', '--json')).stdout)
  expect(listed.at(-1)).toMatchObject({ id: made.id, email, role: 'admin', state: 'open' })
  expect((await run('people', 'invitations')).stdout).toContain(email)
  expect(await run('people', 'invite', email, '--role', 'admin')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`has invitation ${made.id} already`),
  })
  expect((await run('people', 'revoke-invitation', String(made.id))).code).toBe(0)
  expect(await accept(codeOf(made.link))).toMatchObject(INVALID)
  expect((await run('people', 'revoke-invitation', String(made.id))).code).toBe(1)
  const again = await run('people', 'invite', email, '--role', 'viewer')
  const [link = ''] = /http\S+/.exec(again.stdout) ?? []
  expect((await accept(codeOf(link))).status).toBe(303)
  expect(await roleOf(email)).toBe('viewer')
})

async function startMailbox() {
  const bodies: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    closeTimeout: CLOSE_TIMEOUT_MS,
    authOptional: true,
    logger: false,
    onData: (stream, _, done) => {
      void text(stream).then((body) => {
        bodies.push(body.replace(/=\r\n/g, '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onCleanup(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { bodies, port: (server.server.address() as AddressInfo).port }
}

test('where mail is configured the person gets a link of their own', async () => {
  const { bodies, port } = await startMailbox()
  const own: TestService = await startTestService(undefined, {
    settings: {
      mail: { host: '127.0.0.1', port, tls: 'none', auth: null, from: 'earshot@example.test' },
    },
    hasJobs: true,
  })
  const { url } = await own.made('/invitations', { email: 'mailed@staff.test', role: 'admin' })
  await expect.poll(() => bodies.length).toBe(1)
  const [body] = bodies as [string]
  expect(body).toMatch(/^To: mailed@staff\.test\r$/m)
  expect(body).toMatch(/^Subject: Invitation to Earshot\r$/m)
  expect(body).toContain('with the role admin')
  const [mailed = ''] = /http:\/\/feedback\.example\.test\/admin\/welcome#[\w-]+/.exec(body) ?? []
  expect(codeOf(mailed)).not.toBe(codeOf(url))
  const use = (link: string) => submit(own, '//admin/welcome', { code: codeOf(link), ...NAMED })
  expect((await use(mailed)).status).toBe(303)
  expect((await use(url)).status).toBe(401)
  expect(BASE_URL).toBe('http://feedback.example.test')
})
