// Links that are mailed, by a real SMTP server.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { beforeEach, expect, test } from 'vitest'
import { parseOidcProviders } from '../../src/auth/sign-in/oidc-settings.ts'
import type { MailSettings } from '../../src/core/mail.ts'
import { makeCertificate } from '../support/certificate.ts'
import { onCleanup } from '../support/cleanup.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { CLOSE_TIMEOUT_MS } from '../support/mail-server.ts'
import { CLIENT, startProvider } from '../support/oidc-servers.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import {
  ageSessions,
  aPerson,
  aSession,
  bySession,
  cookieOf,
  deviceOf,
  PASSWORD,
  submit,
} from '../support/staff.ts'

type Received = { from: string; to: string[]; body: string; isSecure: boolean; user: unknown }

async function startMailServer(options: SMTPServerOptions, port = 0) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    closeTimeout: CLOSE_TIMEOUT_MS,
    authOptional: true,
    logger: false,
    onData: (stream, { envelope, secure, user }, done) => {
      void text(stream).then((body) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, body, isSecure: secure, user })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  onCleanup(close)
  return { received, close, port: (server.server.address() as AddressInfo).port }
}

const settingsOf = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  auth: null,
  from: 'Earshot <earshot@example.test>',
  ...more,
})

const mails = await startMailServer({})
const logLines: string[] = []
const at = await startTestService(logLines, {
  settings: { mail: settingsOf(mails.port) },
  hasJobs: true,
})

beforeEach(() => void mails.received.splice(0))

const request = (email: string, on: TestService = at) =>
  submit(on, '//admin/sign-in-link', { email })
const use = (code: string) => submit(at, '//admin/sign-in-link', { code })

const jobsOf = async ({ db }: TestService) => {
  const { rows } = await sql<{ last_error: string | null }>`
    select * from graphile_worker._private_jobs j
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`.execute(
    db,
  )
  return rows
}

/** The text part and the code of its link. */
function readMail({ body }: Received) {
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const [, code = ''] =
    /http:\/\/feedback\.example\.test\/admin\/sign-in-link#(earshot_code_[\w-]{43})\s/.exec(
      plain,
    ) ?? []
  return { plain, code }
}

async function mailedCode(email: string): Promise<string> {
  const before = mails.received.length
  expect((await request(email)).status).toBe(200)
  await expect.poll(() => mails.received.length).toBe(before + 1)
  return readMail(mails.received.at(-1) as Received).code
}

test('a person gets a notice when an account of a provider is connected to them', async () => {
  const acme = await startProvider('acme')
  const oidcProviders = parseOidcProviders(
    JSON.stringify([
      { name: 'Acme', issuer: acme.issuer, ...CLIENT, email_domains: ['staff.test'] },
    ]),
  )
  const own = await startTestService(undefined, {
    settings: { mail: settingsOf(mails.port), sign_in_providers: oidcProviders },
    hasJobs: true,
  })
  const { email } = await aPerson(own, 'admin')
  acme.signInAs({ sub: 'ann', email, email_verified: true })
  const signIn = async () => {
    const started = await submit(own, '//admin/oidc/acme', {}, { origin: BASE_URL })
    const [, address = ''] = /content="0;url=([^"]*)"/.exec(started.text) ?? []
    const callback = await acme.visit(address.replaceAll('&#38;', '&'))
    return own.call('GET', `/${callback.slice(BASE_URL.length)}`, {
      token: null,
      headers: { cookie: cookieOf(started) },
    })
  }
  expect((await signIn()).status).toBe(200)
  await expect.poll(() => mails.received.length).toBe(1)
  const [mail] = mails.received as [Received]
  expect(mail.to).toEqual([email])
  expect(mail.body).toMatch(/^Subject: Your Earshot account is connected with Acme\r$/m)
  expect(readMail(mail).plain).toContain(`${BASE_URL}/admin/profile`)
  expect(mail.body).not.toContain('earshot_code_')
  // Only the first time.
  expect((await signIn()).status).toBe(200)
  await expect.poll(() => jobsOf(own)).toEqual([])
  expect(mails.received).toHaveLength(1)
})

test('an address that the mail server refuses is tried once: the team learns it of an invitation, not of a code', async () => {
  const refused: string[] = []
  const picky = await startMailServer({
    onRcptTo: ({ address }, _, done) => {
      refused.push(address)
      done(Object.assign(new Error('no such user'), { responseCode: 550 }))
    },
  })
  const own = await startTestService(undefined, {
    settings: { mail: settingsOf(picky.port) },
    hasJobs: true,
  })
  const { email } = await aPerson(own, 'admin')
  expect((await request(email, own)).status).toBe(200)
  await expect.poll(() => refused).toHaveLength(1)
  await expect.poll(() => jobsOf(own)).toEqual([])
  await own.made('/invitations', { email: 'gone.ben@staff.test', role: 'viewer' })
  const failed = async () => (await own.get('/jobs')).body.jobs
  await expect.poll(failed).toMatchObject([{ task: 'send_mail', state: 'failed' }])
  const [job] = await failed()
  expect(job.attempts).toBe(job.max_attempts)
  expect(job.last_error).toContain('550')
  expect(refused).toEqual([email, 'gone.ben@staff.test'])
})

test('a mailed link signs in, once', async () => {
  const { id, email } = await aPerson(at, 'admin')
  const code = await mailedCode(email.toUpperCase())
  const [mail] = mails.received as [Received]
  expect(mail).toMatchObject({ from: 'earshot@example.test', to: [email] })
  expect(mail.body).toMatch(/^Subject: Sign in to Earshot\r$/m)
  expect(mail.body).toMatch(/^Content-Type: text\/plain/m)
  expect(mail.body).toMatch(/^Content-Type: text\/html/m)
  expect(readMail(mail).plain.match(/#earshot_code_/g)).toHaveLength(2)
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from expires_at - created_at)::int / 60 as minutes from one_time_codes
    where purpose = 'sign_in' and user_id = ${id}`.execute(at.db)
  expect(rows).toEqual([{ minutes: 15 }])

  const answer = await use(code)
  expect(answer).toMatchObject({ status: 303, headers: { location: '/admin' } })
  const { body } = await at.get('/users/current', bySession(cookieOf(answer)))
  expect(body.users[0].id).toBe(id)
  expect((await at.get('/audit_entries')).body.audit_entries[0]).toMatchObject({
    action: 'signed_in',
    subject_id: id,
    after: { method: 'link', second_factor: false },
  })
  expect(await use(code)).toMatchObject({
    status: 401,
    text: expect.stringContaining('not valid any more'),
  })
})

test('an expired link, and those that were asked for before a used one, are refused', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const late = await mailedCode(email)
  await sql`update one_time_codes set expires_at = now() where user_id = ${id}`.execute(at.db)
  expect((await use(late)).status).toBe(401)
  const [one, two] = [await mailedCode(email), await mailedCode(email)]
  expect((await use(two)).status).toBe(303)
  expect((await use(one)).status).toBe(401)
  expect((await use('')).status).toBe(422)
  expect((await use('earshot_code_nonsense')).status).toBe(401)
})

test('nobody sees which addresses are known, and only staff get a mail', async () => {
  const known = await aPerson(at, 'viewer')
  const disabled = await aPerson(at, 'viewer')
  await sql`update permissions set disabled_at = now() where user_id = ${disabled.id}`.execute(
    at.db,
  )
  const endUser = await aPerson(at, 'viewer')
  await sql`delete from permissions where user_id = ${endUser.id}`.execute(at.db)
  const blocked = await aPerson(at, 'viewer')
  await sql`update users set allowed_state = 'blocked' where id = ${blocked.id}`.execute(at.db)
  const emails = ['nobody@staff.test', disabled.email, endUser.email, blocked.email, known.email]
  const pages: (readonly [number, string])[] = []
  for (const email of emails) {
    const { status, text: page } = await request(email)
    pages.push([status, page.replaceAll(email, 'ADDRESS')])
  }
  expect(pages[0]).toEqual([200, expect.stringContaining('If ADDRESS can sign in here')])
  for (const page of pages) expect(page).toEqual(pages[0])
  await expect.poll(() => jobsOf(at)).toEqual([])
  expect(mails.received.map(({ to }) => to)).toEqual([[known.email]])
})

test('a person who is disabled after the mail cannot use its link', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const code = await mailedCode(email)
  await sql`update permissions set disabled_at = now() where user_id = ${id}`.execute(at.db)
  const answer = await use(code)
  expect(answer.status).toBe(401)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('the second factor is asked for', async () => {
  const { id, email } = await aPerson(at, 'viewer')
  const secret = new Secret({ size: 20 })
  await sql`
    insert into totp_secrets (user_id, secret, last_step)
    values (${id}, ${Buffer.from(secret.bytes)}, 0)`.execute(at.db)
  const first = await use(await mailedCode(email))
  expect(first.headers['set-cookie']).toBeUndefined()
  const [, continuation = ''] = /name="continuation" value="([^"]+)"/.exec(first.text) ?? []
  const code = new TOTP({ secret }).generate()
  expect((await submit(at, '//admin/sign-in', { continuation, code })).status).toBe(303)
})

test('repeated requests are answered alike and send nothing, and do not delay the person elsewhere', async () => {
  const own = await startTestService(undefined, {
    settings: { mail: settingsOf(mails.port) },
    proxies: 1,
  })
  const { email } = await aPerson(own, 'viewer')
  const headersOf = (network: string, cookie = '') => ({
    'x-forwarded-for': network,
    ...(cookie && { cookie }),
  })
  const form = { email, password: PASSWORD }
  const known = deviceOf(await submit(own, '//admin/sign-in', form, headersOf('192.0.2.1')))
  const from = async (network: string, address: string, cookie = ''): Promise<unknown[]> => {
    const sent = headersOf(network, cookie)
    const answer = await submit(own, '//admin/sign-in-link', { email: address }, sent)
    const { rows } = await sql`
      update sign_in_attempts set blocked_until = now() + interval '1 hour' where blocked_until > now()
      returning key`.execute(own.db)
    expect(rows.length).toBeLessThanOrEqual(2)
    const { rows: mailed } = await sql`
      select from outgoing_mails where email = ${address}`.execute(own.db)
    return [answer.status, answer.text, answer.headers['retry-after'], mailed.length]
  }
  const [status, page] = await from('192.0.2.10', email)
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await from('192.0.2.10', email))
  expect(answers).toEqual([2, 3, 4, 5, 5, 5].map((mailed) => [200, page, undefined, mailed]))
  expect(status).toBe(200)
  expect((await from('192.0.2.11', email))[3]).toBe(6)
  expect((await from('192.0.2.10', email, known))[3]).toBe(7)
  for (let i = 0; i < 30; i++) await from('192.0.2.12', `nobody${i}@staff.test`)
  expect(await from('192.0.2.12', 'nobody31@staff.test')).toMatchObject({ 0: 200, 3: 0 })
  const entered = await submit(own, '//admin/sign-in', form, headersOf('192.0.2.12'))
  expect(entered.status).toBe(303)
})

test('a mail waits until the server is up again, and no secret waits with it', async () => {
  const lines: string[] = []
  const first = await startMailServer({})
  await first.close()
  const own = await startTestService(lines, {
    settings: { mail: settingsOf(first.port) },
    hasJobs: true,
  })
  const { email } = await aPerson(own, 'viewer')
  expect((await request(email, own)).status).toBe(200)
  await expect.poll(async () => (await jobsOf(own))[0]?.last_error).toContain('mail server')
  const waiting = JSON.stringify(await jobsOf(own))
  expect(waiting).not.toMatch(/earshot_code|staff\.test/)
  expect(
    JSON.stringify((await sql`select * from outgoing_mails`.execute(own.db)).rows),
  ).not.toContain('earshot_code')
  const again = await startMailServer({}, first.port)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(own.db)
  await expect.poll(() => again.received.length).toBe(1)
  await expect.poll(() => jobsOf(own)).toEqual([])
  expect((await sql`select from outgoing_mails`.execute(own.db)).rows).toEqual([])
  expect(lines.join('')).not.toMatch(/earshot_code|staff\.test/)
})

test('a mail that nobody waits for any more is not sent', async () => {
  const first = await startMailServer({})
  await first.close()
  const own = await startTestService(undefined, {
    settings: { mail: settingsOf(first.port) },
    hasJobs: true,
  })
  const { email } = await aPerson(own, 'viewer')
  await request(email, own)
  await expect.poll(async () => (await jobsOf(own))[0]?.last_error).toContain('mail server')
  await sql`update outgoing_mails set created_at = now() - interval '61 minutes'`.execute(own.db)
  const again = await startMailServer({}, first.port)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(own.db)
  await expect.poll(() => jobsOf(own)).toEqual([])
  expect(again.received).toEqual([])
})

test('the password of the mail server is sent over STARTTLS, and only to a server that is known', async () => {
  const { key, cert } = makeCertificate('DNS:localhost', 'IP:127.0.0.1')
  const passwords: unknown[] = []
  const secure = await startMailServer({
    key,
    cert,
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _, done) => {
      passwords.push(password)
      done(null, { user: username as string })
    },
  })
  const auth = { user: 'earshot', pass: 'a password of mail' }
  const lines: string[] = []
  const own = await startTestService(lines, {
    settings: { mail: settingsOf(secure.port, { tls: 'starttls', auth }) },
    hasJobs: true,
  })
  const { email } = await aPerson(own, 'viewer')
  await request(email, own)
  // The certificate is unknown.
  await expect.poll(async () => (await jobsOf(own))[0]?.last_error).toContain('mail server')
  expect(passwords).toEqual([])
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(own.db)
  await expect.poll(() => secure.received.length).toBe(1)
  setDefaultCACertificates(before)
  expect(secure.received[0]).toMatchObject({ to: [email], isSecure: true, user: 'earshot' })
  expect(passwords).toEqual(['a password of mail'])
  expect(lines.join('')).not.toContain('a password of mail')

  // A server without STARTTLS gets neither the password nor the mail.
  const plain = await startTestService(undefined, {
    settings: { mail: settingsOf(mails.port, { tls: 'starttls', auth }) },
    hasJobs: true,
  })
  const person = await aPerson(plain, 'viewer')
  await request(person.email, plain)
  await expect.poll(async () => (await jobsOf(plain))[0]?.last_error).toContain('mail server')
  expect(mails.received).toEqual([])
})

test('the page offers a link only where mail is configured', async () => {
  const { text: page } = await at.call('GET', '//admin/sign-in')
  expect(page).toContain('formaction="/admin/sign-in-link"')
  const { text: form } = await at.call('GET', '//admin/sign-in-link')
  expect(form).toContain('data-fill-code')
  const without = await startTestService()
  expect((await without.call('GET', '//admin/sign-in')).text).not.toContain('sign-in-link')
  expect((await request('nobody@staff.test', without)).status).toBe(404)
})

test('another site cannot ask for a link or use one', async () => {
  const headers = { origin: 'https://evil.test' }
  const { email } = await aPerson(at, 'viewer')
  expect((await submit(at, '//admin/sign-in-link', { email }, headers)).status).toBe(403)
  const code = await mailedCode(email)
  expect((await submit(at, '//admin/sign-in-link', { code }, headers)).status).toBe(403)
  expect((await use(code)).status).toBe(303)
})

test('something that is not an address is refused on the page', async () => {
  for (const email of ['', 'nobody', 'a b@c', `${'a'.repeat(300)}@staff.test`])
    expect((await request(email)).status).toBe(422)
  // One address, whatever it looks like: no second recipient and no header.
  await request('a@staff.test,b@staff.test')
  await request('a@staff.test\r\nBcc:b@staff.test')
  await expect.poll(() => jobsOf(at)).toEqual([])
  expect(mails.received).toEqual([])
})

test('no address and no code is in the log', () => {
  expect(logLines.length).toBeGreaterThan(10)
  expect(logLines.join('')).not.toMatch(/earshot_code|staff\.test/)
  expect(BASE_URL).toBe('http://feedback.example.test')
})

test('staff get one mail when a note or a comment mentions them', async () => {
  const ada = await aPerson(at, 'viewer')
  const ben = await aPerson(at, 'contributor')
  const forum = await aForum(at.db, 'Ideas')
  const suggestion = await aSuggestion(at.db, forum, 'Dark mode')
  const mention = (...people: { id: number }[]) => ({
    body: `**Look**, ${people.map(({ id }) => `[@x](mention:${id})`).join(' and ')}`,
    body_mime_type: 'text/markdown',
  })
  const links = { suggestion }
  const note = await at.made('/notes', { ...mention(ada), links })
  await expect.poll(() => mails.received.length).toBe(1)
  const [first] = mails.received as [Received]
  expect(first.to).toEqual([ada.email])
  const { plain } = readMail(first)
  expect(plain).toContain('mentioned you in a note on')
  expect(plain).toContain('Look, @x')
  expect(plain).toContain(`/admin/suggestions/${suggestion}?tab=notes`)
  // An edit that keeps Ada tells only Ben.
  await at.put(`/notes/${note.id}`, mention(ada, ben))
  await expect.poll(() => mails.received.length).toBe(2)
  expect(mails.received[1]?.to).toEqual([ben.email])
  // No mail for a text with a date of its own, which was imported, and for one that did not change.
  await at.made('/notes', { ...mention(ada), created_at: '2020-01-01T00:00:00Z', links })
  await at.put(`/notes/${note.id}`, mention(ada, ben))
  await at.made('/comments', { ...mention(ada), links })
  await expect.poll(() => mails.received.length).toBe(3)
  expect(readMail(mails.received[2] as Received).plain).toContain('?tab=comments')
  expect(await jobsOf(at)).toEqual([])
})

test('a person changes name and address, and the new address proves itself', async () => {
  const person = await aPerson(at, 'admin')
  const cookie = cookieOf(
    await submit(at, '//admin/sign-in', { email: person.email, password: PASSWORD }),
  )
  const change = (path: string, fields: Record<string, string>) =>
    submit(at, `//admin/profile/${path}`, fields, { cookie, origin: BASE_URL })
  expect((await change('name', { name: ' ' })).status).toBe(422)
  expect((await change('name', { name: 'Renamed' })).headers.location).toContain('name_changed')
  const other = await aPerson(at, 'viewer')
  expect((await change('address', { email: other.email.toUpperCase() })).status).toBe(409)
  expect((await change('address', { email: 'nobody' })).status).toBe(422)
  const email = `moved-${person.id}@staff.test`
  expect((await change('address', { email })).headers.location).toContain('address_mailed')
  await expect.poll(() => mails.received.length).toBe(1)
  expect(mails.received[0]?.to).toEqual([email])
  const [, code = ''] =
    /confirm-address#(earshot_code_[\w-]+)/.exec(
      mails.received[0]?.body.replace(/=\r\n/g, '') ?? '',
    ) ?? []
  expect((await submit(at, '//admin/sign-in', { email, password: PASSWORD })).status).toBe(401)
  expect((await submit(at, '//admin/confirm-address', { code: 'wrong' })).status).toBe(401)
  expect((await submit(at, '//admin/confirm-address', { code })).text).toContain(email)
  expect((await submit(at, '//admin/confirm-address', { code })).status).toBe(401)
  expect((await submit(at, '//admin/sign-in', { email, password: PASSWORD })).status).toBe(303)
  // The old address learns of it.
  await expect.poll(() => mails.received.at(-1)?.to).toEqual([person.email])
  const { audit_entries } = (await at.get(`/audit_entries?action=profile_changed`)).body
  expect(audit_entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ after: { name: 'Renamed' } }),
      expect.objectContaining({
        before: { email_address: person.email },
        after: { email_address: email },
      }),
    ]),
  )
})

test('a change of the address needs a recent proof, and applies at once without mail', async () => {
  const own = await startTestService()
  const person = await aPerson(own, 'admin')
  const cookie = await aSession(own, person.id)
  const change = (email: string) =>
    submit(own, '//admin/profile/address', { email }, { cookie, origin: BASE_URL })
  await ageSessions(own, person.id)
  expect((await change('late@staff.test')).status).toBe(403)
  await sql`update sessions set confirmed_at = now()`.execute(own.db)
  expect((await change('late@staff.test')).headers.location).toContain('address_changed')
  const signIn = { email: 'late@staff.test', password: PASSWORD }
  expect((await submit(own, '//admin/sign-in', signIn)).status).toBe(303)
})

/** As a person reads it: UTF-8, and the subject decoded. */
function readWords({ body }: Received) {
  const decode = (text: string) =>
    Buffer.from(
      text
        .replace(/=\r\n/g, '')
        .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString()
  const subject = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(body)?.[1] ?? ''
  const words = subject
    .replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, encoded) => decode(encoded.replaceAll('_', ' ')))
  return { subject: words, words: decode(body) }
}

const german = { 'accept-language': 'de-DE,de;q=0.9' }

test('mails are in the language of the person who gets them', async () => {
  const ada = await aPerson(at, 'owner')
  const sendLink = async (headers: Record<string, string> = {}) => {
    const before = mails.received.length
    await submit(at, '//admin/sign-in-link', { email: ada.email }, headers)
    await expect.poll(() => mails.received.length).toBe(before + 1)
    return readWords(mails.received.at(-1) as Received)
  }
  // Of the page, as long as the person has not signed in.
  const first = await sendLink(german)
  expect(first.subject).toBe('Anmelden bei Earshot')
  expect(first.words).toContain('<html lang="de">')
  expect(first.words.match(/Öffnen Sie diesen Link/g)).toHaveLength(2)
  expect((await sendLink()).subject).toBe('Sign in to Earshot')

  // A sign-in says it, and then a choice in the console.
  const form = { email: ada.email, password: PASSWORD }
  const session = bySession(cookieOf(await submit(at, '//admin/sign-in', form, german)))
  expect((await sendLink({ 'accept-language': 'en' })).subject).toBe('Anmelden bei Earshot')
  await submit(at, '//admin/sign-in', form, { 'accept-language': 'en' })
  const { body } = await at.get('/sessions/current', session)
  expect(body.sessions[0].language).toBe('de')

  // Who is invited and not known yet gets the language of the inviter.
  const email = `invited-${ada.id}@staff.test`
  const invite = await at.call('POST', '/invitations', {
    ...session,
    headers: { ...session.headers, origin: BASE_URL },
    body: { email, role: 'viewer' },
  })
  expect(invite.status).toBe(201)
  await expect.poll(() => mails.received.at(-1)?.to).toEqual([email])
  const invited = readWords(mails.received.at(-1) as Received)
  expect(invited.subject).toBe('Einladung zu Earshot')
  expect(invited.words).toContain('mit der Rolle Betrachter')

  const choose = (language: string) =>
    at.call('PUT', '/sessions/current', {
      ...session,
      headers: { ...session.headers, origin: BASE_URL },
      body: { language },
    })
  expect((await choose('en')).body.sessions[0].language).toBe('en')
  expect((await sendLink(german)).subject).toBe('Sign in to Earshot')
  expect((await choose('fr')).status).toBe(422)
  const byToken = await at.put('/sessions/current', { language: 'en' })
  expect(byToken).toMatchObject({ status: 200, body: { sessions: [] } })
})

test('a mention is in the language of the person who is mentioned', async () => {
  const [ada, ben] = [await aPerson(at, 'viewer'), await aPerson(at, 'viewer')]
  await sql`update users set language = 'de' where id = ${ada.id}`.execute(at.db)
  const suggestion = await aSuggestion(at.db, await aForum(at.db, 'Ideas'), 'Größe')
  await at.made('/notes', {
    body: `[@a](mention:${ada.id}) [@b](mention:${ben.id})`,
    body_mime_type: 'text/markdown',
    links: { suggestion },
  })
  await expect.poll(() => mails.received.length).toBe(2)
  const wordsFor = ({ email }: { email: string }) =>
    readWords(mails.received.find(({ to }) => to[0] === email) as Received)
  expect(wordsFor(ada).subject).toMatch(/hat Sie erwähnt: Größe$/)
  expect(wordsFor(ada).words).toContain('in einer Notiz zu „Größe“')
  expect(wordsFor(ben).words).toContain('in a note on “Größe”')
})
