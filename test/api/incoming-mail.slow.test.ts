// Replies and bounces that come back by SMTP, LMTP and the hook of a provider.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bounceAddress,
  readMailAddress,
  replyAddress,
} from '../../src/auth/end-users/mail-addresses.ts'
import { openDatabase } from '../../src/db/db.ts'
import { type TaskContext, tasks } from '../../src/jobs/tasks.ts'
import { startMailListener } from '../../src/smtp/listener.ts'
import { MAX_MAIL_BYTES } from '../../src/write/incoming-mails.ts'
import { makeCertificate } from '../support/certificate.ts'
import { onCleanup } from '../support/cleanup.ts'
import { aComment, aForum, aSuggestion, aSupporter, aUser } from '../support/factories.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, signInMailTo } from '../support/portal.ts'
import { aMail, aReport, MARKER, plain, REPORTS } from '../support/replies.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, submit } from '../support/staff.ts'

const DOMAIN = 'reply.example.test'
const SECRET = `hook_${'s'.repeat(40)}`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let mails: Awaited<ReturnType<typeof startMailServer>>
let at: TestService
/** Its jobs wait until a test runs them. */
let still: TestService
let forum: number
const log: string[] = []

const LISTENING = { protocol: 'smtp', host: '127.0.0.1', port: 0, path: null, tls: null } as const
const incomingMail = { domain: DOMAIN, hookSecret: SECRET, listening: LISTENING }

beforeAll(async () => {
  mails = await startMailServer('secret', { refuses: (address) => address.startsWith('gone') })
  const from = 'Earshot <earshot@example.test>'
  const mail = { host: '127.0.0.1', port: mails.port, tls: 'none', auth: null, from } as const
  const settings = { mail, mails_per_minute: 100_000, mail_delay_seconds: 0 }
  const limited = { ...settings, comments_per_hour: 3 }
  at = await startTestService(log, { settings: limited, hasJobs: true, incomingMail })
  still = await startTestService(undefined, { settings, incomingMail })
  forum = await aForum(at.db, 'Ideas')
})

type Person = { id: number; email: string }

const aReader = async (more: object = {}, { on = at, name = 'p' } = {}): Promise<Person> => {
  const email = `${name}${randomBytes(6).toString('hex')}@example.test`
  return { id: await aUser(on.db, email, more as never), email }
}

/** A visible suggestion that the person supports. */
async function anIdea(person: Person, inForum = forum, on = at): Promise<number> {
  const id = await aSuggestion(on.db, inForum, 'Dark mode', { state: 'published' })
  await aSupporter(on.db, id, person.id)
  return id
}

const site = () => ({ readKeys: at.readKeys, domain: DOMAIN })
const replyTo = (person: Person, suggestionId: number, commentId: number | null = null) =>
  replyAddress(site(), { userId: person.id, suggestionId, commentId })
const bounceTo = ({ id, email }: Person) => bounceAddress(site(), { userId: id, email })

async function send(raw: string, to: string, { from = 'x@client.test', on = at, port = 0 } = {}) {
  const transport = createTransport({
    host: '127.0.0.1',
    port: port || (on.service.mailPort ?? 0),
    ignoreTLS: true,
  })
  return transport.sendMail({ envelope: { from, to }, raw }).finally(() => transport.close())
}

const commentsOn = async (idea: number): Promise<Shown[]> =>
  (await at.get(`/comments?suggestion=${idea}&includes=users`)).body.comments

/** What became of the only mail of the person, once it is read. */
async function fateOf({ id }: Person, count = 1, on = at): Promise<string> {
  const read = async () =>
    (
      await sql<{ fate: string }>`
        select concat_ws(' ', state, reason) as fate from incoming_mails
        where user_id = ${id} and state <> 'waiting' order by id`.execute(on.db)
    ).rows
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(count)
  return (await read()).at(-1)?.fate ?? ''
}

const answersTo = ({ email }: Person) =>
  mails.received.filter(({ to, body }) => to.includes(email) && /^Subject:.*reply/im.test(body))

async function reply(person: Person, idea: number, body: string[], more: object = {}) {
  const to = await replyTo(person, idea)
  await send(aMail({ from: person.email, to, headers: plain(), body, ...more }), to)
  return to
}

const notify = async (idea: number) => {
  const { id } = await at.made('/status_updates', {
    body: 'Soon',
    notify_supporters: true,
    links: { suggestion: idea },
  })
  await expect
    .poll(async () => (await at.get(`/mailings?status_update=${id}`)).body.mailings[0].state, {
      timeout: 30_000,
    })
    .toBe('sent')
  return (await at.get(`/mailings?status_update=${id}`)).body.mailings[0] as Shown
}

describe('the address to reply to', () => {
  test('fits into a local part and says the same in upper case', async () => {
    const place = { userId: 9e14, suggestionId: 8e14, commentId: 7e14 }
    const address = await replyAddress(site(), place)
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(await readMailAddress(site(), address.toUpperCase())).toEqual({
      kind: 'reply',
      ...place,
    })
  })

  test('is worth nothing when it is changed, old, or of another domain', async () => {
    const place = { userId: 5, suggestionId: 6, commentId: null }
    const address = await replyAddress(site(), place)
    for (const wrong of [
      address.replace('r.5.', 'r.4.'),
      address.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0')),
      address.replace(DOMAIN, 'other.example.test'),
      await replyAddress(site(), place, Date.now() - 401 * 86_400_000),
      'feedback@reply.example.test',
    ])
      expect(await readMailAddress(site(), wrong)).toBeUndefined()
  })
})

describe('a reply', () => {
  test('to a notification becomes a comment, once', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await notify(idea)
    const [mail] = mails.received.filter(({ to }) => to.includes(ann.email))
    const { headers, text, html } = readMail(mail as (typeof mails.received)[0])
    const address = headers['reply-to'] ?? ''
    expect(mail?.from).toBe(await bounceTo(ann))
    expect(text.startsWith(MARKER)).toBe(true)
    expect(html).toContain(MARKER)
    const quoted = text.split('\n').map((line) => `> ${line.trim()}`)
    const attribution = 'On Wed, Nov 18, 2026 at 9:30 AM Earshot <e@example.test> wrote:'
    const raw = aMail({
      from: `Ann <${ann.email.toUpperCase()}>`,
      to: address,
      headers: plain(),
      body: ['I am looking forward to it', '', attribution, ...quoted],
    })
    await send(raw, address.toUpperCase())
    await send(raw, address)
    expect(await fateOf(ann)).toBe('accepted')
    expect(await commentsOn(idea)).toMatchObject([
      {
        body: 'I am looking forward to it',
        body_mime_type: 'text/plain',
        channel: 'email',
        state: 'approved',
        links: { created_by: ann.id, reply_to: null },
      },
    ])
  })

  test.each([
    ['Le mer. 18 nov. 2026 à 09:30, Earshot <e@example.test> a écrit :'],
    ['El mié, 18 nov 2026 a las 9:30, Earshot (<e@example.test>) escribió:'],
    ['2026-11-18 9:30, Earshot:'],
  ])('is cut before a quote in other languages: %s', async (attribution) => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    const to = await replyTo(ann, idea)
    const body = [
      'At 10:30 it was this:',
      '> a line of yours',
      'and now:',
      '',
      attribution,
      '> all',
    ]
    await send(aMail({ from: ann.email, to, headers: plain(), body }), to)
    expect(await fateOf(ann)).toBe('accepted')
    expect(await commentsOn(idea)).toMatchObject([{ body: 'At 10:30 it was this:\nand now:' }])
  })

  test('to a comment belongs to it, and to none when that is hidden', async () => {
    const [ann, ben] = [await aReader(), await aReader()]
    const idea = await anIdea(ann)
    const comment = await aComment(at.db, idea, ben.id, { state: 'approved' })
    const to = await replyTo(ann, idea, comment)
    await send(aMail({ from: ann.email, to, body: ['I agree'] }), to)
    expect(await fateOf(ann)).toBe('accepted')
    await sql`update comments set state = 'spam' where id = ${comment}`.execute(at.db)
    await send(aMail({ from: ann.email, to, body: ['Still'] }), to)
    expect(await fateOf(ann, 2)).toBe('accepted')
    const own = (await commentsOn(idea)).filter(({ links }) => links.created_by === ann.id)
    expect(own.map(({ body, links }) => [body, links.reply_to]).sort()).toEqual([
      ['I agree', comment],
      ['Still', null],
    ])
  })

  test('waits for a moderator where the forum says so, and keeps its pictures', async () => {
    const ann = await aReader()
    const careful = await aForum(at.db, 'Careful', { comment_moderation: 'everyone' })
    const idea = await anIdea(ann, careful)
    const to = await replyTo(ann, idea)
    const file = (name: string, content: Buffer) => ({ filename: name, content })
    const transport = createTransport({
      host: '127.0.0.1',
      port: at.service.mailPort ?? 0,
      ignoreTLS: true,
    })
    await transport.sendMail({
      from: ann.email,
      to,
      subject: 'Re: Dark mode',
      html: '<p>Look: <img src="cid:shot"></p>',
      attachments: [
        { ...file('shot.png', PNG), cid: 'shot' },
        file('setup.exe', Buffer.from('MZ\0\0\0\u0001binary\0', 'latin1')),
        file('numbers.csv', Buffer.from('a,b\n1,2\n')),
      ],
    })
    expect(await fateOf(ann)).toBe('accepted files_left_out')
    const [comment] = await commentsOn(idea)
    expect(comment).toMatchObject({ state: 'new', body: 'Look:' })
    const { rows } = await sql<{ file_name: string }>`
      select file_name from attachments where comment_id = ${comment?.id} and created_by_id = ${ann.id} order by id`.execute(
      at.db,
    )
    expect(rows.map((row) => row.file_name)).toEqual(['shot.png', 'numbers.csv'])
    // The person learns that one is missing, at the address that they have here.
    await expect.poll(() => answersTo(ann).length, { timeout: 30_000 }).toBe(1)
    const [answer] = answersTo(ann) as typeof mails.received
    expect(answer?.from).toBe('')
    expect(readMail(answer as (typeof mails.received)[0]).text).toContain(
      'some of its files were left out',
    )
    expect(log.join('')).toContain('"reason":"files_left_out"')
  })

  test('with too many files keeps ten of them, and is answered at most three times a day', async () => {
    const ann = await aReader()
    const careful = await aForum(at.db, 'Careful', { comment_moderation: 'everyone' })
    const to = await replyTo(ann, await anIdea(ann, careful))
    const transport = createTransport({
      host: '127.0.0.1',
      port: at.service.mailPort ?? 0,
      ignoreTLS: true,
    })
    const attachments = Array.from({ length: 12 }, (_, i) => ({
      filename: `shot-${i}.png`,
      content: PNG,
    }))
    await transport.sendMail({ from: ann.email, to, subject: 'Re', text: 'Look', attachments })
    expect(await fateOf(ann)).toBe('accepted files_left_out')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from attachments where created_by_id = ${ann.id}`.execute(at.db)
    expect(rows).toEqual([{ count: 10 }])
    for (let i = 2; i <= 4; i++) {
      await send(aMail({ from: ann.email, to, headers: plain(), body: ['', '> quoted'] }), to)
      expect(await fateOf(ann, i)).toBe('refused empty')
    }
    await expect.poll(() => answersTo(ann).length, { timeout: 30_000 }).toBe(3)
    const { rows: waiting } = await sql`
      select from outgoing_mails where email = ${ann.email}`.execute(at.db)
    expect(waiting).toEqual([])
  })

  test('from another address is refused, and the person learns of it', async () => {
    const ann = await aReader({ language: 'de' })
    const idea = await anIdea(ann)
    const mallory = `mallory${randomBytes(4).toString('hex')}@evil.test`
    for (let i = 1; i <= 5; i++) {
      await reply(ann, idea, [`Buy watches ${i}`], { from: mallory })
      expect(await fateOf(ann, i)).toBe('refused another_sender')
    }
    await expect
      .poll(() => mails.received.filter(({ to }) => to.includes(ann.email)).length)
      .toBe(3)
    const answers = mails.received.filter(({ to }) => to.includes(ann.email))
    expect(answers.map(({ from }) => from)).toEqual(['', '', ''])
    expect(readMail(answers[0] as (typeof answers)[0]).headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      subject: 'Ihre Antwort zu „Dark mode“',
    })
    expect(mails.received.filter(({ to }) => to.includes(mallory))).toEqual([])
    expect(await commentsOn(idea)).toEqual([])
    expect(log.join('')).not.toContain('watches')
    expect(log.join('')).not.toContain(mallory)
  })

  test.each([
    ['empty', ['', '> quoted only'], 'no text above'],
    ['too_long', ['a'.repeat(1500), ...Array(8).fill('b'.repeat(1500))], '10,000 characters'],
  ])('that is %s gets an answer', async (reason, body, words) => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await reply(ann, idea, body)
    expect(await fateOf(ann)).toBe(`refused ${reason}`)
    await expect.poll(() => answersTo(ann).length).toBe(1)
    expect(readMail(answersTo(ann)[0] as (typeof mails.received)[0]).text).toContain(words)
  })

  test('is refused where the person may not comment, and dropped when they are blocked', async () => {
    const [ann, ben, cleo] = [await aReader(), await aReader(), await aReader()]
    const closed = await aForum(at.db, 'Closed', { is_open: false })
    await reply(ann, await anIdea(ann, closed), ['Hello'])
    expect(await fateOf(ann)).toBe('refused closed')
    const secret = await aForum(at.db, 'Secret', { see_tier: 'staff' })
    await reply(ben, await anIdea(ben, secret), ['Hello'])
    expect(await fateOf(ben)).toBe('refused gone')
    await expect.poll(() => answersTo(ben).length).toBe(1)
    expect(answersTo(ben)[0]?.body).not.toContain('Dark mode')
    const idea = await anIdea(cleo)
    await at.put(`/users/${cleo.id}/block`, {})
    await reply(cleo, idea, ['Hello'])
    expect(await fateOf(cleo)).toBe('dropped blocked')
    expect(answersTo(cleo)).toEqual([])
  })

  test('of a program is dropped without an answer', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await reply(ann, idea, ['I am away'], { headers: ['Auto-Submitted: auto-replied'] })
    const to = await replyTo(ann, idea)
    await send(aMail({ from: ann.email, to, body: ['I am away'] }), to, { from: '' })
    expect(await fateOf(ann, 2)).toBe('dropped automatic')
    expect(answersTo(ann)).toEqual([])
    expect(await commentsOn(idea)).toEqual([])
  })

  test('that is sent again with the same words is dropped, and very many are refused', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await reply(ann, idea, ['Me too'])
    expect(await fateOf(ann)).toBe('accepted')
    await reply(ann, idea, ['Me too'])
    expect(await fateOf(ann, 2)).toBe('dropped repeated')
    await reply(ann, idea, ['One more'])
    expect(await fateOf(ann, 3)).toBe('accepted')
    await reply(ann, idea, ['And one more'])
    expect(await fateOf(ann, 4)).toBe('refused too_many')
  })

  test('that cannot be read is dropped', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await reply(ann, idea, [], {
      headers: [`X-A: ${'a'.repeat(400_000)}`, 'Content-Type: multipart/mixed; boundary=b'],
    })
    expect(await fateOf(ann)).toBe('dropped unreadable')
  })

  test('about a suggestion that was merged goes to the other one', async () => {
    const ann = await aReader()
    const [old, kept] = [await anIdea(ann), await anIdea(ann)]
    await sql`update suggestions set parent_suggestion_id = ${kept} where id = ${old}`.execute(
      at.db,
    )
    await reply(ann, old, ['After the merge'])
    expect(await fateOf(ann)).toBe('accepted')
    expect((await commentsOn(kept)).map(({ body }) => body)).toEqual(['After the merge'])
  })
})

describe('nothing that was acknowledged is lost or doubled', () => {
  const context = () => ({ ...still, incomingMail: null }) as unknown as TaskContext
  const waitingOf = async ({ id }: Person) =>
    (
      await sql<{ id: number }>`
        select id from incoming_mails where user_id = ${id} and state = 'waiting' order by id`.execute(
        still.db,
      )
    ).rows.map((row) => row.id)

  test('the mail is stored before the answer, and read once by two processes', async () => {
    const ann = await aReader({}, { on: still })
    const idea = await anIdea(ann, await aForum(still.db, 'Ideas'), still)
    const to = await replyTo(ann, idea)
    await send(aMail({ from: ann.email, to, body: ['Stored'] }), to, { on: still })
    const [id = 0] = await waitingOf(ann)
    expect(id).toBeGreaterThan(0)
    const { rows: jobs } = await sql`
      select from graphile_worker.jobs where task_identifier = 'read_incoming_mail' and key = ${`incoming mail ${id}`}`.execute(
      still.db,
    )
    expect(jobs).toHaveLength(1)
    const run = () => tasks.read_incoming_mail(context(), { mail: id })
    await Promise.all([run(), run(), run()])
    await run()
    const { rows } = await sql`select from comments where suggestion_id = ${idea}`.execute(still.db)
    expect(rows).toHaveLength(1)
    expect(
      (await sql`select from incoming_mails where raw is not null`.execute(still.db)).rows,
    ).toEqual([])
  })

  test('what waits is limited, and senders try again', async () => {
    const ann = await aReader({}, { on: still })
    const to = await replyTo(ann, await anIdea(ann, await aForum(still.db, 'Ideas'), still))
    const attempt = (i: number) =>
      send(aMail({ from: ann.email, to, body: [`Reply ${i}`] }), to, { on: still }).then(
        () => 250,
        ({ responseCode }) => responseCode,
      )
    const codes: number[] = []
    for (let i = 0; i < 21; i++) codes.push(await attempt(i))
    expect(codes).toEqual([...Array(20).fill(250), 452])
    expect(await waitingOf(ann)).toHaveLength(20)
  })

  test('a database that is away is a reason to try again', async () => {
    const away = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' }, () => {})
    onCleanup(() => away.close())
    const listener = await startMailListener(
      {
        db: away.db,
        readKeys: at.readKeys,
        incomingMail: { domain: DOMAIN, hookSecret: null, note: () => {} },
      },
      LISTENING,
      { warn: () => {} },
    )
    onCleanup(() => listener.close())
    const ann = await aReader()
    const to = await replyTo(ann, 1)
    const sent = send(aMail({ from: ann.email, to, body: ['Hi'] }), to, {
      port: listener.port ?? 0,
    })
    await expect(sent).rejects.toMatchObject({ responseCode: 451 })
  })
})

describe('the listener', () => {
  test('takes mail for its own addresses only', async () => {
    const ann = await aReader()
    const address = await replyTo(ann, 1)
    for (const to of ['ann@other.test', `postmaster@${DOMAIN}`, address.replace(/.(?=@)/, 'x')])
      await expect(send(aMail({ from: ann.email, to, body: ['Hi'] }), to)).rejects.toMatchObject({
        responseCode: 550,
        command: 'RCPT TO',
      })
    const gone = await replyAddress(site(), { userId: 9e9, suggestionId: 1, commentId: null })
    const sent = send(aMail({ from: ann.email, to: gone, body: ['Hi'] }), gone)
    await expect(sent).rejects.toMatchObject({ responseCode: 550 })
  })

  test('refuses mails that are too large', async () => {
    const ann = await aReader()
    const to = await replyTo(ann, 1)
    const raw = aMail({
      from: ann.email,
      to,
      body: [`${'a'.repeat(998)}\r\n`.repeat(MAX_MAIL_BYTES / 1000 + 1)],
    })
    await expect(send(raw, to)).rejects.toMatchObject({ responseCode: 552 })
  })

  test('limits the connections of one network', async () => {
    const open = () =>
      new Promise<string>((resolve, reject) => {
        const socket: Socket = connect(still.service.mailPort ?? 0, '127.0.0.1')
        onCleanup(async () => void socket.destroy())
        socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 3)))
        socket.once('error', reject)
      })
    const greetings: string[] = []
    for (let i = 0; i < 11; i++) greetings.push(await open())
    expect(greetings).toEqual([...Array(10).fill('220'), '421'])
  })

  test('offers STARTTLS with a certificate', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tls-'))
    onCleanup(() => rm(directory, { recursive: true }))
    const { key, cert } = makeCertificate('DNS:localhost')
    const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
    await writeFile(keyFile, key)
    await writeFile(certFile, cert)
    const listener = await startMailListener(
      {
        db: at.service.database.db,
        readKeys: at.readKeys,
        incomingMail: { domain: DOMAIN, hookSecret: null, note: () => {} },
      },
      { ...LISTENING, tls: { certFile, keyFile } },
      { warn: () => {} },
    )
    onCleanup(() => listener.close())
    const ann = await aReader()
    const to = await replyTo(ann, await anIdea(ann))
    const transport = createTransport({
      host: 'localhost',
      port: listener.port ?? 0,
      requireTLS: true,
      tls: { ca: cert },
    })
    const raw = aMail({ from: ann.email, to, body: ['Encrypted'] })
    await transport.sendMail({ envelope: { from: ann.email, to }, raw })
    expect(await fateOf(ann)).toBe('accepted')
  })

  test('speaks LMTP at a Unix socket', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lmtp-'))
    onCleanup(() => rm(directory, { recursive: true }))
    const path = join(directory, 's')
    // Of a process that was killed.
    await writeFile(path, '')
    const listener = await startMailListener(
      {
        db: at.service.database.db,
        readKeys: at.readKeys,
        incomingMail: { domain: DOMAIN, hookSecret: null, note: () => {} },
      },
      { ...LISTENING, protocol: 'lmtp', path },
      { warn: () => {} },
    )
    onCleanup(() => listener.close())
    const ann = await aReader()
    const to = await replyTo(ann, await anIdea(ann))
    const socket = connect(path)
    const next = () =>
      new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())))
    const say = async (text: string) => {
      const answer = next()
      socket.write(`${text}\r\n`)
      return answer
    }
    expect(await next()).toMatch(/^220 .*LMTP/)
    expect(await say('LHLO mx.example.test')).toMatch(/250/)
    expect(await say(`MAIL FROM:<${ann.email}>`)).toMatch(/^250/)
    expect(await say(`RCPT TO:<nobody@${DOMAIN}>`)).toMatch(/^550/)
    expect(await say(`RCPT TO:<${to}>`)).toMatch(/^250/)
    expect(await say('DATA')).toMatch(/^354/)
    expect(await say(`${aMail({ from: ann.email, to, body: ['By LMTP'] })}\r\n.`)).toMatch(/^250/)
    socket.end()
    expect(await fateOf(ann)).toBe('accepted')
  })
})

describe('the hook of a provider', () => {
  const post = (body: string, type: string, { secret = SECRET, ending = '' } = {}) =>
    at.call('POST', `//incoming_mail/${secret}${ending}`, {
      token: null,
      body,
      headers: { 'content-type': type },
    })
  const formOf = (fields: Record<string, string>) =>
    [
      ...Object.entries(fields).map(
        ([name, value]) =>
          `--f\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      '--f--\r\n',
    ].join('')

  test.each([
    ['as it is', (raw: string) => post(raw, 'message/rfc822')],
    [
      'as Postmark does',
      (raw: string) => post(JSON.stringify({ RawEmail: raw }), 'application/json'),
    ],
    [
      'as SendGrid does',
      (raw: string) =>
        post(formOf({ email: raw, subject: 'x' }), 'multipart/form-data; boundary=f'),
    ],
    [
      'as Mailgun does',
      (raw: string) =>
        post(
          new URLSearchParams({ 'body-mime': raw }).toString(),
          'application/x-www-form-urlencoded',
          { ending: '/mime' },
        ),
    ],
  ])('takes mails %s, each once', async (_, postIt) => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    const raw = aMail({
      from: ann.email,
      to: await replyTo(ann, idea),
      headers: plain(),
      body: ['Schön, danke'],
    })
    for (let i = 0; i < 2; i++)
      expect(await postIt(raw)).toMatchObject({ status: 200, body: { received: true } })
    expect(await fateOf(ann)).toBe('accepted')
    expect((await commentsOn(idea)).map(({ body }) => body)).toEqual(['Schön, danke'])
  })

  test('finds the recipient in the envelope', async () => {
    const ann = await aReader()
    const to = await replyTo(ann, await anIdea(ann))
    const raw = aMail({ from: ann.email, to: 'undisclosed', body: ['Hidden'] })
    const body = JSON.stringify({ RawEmail: raw, OriginalRecipient: to })
    expect((await post(body, 'application/json')).body).toEqual({ received: true })
    expect(await fateOf(ann)).toBe('accepted')
  })

  test('needs the secret, which is in no log', async () => {
    expect((await post('x', 'message/rfc822', { secret: 'wrong' })).status).toBe(404)
    const strange = await post(
      aMail({ from: 'a@b.test', to: 'c@d.test', body: ['x'] }),
      'text/plain',
    )
    expect(strange).toMatchObject({ status: 200, body: { received: false } })
    expect((await post('{}', 'application/json')).status).toBe(400)
    expect((await post('x', 'image/png')).status).toBe(415)
    expect(log.join('')).not.toContain(SECRET)
  })
})

describe('a bounce', () => {
  const [unknownUser, fullMailbox, complaint] = [
    'Postfix: unknown user',
    'Gmail: a full mailbox',
    'a complaint',
  ].map((name) => REPORTS.find((report) => report.name === name) as (typeof REPORTS)[0])
  const bounce = async (person: Person, report = unknownUser, to?: string) => {
    const address = to ?? (await bounceTo(person))
    await send(aReport(report as (typeof REPORTS)[0], address), address, { from: '' })
  }
  const userOf = ({ id }: Person) => at.shown(`/users/${id}`)

  test('suppresses the address, which gets no mailings until somebody allows it', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    expect((await userOf(ann)).email_suppressed_at).toBeNull()
    await bounce(ann)
    expect(await fateOf(ann)).toBe('accepted bounced')
    expect(await userOf(ann)).toMatchObject({
      email_suppressed_at: expect.any(String),
      email_suppressed_reason: 'bounced',
    })
    const { body: preview } = await at.get(`/suggestions/${idea}/notification_preview`)
    expect(preview.notification_preview.people_count).toBe(0)
    expect((await notify(idea)).recipients_count).toBe(0)
    const listed = (await at.get('/users?email_suppressed=true&per_page=100')).body.users
    expect(listed.map(({ id }: Shown) => id)).toContain(ann.id)
    expect((await at.put(`/users/${ann.id}/mail_again`, {})).body.users[0]).toMatchObject({
      email_suppressed_at: null,
      email_suppressed_reason: null,
    })
    const { rows } = await sql`
      select from audit_entries where action = 'person_changed' and subject_id = ${ann.id}`.execute(
      at.db,
    )
    expect(rows).toHaveLength(1)
    expect((await notify(idea)).sent_count).toBe(1)
  })

  test('is shown to the person, who can have mails sent again', async () => {
    const ann = await aReader()
    const idea = await anIdea(ann)
    await bounce(ann)
    expect(await fateOf(ann)).toBe('accepted bounced')
    const browser = aPortalBrowser(at)
    await browser.submit('/sign-in', { email: ann.email })
    const { code } = await signInMailTo(mails.received, ann.email)
    await browser.submit('/sign-in/code', { code })
    expect((await browser.open('/me/settings')).text).toContain(
      `Mails to ${ann.email} did not arrive.`,
    )
    expect((await browser.submit('/me/settings', { section: 'mail_again' })).status).toBe(303)
    const { text } = await browser.open('/me/settings?saved=mail_again')
    expect(text).toContain('Mails are sent to you again.')
    expect(text).not.toContain('did not arrive')
    expect(await userOf(ann)).toMatchObject({ email_suppressed_at: null })
    expect((await notify(idea)).sent_count).toBe(1)
  })

  test('of a mail with a link or a code to sign in suppresses the address too, which still gets such mails', async () => {
    const [member, visitor] = [await aPerson(at, 'viewer'), await aReader()]
    const ask = [
      () => submit(at, '//admin/sign-in-link', { email: member.email }),
      () => aPortalBrowser(at).submit('/sign-in', { email: visitor.email.toUpperCase() }),
    ]
    for (const [i, person] of [member, visitor].entries()) {
      const mailsOf = () => mails.received.filter(({ to }) => to.includes(person.email))
      await ask[i]?.()
      await expect.poll(() => mailsOf().length, { timeout: 30_000 }).toBe(1)
      const [mail] = mailsOf()
      expect(mail?.from).toBe(await bounceTo(person))
      expect(readMail(mail as (typeof mails.received)[0]).headers['reply-to']).toBeUndefined()
      await bounce(person, unknownUser, mail?.from)
      expect(await fateOf(person)).toBe('accepted bounced')
      expect((await userOf(person)).email_suppressed_reason).toBe('bounced')
      await ask[i]?.()
      await expect.poll(() => mailsOf().length, { timeout: 30_000 }).toBe(2)
    }
    // Nobody has this address yet.
    const email = `new${randomBytes(6).toString('hex')}@example.test`
    await at.made('/invitations', { email, role: 'viewer' })
    await expect
      .poll(() => mails.received.find(({ to }) => to.includes(email))?.from, { timeout: 30_000 })
      .toBe('earshot@example.test')
  })

  test('of another address, with a changed signature, or to an address to reply to, suppresses nobody', async () => {
    const [ann, ben] = [await aReader(), await aReader()]
    const old = await bounceTo(ann)
    await at.put(`/users/${ann.id}`, { email_address: `new-${ann.email}` })
    await bounce(ann, unknownUser, old)
    expect(await fateOf(ann)).toBe('dropped old_address')
    const forged = (await bounceTo(ben)).replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0'))
    await expect(bounce(ben, unknownUser, forged)).rejects.toMatchObject({ responseCode: 550 })
    await bounce(ben, unknownUser, await replyTo(ben, await anIdea(ben)))
    expect(await fateOf(ben)).toBe('dropped automatic')
    for (const person of [ann, ben]) expect((await userOf(person)).email_suppressed_at).toBeNull()
  })

  test('a full mailbox counts, and another address starts anew', async () => {
    const ann = await aReader()
    for (let i = 1; i <= 5; i++) {
      expect((await userOf(ann)).email_suppressed_at).toBeNull()
      await bounce(ann, fullMailbox)
      expect(await fateOf(ann, i)).toBe('accepted delayed')
    }
    expect((await userOf(ann)).email_suppressed_reason).toBe('bounced_often')
    await at.put(`/users/${ann.id}`, { email_address: ann.email.toUpperCase() })
    expect((await userOf(ann)).email_suppressed_reason).toBe('bounced_often')
    await at.put(`/users/${ann.id}`, { email_address: `new-${ann.email}` })
    expect(await userOf(ann)).toMatchObject({
      email_suppressed_at: null,
      email_suppressed_reason: null,
    })
    expect(
      (await sql`select from mail_failures where user_id = ${ann.id}`.execute(at.db)).rows,
    ).toEqual([])
  })

  test('a complaint ends the mails of the person', async () => {
    // She asked for announcements, whatever else she gets.
    const ann = await aReader({ announcement_notifications: true })
    const { id: news } = await at.made('/announcements', {
      title: 'Version 2',
      links: { suggestions: [await anIdea(ann)] },
    })
    const people = async () =>
      (await at.get(`/announcements/${news}/notification_preview`)).body.notification_preview
        .people_count
    expect(await people()).toBe(1)
    await bounce(ann, complaint)
    expect(await fateOf(ann)).toBe('accepted complaint')
    expect(await userOf(ann)).toMatchObject({
      status_notifications: false,
      comment_notifications: false,
      email_suppressed_at: null,
    })
    expect(await people()).toBe(0)
  })

  test('an address that our mail server refuses is suppressed with the second mailing', async () => {
    const gone = await aReader({}, { name: 'gone' })
    const idea = await anIdea(gone)
    expect((await notify(idea)).failed_count).toBe(1)
    expect((await userOf(gone)).email_suppressed_at).toBeNull()
    expect((await notify(idea)).failed_count).toBe(1)
    expect((await userOf(gone)).email_suppressed_reason).toBe('refused')
    expect((await notify(idea)).recipients_count).toBe(0)
  })

  test('an erased person leaves nothing behind', async () => {
    const ann = await aReader()
    await bounce(ann)
    await fateOf(ann)
    expect((await at.delete(`/users/${ann.id}`)).status).toBe(200)
    for (const table of ['incoming_mails', 'mail_failures'])
      expect(
        (await sql`select from ${sql.table(table)} where user_id = ${ann.id}`.execute(at.db)).rows,
      ).toEqual([])
  })
})

test('old mails are forgotten', async () => {
  const ann = await aReader()
  await sql`
    insert into incoming_mails (kind, digest, user_id, suggestion_id, has_sender, size, state, created_at)
    values ('reply', ${randomBytes(8)}, ${ann.id}, 1, true, 1, 'accepted', now() - interval '31 days')`.execute(
    at.db,
  )
  await tasks.delete_old_incoming_mails(at as unknown as TaskContext, {})
  expect(
    (await sql`select from incoming_mails where user_id = ${ann.id}`.execute(at.db)).rows,
  ).toEqual([])
})
