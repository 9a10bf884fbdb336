// Mails to the people whom a status update, a message or an announcement concerns, by a real SMTP server.
import { randomBytes } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MailSettings } from '../../src/core/mail.ts'
import { createMailer } from '../../src/core/mailer.ts'
import type { Db } from '../../src/db/db.ts'
import { type TaskContext, tasks } from '../../src/jobs/tasks.ts'
import { aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { type ReadMail, readMail, startMailServer } from '../support/mail-server.ts'
import { BASE_URL, type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'

let mails: Awaited<ReturnType<typeof startMailServer>>
let mail: MailSettings
/** Its jobs run. */
let at: TestService
/** Its jobs wait until a test runs them. */
let still: TestService
let forum: number

beforeAll(async () => {
  mails = await startMailServer('secret', { refuses: (address) => address.startsWith('gone') })
  mail = {
    host: '127.0.0.1',
    port: mails.port,
    tls: 'none',
    auth: null,
    from: 'Earshot <earshot@example.test>',
  }
  const settings = { mail, mails_per_minute: 100_000, mail_delay_seconds: 0 }
  at = await startTestService(undefined, { settings, hasJobs: true })
  still = await startTestService(undefined, { settings })
  forum = await aForum(at.db, 'Ideas')
})

type Person = { id: number; email: string }

const aReader = async (more: object = {}, { db, name = 'p' }: { db?: Db; name?: string } = {}) => {
  const email = `${name}${randomBytes(6).toString('hex')}@example.test`
  return { id: await aUser(db ?? at.db, email, more as never), email }
}

/** A visible suggestion with these supporters. */
async function anIdea(supporters: Person[], { title = 'Dark mode', inForum = forum } = {}) {
  const id = await aSuggestion(at.db, inForum, title, { state: 'published' })
  for (const { id: user } of supporters) await aSupporter(at.db, id, user)
  return id
}

const follow = (suggestion: number, { id }: Person) =>
  sql`insert into suggestion_followers (suggestion_id, user_id) values (${suggestion}, ${id})`.execute(
    at.db,
  )

const answerTo = (suggestion: number, more: object = {}) =>
  at.made('/status_updates', {
    body: 'It is **done**',
    body_mime_type: 'text/markdown',
    notify_supporters: true,
    links: { suggestion },
    ...more,
  })

const mailingOf = async (cause: string, { id }: Pick<Shown, 'id'>, on = at): Promise<Shown> =>
  (await on.get(`/mailings?${cause}=${id}`)).body.mailings[0]

/** The mailing, once it is sent. */
async function allSent(cause: string, record: Shown): Promise<Shown> {
  await expect
    .poll(async () => (await mailingOf(cause, record)).state, { timeout: 30_000 })
    .toBe('sent')
  return mailingOf(cause, record)
}

const receivedBy = ({ email }: Person): ReadMail[] =>
  mails.received.filter(({ to }) => to.includes(email)).map(readMail)

async function onlyMailOf(person: Person): Promise<ReadMail> {
  const all = receivedBy(person)
  expect(all).toHaveLength(1)
  return all[0] as ReadMail
}

describe('a status update', () => {
  test('is mailed to those who follow the suggestion and want mails, and to nobody else', async () => {
    const [fan, follower, both] = [await aReader(), await aReader(), await aReader()]
    const others = [
      await aReader({ allowed_state: 'blocked' }),
      await aReader({ status_notifications: false }),
      await aReader(),
    ] as const
    const author = await aPerson(at, 'admin')
    const idea = await anIdea([fan, both, others[0], others[1], author])
    await aSupporter(at.db, idea, others[2].id, { is_subscribed: false })
    await follow(idea, follower)
    await follow(idea, both)
    const update = await answerTo(idea, { created_by_email: author.email })
    const mailing = await allSent('status_update', update)
    expect(mailing).toMatchObject({
      stopped_reason: null,
      recipients_count: 3,
      sent_count: 3,
      skipped_count: 0,
      failed_count: 0,
      links: { status_update: update.id, supporter_message: null, announcement: null },
    })
    for (const person of [fan, follower, both]) await onlyMailOf(person)
    for (const person of [...others, author]) expect(receivedBy(person)).toEqual([])
    await expect
      .poll(async () => (await at.shown(`/status_updates/${update.id}`)).mail_sent_count)
      .toBe(3)
  })

  test('says what changed, in text and in HTML, with the headers of such mails', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan], { title: 'Größe <b>' })
    const status = await insert(at.db, 'statuses', { name: 'R&D' })
    const update = await answerTo(idea, {
      notification_email_address: 'team@example.test',
      links: { suggestion: idea, status },
    })
    const { id } = await allSent('status_update', update)
    const { headers, text, html } = await onlyMailOf(fan)
    expect(headers.subject).toBe('Größe <b>: R&D')
    expect(headers['message-id']).toBe(`<mailing-${id}-${fan.id}@feedback.example.test>`)
    for (const name of ['references', 'in-reply-to'])
      expect(headers[name]).toBe(`<suggestion-${idea}@feedback.example.test>`)
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['reply-to']).toBe('team@example.test')
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, unsubscribe = ''] = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
    expect(unsubscribe).toContain(`${BASE_URL}/unsubscribe/suggestion.${fan.id}.${idea}.`)
    expect(text).toContain('The status of “Größe <b>” is now “R&D”.')
    expect(text).toContain('It is done')
    expect(text).toContain(`${BASE_URL}/forums/${forum}/suggestions/${idea}`)
    expect(text).toContain(`Stop mails about this suggestion: ${unsubscribe}`)
    expect(text).toContain(`Notification settings: ${BASE_URL}/me/settings`)
    expect(html).toContain('<strong>done</strong>')
    expect(html).toContain('Größe &#60;b&#62;')
    expect(html).toContain('color-scheme')
    expect(html).not.toMatch(/<img/)
    // The preview of the console has the same words.
    const preview = await at.post(`/suggestions/${idea}/mail_preview`, {
      body: 'It is **done**',
      body_mime_type: 'text/markdown',
    })
    const shown = preview.body.mail_preview
    expect(shown.subject).toBe(headers.subject)
    const withoutLink = (words: string) => words.replace(/unsubscribe\/\S+/, '').trim()
    expect(withoutLink(text.replaceAll('\r\n', '\n'))).toBe(withoutLink(shown.text))
  })

  test('is written in the language of each reader', async () => {
    const [german, english] = [await aReader({ language: 'de' }), await aReader()]
    const update = await answerTo(await anIdea([german, english]))
    await allSent('status_update', update)
    const mailed = await onlyMailOf(german)
    expect(mailed.headers['content-language']).toBe('de')
    expect(mailed.text).toContain('Es gibt Neues zu „Dark mode“.')
    expect(mailed.text).toContain('Keine Mails mehr zu diesem Vorschlag: ')
    expect(mailed.html).toContain('<html lang="de">')
    expect((await onlyMailOf(english)).text).toContain('There is news about “Dark mode”.')
  })

  test('names statuses and forums as the portal does for the reader', async () => {
    const status = await insert(at.db, 'statuses', { name: 'wip' })
    const name = `status.${status}.name`
    for (const [language, words] of [
      ['de', 'In Arbeit'],
      ['en', 'In progress'],
    ])
      await at.put(`/translatable_strings/${language}`, { plain: { [name]: words } })
    const [german, english] = [await aReader({ language: 'de' }), await aReader()]
    const idea = await anIdea([german, english])
    const links = { suggestion: idea, status }
    const { mail_preview } = (await at.post(`/suggestions/${idea}/mail_preview`, { links })).body
    expect(mail_preview.subject).toBe('Dark mode: In progress')
    await allSent('status_update', await answerTo(idea, { links }))
    const mailed = await onlyMailOf(german)
    expect(mailed.headers.subject).toBe('Dark mode: In Arbeit')
    expect(mailed.text).toContain('„In Arbeit“')
    expect((await onlyMailOf(english)).headers.subject).toBe('Dark mode: In progress')
    const invited = await aReader({ language: 'de' })
    const early = await aForum(at.db, 'Early access')
    await at.put('/translatable_strings/de', { plain: { [`forum.${early}.name`]: 'Vorschau' } })
    await at.made('/forum_invitations', { email: [invited.email], links: { forum: early } })
    await expect.poll(() => receivedBy(invited).length, { timeout: 20_000 }).toBe(1)
    expect((await onlyMailOf(invited)).text).toContain('„Vorschau“')
    for (const language of ['de', 'en']) await at.delete(`/translatable_strings/${language}`)
  })

  test('is not mailed to people who may not see the forum', async () => {
    const [invited, stranger] = [await aReader({ email_confirmed: true }), await aReader()]
    const closed = (await at.made('/forums', { name: 'Partners', is_private: true })).id
    await insert(at.db, 'forum_invitations', {
      code: randomBytes(6).toString('hex'),
      email: invited.email,
      forum_id: closed,
    })
    const chosen = await answerTo(await anIdea([invited, stranger], { inForum: closed }))
    expect(await allSent('status_update', chosen)).toMatchObject({
      recipients_count: 2,
      sent_count: 1,
      skipped_count: 1,
    })
    await onlyMailOf(invited)
    expect(receivedBy(stranger)).toEqual([])

    const team = await aPerson(at, 'viewer')
    const inside = await aForum(at.db, 'Team', { see_tier: 'staff' })
    const update = await answerTo(await anIdea([stranger, team], { inForum: inside }))
    expect(await allSent('status_update', update)).toMatchObject({ sent_count: 1 })
    expect(receivedBy(stranger)).toEqual([])
    await onlyMailOf(team)

    const members = await aForum(at.db, 'Members', { see_tier: 'signed_in' })
    await allSent('status_update', await answerTo(await anIdea([stranger], { inForum: members })))
    await onlyMailOf(stranger)
  })

  test('is not mailed while the suggestion is hidden or merged', async () => {
    const fan = await aReader()
    const hidden = await anIdea([fan])
    await sql`update suggestions set state = 'spam' where id = ${hidden}`.execute(at.db)
    const merged = await anIdea([fan])
    const target = await anIdea([])
    await sql`update suggestions set parent_suggestion_id = ${target} where id = ${merged}`.execute(
      at.db,
    )
    for (const idea of [hidden, merged])
      expect(await allSent('status_update', await answerTo(idea))).toMatchObject({
        recipients_count: 1,
        sent_count: 0,
        skipped_count: 1,
      })
    expect(receivedBy(fan)).toEqual([])
  })

  test('without notify_supporters is not mailed, nor is anything that is imported', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    const before = (await at.get('/mailings')).body.pagination.total_records
    await answerTo(idea, { notify_supporters: false })
    const status = await insert(at.db, 'statuses', { name: 'Planned' })
    await at.made('/bulk_actions', { action: 'status', ids: [idea], links: { status } })
    const csv = `Title,Forum,Status\nImported,Ideas,Planned`
    await at.post('/imports', { type: 'suggestions', csv })
    expect((await at.get('/mailings')).body.pagination.total_records).toBe(before)
    const asked = await at.made('/bulk_actions', {
      action: 'status',
      ids: [idea],
      body: 'Soon',
      notify_supporters: true,
      links: { status: null },
    })
    expect(asked.state).toBe('done')
    await expect.poll(() => receivedBy(fan).length, { timeout: 30_000 }).toBe(1)
    expect((await onlyMailOf(fan)).text).toContain('Soon')
  })

  test('reaches the others when the mail server refuses an address', async () => {
    const people = [await aReader(), await aReader({}, { name: 'gone' }), await aReader()]
    const update = await answerTo(await anIdea(people))
    expect(await allSent('status_update', update)).toMatchObject({
      recipients_count: 3,
      sent_count: 2,
      failed_count: 1,
    })
    for (const person of [people[0], people[2]] as Person[]) await onlyMailOf(person)
  })

  test('has a link that ends such mails by POST, and changes nothing by GET', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    await allSent('status_update', await answerTo(idea))
    const { headers } = await onlyMailOf(fan)
    const path = (headers['list-unsubscribe'] ?? '').slice(`<${BASE_URL}`.length, -1)
    const isSubscribed = async () => {
      const { rows } = await sql<{ is_subscribed: boolean }>`
        select is_subscribed from supporters where suggestion_id = ${idea} and user_id = ${fan.id}`.execute(
        at.db,
      )
      return rows[0]?.is_subscribed
    }
    expect((await at.get(`/${path}`, { token: null })).status).toBe(200)
    expect(await isSubscribed()).toBe(true)
    const clicked = await at.call('POST', `/${path}`, {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(clicked.status).toBe(200)
    expect(await isSubscribed()).toBe(false)
    const again = await allSent('status_update', await answerTo(idea))
    expect(again.recipients_count).toBe(0)
  })
})

test('a message is mailed to those who follow the suggestion', async () => {
  const fan = await aReader()
  const idea = await anIdea([fan, await aReader({ status_notifications: false })])
  const message = await at.made('/supporter_messages', {
    body: 'May we\ncall you?',
    notification_email_address: 'ann@example.test',
    links: { suggestion: idea },
  })
  await allSent('supporter_message', message)
  const { headers, text, html } = await onlyMailOf(fan)
  expect(headers.subject).toBe('Message about “Dark mode”')
  expect(headers['reply-to']).toBe('ann@example.test')
  expect(text.replaceAll('\r\n', '\n')).toContain('May we\ncall you?')
  expect(html).toContain('May we<br>call you?')
  await expect
    .poll(async () => (await at.shown(`/supporter_messages/${message.id}`)).mail_sent_count)
    .toBe(1)
})

describe('an announcement', () => {
  const announce = (suggestions: number[], more: object = {}) =>
    at.made('/announcements', {
      title: 'Version 2',
      body: 'It is *here*',
      body_mime_type: 'text/markdown',
      notify_supporters: true,
      links: { suggestions },
      ...more,
    })
  const publish = ({ id }: Shown, body: object = {}) => at.put(`/announcements/${id}/publish`, body)

  test('is mailed once to each who follows a suggestion of it, when it is published', async () => {
    const [fan, other] = [await aReader(), await aReader()]
    const [one, two] = [await anIdea([fan]), await anIdea([fan])]
    const staffForum = await aForum(at.db, 'Inside', { see_tier: 'staff' })
    const hidden = await anIdea([other], { inForum: staffForum })
    const news = await announce([one, two, hidden])
    expect(await mailingOf('announcement', news)).toBeUndefined()
    await publish(news)
    expect(await allSent('announcement', news)).toMatchObject({ sent_count: 1, skipped_count: 1 })
    const { headers, text, html } = await onlyMailOf(fan)
    expect(headers.subject).toBe('Version 2')
    expect(headers['list-unsubscribe']).toContain(`/unsubscribe/announcements.${fan.id}.`)
    expect(text).toContain('Earshot announces: “Version 2”.')
    expect(text).toContain(`${BASE_URL}/updates/${news.id}`)
    expect(html).toContain('<em>here</em>')
    expect(receivedBy(other)).toEqual([])
    // Publishing it again is no news.
    await at.put(`/announcements/${news.id}/unpublish`, {})
    await publish(news)
    expect((await at.get(`/mailings?announcement=${news.id}`)).body.mailings).toHaveLength(1)
  })

  test('is not mailed when nobody asked for it, or when it was published elsewhere before', async () => {
    const idea = await anIdea([await aReader()])
    const quiet = await announce([idea], { notify_supporters: false })
    await publish(quiet)
    const old = await announce([idea])
    await publish(old, { published_at: '2020-01-01T00:00:00Z' })
    for (const news of [quiet, old]) expect(await mailingOf('announcement', news)).toBeUndefined()
  })

  test('is mailed by its schedule, in the forums that it is for', async () => {
    const [fan, elsewhere] = [await aReader(), await aReader()]
    const other = await aForum(at.db, 'Other')
    const ideas = [await anIdea([fan]), await anIdea([elsewhere], { inForum: other })]
    const news = await announce(ideas, { links: { suggestions: ideas, forums: [forum] } })
    await at.put(`/announcements/${news.id}/schedule`, { publish_at: '2100-01-01T00:00:00Z' })
    await sql`update announcements set publish_at = now() where id = ${news.id}`.execute(at.db)
    await tasks.publish_announcements(at, {} as never)
    expect(await allSent('announcement', news)).toMatchObject({ recipients_count: 1 })
    await onlyMailOf(fan)
    expect(receivedBy(elsewhere)).toEqual([])
  })
})

describe('jobs', () => {
  const settingsOf = (more: object = {}) => ({
    ...still.settings,
    mails_per_minute: 100_000,
    mail_delay_seconds: 0,
    ...more,
  })
  const contextOf = (more: Partial<TaskContext> = {}): TaskContext => ({
    ...still,
    mail: createMailer(mail),
    settings: settingsOf(),
    ...more,
  })
  const expand = (mailing: number, context = contextOf()) =>
    tasks.expand_mailing(context, { mailing })
  const waitingOf = async (mailing: number) =>
    (
      await sql<{ id: number; due_at: Date }>`
        select id, due_at from outgoing_mails where mailing_id = ${mailing} order by id`.execute(
        still.db,
      )
    ).rows
  const send = (id: number, context = contextOf()) => tasks.send_mailing_mail(context, { mail: id })
  const shown = (id: number) => still.shown(`/mailings/${id}`)

  /** A suggestion with so many supporters. */
  async function aPopularIdea(count: number): Promise<number> {
    const suggestion = await aSuggestion(still.db, await aForum(still.db, 'Ideas'), 'Dark mode', {
      state: 'published',
    })
    const run = randomBytes(6).toString('hex')
    await sql`
      with people as (
        insert into users (email_address)
        select ${run} || '-' || i || '@example.test' from generate_series(1, ${count}::int) i returning id
      )
      insert into supporters (suggestion_id, user_id, created_by_id, updated_by_id)
      select ${suggestion}, id, id, id from people`.execute(still.db)
    return suggestion
  }

  const answer = async (suggestion: number, body = 'Done') => {
    const links = { suggestion }
    const update = await still.made('/status_updates', { body, notify_supporters: true, links })
    return (await mailingOf('status_update', update, still)).id
  }

  test('add many mails in batches, each with few statements, and no more than may wait', async () => {
    const mailing = await answer(await aPopularIdea(1150))
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const context = contextOf({ db: still.db.withPlugin(counting) })
    for (let batch = 1; batch <= 10; batch++) {
      statements = 0
      await expand(mailing, context)
      expect(await waitingOf(mailing)).toHaveLength(100 * batch)
      expect(statements).toBeGreaterThan(3)
      expect(statements).toBeLessThan(13)
    }
    await expand(mailing)
    expect(await waitingOf(mailing)).toHaveLength(1000)
    expect(await shown(mailing)).toMatchObject({ state: 'sending', recipients_count: 1000 })
    // The mail that leaves half of them continues.
    const continues = async () =>
      (
        await sql<{ isDue: boolean }>`
          select run_at <= now() as "isDue" from graphile_worker.jobs where key = ${`mailing ${mailing}`}`.execute(
          still.db,
        )
      ).rows
    await sql`update mailings set skipped_count = 498 where id = ${mailing}`.execute(still.db)
    const [first, second] = await waitingOf(mailing)
    await send(first?.id as number)
    expect(await continues()).toEqual([{ isDue: false }])
    await send(second?.id as number)
    expect(await continues()).toEqual([{ isDue: true }])
    // Somebody who is erased leaves no mail behind, and the mailing ends without theirs.
    await sql`delete from outgoing_mails where mailing_id = ${mailing}`.execute(still.db)
    for (const _ of [1, 2, 3]) await expand(mailing)
    await sql`delete from outgoing_mails where mailing_id = ${mailing}`.execute(still.db)
    await expand(mailing)
    expect(await shown(mailing)).toMatchObject({
      state: 'sent',
      recipients_count: 1150,
      sent_count: 2,
      skipped_count: 1148,
    })
  })

  test('send no more mails per minute than the settings allow, of all mailings together', async () => {
    const context = contextOf({ settings: settingsOf({ mails_per_minute: 60 }) })
    const both = [await answer(await aPopularIdea(3)), await answer(await aPopularIdea(2))]
    for (const mailing of both) await expand(mailing, context)
    const due = (await Promise.all(both.map(waitingOf))).flat().map(({ due_at }) => Number(due_at))
    const gaps = due.slice(1).map((time, i) => time - (due[i] as number))
    // The second mailing begins where the first one ended.
    expect(gaps.filter((gap) => gap >= 999)).toHaveLength(4)
    for (const mailing of both) await still.post(`/mailings/${mailing}/stop`, {})
  })

  test('send a mail again with the same Message-ID after a crash, and count it once', async () => {
    const mailing = await answer(await aPopularIdea(1))
    await expand(mailing)
    const [waiting] = await waitingOf(mailing)
    const id = waiting?.id as number
    const mailer = createMailer(mail)
    const crashing = {
      ...mailer,
      send: async (message: Parameters<typeof mailer.send>[0]) => {
        await mailer.send(message)
        throw new Error('crash')
      },
    }
    const before = mails.received.length
    await expect(send(id, contextOf({ mail: crashing }))).rejects.toThrow('crash')
    await send(id)
    await send(id)
    const sent = mails.received.slice(before).map(readMail)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.headers['message-id']).toContain(`<mailing-${mailing}-`)
    expect(sent[1]?.headers['message-id']).toBe(sent[0]?.headers['message-id'])
    await expand(mailing)
    await expand(mailing)
    expect(await shown(mailing)).toMatchObject({ state: 'sent', sent_count: 1 })
  })

  test('stop when somebody asks for it', async () => {
    const mailing = await answer(await aPopularIdea(3))
    await expand(mailing)
    const [first, second] = await waitingOf(mailing)
    await send(first?.id as number)
    const stopped = await still.post(`/mailings/${mailing}/stop`, {})
    expect(stopped.status).toBe(200)
    expect(stopped.body.mailings).toMatchObject([
      {
        state: 'stopped',
        stopped_reason: 'by_hand',
        recipients_count: 3,
        sent_count: 1,
        skipped_count: 2,
      },
    ])
    const before = mails.received.length
    await send(second?.id as number)
    await expand(mailing)
    expect(mails.received).toHaveLength(before)
    expect(await waitingOf(mailing)).toEqual([])
    const { links } = await shown(mailing)
    expect(await still.shown(`/status_updates/${links.status_update}`)).toMatchObject({
      mail_sent_count: 1,
    })
    expect((await still.post(`/mailings/${mailing}/stop`, {})).status).toBe(200)
    const audit = await still.get('/audit_entries?subject_type=mailings&sort=id')
    expect(
      audit.body.audit_entries.filter((entry: Shown) => entry.subject_id === mailing),
    ).toMatchObject([{ action: 'mailing_stopped', after: { sent_count: 1 } }])
    const done = await answer(await aPopularIdea(0))
    await expand(done)
    expect((await still.post(`/mailings/${done}/stop`, {})).status).toBe(409)
  })

  test('stop a mailing when no mail is configured', async () => {
    const mailing = await answer(await aPopularIdea(1))
    await expand(mailing, contextOf({ mail: null }))
    expect(await shown(mailing)).toMatchObject({ state: 'stopped', stopped_reason: 'no_mail' })
    expect(await waitingOf(mailing)).toEqual([])
  })

  test('wait for another status update, and send one mail about both', async () => {
    const patient = contextOf({ settings: settingsOf({ mail_delay_seconds: 3600 }) })
    const idea = await aPopularIdea(1)
    const first = await answer(idea, 'It is **planned**')
    await expand(first, patient)
    expect(await waitingOf(first)).toEqual([])
    const second = await answer(idea, 'We have begun')
    const third = await answer(idea, 'It is finished')
    // As if the time had come.
    await expand(first)
    expect(await shown(first)).toMatchObject({ state: 'stopped', stopped_reason: 'replaced' })
    await expand(second)
    await expand(third)
    const [waiting] = await waitingOf(third)
    const before = mails.received.length
    await send(waiting?.id as number)
    const sent = mails.received.slice(before).map(readMail)
    expect(sent).toHaveLength(1)
    const words = sent[0]?.text ?? ''
    const places = ['It is finished', 'We have begun', 'It is **planned**'].map((one) =>
      words.indexOf(one),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})
