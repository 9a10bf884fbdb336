// Mails to members of the team: digests, subscribed views and failures, by a real SMTP server. Times are stored, never waited for.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { unsubscribeAddress } from '../../src/auth/end-users/unsubscribe.ts'
import { createMailer, type Mailer } from '../../src/core/mailer.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { aForum, aSuggestion, aUser, insert } from '../support/factories.ts'
import { type ReadMail, readMail, startMailServer } from '../support/mail-server.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession, type TestPerson } from '../support/staff.ts'

let mails: Awaited<ReturnType<typeof startMailServer>>
let at: TestService
let mail: Mailer

beforeAll(async () => {
  mails = await startMailServer('secret')
  const settings = {
    mail: {
      host: '127.0.0.1',
      port: mails.port,
      tls: 'none' as const,
      auth: null,
      from: 'Earshot <earshot@example.test>',
    },
  }
  mail = createMailer(settings.mail)
  at = await startTestService(undefined, { settings })
})

const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`

type Member = TestPerson & { cookie: string }

async function aMember(role: TestPerson['role'] = 'viewer'): Promise<Member> {
  const person = await aPerson(at, role)
  return { ...person, cookie: await aSession(at, person.id) }
}

const choose = (member: Member, body: object) =>
  at.put('/notification_settings', body, bySession(member.cookie))

async function aSubscriber(body: object = {}, role: TestPerson['role'] = 'viewer') {
  const member = await aMember(role)
  const { status, text } = await choose(member, { digest: 'daily', ...body })
  expect(status, text).toBe(200)
  return member
}

/** As if the last digest had been about what happened until then. */
const digestedUntil = ({ id }: Member, time: string) =>
  sql`update staff_notifications set digest_from = ${time}::timestamptz, digest_until = null where user_id = ${id}`.execute(
    at.db,
  )

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000).toISOString()

/** After the digest before last, and long before the next one. */
const YESTERDAY = new Date(Date.now() - 86_400_000 * 1.5).toISOString()

const withMail = (mailer: Mailer | null = mail) => ({ ...at, mail: mailer }) as never

const queue = (mailer: Mailer | null = mail) => tasks.queue_staff_mails(withMail(mailer), {})

type Task = 'send_digest' | 'send_failures'

const waitingJobs = async ({ id }: Member, task: Task): Promise<number> => {
  const subject = task === 'send_digest' ? `digest of user ${id}` : `failures for user ${id}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where key = ${subject}`.execute(at.db)
  return rows[0]?.count ?? 0
}

const send = (member: Member, task: Task = 'send_digest', mailer = mail) =>
  tasks[task](withMail(mailer), { user: member.id })

/** What became of the digests that are due now. */
async function digestOf(member: Member): Promise<ReadMail[]> {
  await queue()
  if ((await waitingJobs(member, 'send_digest')) > 0) await send(member)
  return receivedBy(member)
}

const receivedBy = ({ email }: Member): ReadMail[] =>
  mails.received.filter(({ to }) => to.includes(email)).map(readMail)

const anIdea = (forum: number, title: string, more: object = {}) =>
  aSuggestion(at.db, forum, title, { state: 'published', created_at: YESTERDAY, ...more } as never)

const lastDigestTime = async (frequency: string, zone: string, moment: string) => {
  const { rows } = await sql<{ due: Date }>`
    select last_digest_time(${frequency}, ${zone}, ${moment}::timestamptz) as due`.execute(at.db)
  return rows[0]?.due.toISOString()
}

describe('the settings of a person', () => {
  test('have defaults, are changed one by one, and belong to the caller', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    const read = async (member: Member) =>
      (await at.get('/notification_settings', bySession(member.cookie))).body.notification_settings
    const defaults = {
      digest: 'never',
      time_zone: 'UTC',
      forums: [],
      mentions: true,
      failures: true,
      is_stored: false,
    }
    expect(await read(ann)).toEqual(defaults)
    const forum = await aForum(at.db, unique('Ideas'))
    await choose(ann, { digest: 'weekly', time_zone: 'Asia/Kathmandu', forums: [forum] })
    await choose(ann, { mentions: false })
    expect(await read(ann)).toEqual({
      digest: 'weekly',
      time_zone: 'Asia/Kathmandu',
      forums: [forum],
      mentions: false,
      failures: true,
      is_stored: true,
    })
    expect(await read(ben)).toEqual(defaults)
  })

  test('refuse what is wrong and say what is right', async () => {
    const ann = await aMember()
    for (const [body, message] of [
      [{ time_zone: 'Mars/Olympus' }, 'Expected an IANA time zone'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ digest: 'yearly' }, 'daily'],
      [{ forums: [999_999_999] }, 'no forum has the id 999999999'],
    ] as const) {
      const answer = await choose(ann, body)
      expect(answer.status, answer.text).toBe(422)
      expect(answer.text).toContain(message)
    }
  })

  test('a mention is mailed unless the person does not want it', async () => {
    const [ann, ben] = [await aMember(), await aMember()]
    await choose(ann, { mentions: false })
    const suggestion = await aSuggestion(at.db, await aForum(at.db, unique('Ideas')), 'Dark mode')
    await at.made('/notes', {
      body: `[@a](mention:${ann.id}) [@b](mention:${ben.id})`,
      body_mime_type: 'text/markdown',
      links: { suggestion },
    })
    const { rows } = await sql<{ email: string }>`
      select email from outgoing_mails where email in (${ann.email}, ${ben.email})`.execute(at.db)
    expect(rows).toEqual([{ email: ben.email }])
  })
})

describe('the time of a digest', () => {
  test.each([
    // Before and after 8:00, in winter and in summer.
    ['daily', 'Europe/Berlin', '2026-01-15T06:59:59Z', '2026-01-14T07:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-01-15T07:00:00Z', '2026-01-15T07:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-07-15T06:00:00Z', '2026-07-15T06:00:00.000Z'],
    // The day that has 23 hours, and the one that has 25.
    ['daily', 'Europe/Berlin', '2026-03-29T06:30:00Z', '2026-03-29T06:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-10-25T06:30:00Z', '2026-10-24T06:00:00.000Z'],
    ['daily', 'Europe/Berlin', '2026-10-25T07:00:00Z', '2026-10-25T07:00:00.000Z'],
    // Another day there than in UTC, on both sides of the date line.
    ['daily', 'Pacific/Kiritimati', '2026-05-01T18:00:00Z', '2026-05-01T18:00:00.000Z'],
    ['daily', 'Pacific/Kiritimati', '2026-05-01T17:59:59Z', '2026-04-30T18:00:00.000Z'],
    ['daily', 'Pacific/Pago_Pago', '2026-05-01T19:00:00Z', '2026-05-01T19:00:00.000Z'],
    ['daily', 'Asia/Kathmandu', '2026-05-01T02:15:00Z', '2026-05-01T02:15:00.000Z'],
    // Monday is the 4th.
    ['weekly', 'UTC', '2026-05-04T07:59:59Z', '2026-04-27T08:00:00.000Z'],
    ['weekly', 'UTC', '2026-05-04T08:00:00Z', '2026-05-04T08:00:00.000Z'],
    ['weekly', 'UTC', '2026-05-10T23:59:59Z', '2026-05-04T08:00:00.000Z'],
    ['weekly', 'Pacific/Auckland', '2026-05-03T20:00:00Z', '2026-05-03T20:00:00.000Z'],
    ['hourly', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00.000Z'],
  ])('%s in %s at %s is %s', async (frequency, zone, moment, due) => {
    expect(await lastDigestTime(frequency, zone, moment)).toBe(due)
  })
})

/** Follows the link of the header, first as programs that check mails do, and says what the person gets afterwards. */
async function unsubscribeBy({ headers, text }: ReadMail, member: Member, kind: string) {
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
  expect(address).toContain(`${BASE_URL}/unsubscribe/${kind}.${member.id}.`)
  expect(text).toContain(address)
  const path = `/${address.slice(BASE_URL.length)}`
  const read = async () =>
    (await at.get('/notification_settings', bySession(member.cookie))).body.notification_settings
  const before = await read()
  const page = await at.get(path, { token: null })
  expect(page.status).toBe(200)
  expect(page.text).not.toContain('votes')
  expect(await read()).toEqual(before)
  const type = 'application/x-www-form-urlencoded'
  const ended = await at.call('POST', path, {
    token: null,
    headers: { 'content-type': type },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(ended.status).toBe(200)
  expect(ended.text).toContain('href="/admin/settings/notifications"')
  return { before, after: await read() }
}

describe('a digest', () => {
  test('has what is new and what waits, by forum, and is sent once', async () => {
    const [ideas, app] = [unique('Ideas'), unique('App')]
    const [forum, other] = [await aForum(at.db, ideas), await aForum(at.db, app)]
    const ann = await aSubscriber({ time_zone: 'Europe/Berlin', forums: [forum, other] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    const dark = await anIdea(forum, 'Dark <mode>')
    const held = await anIdea(other, 'Buy this', { state: 'new' })
    const author = await aUser(at.db, `${unique('guest').replace(' ', '')}@example.test`)
    await insert(at.db, 'comments', {
      body: 'Me too',
      state: 'new',
      suggestion_id: dark,
      created_by_id: author,
      created_at: YESTERDAY,
    })
    // Not new: written before, by the person, imported, spam, and merged.
    await anIdea(forum, 'Older', { created_at: '2020-01-01T00:00:00Z' })
    await anIdea(forum, 'My own', { created_by_id: ann.id })
    await anIdea(forum, 'Imported', { channel: 'import' })
    await anIdea(forum, 'Spam', { state: 'spam' })
    await anIdea(forum, 'Merged', { parent_suggestion_id: dark })

    const [digest, ...others] = await digestOf(ann)
    expect(others).toEqual([])
    const { headers, text, html } = digest as ReadMail
    expect(headers.subject).toBe('Earshot: 1 new, 2 waiting for approval')
    expect(text).toContain(
      `New in ${ideas} (1)\r\n- Dark <mode>\r\n  ${BASE_URL}/admin/suggestions/${dark}`,
    )
    expect(text).toContain(`Waiting for approval in ${app} (1)\r\n- Buy this`)
    expect(text).toContain(`${BASE_URL}/admin/suggestions/${held}`)
    expect(text).toContain(`Comments that wait for approval in ${ideas} (1)`)
    expect(text).toContain(`Notification settings: ${BASE_URL}/admin/settings/notifications`)
    expect(text).toContain('(Europe/Berlin)')
    expect(html).toContain('Dark &#60;mode&#62;')
    for (const absent of ['Older', 'My own', 'Imported', 'Spam', 'Merged'])
      expect(text).not.toContain(absent)

    expect(await digestOf(ann)).toHaveLength(1)
    expect(await waitingJobs(ann, 'send_digest')).toBe(1)
    // A job that runs again finds nothing to send.
    await send(ann)
    expect(receivedBy(ann)).toHaveLength(1)
  })

  test('is ended with one click, and nothing else is', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const ann = await aSubscriber({ forums: [forum] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    await anIdea(forum, 'Dark mode')
    const [digest] = await digestOf(ann)
    const { before, after } = await unsubscribeBy(digest as ReadMail, ann, 'team_digest')
    expect(after).toEqual({ ...before, digest: 'never' })
    // Also when the person is gone.
    const link = await unsubscribeAddress(
      { baseUrl: '', readKeys: at.readKeys },
      { kind: 'team_digest', userId: 999_999_999 },
    )
    expect((await at.call('POST', `/${link}`, { token: null })).status).toBe(200)
  })

  test('is limited to the chosen forums, and names no more than 20 of each', async () => {
    const ideas = unique('Ideas')
    const forum = await aForum(at.db, ideas)
    const other = await aForum(at.db, unique('Other'))
    const ann = await aSubscriber({ forums: [forum] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    for (let i = 1; i <= 23; i++) await anIdea(forum, `Idea number ${i}.`)
    await anIdea(other, 'Elsewhere')
    const [digest] = await digestOf(ann)
    expect(digest?.text).toContain(`New in ${ideas} (23)`)
    expect(digest?.text).toContain('- and 3 more')
    expect(digest?.text).toContain('Idea number 23.')
    expect(digest?.text).not.toContain('Idea number 3.')
    expect(digest?.text).not.toContain('Elsewhere')
  })

  test('is in the language of the person', async () => {
    const forum = await aForum(at.db, unique('Ideen'))
    const ann = await aSubscriber({ forums: [forum] })
    await sql`update users set language = 'de' where id = ${ann.id}`.execute(at.db)
    await digestedUntil(ann, TWO_DAYS_AGO)
    await anIdea(forum, 'Dunkel', { state: 'new' })
    const [digest] = await digestOf(ann)
    expect(digest?.headers.subject).toBe('Earshot: 0 neu, 1 zur Freigabe')
    expect(digest?.text).toContain('Das ist neu seit')
    expect(digest?.headers['content-language']).toBe('de')
  })

  test('is not sent when nothing is new, when it is switched off, or to somebody who left', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const [quiet, never, gone] = [
      await aSubscriber({ forums: [await aForum(at.db, unique('Empty'))] }),
      await aSubscriber(),
      await aSubscriber(),
    ]
    for (const member of [quiet, never, gone]) await digestedUntil(member, TWO_DAYS_AGO)
    await anIdea(forum, 'Dark mode')
    await queue()
    await choose(never, { digest: 'never' })
    await sql`update permissions set disabled_at = now() where user_id = ${gone.id}`.execute(at.db)
    for (const member of [quiet, never, gone]) {
      await send(member)
      expect(receivedBy(member)).toEqual([])
    }
    // Its period has passed: what is new since then is in the next one.
    const { rows } = await sql<{ passed: boolean }>`
      select digest_from > ${YESTERDAY}::timestamptz and digest_until is null as passed
      from staff_notifications where user_id = ${quiet.id}`.execute(at.db)
    expect(rows).toEqual([{ passed: true }])
  })

  test('begins with what happens after it was chosen', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    await anIdea(forum, 'Before')
    const ann = await aSubscriber({ forums: [forum] })
    expect(await digestOf(ann)).toEqual([])
    expect(await waitingJobs(ann, 'send_digest')).toBe(0)
  })

  test('that was sent before its process was killed is repeated with the same Message-ID', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const ann = await aSubscriber({ forums: [forum] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    await anIdea(forum, 'Dark mode')
    await queue()
    const killed: Mailer = {
      ...mail,
      send: async (one) => {
        await mail.send(one)
        throw new Error('killed')
      },
    }
    await expect(send(ann, 'send_digest', killed)).rejects.toThrow('killed')
    await send(ann)
    const ids = receivedBy(ann).map(({ headers }) => headers['message-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('of a long downtime is one mail', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const ann = await aSubscriber({ digest: 'hourly', forums: [forum] })
    await digestedUntil(ann, new Date(Date.now() - 10 * 86_400_000).toISOString())
    await anIdea(forum, 'Nine days ago', {
      created_at: new Date(Date.now() - 9 * 86_400_000).toISOString(),
    })
    await anIdea(forum, 'Yesterday')
    const received = await digestOf(ann)
    expect(received).toHaveLength(1)
    expect(received[0]?.text).toContain('Nine days ago')
    expect(received[0]?.text).toContain('Yesterday')
  })

  test('without a mail server is not made up later', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const ann = await aSubscriber({ forums: [forum] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    await anIdea(forum, 'Dark mode')
    await queue(null)
    expect(await digestOf(ann)).toEqual([])
  })
})

describe('a subscribed view', () => {
  const subscribe = async (member: Member, params: string, name = unique('View')) => {
    const { body } = await at.post(
      '/views',
      { kind: 'suggestions', name, params, subscribed: true },
      bySession(member.cookie),
    )
    await queue()
    return { id: body.views[0].id as number, name }
  }

  test('adds what newly matches it since the last mail, each once', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const ann = await aSubscriber({ forums: [await aForum(at.db, unique('Empty'))] })
    const label = await insert(at.db, 'labels', {
      name: unique('Label'),
      full_name: unique('Label'),
    })
    const give = (id: number) =>
      sql`insert into suggestion_labels (suggestion_id, label_id) values (${id}, ${label})`.execute(
        at.db,
      )
    const [old, relabelled] = [await anIdea(forum, 'Old one'), await anIdea(forum, 'Relabelled')]
    await give(old)
    const view = await subscribe(ann, `label=${label}&sort=-id&columns=title%3A320&group=status`)
    await give(relabelled)
    await give(await anIdea(forum, 'Fresh one'))
    await give(await anIdea(forum, 'Imported', { channel: 'import' }))
    await digestedUntil(ann, TWO_DAYS_AGO)
    const [digest] = await digestOf(ann)
    expect(digest?.headers.subject).toBe('Earshot: 2 new')
    expect(digest?.text).toContain(`New in the view “${view.name}” (2)`)
    expect(digest?.text).toContain('Relabelled')
    expect(digest?.text).toContain('Fresh one')
    expect(digest?.text).not.toContain('Old one')
    expect(digest?.text).not.toContain('Imported')
    await digestedUntil(ann, TWO_DAYS_AGO)
    expect(await digestOf(ann)).toHaveLength(1)
  })

  test('with a filter that is not valid any more is named once', async () => {
    const ann = await aSubscriber({ forums: [await aForum(at.db, unique('Empty'))] })
    const view = await subscribe(ann, 'no_such_filter=1')
    await digestedUntil(ann, TWO_DAYS_AGO)
    const [digest] = await digestOf(ann)
    expect(digest?.headers.subject).toBe(
      'Earshot: a view that you subscribed to is not valid any more',
    )
    expect(digest?.text).toContain(`The view “${view.name}” finds nothing any more`)
    await digestedUntil(ann, TWO_DAYS_AGO)
    expect(await digestOf(ann)).toHaveLength(1)
    // Saved again, it starts anew.
    const forum = await aForum(at.db, unique('Ideas'))
    await anIdea(forum, 'Known')
    await at.put(`/views/${view.id}`, { params: `forum=${forum}` }, bySession(ann.cookie))
    await queue()
    await anIdea(forum, 'Newly found')
    await digestedUntil(ann, TWO_DAYS_AGO)
    const [, second] = await digestOf(ann)
    expect(second?.text).toContain('Newly found')
    expect(second?.text).not.toContain('Known')
  })

  test('of another person, or without a subscription, adds nothing', async () => {
    const forum = await aForum(at.db, unique('Ideas'))
    const empty = { forums: [await aForum(at.db, unique('Empty'))] }
    const [ann, ben] = [await aSubscriber(empty), await aSubscriber(empty)]
    const view = await subscribe(ann, `forum=${forum}`)
    await at.put(`/views/${view.id}`, { subscribed: false }, bySession(ann.cookie))
    await anIdea(forum, 'Dark mode')
    for (const member of [ann, ben]) {
      await digestedUntil(member, TWO_DAYS_AGO)
      expect(await digestOf(member)).toEqual([])
    }
  })
})

describe('failures', () => {
  const failJob = async (task: string, key: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job(${task}, '{}', job_key => ${key}, max_attempts => 1)`.execute(
      at.db,
    )
    const id = Number(rows[0]?.id)
    await sql`
      select graphile_worker.permanently_fail_jobs(${[id]}::bigint[], 'secret@example.test is unreachable')`.execute(
      at.db,
    )
    await sql`
      update graphile_worker._private_jobs set updated_at = now() - interval '5 minutes' where id = ${id}`.execute(
      at.db,
    )
    return id
  }
  const reportedUntil = ({ id }: Member, time: string) =>
    sql`
      insert into staff_notifications (user_id, failures_from) values (${id}, ${time}::timestamptz)
      on conflict (user_id) do update set failures_from = excluded.failures_from, failures_until = null`.execute(
      at.db,
    )
  const HOURS_AGO = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const reportOf = async (member: Member) => {
    await queue()
    if ((await waitingJobs(member, 'send_failures')) > 0) await send(member, 'send_failures')
    return receivedBy(member)
  }

  test('are collected for owners and admins, at most one mail an hour, without the errors', async () => {
    const [admin, viewer] = [await aMember('admin'), await aMember('viewer')]
    // Nothing is stored of a person who has not chosen anything.
    const optedOut = await aMember('owner')
    await choose(optedOut, { failures: false })
    for (const member of [viewer, optedOut]) await reportedUntil(member, HOURS_AGO)
    await failJob('make_thumbnail', unique('thumbnail'))
    await failJob('make_thumbnail', unique('thumbnail'))
    const file = unique('people.csv')
    const id = await insert(at.db, 'imports', {
      type: 'users',
      state: 'failed',
      file_name: file,
      updated_at: new Date(Date.now() - 300_000).toISOString(),
    })
    const [report] = await reportOf(admin)
    expect(report?.headers.subject).toBe('Earshot: something failed')
    expect(report?.text).toMatch(/Background job “make thumbnail”: \d+/)
    expect(report?.text).toContain(`Import ${id}: ${file}`)
    expect(report?.text).toContain(`${BASE_URL}/admin/settings/jobs?state=failed`)
    expect(report?.text).not.toContain('secret@example.test')
    expect(await reportOf(viewer)).toEqual([])
    expect(await reportOf(optedOut)).toEqual([])
    // Within the hour nothing more, and later only what is new.
    await failJob('make_thumbnail', unique('thumbnail'))
    expect(await reportOf(admin)).toHaveLength(1)
    const { before, after } = await unsubscribeBy(report as ReadMail, admin, 'team_failures')
    expect(after).toEqual({ ...before, failures: false })
  })

  test('name webhooks to which nothing arrives before they are disabled, and deliveries that were given up', async () => {
    const admin = await aMember('admin')
    const aWebhook = async (failingHours: number | null, state = 'enabled') => {
      const name = unique('hook')
      const events = ['labels.created']
      const { id } = await at.made('/webhooks', {
        name,
        url: 'https://example.com/',
        events,
        state,
      })
      await sql`
        update webhook_states set failing_since = now() - ${failingHours} * interval '1 hour' where webhook_id = ${id}`.execute(
        at.db,
      )
      return { id, name }
    }
    const [failing, others] = [
      await aWebhook(25),
      [await aWebhook(3), await aWebhook(50), await aWebhook(25, 'disabled')],
    ]
    const lossy = await aWebhook(null)
    for (const state of ['failed', 'failed', 'delivered'])
      await insert(at.db, 'webhook_deliveries', {
        webhook_id: lossy.id,
        event: 'labels.created',
        collection: 'labels',
        state,
        next_attempt_at: null,
        updated_at: new Date(Date.now() - 300_000).toISOString(),
      })
    await reportedUntil(admin, HOURS_AGO)
    const [report] = await reportOf(admin)
    expect(report?.text).toContain(`Webhook “${failing.name}”: nothing has arrived for a day.`)
    expect(report?.text).toContain(`${BASE_URL}/admin/settings/webhooks?open=${failing.id}`)
    expect(report?.text).toContain(`Webhook “${lossy.name}”, deliveries that failed: 2`)
    for (const { name } of others) expect(report?.text).not.toContain(name)
    await sql`delete from webhooks`.execute(at.db)
  })

  test('of mails to the team cause no mail, and what was retried meanwhile is left out', async () => {
    const admin = await aMember('admin')
    await sql`
      update graphile_worker._private_jobs set updated_at = now() - interval '1 day' where attempts >= max_attempts`.execute(
      at.db,
    )
    await sql`update imports set updated_at = now() - interval '1 day'`.execute(at.db)
    await reportedUntil(admin, HOURS_AGO)
    await failJob('send_failures', 'failures for user 999999')
    await failJob('send_digest', 'digest of user 999999')
    expect(await reportOf(admin)).toEqual([])
    const job = await failJob('send_mail', unique('mail'))
    await queue()
    expect(await waitingJobs(admin, 'send_failures')).toBe(1)
    expect((await at.put(`/jobs/${job}/retry`, {})).status).toBe(200)
    await send(admin, 'send_failures')
    expect(receivedBy(admin)).toEqual([])
  })

  test('a mail that failed for good is deleted with what it would have sent, and audited', async () => {
    const ann = await aSubscriber({ forums: [await aForum(at.db, unique('Empty'))] })
    await digestedUntil(ann, TWO_DAYS_AGO)
    await queue()
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.jobs where key = ${`digest of user ${ann.id}`}`.execute(at.db)
    const id = Number(rows[0]?.id)
    expect((await at.delete(`/jobs/${id}`)).status).toBe(409)
    await sql`
      select graphile_worker.permanently_fail_jobs(${[id]}::bigint[], 'The mail server refused it')`.execute(
      at.db,
    )
    const listed = (await at.get('/jobs?state=failed')).body.jobs.find(
      (job: { id: number }) => job.id === id,
    )
    expect(listed).toMatchObject({ can_delete: true, last_error: 'The mail server refused it' })
    expect(Date.parse(listed.last_attempt_at)).toBeGreaterThan(Date.now() - 60_000)
    expect((await at.delete(`/jobs/${id}`)).status).toBe(200)
    expect((await at.delete(`/jobs/${id}`)).status).toBe(404)
    const { body } = await at.get('/audit_entries?action=job_deleted')
    expect(body.audit_entries[0]).toMatchObject({ subject_type: 'jobs', subject_id: id })
    await send(ann)
    expect(receivedBy(ann)).toEqual([])
    // One without a record is deleted too.
    const bare = await failJob('send_mail', unique('no record'))
    expect((await at.delete(`/jobs/${bare}`)).status).toBe(200)
    const kept = await failJob('import_batch', unique('import'))
    const answer = await at.delete(`/jobs/${kept}`)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('would stay unfinished')
    const retried = await at.put('/jobs/retry', {})
    expect(retried.body.retry.jobs_count).toBeGreaterThanOrEqual(1)
    expect((await at.get('/jobs?state=failed')).body.jobs).toEqual([])
  })
})
