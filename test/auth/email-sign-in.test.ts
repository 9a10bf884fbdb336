// End users who sign in on the portal with a mail that has a link and a code.
import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { finishEmailSignIn, startEmailSignIn } from '../../src/auth/end-users/email-sign-in.ts'
import {
  endEndUserSessions,
  findEndUser,
  listEndUserSessions,
} from '../../src/auth/end-users/sessions.ts'
import type { MailSettings } from '../../src/core/mail.ts'
import { deriveKey } from '../../src/core/secret-keys.ts'
import { type ReadMail, readMail, startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, type PortalBrowser, signInMailTo } from '../support/portal.ts'
import { type Answer, startTestService } from '../support/service.ts'
import { aPerson, cookiesOf } from '../support/staff.ts'

const { received, port } = await startMailServer('unused')
const mail: MailSettings = {
  host: '127.0.0.1',
  port,
  tls: 'none',
  auth: null,
  from: 'Earshot <earshot@example.test>',
}
const logLines: string[] = []
const at = await startTestService(logLines, { settings: { mail }, hasJobs: true, proxies: 1 })

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `reader-${addresses}-${Date.now()}@customer.test`
}
const aBrowser = (options?: Parameters<typeof aPortalBrowser>[1]) => aPortalBrowser(at, options)

const mailTo = (email: string, count = 1) => signInMailTo(received, email, count)

/** Asks for a mail and returns what it says. */
async function ask(browser: PortalBrowser, email: string, fields: Record<string, string> = {}) {
  const before = received.filter(({ to }) => to.includes(email)).length
  const answer = await browser.submit('/sign-in', { email, ...fields })
  expect(answer, answer.text).toMatchObject({ status: 303, headers: { location: '/sign-in/code' } })
  return mailTo(email, before + 1)
}

async function signedIn(email: string, browser = aBrowser()): Promise<PortalBrowser> {
  const { code } = await ask(browser, email)
  expect((await browser.submit('/sign-in/code', { code })).status).toBe(303)
  return browser
}

const isSignedIn = async (browser: PortalBrowser) =>
  (await browser.open('/')).text.includes('Sign out')
const visitorOf = ({ cookies }: PortalBrowser) => cookies.get('earshot_visitor') ?? ''

const userOf = async (email: string) => {
  const { rows } = await sql<Record<string, unknown> & { id: number }>`
    select * from users where lower(email_address) = lower(${email})`.execute(at.db)
  return rows[0]
}
const idOf = async (email: string) => (await userOf(email))?.id as number

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a mail', () => {
  test('has a code that signs in where it was asked for, and makes the person known', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const home = await browser.open('/forums/1?page=2')
    expect(home.text).not.toContain('Sign out')
    expect((await browser.open('/')).text).toContain('href="/sign-in"')
    expect((await browser.open('/sign-in?return_to=/forums/1%3Fpage%3D2')).text).toContain(
      'value="/forums/1?page=2"',
    )
    const { body, code } = await ask(browser, email, { return_to: '/forums/1?page=2' })
    expect(body).toMatch(/^Subject: Sign in to Earshot\r$/m)
    expect(body).toMatch(/^Content-Type: text\/html/m)
    expect(body).toMatch(/^Content-Language: en\r$/m)
    expect((await browser.open('/sign-in/code')).text).toContain(email)
    expect(await userOf(email)).toBeUndefined()
    const answer = await browser.submit('/sign-in/code', {
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/forums/1?page=2' } })
    expect(cookiesOf(answer)[0]).toMatch(/^earshot_visitor=.*; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await userOf(email)).toMatchObject({
      email_address: email,
      email_confirmed: true,
      language: 'en',
      is_admin: false,
    })
    // Signed in already.
    expect(await browser.open('/sign-in?return_to=/docs')).toMatchObject({
      status: 303,
      headers: { location: '/docs' },
    })
  })

  test('has a link that signs in on another device, after a click', async () => {
    const email = anAddress()
    const [desktop, phone] = [aBrowser(), aBrowser()]
    const { code, link } = await ask(desktop, email, { return_to: '/docs' })
    // As programs that check mails do.
    for (let i = 0; i < 3; i += 1) {
      const page = await aBrowser().open(link)
      expect(page).toMatchObject({ status: 200 })
      expect(page.headers['set-cookie']).toBeUndefined()
      expect(page.headers['referrer-policy']).toBe('same-origin')
    }
    expect((await phone.open(link)).text).toContain(email)
    expect(await userOf(email)).toBeUndefined()
    expect(await phone.submit(link)).toMatchObject({ status: 303, headers: { location: '/docs' } })
    expect([await isSignedIn(phone), await isSignedIn(desktop)]).toEqual([true, false])
    // Both are used up.
    expect((await phone.submit(link)).status).toBe(410)
    expect((await aBrowser().open(link)).status).toBe(410)
    expect((await desktop.submit('/sign-in/code', { code })).status).toBe(401)
    expect(await isSignedIn(desktop)).toBe(false)
  })

  test('and its pages are in the language of the browser', async () => {
    const email = anAddress()
    const browser = aBrowser({ language: 'de-AT,en;q=0.5' })
    expect((await browser.open('/sign-in')).text).toContain('Weiter mit E-Mail')
    const { body, text, code } = await ask(browser, email)
    expect(body).toMatch(/^Content-Language: de\r$/m)
    expect(text).toContain('Oder öffnen Sie diesen Link auf einem beliebigen Gerät.')
    expect((await browser.open('/sign-in/code')).text).toContain('Eine Mail ist zu')
    expect((await browser.submit('/sign-in/code', { code: wrongOf(code) })).text).toContain(
      'Sie haben noch 4 Versuche',
    )
    await browser.submit('/sign-in/code', { code })
    expect(await userOf(email)).toMatchObject({ language: 'de' })
  })

  test('goes to the address as it is stored, not to one that only looks equal', async () => {
    const email = `kim-${anAddress()}`
    await sql`insert into users (email_address) values (${email})`.execute(at.db)
    // The Kelvin sign, whose small letter is k.
    const lookalike = email.replace('k', '\u212a')
    const browser = aBrowser()
    await browser.submit('/sign-in', { email: lookalike })
    const { code } = await mailTo(email)
    expect(received.filter(({ to }) => to.includes(lookalike))).toEqual([])
    expect((await browser.submit('/sign-in/code', { code })).status).toBe(303)
  })

  test('to an address that somebody with a lookalike gets meanwhile signs nobody in as them', async () => {
    const email = `kim-${anAddress()}`
    const lookalike = email.replace('k', '\u212a')
    const browser = aBrowser()
    await browser.submit('/sign-in', { email: lookalike })
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from email_sign_ins where email = ${lookalike} and code_hash is not null`.execute(
          at.db,
        )
        return rows.length
      })
      .toBe(1)
    await sql`insert into users (email_address) values (${email})`.execute(at.db)
    await setCode(browser.cookies.get('earshot_email') as string, '123456')
    const answer = await browser.submit('/sign-in/code', { code: '123456' })
    expect(answer.status).toBe(401)
    // It was the right code.
    expect(answer.text).toContain('has expired or was finished already')
    expect(await isSignedIn(browser)).toBe(false)
  })

  /** Only somebody with the secret key can do this. */
  async function setCode(credential: string, code: string): Promise<void> {
    const browser = createHash('sha256').update(credential).digest()
    const { rows } = await sql<{ id: number }>`
      select id from email_sign_ins where browser_hash = ${browser}`.execute(at.db)
    const [{ bytes }] = await at.readKeys()
    const key = deriveKey(bytes, 'email_sign_ins').bytes
    const hash = createHmac('sha256', key).update(`${rows[0]?.id} ${code}`).digest()
    await sql`update email_sign_ins set code_hash = ${hash} where id = ${rows[0]?.id}`.execute(
      at.db,
    )
  }

  test('leaves no secret in the log and none in the database', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const { code, link } = await ask(browser, email)
    const secret = link.split('/').at(-1) as string
    const cookie = browser.cookies.get('earshot_email') as string
    const { rows } = await sql<{ row: string; code_hash: Buffer }>`
      select s::text as row, code_hash from email_sign_ins s where email = ${email}`.execute(at.db)
    for (const text of [code, secret, cookie]) expect(rows[0]?.row).not.toContain(text)
    expect(rows[0]?.code_hash.equals(createHash('sha256').update(code).digest())).toBe(false)
    await aBrowser().open(link)
    await browser.submit('/sign-in/code', { code: wrongOf(code) })
    await browser.submit(link)
    const log = logLines.join('\n')
    expect(log).toContain('visitor_signed_in')
    for (const text of [secret, cookie, visitorOf(browser), email]) expect(log).not.toContain(text)
  })
})

describe('a code', () => {
  test('works only in the browser that asked for it', async () => {
    const email = anAddress()
    const [owner, stranger] = [aBrowser(), aBrowser()]
    const { code } = await ask(owner, email)
    await ask(stranger, email)
    expect((await stranger.submit('/sign-in/code', { code })).status).toBe(401)
    expect((await aBrowser().submit('/sign-in/code', { code })).status).toBe(401)
    expect((await aBrowser().open('/sign-in/code')).headers.location).toBe('/sign-in')
    expect((await owner.submit('/sign-in/code', { code })).status).toBe(303)
    expect(await isSignedIn(stranger)).toBe(false)
  })

  test('has five tries, and the link works after them', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const { code, link } = await ask(browser, email)
    const wrong = () => browser.submit('/sign-in/code', { code: wrongOf(code) })
    const texts = ['4 more tries', '3 more tries', '2 more tries', '1 more try', 'too often']
    for (const text of texts) expect(await wrong()).toMatchObject(alerting(text))
    for (const given of [code, wrongOf(code)])
      expect(await browser.submit('/sign-in/code', { code: given })).toMatchObject(
        alerting('too often'),
      )
    expect((await browser.open('/sign-in/code')).text).toContain('too often')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.submit(link)).status).toBe(303)
  })

  test('that has another form is a slip, not a try', async () => {
    const browser = aBrowser()
    const { code } = await ask(browser, anAddress())
    for (const slip of ['', '12345', '1234567', 'abcdef', '１２３４５６', "1' or 1=1"])
      expect((await browser.submit('/sign-in/code', { code: slip })).status).toBe(422)
    expect((await browser.submit('/sign-in/code', { code: wrongOf(code) })).text).toContain(
      '4 more tries',
    )
  })

  test('is guessed five times only, also at once', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const { code } = await ask(browser, email)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        browser.submit('/sign-in/code', { code: wrongOf(code) }, { cookie: cookieHeader(browser) }),
      ),
    )
    expect(answers.filter(({ text }) => text.includes('The code is wrong. You have'))).toHaveLength(
      4,
    )
    expect((await browser.submit('/sign-in/code', { code })).status).not.toBe(303)
  })

  test('and its link sign in once, also at once', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const { code, link } = await ask(browser, email)
    const cookie = cookieHeader(browser)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => browser.submit('/sign-in/code', { code }, { cookie })),
      ...[1, 2, 3].map(() => aBrowser().submit(link)),
    ])
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const { rows } = await sql`
      select from end_user_sessions where user_id = ${await idOf(email)}`.execute(at.db)
    expect(rows).toHaveLength(1)
  })

  test('expires with its link after ten minutes', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const { code, link } = await ask(browser, email)
    const { rows } = await sql<{ minutes: number }>`
      update email_sign_ins s set expires_at = now()
      from email_sign_ins old where s.email = ${email} and old.id = s.id
      returning round(extract(epoch from old.expires_at - now()) / 60)::int as minutes`.execute(
      at.db,
    )
    expect(rows).toEqual([{ minutes: 10 }])
    expect((await browser.submit('/sign-in/code', { code })).status).toBe(401)
    expect((await browser.submit(link)).status).toBe(410)
    expect((await browser.open('/sign-in/code')).status).toBe(303)
    expect(await userOf(email)).toBeUndefined()
  })

  const cookieHeader = ({ cookies }: PortalBrowser) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const alerting = (text: string) => ({ status: 401, text: expect.stringContaining(text) })
})

describe('addresses', () => {
  test('known, unknown, blocked and of staff are indistinguishable', async () => {
    const [known, unknown, blocked] = [anAddress(), anAddress(), anAddress()]
    await signedIn(known)
    await signedIn(blocked)
    await at.put(`/users/${await idOf(blocked)}/block`, {})
    const { email: staff } = await aPerson(at, 'owner')
    const shape = async (email: string, isKnown = true) => {
      const browser = aBrowser()
      // What is stored would tell that it is known.
      const typed = email.replace(/.*@/, (name) => name.toUpperCase())
      const mails = received.filter(({ to }) => to.includes(email)).length
      const asked = await browser.submit('/sign-in', { email: typed })
      const page = await browser.open('/sign-in/code')
      await mailTo(isKnown ? email : typed, isKnown ? mails + 1 : 1)
      const later = await browser.open('/sign-in/code')
      const wrong = await browser.submit('/sign-in/code', { code: '000000' })
      return [asked, page, later, wrong].map(({ status, headers, text }: Answer) => [
        status,
        text.replaceAll(typed, 'ADDRESS'),
        { ...headers, 'x-request-id': '', date: '', 'content-length': '', 'set-cookie': '' },
      ])
    }
    const first = await shape(known)
    expect(await shape(unknown, false)).toEqual(first)
    for (const email of [blocked, staff]) expect(await shape(email)).toEqual(first)
  })

  test('of a blocked person: no session, and only they learn why', async () => {
    const email = anAddress()
    const browser = await signedIn(email)
    const id = await idOf(email)
    await at.put(`/users/${id}/block`, {})
    expect(await isSignedIn(browser)).toBe(false)
    const { link } = await ask(browser, email)
    const answer = await browser.submit(link)
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('blocked') })
    expect(answer.headers['set-cookie']).toBeUndefined()
    await at.put(`/users/${id}/unblock`, {})
    // The old session stays ended.
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(await signedIn(email))).toBe(true)
  })

  test('of staff sign in as an end user, without the role', async () => {
    const { email, id } = await aPerson(at, 'owner')
    const browser = await signedIn(email)
    expect(await isSignedIn(browser)).toBe(true)
    const headers = { cookie: `earshot_visitor=${visitorOf(browser)}` }
    expect((await at.get('/suggestions', { token: null, headers })).status).toBe(401)
    expect((await at.get('//admin/profile', { token: null, headers })).status).not.toBe(200)
    // Nor as the cookie of staff.
    const session = { cookie: `earshot_session=${visitorOf(browser)}` }
    expect((await at.get('/suggestions', { token: null, headers: session })).status).toBe(401)
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(at.db)
    expect(rows).toEqual([])
  })

  test.each(['', 'ann', 'a@b@c', 'a b@c.test', `${'a'.repeat(260)}@customer.test`])(
    'that is none is refused: %j',
    async (email) => {
      expect(await aBrowser().submit('/sign-in', { email })).toMatchObject({
        status: 422,
        text: expect.stringContaining('This is not an e-mail address.'),
      })
    },
  )

  test('that is confirmed ends sessions that began before', async () => {
    const email = anAddress()
    const browser = await signedIn(email)
    await sql`update users set email_confirmed = false where email_address = ${email}`.execute(
      at.db,
    )
    expect(await isSignedIn(browser)).toBe(true)
    const other = await signedIn(email)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, true])
  })
})

describe('limits', () => {
  const outgoing = async (email: string) => {
    const { rows } = await sql`select from email_sign_ins where email = ${email}`.execute(at.db)
    return rows.length
  }
  /** Delays begin with a second, which a slow machine needs for a request. */
  const prolongDelays = (of: string) =>
    sql`update sign_in_attempts set blocked_until = now() + interval '1 hour'
      where blocked_until > '-infinity' and position(${of} in key) > 0`.execute(at.db)
  const askQuickly = (network: string, email: string) =>
    aBrowser({ network }).submit('/sign-in', { email })

  test('of an address in a network: then nothing is sent, and elsewhere it still works', async () => {
    const email = anAddress()
    const { network } = aBrowser()
    for (let i = 0; i < 5; i += 1) expect((await askQuickly(network, email)).status).toBe(303)
    await prolongDelays(email)
    const answer = await askQuickly(network, email)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).toMatch(/Too many attempts\. Try again in \d+ minutes/)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await outgoing(email)).toBe(5)
    expect((await askQuickly(aBrowser().network, email)).status).toBe(303)
  })

  test('of a network, over all addresses', async () => {
    const { network } = aBrowser()
    const statuses = []
    for (let i = 0; i < 61; i += 1) {
      if (i === 60) await prolongDelays(network)
      const email = anAddress()
      statuses.push((await askQuickly(network, email)).status)
      // Other tests need not wait for these mails.
      await sql`delete from outgoing_mails
        where email_sign_in_id in (select id from email_sign_ins where email = ${email})`.execute(
        at.db,
      )
    }
    expect(statuses.slice(0, 60).every((status) => status === 303)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  test('of wrong codes of an address, over all mails and networks; the link still works', async () => {
    const email = anAddress()
    let guesses = 0
    const guessAll = async () => {
      const browser = aBrowser()
      const { code, link } = await ask(browser, email)
      for (let i = 0; i < 5; i += 1) {
        const { status } = await browser.submit('/sign-in/code', { code: wrongOf(code) })
        await prolongDelays(email)
        if (status === 429) return { browser, link }
        guesses += 1
      }
      return undefined
    }
    let stopped: Awaited<ReturnType<typeof guessAll>>
    for (let mails = 0; mails < 8 && !stopped; mails += 1) stopped = await guessAll()
    expect(guesses).toBe(20)
    expect((await stopped?.browser.submit(stopped.link))?.status).toBe(303)
  })

  test('forget a person who signed in', async () => {
    const email = anAddress()
    const browser = aBrowser()
    for (let i = 0; i < 7; i += 1) await signedIn(email, browser)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('other sites', () => {
  test.each<Record<string, string>>([
    { origin: 'https://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('cannot ask for a mail or sign in: %j', async (headers) => {
    const browser = aBrowser()
    const { code, link } = await ask(browser, anAddress())
    const answers = [
      await browser.submit('/sign-in', { email: anAddress() }, headers),
      await browser.submit('/sign-in/code', { code }, headers),
      await browser.submit(link, {}, headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.submit('/sign-in/code', { code })).status).toBe(303)
  })

  const PATHS = [
    ['//evil.test/x', '/'],
    ['https://evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['/.//evil.test', '/'],
    ['/a/..//evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['evil', '/'],
    ['', '/'],
    ['/sign-in', '/'],
    ['/sign-in/code', '/'],
    ['/sign-out', '/'],
    [`/${'a'.repeat(2100)}`, '/'],
    ['/?sso=token&q=1', '/?q=1'],
    ['/forums/1?page=2#a', '/forums/1?page=2#a'],
  ]

  test('are not where a sign-in leads to', async () => {
    const browser = aBrowser()
    const { link } = await ask(browser, anAddress(), { return_to: '/.//evil.test' })
    expect((await browser.submit(link)).headers.location).toBe('/')
    const found = []
    for (const [path = ''] of PATHS) {
      const answer = await browser.open(`/sign-in?return_to=${encodeURIComponent(path)}`)
      found.push([path, answer.headers.location])
    }
    expect(found).toEqual(PATHS)
  })
})

describe('sessions', () => {
  test('are new at each sign-in, never one that the browser had', async () => {
    const email = anAddress()
    const browser = aBrowser()
    const planted = `earshot_visitor_${'a'.repeat(43)}`
    browser.cookies.set('earshot_visitor', planted)
    await signedIn(email, browser)
    const first = visitorOf(browser)
    expect(first).not.toBe(planted)
    await signedIn(email, browser)
    expect(visitorOf(browser)).not.toBe(first)
    const copy = aBrowser()
    copy.cookies.set('earshot_visitor', first)
    expect(await isSignedIn(copy)).toBe(false)
  })

  test('end with the sign-out, for a stolen cookie too', async () => {
    const browser = await signedIn(anAddress())
    const thief = aBrowser()
    thief.cookies.set('earshot_visitor', visitorOf(browser))
    expect(await isSignedIn(thief)).toBe(true)
    await browser.submit('/sign-out')
    expect(await isSignedIn(thief)).toBe(false)
  })

  const age = async (email: string, column: 'created_at' | 'last_used_at', days: number) =>
    sql`update end_user_sessions set ${sql.ref(column)} = now() - ${days} * interval '1 day'
      where user_id = ${await idOf(email)}`.execute(at.db)

  test.each([
    ['last_used_at', 29, 31],
    ['created_at', 89, 91],
  ] as const)('end by %s', async (column, within, after) => {
    const email = anAddress()
    const browser = await signedIn(email)
    await age(email, column, within)
    expect(await isSignedIn(browser)).toBe(true)
    await age(email, column, after)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await listEndUserSessions(at.db, await idOf(email))).toEqual([])
  })

  test('stay when they are used', async () => {
    const email = anAddress()
    const browser = await signedIn(email)
    await age(email, 'last_used_at', 29)
    await isSignedIn(browser)
    const [session] = await listEndUserSessions(at.db, await idOf(email))
    expect(Date.now() - (session?.lastUsedAt.getTime() ?? 0)).toBeLessThan(60_000)
  })

  test('end earlier when a setting says so, also those that exist', async () => {
    const email = anAddress()
    const browser = await signedIn(email)
    await age(email, 'last_used_at', 3)
    const set = (portal_session_idle_days: number | null) =>
      at.put('/settings', { portal_session_idle_days })
    expect((await set(2)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await set(null)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('are listed for the person, who ends one, or all but one', async () => {
    const email = anAddress()
    const [a, b, c] = [await signedIn(email), await signedIn(email), await signedIn(email)]
    const stranger = await signedIn(anAddress())
    const id = await idOf(email)
    const listed = await listEndUserSessions(at.db, id)
    expect(listed).toHaveLength(3)
    expect(listed[0]).toMatchObject({ method: 'email', address: expect.stringMatching(/^10\./) })
    const ownId = async (browser: PortalBrowser) =>
      (await findEndUser(at.db, visitorOf(browser)))?.sessionId as number
    expect(await endEndUserSessions(at.db, id, { id: await ownId(stranger) })).toBe(0)
    expect(await endEndUserSessions(at.db, id, { id: await ownId(a) })).toBe(1)
    expect(await endEndUserSessions(at.db, id, { except: await ownId(b) })).toBe(1)
    expect(await Promise.all([a, b, c, stranger].map(isSignedIn))).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test('of both people end when they are merged', async () => {
    const [one, two] = [anAddress(), anAddress()]
    const browsers = [await signedIn(one), await signedIn(two)]
    const links = { from_user: await idOf(one), to_user: await idOf(two) }
    const merged = await at.post('/users/merge', { links })
    expect(merged.status, merged.text).toBeLessThan(300)
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false])
  })

  test('and mails of a person who is erased end', async () => {
    const email = anAddress()
    const browser = await signedIn(email)
    const { link } = await ask(aBrowser(), email)
    const id = await idOf(email)
    const { body } = await at.put(`/users/${id}/export`, {})
    expect(body.portal_sessions).toMatchObject([{ method: 'email' }])
    expect((await at.delete(`/users/${id}`)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.submit(link)).status).toBe(410)
    expect(await userOf(email)).toBeUndefined()
  })
})

describe('other code', () => {
  const options = {
    readKeys: at.readKeys,
    network: '10.0.0.0',
    address: null,
    userAgent: null,
    sessionDays: 1,
  }

  test('acts in the transaction in which the address is confirmed', async () => {
    const email = anAddress()
    const started = await startEmailSignIn(at.db, {
      email,
      language: 'en',
      returnTo: '/',
      network: aBrowser().network,
    })
    if (started.type !== 'mailed') throw new Error('The mail was not sent.')
    const { code } = await mailTo(email)
    const proof = { credential: started.credential, code }
    const failing = finishEmailSignIn(at.db, proof, {
      ...options,
      confirms: async () => {
        throw new Error('no')
      },
    })
    await expect(failing).rejects.toThrow('no')
    // Nothing has happened, and the code is not used up.
    expect(await userOf(email)).toBeUndefined()
    const confirmed: unknown[] = []
    const result = await finishEmailSignIn(at.db, proof, {
      ...options,
      confirms: async (tx, person) => {
        await sql`update users set name = 'Ann Guest' where id = ${person.userId}`.execute(tx)
        confirmed.push(person)
      },
    })
    const user = await userOf(email)
    expect(result).toMatchObject({ type: 'signed_in', userId: user?.id, isNew: true })
    expect(user).toMatchObject({ name: 'Ann Guest', email_confirmed: true })
    expect(confirmed).toEqual([{ userId: user?.id, email, isNew: true }])
  })
})

describe('without mail', () => {
  test('signing in by e-mail is not offered', async () => {
    const plain = await startTestService()
    const browser = aPortalBrowser(plain)
    const page = await browser.open('/sign-in')
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/<form[^>]* action="\/sign-in/)
    expect(page.text).toContain('Nobody can sign in on this page at the moment.')
    expect((await browser.open('/')).text).not.toContain('/sign-in')
    expect((await browser.submit('/sign-in', { email: anAddress() })).status).toBe(404)
  })
})

test('an invitation to a forum is mailed once, and accepted by signing in', async () => {
  const email = anAddress()
  const forum = (await at.made('/forums', { name: 'Partners & Co', is_private: true })).id
  const invite = () =>
    at.made('/forum_invitations', {
      email: [email],
      subject: 'Join our beta',
      message: 'We built it for you.',
      reply_to: 'kim@example.test',
      links: { forum },
    })
  const { id } = await invite()
  await invite()
  const invited = () => received.filter(({ to }) => to.includes(email)).map(readMail)
  await expect.poll(() => invited().length, { timeout: 20_000 }).toBe(1)
  const { headers, text: lines, html } = invited()[0] as ReadMail
  const text = lines.replaceAll('\r\n', '\n')
  expect(headers).toMatchObject({ subject: 'Join our beta', 'reply-to': 'kim@example.test' })
  expect(text).toContain('invites you to “Partners & Co” of Earshot.\n\nWe built it for you.\n\n')
  expect(html).toContain('<bdi>Partners &#38; Co</bdi>')
  const [, path = ''] = /https?:\/\/[^/]+(\/sign-in\S+)/.exec(text) ?? []
  const browser = aBrowser()
  expect((await browser.open(path)).text).toContain(`value="/forums/${forum}"`)
  expect((await browser.open(`/forums/${forum}`)).status).toBe(404)
  const { code } = await ask(browser, email, { return_to: `/forums/${forum}` })
  const answer = await browser.submit('/sign-in/code', { code })
  expect((await browser.open(String(answer.headers.location))).text).toMatch(
    /Partners &(amp|#38); Co/,
  )
  expect(await at.shown(`/forum_invitations/${id}`)).toMatchObject({
    claimed_at: expect.any(String),
    links: { claimed_by: await idOf(email) },
  })
  expect(invited()).toHaveLength(2)
})
