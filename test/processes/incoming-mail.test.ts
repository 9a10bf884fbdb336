// kill -9 of a process that receives mail: each mail that was acknowledged becomes a comment, once.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { replyAddress } from '../../src/auth/end-users/mail-addresses.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion, aUser } from '../support/factories.ts'
import { processesOn } from '../support/processes.ts'
import { aMail } from '../support/replies.ts'
import { startTestService } from '../support/service.ts'

const ROUNDS = EXHAUSTIVE ? 50 : 1
const MAILS_PER_ROUND = 8
const DOMAIN = 'reply.example.test'

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

test('nothing that was acknowledged is lost, and nothing is added twice', {
  timeout: 180_000 + ROUNDS * 40_000,
}, async () => {
  const at = await startTestService()
  const start = await processesOn(at.connection)
  const suggestionId = await aSuggestion(at.db, await aForum(at.db, 'Ideas'), 'Dark mode', {
    state: 'published',
  })
  const acknowledged: string[] = []
  const send = async (port: number, text: string) => {
    const email = `${text}@example.test`
    const userId = await aUser(at.db, email)
    const to = await replyAddress(
      { readKeys: at.readKeys, domain: DOMAIN },
      { userId, suggestionId, commentId: null },
    )
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    const raw = aMail({ from: email, to, id: text, body: [text] })
    // What the other side does not acknowledge is sent again, as mail servers do.
    const once = () => transport.sendMail({ envelope: { from: email, to }, raw })
    await once().then(
      () => acknowledged.push(text),
      () => {},
    )
  }
  const run = (port: number) =>
    start(['serve'], {
      MAIL_REPLY_DOMAIN: DOMAIN,
      MAIL_LISTEN: `smtp://127.0.0.1:${port}`,
    })
  for (let round = 0; round < ROUNDS; round++) {
    const port = await freePort()
    const { child, ended } = await run(port)
    const before = acknowledged.length
    const sending = (async () => {
      for (let i = 0; i < MAILS_PER_ROUND; i++) await send(port, `wish-${round}-${i}`)
    })()
    while (acknowledged.length === before) await sleep(1)
    await sleep(Math.random() * 300)
    child.kill('SIGKILL')
    await ended
    await sending
  }
  const last = await run(await freePort())
  const bodies = async () =>
    (await sql<{ body: string }>`select body from comments order by body`.execute(at.db)).rows.map(
      ({ body }) => body,
    )
  const waiting = async () =>
    (await sql`select from incoming_mails where state = 'waiting'`.execute(at.db)).rows.length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  const added = await bodies()
  expect(new Set(added).size).toBe(added.length)
  expect(added).toEqual(expect.arrayContaining(acknowledged))
  last.child.kill('SIGTERM')
  expect(await last.ended).toBe(0)
})
