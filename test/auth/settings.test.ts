// The settings of the installation: stored, decided by the environment, applied without a restart, and tried out.
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { reencryptSecrets } from '../../src/auth/secret-key.ts'
import { generateSecretKey, parseSecretKeys } from '../../src/core/secret-keys.ts'
import { startService } from '../../src/service.ts'
import { onCleanup } from '../support/cleanup.ts'
import { startMailServer } from '../support/mail-server.ts'
import { PATIENTLY } from '../support/patience.ts'
import { BASE_URL, startTestService, TEST_KEY } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const logLines: string[] = []
const at = await startTestService(logLines, { settings: { streams_at_once: 77 }, hasJobs: true })

const PASSWORD = 'the-password-of-the-mail-server'

const mails = await startMailServer(PASSWORD)
const MAIL = {
  host: '127.0.0.1',
  port: mails.port,
  tls: 'none',
  user: 'earshot',
  from: 'Acme <feedback@example.test>',
}

/** Another process on the same database. */
async function anotherProcess() {
  const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
    secretKey: { name: 'the key', read: async () => parseSecretKeys(TEST_KEY), create: null },
    ...PATIENTLY,
    store: at.store,
  })
  onCleanup(() => service.close())
  return service.app
}

const settings = async () => (await at.get('/settings')).body.settings
const set = (body: object) => at.put('/settings', body)

test('has defaults, and says what decides each setting', async () => {
  const { installation_name, streams_at_once, mail, sign_in_providers } = await settings()
  expect(installation_name).toEqual({
    value: 'Earshot',
    default: 'Earshot',
    source: 'default',
    environment_variable: 'EARSHOT_NAME',
  })
  expect(streams_at_once).toMatchObject({ value: 77, default: 1000, source: 'environment' })
  expect(mail).toMatchObject({ value: null, source: 'default', environment_variable: 'SMTP_URL' })
  expect(sign_in_providers).toMatchObject({ value: [], source: 'default' })
})

test('a setting of the environment cannot be changed, and nothing else of the call is', async () => {
  expect(await set({ installation_name: 'Half', streams_at_once: 5 })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('set by the environment variable STREAMS_AT_ONCE'),
      errors: { streams_at_once: 'environment' },
    },
  })
  expect((await settings()).installation_name.value).toBe('Earshot')
})

test.each([
  [{ installation_name: 'x'.repeat(61) }, 'installation_name'],
  [{ currency: 'XYZ' }, 'currency'],
  [{ currency: 'Euro' }, 'currency'],
  [{ search_language: 'klingon' }, 'language'],
  [{ plan: 'gold' }, 'plan'],
  [{ uploads_at_once: 0 }, 'uploads_at_once'],
  [{ connections_per_address: 10_000 }, 'connections_per_address'],
  [{ mail: { ...MAIL, host: 'a b' } }, 'mail'],
  [{ mail: { ...MAIL, from: 'nobody' } }, 'mail'],
  [{ mail: MAIL }, 'mail'],
  [{ mail: { ...MAIL, user: null, password: 'x' } }, 'mail'],
])('refuses %j', async (body, member) => {
  const before = await settings()
  const { status, body: answer } = await set(body)
  expect(status).toBe(422)
  expect(answer.message).toContain(member)
  expect(await settings()).toEqual(before)
})

test('is for owners, and for tokens without scopes', async () => {
  const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
  expect((await at.get('/settings', admin)).status).toBe(403)
  expect((await at.put('/settings', { installation_name: 'Mine' }, admin)).status).toBe(403)
  const viewer = bySession(await aSession(at, (await aPerson(at, 'viewer')).id))
  expect(await at.get('/settings/display', viewer)).toMatchObject({
    body: { display: { installation_name: 'Earshot', currency: null, has_mail: false } },
  })
  const { token } = await at.aClient({ scopes: ['settings:write', 'people:write'] })
  for (const [method, path, body] of [
    ['PUT', '/settings', { installation_name: 'Mine' }],
    ['POST', '/settings/mail/test', {}],
    ['POST', '/oidc_providers', { name: 'Mine' }],
    ['POST', '/oidc_providers/check', { issuer: 'https://mine.test' }],
  ] as const)
    expect((await at.call(method, path, { token, body })).status).toBe(403)
})

test('applies limits and names in every process without a restart', async () => {
  const other = await anotherProcess()
  const shown = async () => {
    const { body } = await other.inject({
      url: '/api/v2/admin/settings/display',
      headers: { authorization: `Bearer ${at.token}` },
    })
    return JSON.parse(body).display
  }
  expect(await shown()).toEqual({
    installation_name: 'Earshot',
    currency: null,
    has_mail: false,
  })
  const changed = await set({
    installation_name: 'Acme feedback',
    currency: 'EUR',
    files_quota_bytes: 1,
    plan: 'scale',
  })
  expect(changed.body.settings).toMatchObject({
    installation_name: { value: 'Acme feedback', source: 'stored' },
    plan: { value: 'scale' },
  })
  await expect.poll(shown).toEqual({
    installation_name: 'Acme feedback',
    currency: 'EUR',
    has_mail: false,
  })
  const { body } = await at.get('/installation')
  expect(body.installation).toMatchObject({
    files: { quota_bytes: 1 },
    plan: { requests_per_minute: 3000 },
  })
  const upload = await at.call('POST', '/attachments', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n',
  })
  expect(upload.status).not.toBe(201)
  await set({ installation_name: null, currency: null, files_quota_bytes: null, plan: 'growth' })
  await expect.poll(shown).toEqual({
    installation_name: 'Earshot',
    currency: null,
    has_mail: false,
  })
})

test('a repeatable change applies before it is answered', async () => {
  for (const name of ['First', 'Second', 'Third', 'Earshot']) {
    const headers = { 'idempotency-key': `name ${name}` }
    const body = { installation_name: name }
    expect((await at.call('PUT', '/settings', { headers, body })).status).toBe(200)
    const shown = await at.get('/settings/display')
    expect(shown.body.display.installation_name).toBe(name)
  }
  await set({ installation_name: null })
})

test('indexes suggestions in another language', async () => {
  const { id: forum } = await at.shown('/forums')
  await at.made('/suggestions', { title: 'Die Kategorie ist neu', links: { forum } })
  const finds = async () =>
    (await at.get('/suggestions?q=Kategorien')).body.pagination.total_records
  expect(await finds()).toBe(0)
  expect((await set({ search_language: 'german' })).status).toBe(200)
  await expect
    .poll(async () => (await settings()).search_language)
    .toMatchObject({
      value: 'german',
      is_indexed: true,
    })
  expect(await finds()).toBe(1)
  await set({ search_language: 'english' })
})

test('mail is tried, stored, used, and its password never shown', async () => {
  const owner = await aPerson(at, 'owner')
  const session = bySession(await aSession(at, owner.id))
  const attempt = (mail: object) => at.post('/settings/mail/test', { mail }, session)
  expect((await at.post('/settings/mail/test', {}, session)).body.message).toContain(
    'not configured',
  )
  expect(await attempt({ ...MAIL, password: 'wrong' })).toMatchObject({
    status: 422,
    body: {
      message: expect.stringContaining('The mail server refused the user name and password'),
    },
  })
  expect(await attempt({ ...MAIL, password: PASSWORD })).toMatchObject({
    status: 200,
    body: { mail_test: { sent_to: owner.email } },
  })
  expect(mails.received).toEqual([expect.objectContaining({ to: [owner.email], user: 'earshot' })])

  const stored = await set({ mail: { ...MAIL, password: PASSWORD } })
  expect(stored.body.settings.mail).toMatchObject({
    value: { ...MAIL, has_password: true },
    source: 'stored',
  })
  // Without the password the stored one stays, but it is sent to no other server.
  const from = 'feedback@example.test'
  expect((await set({ mail: { ...MAIL, from } })).status).toBe(200)
  expect((await set({ mail: { ...MAIL, host: 'localhost' } })).body.message).toContain('password')
  expect((await attempt({ ...MAIL, from })).status).toBe(200)

  // It is used at once: an invitation is mailed.
  await at.made('/invitations', { email: 'new@example.test', role: 'viewer' })
  await expect.poll(() => mails.received.at(-1)?.to).toEqual(['new@example.test'])
  expect((await at.get('//admin/sign-in', { token: null })).text).toContain('E-mail me a link')

  const { rows } = await sql<{ row: string }>`
    select row_to_json(s)::text as row from settings s union all select row_to_json(a)::text from audit_entries a`.execute(
    at.db,
  )
  const written = [...rows.map(({ row }) => row), ...logLines].join('\n')
  expect(written).not.toContain(PASSWORD)
  expect(written).not.toContain(Buffer.from(PASSWORD).toString('hex'))
  expect(JSON.stringify(await settings())).not.toContain(PASSWORD)

  // A rotated key encrypts it anew.
  const keys = `${generateSecretKey()},${TEST_KEY}`
  const source = { name: 'keys', read: async () => parseSecretKeys(keys), create: null }
  expect(await reencryptSecrets(at.db, source)).toBe(1)
  expect(await reencryptSecrets(at.db, source)).toBe(0)
  const back = { ...source, read: async () => parseSecretKeys(keys.split(',').reverse().join()) }
  expect(await reencryptSecrets(at.db, back)).toBe(1)
  expect((await attempt({ ...MAIL, from })).status).toBe(200)
  expect((await set({ mail: null })).body.settings.mail.value).toBeNull()
  expect((await at.get('//admin/sign-in', { token: null })).text).not.toContain('E-mail me a link')
})
