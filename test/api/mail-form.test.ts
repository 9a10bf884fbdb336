// The form of mails to end users: signatures, introduction and footer, hostile texts, previews and test mails. By a real SMTP and a
// real DNS server.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { reencryptSecrets, resetSecrets } from '../../src/auth/secret-key.ts'
import { generateSecretKey, parseSecretKeys } from '../../src/core/secret-keys.ts'
import { SAMPLE_KINDS } from '../../src/read/mail-samples.ts'
import { startService } from '../../src/service.ts'
import { onCleanup } from '../support/cleanup.ts'
import { verifyDkim } from '../support/dkim.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { type ReceivedMail, readMail, startMailServer } from '../support/mail-server.ts'
import { PATIENTLY } from '../support/patience.ts'
import {
  BASE_URL,
  type Sent,
  startTestService,
  TEST_KEY,
  type TestService,
} from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const NAME = 'Acme <feedback@news.acme.test>'
const logLines: string[] = []
let mails: Awaited<ReturnType<typeof startMailServer>>
let dns: Awaited<ReturnType<typeof startDnsServer>>
let at: TestService
let forum: number
let owner: { id: number; email: string; session: Sent; cookie: string }

beforeAll(async () => {
  mails = await startMailServer('')
  dns = await startDnsServer()
  at = await startTestService(logLines, {
    hasJobs: true,
    dnsServers: [dns.server],
    settings: { mails_per_minute: 100_000, mail_delay_seconds: 0 },
  })
  const mail = { host: '127.0.0.1', port: mails.port, tls: 'none', from: NAME }
  expect((await at.put('/settings', { mail })).status).toBe(200)
  forum = await aForum(at.db, 'Ideas')
  const { id, email } = await aPerson(at, 'owner')
  const cookie = await aSession(at, id)
  owner = { id, email, cookie, session: bySession(cookie) }
})

const KEYS = '/settings/mail/dkim_keys'
type Key = {
  id: number
  selector: string
  state: string
  record: { name: string; value: string; zone_line: string }
}
const keys = async (): Promise<Key[]> => (await at.get(KEYS)).body.dkim_keys
const aSelector = () => `s${randomBytes(4).toString('hex')}`

/** With room for it: there can be five. */
async function aKey(more: object = {}): Promise<Key> {
  const all = await keys()
  for (const { id, state } of all.slice(2)) if (state !== 'active') await at.delete(`${KEYS}/${id}`)
  const selector = aSelector()
  const { status, body } = await at.post(KEYS, { selector, ...more })
  expect([status, body.message]).toEqual([200, undefined])
  return body.dkim_keys.find((key: Key) => key.selector === selector)
}
const publish = ({ record: { name, value } }: Key) => {
  dns.zone.txt[name] = [value]
}
const activate = ({ id }: Key, body: object = {}) => at.put(`${KEYS}/${id}/activate`, body)
const publicKeyOf = ({ record }: Key) => record.value.replace(/^.*p=/, '')

const received = (email: string): ReceivedMail[] =>
  mails.received.filter(({ to }) => to.includes(email))

async function mailTo(email: string, count = 1): Promise<ReceivedMail> {
  await expect.poll(() => received(email).length, { timeout: 30_000 }).toBe(count)
  return received(email).at(-1) as ReceivedMail
}

/** The mail that a supporter gets about a status update. */
async function newsMail(
  { title = 'Dark mode', language = null as string | null, body = 'It is **done**' } = {},
  more: object = {},
): Promise<ReceivedMail> {
  const email = `p${randomBytes(6).toString('hex')}@example.test`
  const user = await aUser(at.db, email, { language } as never)
  const suggestion = await aSuggestion(at.db, forum, title, { state: 'published' })
  await aSupporter(at.db, suggestion, user)
  await at.made('/status_updates', {
    body,
    body_mime_type: 'text/markdown',
    notify_supporters: true,
    links: { suggestion, ...more },
  })
  return mailTo(email)
}

describe('DKIM', () => {
  test('a key is created, published, activated, and then signs every mail', async () => {
    const key = await aKey()
    expect(key).toMatchObject({
      state: 'new',
      domain: 'news.acme.test',
      record: { name: `${key.selector}._domainkey.news.acme.test`, type: 'TXT' },
    })
    expect(key.record.zone_line).toMatch(/^\S+\. IN TXT \( "[^"]{255}" "[^"]{1,255}" \)$/)
    const refused = await activate(key)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has no record') },
    })
    publish(key)
    expect((await activate(key)).body.dkim_keys[0]).toMatchObject({ id: key.id, state: 'active' })

    const { body } = await newsMail({ title: 'Größe ohne Ende' })
    const verified = verifyDkim(body, publicKeyOf(key))
    expect(verified).toMatchObject({
      domain: 'news.acme.test',
      selector: key.selector,
      isBodyIntact: true,
      isSignatureValid: true,
    })
    expect(verified?.headers).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'in-reply-to',
        'references',
        'auto-submitted',
        'list-unsubscribe',
        'list-unsubscribe-post',
        'content-type',
      ]),
    )
    // What the signature covers cannot be changed.
    for (const name of [
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'References',
      'Auto-Submitted',
    ]) {
      const changed = body.replace(new RegExp(`^${name}:\\s+`, 'm'), `${name}: x`)
      expect(changed).not.toBe(body)
      expect(verifyDkim(changed, publicKeyOf(key))?.isSignatureValid).toBe(false)
    }
    const longer = verifyDkim(`${body}more\r\n`, publicKeyOf(key))
    expect(longer).toMatchObject({ isBodyIntact: false, isSignatureValid: true })
  })

  test('a reply address is signed', async () => {
    const key = await aKey()
    await activate(key, { force: true })
    const email = `p${randomBytes(6).toString('hex')}@example.test`
    const suggestion = await aSuggestion(at.db, forum, 'Dark mode', { state: 'published' })
    await aSupporter(at.db, suggestion, await aUser(at.db, email))
    await at.made('/supporter_messages', {
      body: 'May we call you?',
      notification_email_address: 'ann@example.test',
      links: { suggestion },
    })
    const verified = verifyDkim((await mailTo(email)).body, publicKeyOf(key))
    expect(verified).toMatchObject({ isSignatureValid: true })
    expect(verified?.headers).toContain('reply-to')
  })

  test('a new key replaces it, in every process and without a restart, and the old one can come back', async () => {
    const first = await aKey()
    await activate(first, { force: true })
    const other = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      secretKey: { name: 'the key', read: async () => parseSecretKeys(TEST_KEY), create: null },
      ...PATIENTLY,
      store: at.store,
    })
    onCleanup(() => other.close())
    const second = await aKey()
    // Nothing changes before it is activated.
    const before = await newsMail()
    expect(verifyDkim(before.body, publicKeyOf(first))?.selector).toBe(first.selector)
    // By the other process; the jobs run in this one.
    const { token } = await at.aClient()
    const answer = await other.app.inject({
      method: 'PUT',
      url: `/api/v2/admin${KEYS}/${second.id}/activate`,
      headers: { authorization: `Bearer ${token}` },
      payload: { force: true },
    })
    expect(answer.statusCode).toBe(200)
    const states = (await keys()).filter(({ id }) => [first.id, second.id].includes(id))
    expect(states.map(({ state }) => state)).toEqual(['active', 'retired'])
    await expect
      .poll(async () => verifyDkim((await newsMail()).body, publicKeyOf(second))?.selector)
      .toBe(second.selector)
    await activate(first, { force: true })
    await expect
      .poll(async () => verifyDkim((await newsMail()).body, publicKeyOf(first))?.isSignatureValid)
      .toBe(true)
  })

  test('a key of a domain above signs, and one of another domain is refused', async () => {
    const key = await aKey({ domain: 'ACME.test' })
    expect(key.record.name).toBe(`${key.selector}._domainkey.acme.test`)
    publish(key)
    await activate(key)
    expect(verifyDkim((await newsMail()).body, publicKeyOf(key))).toMatchObject({
      domain: 'acme.test',
      isSignatureValid: true,
    })
    for (const domain of ['evil.test', 'test', 'x.news.acme.test', 'cme.test'])
      expect((await at.post(KEYS, { domain })).body.message).toContain('does not fit the sender')
    for (const selector of ['a.b', 'a_b', '-a', 'a b', 'ä'])
      expect((await at.post(KEYS, { selector })).body.message).toContain('Allowed: up to 63')
    expect((await at.post(KEYS, { selector: key.selector, domain: 'acme.test' })).status).toBe(409)
    // Another sender: the key does not fit any more, and mails are sent without a signature.
    const { value: mail } = (await at.get('/settings')).body.settings.mail
    await at.put('/settings', { mail: { ...mail, from: 'feedback@other.test' } })
    expect((await newsMail()).body).not.toMatch(/^dkim-signature/im)
    await at.put('/settings', { mail: { ...mail, from: NAME } })
  })

  test('there can be five, and removing the active one ends signatures', async () => {
    const key = await aKey()
    await activate(key, { force: true })
    while ((await keys()).length < 5) await at.post(KEYS, {})
    const names = (await keys()).map(({ selector }) => selector)
    expect(new Set(names).size).toBe(5)
    expect((await at.post(KEYS, {})).body.message).toContain('There are 5 DKIM keys')
    for (const { id } of await keys()) await at.delete(`${KEYS}/${id}`)
    expect((await newsMail()).body).not.toMatch(/^dkim-signature/im)
    expect((await at.delete(`${KEYS}/${key.id}`)).status).toBe(404)
    expect((await activate(key)).status).toBe(404)
    expect((await at.delete(`${KEYS}/x`)).status).toBe(404)
  })

  test('private keys are encrypted at rest, and never shown or logged', async () => {
    const key = await aKey()
    await activate(key, { force: true })
    await newsMail()
    const { rows } = await sql<{ row: string; secret: string }>`
      select row_to_json(k)::text as row, encode(encrypted_secret, 'escape') as secret from dkim_keys k
      union all select row_to_json(a)::text, '' from audit_entries a`.execute(at.db)
    const written = [...rows.flatMap(({ row, secret }) => [row, secret]), ...logLines].join('\n')
    expect(written).toContain(key.selector)
    const answers = JSON.stringify(await keys()) + JSON.stringify((await at.get('/settings')).body)
    for (const text of [written, answers]) expect(text).not.toContain('PRIVATE KEY')
    // A rotated key encrypts it anew, and it still signs.
    const other = generateSecretKey()
    const source = (all: string) => ({
      name: 'keys',
      read: async () => parseSecretKeys(all),
      create: null,
    })
    const count = (await keys()).length
    expect(await reencryptSecrets(at.db, source(`${other},${TEST_KEY}`))).toBe(count)
    expect(await reencryptSecrets(at.db, source(`${TEST_KEY},${other}`))).toBe(count)
    expect(verifyDkim((await newsMail()).body, publicKeyOf(key))?.isSignatureValid).toBe(true)
  })

  test('a lost secret key leaves mails without a signature', async () => {
    const plain = await startTestService()
    const mail = { host: '127.0.0.1', port: mails.port, tls: 'none', from: NAME }
    await plain.put('/settings', { mail })
    await plain.post(KEYS, {})
    const source = {
      name: 'k',
      read: async () => parseSecretKeys(generateSecretKey()),
      create: null,
    }
    expect(await resetSecrets(plain.db, source)).toBe(1)
    expect((await plain.get(KEYS)).body.dkim_keys).toEqual([])
  })

  test('is for owners, and for tokens without scopes', async () => {
    const { token } = await at.aClient({ scopes: ['settings:write'] })
    const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
    for (const sent of [{ token }, admin]) {
      expect((await at.post(KEYS, {}, sent)).status).toBe(403)
      expect((await at.post('/settings/mail/check', {}, sent)).status).toBe(403)
    }
  })
})

describe('the check of DNS records', () => {
  test('asks for the domain of the sender only, and says what is wrong', async () => {
    const key = await aKey()
    publish(key)
    await activate(key)
    dns.zone.txt['news.acme.test'] = ['v=spf1 mx -all']
    dns.zone.asked = []
    const { mail_check } = (await at.post('/settings/mail/check', {})).body
    expect(mail_check).toMatchObject({ domain: 'news.acme.test', is_ok: false })
    const ofKey = mail_check.findings.find(({ name }: { name: string }) => name === key.record.name)
    expect(ofKey.state).toBe('ok')
    expect(mail_check.findings.at(-1)).toMatchObject({ check: 'dmarc', state: 'missing' })
    expect(dns.zone.asked.every((name) => name.endsWith('acme.test'))).toBe(true)
    // A body cannot name another domain.
    const named = await at.post('/settings/mail/check', { domain: 'evil.test' })
    expect(named.body.mail_check?.domain ?? 'refused').not.toBe('evil.test')
    expect(dns.zone.asked.filter((name) => name.includes('evil'))).toEqual([])
  })

  test('is limited per hour, as test mails are', async () => {
    const { id } = await aPerson(at, 'owner')
    const session = bySession(await aSession(at, id))
    const statuses: number[] = []
    for (let i = 0; i < 31; i += 1)
      statuses.push((await at.post('/settings/mail/check', {}, session)).status)
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the introduction and the footer', () => {
  const texts = {
    en: { introduction: 'Hello from **Acme**', footer: 'Acme Ltd, [imprint](/imprint)' },
    de: { introduction: 'Hallo von **Acme**', footer: '' },
  }

  test('are in mails to end users, in their language', async () => {
    expect(
      (await at.put('/settings', { mail_texts: texts })).body.settings.mail_texts,
    ).toMatchObject({ value: texts, source: 'stored' })
    const english = readMail(await newsMail())
    expect(english.text).toMatch(/^Hello from Acme\r?\n\r?\nThere is news/)
    expect(english.text).toMatch(/-- \r?\nAcme Ltd, imprint \(\S+\/imprint\)\s*$/)
    expect(english.html).toMatch(/Hello from <strong>Acme<\/strong>[\s\S]*There is news/)
    expect(english.html).toContain(`href="${BASE_URL}/imprint"`)
    // The address of the company is in every mail.
    const german = readMail(await newsMail({ language: 'de' }))
    expect(german.text).toMatch(/^Hallo von Acme[\s\S]*Acme Ltd, imprint/)
    expect(german.text).not.toContain('Hello')
    // They are in what a member of the team sees before the answer is saved.
    const suggestion = await aSuggestion(at.db, forum, 'Dark mode', { state: 'published' })
    const preview = await at.post(
      `/suggestions/${suggestion}/mail_preview`,
      { body: 'Soon' },
      owner.session,
    )
    const shown = preview.body.mail_preview
    expect(shown.text).toMatch(/^Hello from Acme\n\nThere is news[\s\S]*-- \nAcme Ltd, imprint/)
    expect(shown.html).toMatch(
      /^<p>Hello from <strong>Acme<\/strong>[\s\S]*There is news[\s\S]*Acme Ltd/,
    )
    expect(shown.html).not.toContain('style')
  })

  test('a mail with a code has the footer only, and mails of the team have neither', async () => {
    await at.put('/settings', { mail_texts: texts })
    const test = (body: object) => at.post('/settings/mail/test', body, owner.session)
    const own = received(owner.email).length
    expect((await test({ kind: 'sign_in', language: 'en' })).status).toBe(200)
    const code = readMail(await mailTo(owner.email, own + 1))
    expect(code.headers.subject).toBe('Sign in to Earshot')
    expect(code.text).toContain('Acme Ltd')
    expect(code.text).not.toContain('Hello')
    expect((await test({})).status).toBe(200)
    const plain = readMail(await mailTo(owner.email, own + 2))
    expect(plain.text).not.toMatch(/Acme Ltd|Hello/)
  })

  test('a test mail is as end users get it, with texts that are not saved', async () => {
    const own = received(owner.email).length
    const mail_texts = { de: { introduction: 'Nur zur Probe' } }
    const sent = { kind: 'announcement', language: 'de', mail_texts }
    expect((await at.post('/settings/mail/test', sent, owner.session)).body).toEqual({
      mail_test: { sent_to: owner.email },
    })
    const mail = readMail(await mailTo(owner.email, own + 1))
    expect(mail.headers.subject).toBe('Das dunkle Design ist da')
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toMatch(/^Nur zur Probe/)
    expect(mail.text).toContain('- hell am Tag')
    expect((await at.get('/settings')).body.settings.mail_texts.value.de.introduction).not.toBe(
      'Nur zur Probe',
    )
  })

  test.each([
    [{ en: { introduction: 'x'.repeat(2001) } }, 'en.introduction'],
    [{ de: { footer: 'a\u0007b' } }, 'de.footer'],
    ['Hello', 'mail_texts'],
  ])('that are too long or no text are refused (%#)', async (mail_texts, place) => {
    const { status, body } = await at.put('/settings', { mail_texts })
    expect(status).toBe(422)
    expect(body.message).toContain(place)
  })

  test('are shown before they are saved, to the owner alone', async () => {
    const draft = { en: { introduction: 'Only <script>mine</script>' } }
    expect(
      (await at.put('/settings/portal_preview', { mail_texts: draft }, owner.session)).status,
    ).toBe(200)
    const open = (query: string, sent: Sent = owner.session) =>
      at.get(`//admin/mail-preview?${query}`, sent)
    const shown = await open('kind=status&language=en&theme=dark')
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Only &lt;script&gt;mine')
    expect(shown.text).toContain('@media all {')
    expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(shown.headers['content-security-policy']).toContain('sandbox allow-same-origin')
    expect((await open('kind=message&language=de')).text).toContain('@media not all {')
    for (const kind of SAMPLE_KINDS)
      for (const language of ['en', 'de'])
        expect((await open(`kind=${kind}&language=${language}`)).status).toBe(200)
    expect((await open('kind=digest&language=de')).text).toContain('Kim</bdi> schreibt:')
    for (const kind of ['sign_in', 'forum_invitation'])
      expect((await open(`kind=${kind}`)).text).not.toContain('Only')
    for (const query of ['kind=other', 'language=xx', 'theme=pink'])
      expect((await open(query)).status).toBe(404)
    const admin = bySession(await aSession(at, (await aPerson(at, 'admin')).id))
    for (const sent of [admin, { token: null }]) expect((await open('', sent)).status).toBe(404)
  })
})

describe('hostile and long texts', () => {
  const HOSTILE = 'A\r\nBcc: evil@example.test\r\n\r\n<script>alert(1)</script>'

  test('in titles and names stay text', async () => {
    const status = await insert(at.db, 'statuses', { name: '"><img src=x>' })
    const raw = await newsMail(
      { title: HOSTILE, body: '<b onclick=x>hi</b> [x](javascript:alert(1))' },
      { status },
    )
    const { headers, html, text } = readMail(raw)
    expect(raw.to).toHaveLength(1)
    expect(headers.bcc).toBeUndefined()
    expect(raw.body.match(/^Subject:/gim)).toHaveLength(1)
    expect(html).not.toMatch(/<script|<img|<b |javascript:alert\(1\)"/i)
    expect(text).toContain('<script>alert(1)</script>')
  })

  test('subjects of any language and length are encoded, and lines are short enough', async () => {
    const title = `${'Очень длинный заголовок '.repeat(9)}عنوان`
    const raw = await newsMail({ title })
    expect(readMail(raw).headers.subject).toBe(title)
    expect(raw.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
    expect(/^[\x20-\x7e\t\r\n]*$/.test(raw.body.slice(0, raw.body.indexOf('\r\n\r\n')))).toBe(true)
  })

  test('titles from right to left keep their direction', async () => {
    const { html } = readMail(await newsMail({ title: 'الوضع الداكن (Beta)', body: 'שלום עולם' }))
    expect(html).toContain('“<bdi>الوضع الداكن (Beta)</bdi>”')
    expect(html).toMatch(/<div dir="auto" class="quote"[^>]*><p>שלום/)
  })

  test('the text has the addresses of links, and lists', async () => {
    const body = '- one\n- [two](https://two.test/x)\n\nSee https://three.test and [us](/updates).'
    const { text } = readMail(await newsMail({ body }))
    const words = text.replaceAll('\r\n', '\n')
    expect(words).toContain('- one\n- two (https://two.test/x)')
    expect(words).toContain(`See https://three.test and us (${BASE_URL}/updates).`)
  })
})
