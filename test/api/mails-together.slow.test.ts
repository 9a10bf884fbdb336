// Several mails of a mailing are on their way at the same time: what that changes for others, and what it does not. The mail server is a
// real one, which holds or refuses mails as a test asks for it.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MAILS_AT_ONCE, type MailSettings } from '../../src/core/mail.ts'
import { createMailer } from '../../src/core/mailer.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { inTransaction } from '../../src/write/core/transaction.ts'
import { addMissingJobs } from '../../src/write/service/missing-jobs.ts'
import { aForum, aSuggestion } from '../support/factories.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser } from '../support/portal.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

const PATIENCE = { timeout: 90_000 }

let server: Awaited<ReturnType<typeof startMailServer>>
let mail: MailSettings
/** Its jobs run. */
let at: TestService
/** Its jobs wait until a test runs them. */
let still: TestService
let holds: (to: string) => Promise<unknown>
let refuses: (to: string) => boolean | number
/** How many mails the server has not accepted yet. */
let held = 0

beforeAll(async () => {
  server = await startMailServer('', {
    refuses: (to) => refuses(to),
    holds: async ([to = '']) => {
      held += 1
      await holds(to)
      held -= 1
    },
  })
  mail = {
    host: '127.0.0.1',
    port: server.port,
    tls: 'none',
    auth: null,
    from: 'Earshot <earshot@example.test>',
  }
  const settings = { mail, mails_per_minute: 100_000, mail_delay_seconds: 0 }
  at = await startTestService(undefined, { settings, hasJobs: true, proxies: 1 })
  still = await startTestService(undefined, { settings })
})

beforeEach(() => {
  holds = async () => {}
  refuses = () => false
})

function aGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

/** A status update to so many people. */
async function aMailing(count: number, on = at) {
  const suggestion = await aSuggestion(on.db, await aForum(on.db, 'Ideas'), 'Dark mode', {
    state: 'published',
  })
  const run = `p${randomBytes(6).toString('hex')}`
  await sql`
    with people as (
      insert into users (email_address)
      select ${run} || '-' || i || '@example.test' from generate_series(1, ${count}::int) i returning id
    )
    insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
    select ${suggestion}, id, id, id from people`.execute(on.db)
  const update = await on.made('/status_updates', {
    body: 'Done',
    notify_supporters: true,
    links: { suggestion },
  })
  const { id } = (await on.get(`/mailings?status_update=${update.id}`)).body.mailings[0]
  const addresses = Array.from({ length: count }, (_, i) => `${run}-${i + 1}@example.test`)
  const isOwn = (to: string) => to.startsWith(`${run}-`)
  return {
    id: id as number,
    addresses: addresses.sort(),
    isOwn,
    shown: () => on.shown(`/mailings/${id}`),
    received: () =>
      server.received
        .flatMap(({ to }) => to)
        .filter(isOwn)
        .sort(),
  }
}

const allSent = async ({ shown }: { shown: () => Promise<Shown> }) => {
  await expect.poll(async () => (await shown()).state, PATIENCE).toBe('sent')
}

test('some are on their way at the same time, and never more than there are connections for', async () => {
  const gate = aGate()
  let most = 0
  holds = async () => {
    most = Math.max(most, held)
    if (held >= 2) gate.open()
    await gate.opened
  }
  const mailing = await aMailing(30)
  await allSent(mailing)
  expect(mailing.received()).toEqual(mailing.addresses)
  expect(most).toBeGreaterThanOrEqual(2)
  expect(most).toBeLessThanOrEqual(MAILS_AT_ONCE)
  expect(await mailing.shown()).toMatchObject({ recipients_count: 30, sent_count: 30 })
})

test('somebody who waits for a code gets it before a mailing that began earlier', async () => {
  const gate = aGate()
  const email = `reader-${randomBytes(6).toString('hex')}@customer.test`
  holds = async (to) => to === email || gate.opened
  const mailing = await aMailing(200)
  await expect.poll(() => held, PATIENCE).toBe(MAILS_AT_ONCE)
  const asked = await aPortalBrowser(at).submit('/sign-in', { email })
  expect(asked.status).toBe(303)
  const codes = () => server.received.filter(({ to }) => to.includes(email))
  await expect.poll(() => codes().length, PATIENCE).toBe(1)
  expect(mailing.received()).toEqual([])
  await at.post(`/mailings/${mailing.id}/stop`, {})
  gate.open()
  await expect.poll(() => held, PATIENCE).toBe(0)
})

test('an address that is refused, for good or for now, does not harm the others', async () => {
  const tried = new Set<string>()
  // The third is gone, and the fourth is to be asked again later.
  refuses = (to) => {
    if (to.includes('-3@')) return true
    if (!to.includes('-4@') || tried.has(to)) return false
    tried.add(to)
    return 451
  }
  const mailing = await aMailing(9)
  await allSent(mailing)
  expect(tried.size).toBe(1)
  expect(mailing.received()).toEqual(mailing.addresses.filter((to) => !to.includes('-3@')))
  expect(await mailing.shown()).toMatchObject({ sent_count: 8, failed_count: 1 })
})

test('a server that takes nothing for some time gets each mail once afterwards', async () => {
  let refused = 0
  refuses = () => {
    if (refused >= MAILS_AT_ONCE) return false
    refused += 1
    return 451
  }
  const mailing = await aMailing(MAILS_AT_ONCE + 2)
  await allSent(mailing)
  expect(mailing.received()).toEqual(mailing.addresses)
  expect(await mailing.shown()).toMatchObject({ sent_count: MAILS_AT_ONCE + 2, failed_count: 0 })
})

test('stopping leaves only those that are on their way', async () => {
  const gate = aGate()
  holds = () => gate.opened
  const mailing = await aMailing(40)
  await expect.poll(() => held, PATIENCE).toBe(MAILS_AT_ONCE)
  const stopped = await at.post(`/mailings/${mailing.id}/stop`, {})
  expect(stopped.body.mailings).toMatchObject([{ state: 'stopped', sent_count: 0 }])
  gate.open()
  const jobs = async () =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'send_mailing_mails'`.execute(
        at.db,
      )
    ).rows.length
  await expect.poll(jobs, PATIENCE).toBe(0)
  expect(mailing.received()).toHaveLength(MAILS_AT_ONCE)
})

type RangeJob = { id: number; first: number; last: number; isLate: boolean; mails: number }

const rangesOf = async (mailing: number) => {
  const { rows } = await sql<RangeJob>`
    select r.id::int, r.first, r.last, count(*)::int as mails, bool_and(r.run_at >= o.due_at) as "isLate"
    from outgoing_mails o join (
      select id, run_at, split_part(key, ' ', 2)::int as first, split_part(key, ' ', 4)::int as last
      from graphile_worker.jobs where task_identifier = 'send_mailing_mails') r on o.id between r.first and r.last
    where o.mailing_id = ${mailing} group by r.id, r.first, r.last, r.run_at order by r.first`.execute(
    still.db,
  )
  return rows
}

const contextOf = (more: object = {}) => ({
  ...still,
  mail: createMailer(mail),
  settings: { ...still.settings, mails_per_minute: 100_000, mail_delay_seconds: 0, ...more },
})

test('none is sent before its time, and at most those of a second together', async () => {
  const mailing = await aMailing(23, still)
  await tasks.expand_mailing(contextOf({ mails_per_minute: 300 }), { mailing: mailing.id })
  const ranges = await rangesOf(mailing.id)
  expect(ranges.map(({ mails }) => mails)).toEqual([5, 5, 5, 5, 3])
  expect(ranges.every(({ isLate }) => isLate)).toBe(true)
  for (const { first, last } of ranges) await tasks.send_mailing_mails(contextOf(), { first, last })
  expect(mailing.received()).toEqual(mailing.addresses)
})

test('a code is the next job, also when a mailing has waited for longer', async () => {
  const mailing = await aMailing(30, still)
  await tasks.expand_mailing(contextOf(), { mailing: mailing.id })
  const email = `reader-${randomBytes(6).toString('hex')}@customer.test`
  expect((await aPortalBrowser(still).submit('/sign-in', { email })).status).toBe(303)
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs order by priority, run_at limit 1`.execute(
    still.db,
  )
  expect(rows).toEqual([{ task: 'send_mail' }])
})

test('a mail has one job: that of its range, or after a restored backup one of its own', async () => {
  const mailing = await aMailing(3, still)
  await tasks.expand_mailing(contextOf(), { mailing: mailing.id })
  const [range] = await rangesOf(mailing.id)
  const own = async () => {
    await inTransaction(still.db, addMissingJobs)
    const { rows } = await sql`
      select from outgoing_mails o join graphile_worker.jobs j on j.key = 'mail ' || o.id
      where o.mailing_id = ${mailing.id}`.execute(still.db)
    return rows.length
  }
  expect(await own()).toBe(0)
  await sql`select graphile_worker.complete_jobs(${[range?.id]}::bigint[])`.execute(still.db)
  expect(await own()).toBe(3)
  // The range leaves them to their own jobs.
  await tasks.send_mailing_mails(contextOf(), { first: range?.first ?? 0, last: range?.last ?? 0 })
  expect(mailing.received()).toEqual([])
})

test('a range that failed for good can be given up', async () => {
  const mailing = await aMailing(2, still)
  await tasks.expand_mailing(contextOf(), { mailing: mailing.id })
  await tasks.expand_mailing(contextOf(), { mailing: mailing.id })
  const [range] = await rangesOf(mailing.id)
  await sql`select graphile_worker.permanently_fail_jobs(${[range?.id]}::bigint[], 'no')`.execute(
    still.db,
  )
  expect((await still.delete(`/jobs/${range?.id}`)).status).toBe(200)
  expect(await mailing.shown()).toMatchObject({ recipients_count: 2, failed_count: 2 })
  await tasks.expand_mailing(contextOf(), { mailing: mailing.id })
  expect(await mailing.shown()).toMatchObject({ state: 'sent' })
})
