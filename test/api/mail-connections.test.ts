// Connections to the mail server are kept for the next mails, and given up without losing or repeating one. The server is a real one.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { AddressRefused, type Mail, type MailSettings } from '../../src/core/mail.ts'
import { createMailer } from '../../src/core/mailer.ts'
import { parseSecretKeys } from '../../src/core/secret-keys.ts'
import { startService } from '../../src/service.ts'
import { onCleanup } from '../support/cleanup.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { PATIENTLY } from '../support/patience.ts'
import { BASE_URL, startTestService, TEST_KEY, type TestService } from '../support/service.ts'

type Server = Awaited<ReturnType<typeof startMailServer>>

const settingsOf = (port: number): MailSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  auth: null,
  from: 'Earshot <earshot@example.test>',
})

describe('a mailer that keeps connections', () => {
  const look = {
    name: 'Acme',
    logo: null,
    accent: { light: '#1f5fd1', dark: '#7aa7f7' },
    texts: {},
  }
  const aMail = (to: string): Mail => ({
    to,
    language: 'en',
    subject: 'News',
    text: 'News',
    html: '<p>News</p>',
    look,
  })
  const started = async (options: Parameters<typeof startMailServer>[1] = {}) => {
    const server = await startMailServer('', options)
    const mailer = createMailer(settingsOf(server.port), null, { keepsConnections: true })
    onCleanup(async () => mailer.close())
    const recipients = () => server.received.flatMap(({ to }) => to).sort()
    return { server, mailer, recipients }
  }
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, i) => `p${String(i).padStart(3, '0')}@example.test`)

  test('sends many mails by few connections', async () => {
    const { server, mailer, recipients } = await started()
    const all = addresses(120)
    await Promise.all(all.map((to) => mailer.send(aMail(to))))
    expect(recipients()).toEqual(all)
    expect(server.connections.opened).toBeLessThanOrEqual(6)
    mailer.close()
    await expect.poll(server.connections.open).toBe(0)
  })

  test('replaces a connection after a hundred mails', async () => {
    const { server, mailer, recipients } = await started()
    const all = addresses(101)
    for (const to of all) await mailer.send(aMail(to))
    expect(recipients()).toEqual(all)
    expect(server.connections.opened).toBe(2)
  })

  test('opens another one when the server ended it meanwhile', async () => {
    const { server, mailer, recipients } = await started()
    await mailer.send(aMail('first@example.test'))
    server.connections.closeAll()
    // At once, when the end was not noticed yet, and later.
    await mailer.send(aMail('second@example.test'))
    server.connections.closeAll()
    await expect.poll(server.connections.open).toBe(0)
    await mailer.send(aMail('third@example.test'))
    expect(recipients()).toEqual([
      'first@example.test',
      'second@example.test',
      'third@example.test',
    ])
  })

  test('sends on when the server was restarted', async () => {
    const { server, mailer, recipients } = await started()
    await mailer.send(aMail('before@example.test'))
    await server.close()
    await expect(mailer.send(aMail('meanwhile@example.test'))).rejects.toThrow('mail server')
    const again = await startMailServer('', { port: server.port })
    await mailer.send(aMail('after@example.test'))
    expect(recipients()).toEqual(['before@example.test'])
    expect(again.received.flatMap(({ to }) => to)).toEqual(['after@example.test'])
  })

  test('does not repeat a mail of which the server got a part: its job does', async () => {
    let attempts = 0
    const { server, mailer, recipients } = await started({ takesData: () => ++attempts !== 2 })
    await mailer.send(aMail('first@example.test'))
    await expect(mailer.send(aMail('cut@example.test'))).rejects.toThrow('mail server')
    expect(attempts).toBe(2)
    await mailer.send(aMail('cut@example.test'))
    expect(recipients()).toEqual(['cut@example.test', 'first@example.test'])
    expect(server.connections.opened).toBe(2)
  })

  test('says what is wrong with the server', async () => {
    const { server } = await started()
    const check = (more: Pick<MailSettings, 'tls' | 'auth'>) =>
      createMailer({ ...settingsOf(server.port), ...more }).check()
    await expect(check({ tls: 'starttls', auth: null })).rejects.toThrow('STARTTLS failed')
    const auth = { user: 'me', pass: 'wrong' }
    await expect(check({ tls: 'none', auth })).rejects.toThrow('refused the user name and password')
    await server.close()
    await expect(check({ tls: 'none', auth: null })).rejects.toThrow('could not be reached')
  })

  test('says which address the server refuses, and uses the connection for the next mail', async () => {
    const { server, mailer, recipients } = await started({
      refuses: (address) => address.startsWith('gone'),
    })
    await mailer.send(aMail('first@example.test'))
    await expect(mailer.send(aMail('gone@example.test'))).rejects.toBeInstanceOf(AddressRefused)
    for (const to of ['second@example.test', 'third@example.test']) await mailer.send(aMail(to))
    expect(recipients()).toEqual([
      'first@example.test',
      'second@example.test',
      'third@example.test',
    ])
    // Another one while the first is reset.
    expect(server.connections.opened).toBeLessThanOrEqual(2)
  })

  test('finishes the mails on their way when it is closed, and sends those that come later', async () => {
    const { server, mailer, recipients } = await started()
    const all = addresses(20)
    const sending = all.map((to) => mailer.send(aMail(to)))
    mailer.close()
    await Promise.all(sending)
    await expect.poll(server.connections.open).toBe(0)
    await mailer.send(aMail('q@example.test'))
    expect(recipients()).toEqual([...all, 'q@example.test'])
    await expect.poll(server.connections.open).toBe(0)
  })
})

describe('services', () => {
  const SETTINGS = { mails_per_minute: 100_000, mail_delay_seconds: 0 }
  let server: Server
  let at: TestService

  beforeAll(async () => {
    server = await startMailServer('')
    at = await startTestService(undefined, { settings: SETTINGS })
    await use(server)
  })

  const use = async ({ port }: Server) => {
    const mail = { host: '127.0.0.1', port, tls: 'none', from: 'earshot@example.test' }
    expect((await at.put('/settings', { mail })).status).toBe(200)
  }

  /** Another process on the same database, which sends. */
  async function startWorker() {
    const service = await startService(at.connection, BASE_URL, pino({ level: 'silent' }), {
      secretKey: { name: 'the key', read: async () => parseSecretKeys(TEST_KEY), create: null },
      ...PATIENTLY,
      settings: SETTINGS,
      hasJobs: true,
      store: at.store,
    })
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= service.close()
      return closed
    }
    onCleanup(close)
    return { close }
  }

  async function mailTo(count: number): Promise<string[]> {
    const id = await aSuggestion(at.db, await aForum(at.db, 'Ideas'), 'Dark mode', {
      state: 'published',
    })
    const run = randomBytes(6).toString('hex')
    await sql`
      with people as (
        insert into users (email_address)
        select ${run} || '-' || i || '@example.test' from generate_series(1, ${count}::int) i returning id
      )
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select ${id}, id, id, id from people`.execute(at.db)
    await at.made('/status_updates', {
      body: 'Done',
      notify_supporters: true,
      links: { suggestion: id },
    })
    await expect.poll(countSending, { timeout: 120_000 }).toBe(0)
    return Array.from({ length: count }, (_, i) => `${run}-${i + 1}@example.test`).sort()
  }

  const recipients = (of = server) => of.received.flatMap(({ to }) => to).sort()
  const countSending = async () =>
    (await sql`select from mailings where state = 'sending'`.execute(at.db)).rows.length

  test('use few connections, leave a server that was replaced, and close them when they stop', async () => {
    const worker = await startWorker()
    const { opened } = server.connections
    const first = await mailTo(30)
    expect(recipients()).toEqual(first)
    expect(server.connections.opened - opened).toBeLessThanOrEqual(6)
    const other = await startMailServer('')
    await use(other)
    await expect.poll(server.connections.open).toBe(0)
    const second = await mailTo(5)
    expect(recipients()).toEqual(first)
    expect(recipients(other)).toEqual(second)
    await worker.close()
    await expect.poll(other.connections.open).toBe(0)
  })

  test('send each mail once, three of them on one database', async () => {
    const own = await startMailServer('')
    await use(own)
    const workers = [await startWorker(), await startWorker(), await startWorker()]
    const all = await mailTo(150)
    expect(recipients(own)).toEqual(all)
    const [mailing] = (await at.get('/mailings?per_page=1')).body.mailings
    expect(mailing).toMatchObject({ recipients_count: 150, sent_count: 150, failed_count: 0 })
    for (const { close } of workers) await close()
  })
})
