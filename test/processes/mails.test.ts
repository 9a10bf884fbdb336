// kill -9 of one of three processes that send the mails of a mailing: none is lost, and only those on their way are repeated.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAILS_AT_ONCE } from '../../src/core/mail.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { readMail, startMailServer } from '../support/mail-server.ts'
import { processesOn } from '../support/processes.ts'
import { startTestService } from '../support/service.ts'

const ROUNDS = EXHAUSTIVE ? 200 : 1
const PEOPLE_PER_ROUND = 60
const PROCESSES = 3
/** Of one process. */
const ON_THEIR_WAY = MAILS_AT_ONCE

test('nothing is lost, and only what was on its way is repeated', {
  timeout: 180_000 + ROUNDS * 60_000,
}, async () => {
  const mails = await startMailServer('')
  const at = await startTestService(undefined, { settings: { mail_delay_seconds: 0 } })
  const start = await processesOn(at.connection)
  const run = () =>
    start(['work'], {
      EARSHOT_NODES: `${PROCESSES}`,
      SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=false`,
      MAIL_FROM: 'earshot@example.test',
      MAILS_PER_MINUTE: '100000',
      MAIL_DELAY: '0',
    })
  const suggestion = await aSuggestion(at.db, await aForum(at.db, 'Ideas'), 'Dark mode', {
    state: 'published',
  })
  const name = randomBytes(6).toString('hex')
  await sql`
    with people as (
      insert into users (email_address)
      select ${name} || '-' || i || '@example.test' from generate_series(1, ${PEOPLE_PER_ROUND}::int) i returning id
    )
    insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
    select ${suggestion}, id, id, id from people`.execute(at.db)
  const sending = async () =>
    (await sql`select from mailings where state = 'sending'`.execute(at.db)).rows.length
  const workers = await Promise.all(Array.from({ length: PROCESSES }, run))
  for (let round = 0; round < ROUNDS; round++) {
    const before = mails.received.length
    await at.made('/status_updates', {
      body: `Done ${round}`,
      notify_supporters: true,
      links: { suggestion },
    })
    while (mails.received.length === before) await sleep(1)
    await sleep(Math.random() * 300)
    const victim = workers.shift()
    victim?.child.kill('SIGKILL')
    await victim?.ended
    await expect.poll(sending, { timeout: 120_000 }).toBe(0)
    if (round + 1 < ROUNDS) workers.push(await run())
  }
  const ids = mails.received.map((mail) => readMail(mail).headers['message-id'])
  expect(new Set(ids).size).toBe(ROUNDS * PEOPLE_PER_ROUND)
  expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(ROUNDS * ON_THEIR_WAY)
  const { mailings } = (await at.get('/mailings?per_page=100')).body
  for (const mailing of mailings.slice(0, ROUNDS))
    expect(mailing).toMatchObject({ sent_count: PEOPLE_PER_ROUND, failed_count: 0 })
  for (const { child, ended } of workers) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})
