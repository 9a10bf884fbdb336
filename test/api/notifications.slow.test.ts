// Mails about comments and merges, and the daily mail: who gets what, and who does not. Jobs run when a test asks for it.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MailSettings } from '../../src/core/mail.ts'
import { createMailer } from '../../src/core/mailer.ts'
import { type TaskContext, tasks } from '../../src/jobs/tasks.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import { aForum, aSuggestion, aSupporter, aUser, insert } from '../support/factories.ts'
import { type ReadMail, readMail, startMailServer } from '../support/mail-server.ts'
import { BASE_URL, type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson } from '../support/staff.ts'

let mails: Awaited<ReturnType<typeof startMailServer>>
let mail: MailSettings
let at: TestService
let portal: Portal
let forum: number

beforeAll(async () => {
  mails = await startMailServer('secret')
  mail = {
    host: '127.0.0.1',
    port: mails.port,
    tls: 'none',
    auth: null,
    from: 'Earshot <earshot@example.test>',
  }
  at = await startTestService(undefined, { settings: { mail, repeated_text_minutes: 0 } })
  portal = await aPortal(at)
  forum = await aForum(at.db, 'Ideas')
})

type Person = { id: number; email: string }

const aReader = async (more: object = {}): Promise<Person> => {
  const email = `p${randomBytes(6).toString('hex')}@example.test`
  return { id: await aUser(at.db, email, { name: 'Ann', ...more }), email }
}

async function anIdea(supporters: Person[] = [], { title = 'Dark mode', inForum = forum } = {}) {
  const id = await aSuggestion(at.db, inForum, title, { state: 'published' })
  for (const { id: user } of supporters) await aSupporter(at.db, id, user)
  return id
}

const follow = (suggestion: number, { id }: Person) =>
  sql`insert into suggestion_followers (suggestion_id, user_id) values (${suggestion}, ${id})`.execute(
    at.db,
  )

const daily = async (person: Person, since = 'comments_since') => {
  await sql`insert into daily_digests (user_id, ${sql.ref(since)}) values (${person.id}, now())`.execute(
    at.db,
  )
  return person
}

const comment = (suggestion: number, by: Person, body = 'I want it', more: object = {}) =>
  at.made('/comments', { body, links: { suggestion, created_by: by.id, ...more } })

const settingsOf = (more: object = {}) => ({
  ...at.settings,
  mails_per_minute: 100_000,
  mail_delay_seconds: 0,
  ...more,
})

const contextOf = (more: object = {}): TaskContext => ({
  ...at,
  mail: createMailer(mail),
  settings: settingsOf(more),
})

/** Everything that waits is sent, as if its time had come. */
async function deliver(context = contextOf()): Promise<void> {
  for (;;) {
    const { rows: open } = await sql<{ id: number }>`
      select id from mailings where state = 'sending' order by id`.execute(at.db)
    for (const { id } of open) await tasks.expand_mailing(context, { mailing: id })
    const { rows: waiting } = await sql<{ id: number }>`
      select id from outgoing_mails where due_at is not null order by id`.execute(at.db)
    for (const { id } of waiting) await tasks.send_mailing_mail(context, { mail: id })
    if (open.length + waiting.length === 0) return
  }
}

const runImports = async () => {
  const { rows } = await sql<{ id: number; rows: number }>`
    select id, processed_rows as rows from imports where id in (select import_id from import_batches)`.execute(
    at.db,
  )
  for (const { id, rows: processed_rows } of rows)
    await tasks.import_batch(contextOf(), { import: id, processed_rows })
}

const receivedBy = ({ email }: Person): ReadMail[] =>
  mails.received.filter(({ to }) => to.includes(email)).map(readMail)

const lastMailOf = (person: Person): ReadMail => {
  const last = receivedBy(person).at(-1)
  if (!last) throw new Error('no mail')
  return last
}

const pathOf = (header = '') => header.slice(`<${BASE_URL}`.length, -1)

const mailingsOf = async (filter: string): Promise<Shown[]> =>
  (await at.get(`/mailings?${filter}`)).body.mailings

describe('a comment', () => {
  const CASES: [string, boolean, (idea: number) => Promise<Person>][] = [
    ['a supporter', true, async (idea) => supporting(idea, await aReader())],
    ['a follower', true, async (idea) => following(idea, await aReader())],
    [
      'a supporter who unsubscribed',
      false,
      async (idea) => supporting(idea, await aReader(), { is_subscribed: false }),
    ],
    [
      'a follower without mails about comments',
      false,
      async (idea) => following(idea, await aReader({ comment_notifications: false })),
    ],
    [
      'a follower without mails about statuses',
      true,
      async (idea) => following(idea, await aReader({ status_notifications: false })),
    ],
    [
      'a blocked follower',
      false,
      async (idea) => following(idea, await aReader({ allowed_state: 'blocked' })),
    ],
    ['a stranger', false, () => aReader()],
    ['a daily reader', false, async (idea) => daily(await following(idea, await aReader()))],
    [
      'a member of the team who follows',
      true,
      async (idea) => following(idea, await aPerson(at, 'viewer')),
    ],
  ]
  const supporting = async (idea: number, person: Person, more = {}) => {
    await aSupporter(at.db, idea, person.id, more)
    return person
  }
  const following = async (idea: number, person: Person) => {
    await follow(idea, person)
    return person
  }
  test('is mailed to those who follow and want it, and to nobody else', async () => {
    const idea = await anIdea()
    const people = await Promise.all(CASES.map(([, , make]) => make(idea)))
    const author = await following(idea, await aReader())
    const written = await comment(idea, author)
    await deliver()
    const got = people.map((person) => receivedBy(person).length === 1)
    expect(Object.fromEntries(CASES.map(([name], i) => [name, got[i]]))).toEqual(
      Object.fromEntries(CASES.map(([name, expected]) => [name, expected])),
    )
    expect(receivedBy(author)).toEqual([])
    const [mailing] = await mailingsOf(`comment=${written.id}`)
    expect(mailing).toMatchObject({
      state: 'sent',
      sent_count: 4,
      links: { comment: written.id, status_update: null, merged_suggestion: null },
    })
  })

  test('is quoted with its author, in the language of the reader', async () => {
    const [english, german] = [await aReader(), await aReader({ language: 'de' })]
    const idea = await anIdea([english, german], { title: 'Größe <b>' })
    const author = await aReader({ name: 'Ben & Co' })
    await comment(idea, author, 'First\nsecond <i>')
    await deliver()
    const { headers, text, html } = lastMailOf(english)
    expect(headers.subject).toBe('New comment: Größe <b>')
    expect(headers.references).toBe(`<suggestion-${idea}@feedback.example.test>`)
    expect(headers['list-unsubscribe']).toContain(`/unsubscribe/suggestion.${english.id}.${idea}.`)
    expect(text).toContain('Ben & Co wrote:')
    expect(text).toContain(`${BASE_URL}/forums/${forum}/suggestions/${idea}`)
    expect(text).toContain('because you support or follow this suggestion')
    expect(text).toMatch(/Stop mails about comments: \S+\/unsubscribe\/comments\./)
    expect(html).toContain('First<br>second &lt;i&gt;')
    const translated = lastMailOf(german)
    expect(translated.headers.subject).toBe('Neuer Kommentar: Größe <b>')
    expect(translated.text).toContain('Ben & Co schreibt:')
  })

  test('does not show an address in the place of a name', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    await comment(idea, await aReader({ name: 'ann@secret.test' }))
    await deliver()
    expect(lastMailOf(fan).text).toContain('Anonymous wrote:')
    expect(mails.received.at(-1)?.body).not.toContain('secret.test')
  })

  test('joins others of the suggestion within the delay, and leaves out those of the reader', async () => {
    const [fan, ben] = [await aReader(), await aReader({ name: 'Ben' })]
    const idea = await anIdea([fan, ben])
    const patient = contextOf({ mail_delay_seconds: 3600 })
    for (const [by, body] of [
      [ben, 'One'],
      [fan, 'Two'],
      [ben, 'Three'],
    ] as const) {
      await comment(idea, by, body)
      const [newest] = await mailingsOf('sort=-id&per_page=1')
      await tasks.expand_mailing(patient, { mailing: newest?.id as number })
    }
    expect(receivedBy(fan)).toEqual([])
    await deliver()
    const [toFan, toBen] = [receivedBy(fan), receivedBy(ben)]
    expect([toFan.length, toBen.length]).toEqual([1, 1])
    expect(toFan[0]?.headers.subject).toBe('2 new comments: Dark mode')
    for (const body of ['One', 'Three']) expect(toFan[0]?.text).toContain(body)
    expect(toFan[0]?.text).not.toContain('Two')
    expect(toBen[0]?.headers.subject).toBe('New comment: Dark mode')
    expect(toBen[0]?.text).toContain('Two')
  })

  test('is mailed to the author of the comment that it answers, unless they left', async () => {
    const [author, left, unsubscribed, other] = [
      await aReader(),
      await aReader(),
      await aReader(),
      await aReader(),
    ]
    const idea = await anIdea()
    await aSupporter(at.db, idea, unsubscribed.id, { is_subscribed: false })
    const asked = await comment(idea, author, 'Why?')
    const onPortal = await at.made('/comments', {
      body: 'When?',
      channel: 'portal',
      links: { suggestion: idea, created_by: left.id },
    })
    const ended = await comment(idea, unsubscribed, 'How?')
    await deliver()
    for (const { id } of [asked, onPortal, ended])
      await comment(idea, other, 'Because', { reply_to: id })
    await deliver()
    const { headers, text } = lastMailOf(author)
    expect(text).toContain('because somebody answered your comment')
    expect(headers['list-unsubscribe']).toContain('/unsubscribe/comments.')
    // Three answers within the delay are one mail, and only the answer to their own comment is theirs.
    expect(headers.subject).toBe('New comment: Dark mode')
    for (const person of [left, unsubscribed]) expect(receivedBy(person)).toEqual([])
  })

  test('is mailed when it is approved or restored, once', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    const author = await aReader()
    const waiting = (state: string) =>
      insert(at.db, 'comments', {
        body: `Was ${state}`,
        state,
        suggestion_id: idea,
        created_by_id: author.id,
      })
    const [held, spam] = [await waiting('new'), await waiting('spam')]
    await deliver()
    expect(receivedBy(fan)).toEqual([])
    await at.put(`/comments/${held}/approve`, {})
    await deliver()
    expect(lastMailOf(fan).text).toContain('Was new')
    await at.put(`/comments/${spam}/restore`, {})
    await deliver()
    expect(lastMailOf(fan).text).toContain('Was spam')
    for (const action of ['spam', 'restore', 'delete', 'restore'])
      await at.put(`/comments/${held}/${action}`, {})
    await deliver()
    expect(receivedBy(fan)).toHaveLength(2)
  })

  test('of a guest is mailed when a moderator approves it', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    const guest = await insert(at.db, 'guest_contributions', {
      kind: 'comment',
      name: 'Gus',
      email_address: `g${randomBytes(6).toString('hex')}@example.test`,
      body: 'Me too',
      network: '192.0.2.0/24',
      forum_id: forum,
      suggestion_id: idea,
    })
    await at.put(`/guest_contributions/${guest}/approve`, {})
    await deliver()
    expect(lastMailOf(fan).text).toContain('Gus wrote:')
  })

  test('is not mailed when it is hidden again, in a forum that people may not see, old or imported', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan], { title: 'Quiet' })
    const inside = await anIdea([fan], {
      inForum: await aForum(at.db, 'Team', { see_tier: 'staff' }),
    })
    const author = await aReader()
    const hidden = await comment(idea, author)
    await at.put(`/comments/${hidden.id}/spam`, {})
    await comment(inside, author)
    const links = { suggestion: idea, created_by: author.id }
    await at.made('/comments', { body: 'Long ago', created_at: '2020-01-01T00:00:00Z', links })
    await at.made('/comments', { body: 'Moved in', channel: 'import', links })
    const old = await insert(at.db, 'comments', {
      body: 'Old',
      state: 'spam',
      suggestion_id: idea,
      created_by_id: author.id,
      created_at: '2020-01-01T00:00:00Z',
    })
    await at.put(`/comments/${old}/restore`, {})
    await deliver()
    expect(receivedBy(fan)).toEqual([])
  })
})

describe('several kinds of news about a suggestion', () => {
  const answer = (suggestion: number, body: string, more: object = {}) =>
    at.made('/status_updates', { body, notify_supporters: true, links: { suggestion }, ...more })

  /** As the job does that runs after the delay. */
  const expandOldest = async () => {
    const [oldest] = await mailingsOf('state=sending&sort=id&per_page=1')
    await tasks.expand_mailing(contextOf(), { mailing: oldest?.id as number })
    return oldest as Shown
  }

  test('are one mail, in which each reader finds what they want and did not write', async () => {
    const fan = await aReader()
    const ben = await aReader({ name: 'Ben' })
    const silent = await aReader({ comment_notifications: false })
    const talker = await aReader({ status_notifications: false })
    const moved = await aReader({ language: 'de' })
    const readers = [fan, ben, silent, talker]
    const idea = await anIdea(readers)
    const other = await anIdea([moved], { title: 'Night mode' })
    await deliver()
    const status = await at.made('/statuses', { name: `Planned ${idea}` })
    const update = await answer(idea, 'We begin in May', {
      links: { suggestion: idea, new_status: status.id },
    })
    await comment(idea, ben, 'At last!')
    await at.made('/supporter_messages', {
      body: 'Would you test it?',
      links: { suggestion: idea },
    })
    const merge = {
      notify_supporters: true,
      links: { from_suggestion: [other], to_suggestion: idea },
    }
    expect((await at.post('/suggestions/merge', merge)).status).toBe(200)
    await deliver()
    expect([...readers, moved].map((one) => receivedBy(one).length)).toEqual([1, 1, 1, 1, 1])
    const { headers, text, html } = lastMailOf(fan)
    expect(headers.subject).toBe(`Dark mode: Planned ${idea}`)
    const words = ['We begin in May', 'Ben wrote:', 'At last!', 'Would you test it?']
    const places = words.map((one) => text.indexOf(one))
    expect(places).toEqual(places.filter((place) => place > 0).toSorted((a, b) => a - b))
    for (const word of ['We begin in May', 'At last!']) expect(html).toContain(word)
    expect(text).not.toContain('Night mode')
    expect(text).toContain('Stop mails about comments: ')
    expect(lastMailOf(ben).text).not.toContain('At last!')
    expect(lastMailOf(silent).text).not.toContain('At last!')
    // Only one kind is left for them.
    expect(lastMailOf(talker).headers.subject).toBe('New comment: Dark mode')
    expect(lastMailOf(talker).text).not.toContain('We begin in May')
    const german = lastMailOf(moved).text
    expect(german).toContain('Das ist neu bei „Dark mode“:')
    for (const word of ['„Night mode“', 'We begin in May', 'At last!'])
      expect(german).toContain(word)
    const { links, ...last } = (await mailingsOf('sort=-id&per_page=1'))[0] as Shown
    expect(last).toMatchObject({ state: 'sent', recipients_count: 5, sent_count: 5 })
    expect(await at.shown(`/status_updates/${update.id}`)).toMatchObject({ mail_sent_count: 5 })
  })

  test('are still told when the last of them is deleted, to those who had no mail', async () => {
    const [first, second] = [await aReader(), await aReader()]
    const idea = await anIdea([first, second])
    await answer(idea, 'We begin in May')
    const spam = await comment(idea, await aReader(), 'Buy pills')
    await expandOldest()
    await expandOldest()
    const { rows } = await sql<{ id: number }>`
      select id from outgoing_mails where due_at is not null order by id limit 1`.execute(at.db)
    await tasks.send_mailing_mail(contextOf(), { mail: rows[0]?.id as number })
    expect([receivedBy(first).length, receivedBy(second).length]).toEqual([1, 0])
    await at.delete(`/comments/${spam.id}`)
    await deliver()
    expect([receivedBy(first).length, receivedBy(second).length]).toEqual([1, 1])
    const { headers, text } = lastMailOf(second)
    expect(headers.subject).toContain('Dark mode')
    expect(text).toContain('We begin in May')
    expect(text).not.toContain('Buy pills')
  })

  test('are two mails when the second comes after the first was sent', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    await answer(idea, 'We begin in May')
    await deliver()
    await comment(idea, await aReader(), 'At last!')
    await deliver()
    expect(receivedBy(fan)).toHaveLength(2)
    expect(lastMailOf(fan).text).not.toContain('We begin in May')
  })

  test('reach somebody who chooses one mail a day before they are due', async () => {
    const fan = await aReader()
    const idea = await anIdea([fan])
    await answer(idea, 'We begin in May')
    await daily(fan, 'status_since')
    await answer(idea, 'It is done')
    await deliver()
    expect(receivedBy(fan)).toHaveLength(1)
    expect(lastMailOf(fan).text).toContain('We begin in May')
    expect(lastMailOf(fan).text).not.toContain('It is done')
  })
})

describe('a merge', () => {
  const merge = (sources: number[], target: number, more: object = {}) =>
    at.post('/suggestions/merge', {
      notify_supporters: true,
      links: { from_suggestion: sources, to_suggestion: target },
      ...more,
    })

  test('is mailed once to the people of what was merged, and to nobody else', async () => {
    const people = {
      fan: await aReader(),
      follower: await aReader(),
      both: await aReader(),
      twice: await aReader({ language: 'de' }),
      unsubscribed: await aReader(),
      ended: await aReader({ status_notifications: false }),
      ofTarget: await aReader(),
    }
    const { fan, follower, both, twice, unsubscribed, ended, ofTarget } = people
    const first = await anIdea([fan, both, twice, ended], { title: 'Night mode' })
    const second = await anIdea([twice], { title: 'Black screen' })
    await aSupporter(at.db, first, unsubscribed.id, { is_subscribed: false })
    await follow(first, follower)
    const target = await anIdea([both, ofTarget])
    expect((await merge([first, second], target)).status).toBe(200)
    const [mailing] = await mailingsOf(`merged_suggestion=${first}`)
    expect(mailing).toMatchObject({ links: { merged_suggestion: first } })
    await deliver()
    const counts = Object.entries(people).map(([name, one]) => [name, receivedBy(one).length])
    expect(Object.fromEntries(counts)).toEqual({
      fan: 1,
      follower: 1,
      both: 1,
      twice: 1,
      unsubscribed: 0,
      ended: 0,
      ofTarget: 0,
    })
    const { headers, text } = lastMailOf(fan)
    expect(headers.subject).toBe('Merged: Dark mode')
    expect(text).toContain(
      '“Night mode” was merged into “Dark mode”. You now follow that suggestion.',
    )
    expect(text).not.toContain('Black screen')
    expect(text).toContain(`${BASE_URL}/forums/${forum}/suggestions/${target}`)
    expect(headers['list-unsubscribe']).toContain(`/unsubscribe/suggestion.${fan.id}.${target}.`)
    expect(lastMailOf(twice).text).toContain('„Night mode“')
    expect(lastMailOf(twice).text).toContain('„Black screen“')
  })

  test('is not mailed unless somebody asks for it, or when it is undone before', async () => {
    const fan = await aReader()
    const target = await anIdea()
    const quiet = [await anIdea([fan]), await anIdea([fan])]
    await merge([quiet[0] as number], target, { notify_supporters: false })
    await at.made('/bulk_actions', {
      action: 'merge',
      ids: [quiet[1]],
      links: { suggestion: target },
    })
    const undone = await anIdea([fan])
    await merge([undone], target)
    await at.post(`/suggestions/${undone}/unmerge`, {})
    await deliver()
    expect(receivedBy(fan)).toEqual([])
    // The hosted product's form of the flag, and the bulk action of the console.
    const asked = [await anIdea([fan]), await anIdea([fan])]
    await at.post('/suggestions/bulk/merge', {
      include_ids: [asked[0]],
      action: { notify_supporters: true, links: { to_suggestion: target } },
    })
    await deliver()
    expect(receivedBy(fan)).toHaveLength(1)
    await at.made('/bulk_actions', {
      action: 'merge',
      ids: [asked[1]],
      notify_supporters: true,
      links: { suggestion: target },
    })
    await deliver()
    expect(receivedBy(fan)).toHaveLength(2)
    const refused = await at.post('/bulk_actions', {
      action: 'spam',
      ids: asked,
      notify_supporters: true,
    })
    expect(refused.status).toBe(422)
  })

  test('is mailed only to those who may see the other suggestion', async () => {
    const [fan, staff] = [await aReader(), await aPerson(at, 'viewer')]
    const inside = await aForum(at.db, 'Team', { see_tier: 'staff' })
    await merge([await anIdea([fan, staff])], await anIdea([], { inForum: inside }))
    await deliver()
    expect(receivedBy(fan)).toEqual([])
    expect(receivedBy(staff)).toHaveLength(1)
  })
})

describe('how often', () => {
  const aMember = async (more: object = {}) => {
    const claims = portal.somebody(more)
    const token = portal.sign(claims)
    const { body } = await portal.get('/me', token)
    return { token, id: body.id as number, email: claims.email, me: body }
  }
  const flagsOf = async (token: string) => {
    const { body } = await portal.get('/me', token)
    return [
      body.status_notifications,
      body.status_frequency,
      body.comment_notifications,
      body.comment_frequency,
      body.announcement_frequency,
    ]
  }

  test('is chosen for each kind, and agrees with the flags of the wire', async () => {
    const { token } = await aMember()
    expect(await flagsOf(token)).toEqual([true, 'immediately', true, 'immediately', 'immediately'])
    const steps: [object, unknown[]][] = [
      // Announcements follow the statuses until they are chosen.
      [{ status_frequency: 'daily' }, [true, 'daily', true, 'immediately', 'daily']],
      [{ status_notifications: true }, [true, 'daily', true, 'immediately', 'daily']],
      [{ comment_frequency: 'daily' }, [true, 'daily', true, 'daily', 'daily']],
      [{ announcement_frequency: 'immediately' }, [true, 'daily', true, 'daily', 'immediately']],
      [{ status_notifications: false }, [false, 'never', true, 'daily', 'immediately']],
      [{ status_notifications: true }, [true, 'immediately', true, 'daily', 'immediately']],
      [{ comment_frequency: 'never' }, [true, 'immediately', false, 'never', 'immediately']],
      [{ comment_notifications: true }, [true, 'immediately', true, 'immediately', 'immediately']],
      [
        { status_notifications: false, status_frequency: 'daily' },
        [true, 'daily', true, 'immediately', 'immediately'],
      ],
    ]
    for (const [sent, expected] of steps) {
      expect((await portal.put('/me', sent, token)).status).toBe(200)
      expect([sent, await flagsOf(token)]).toEqual([sent, expected])
    }
    expect((await portal.put('/me', { status_frequency: 'hourly' }, token)).status).toBe(422)
    const { person } = (await portal.get('/me/export', token)).body
    expect(person).toMatchObject({ status_frequency: 'daily', comment_frequency: 'immediately' })
  })

  test('follows single sign-on and imports', async () => {
    const { token, email, id } = await aMember({ comment_updates: false })
    // The team switches mails off and on for somebody who asks for it.
    const asked = { status_notifications: false, comment_notifications: true }
    expect((await at.put(`/users/${id}`, asked)).body.users[0]).toMatchObject(asked)
    expect(await flagsOf(token)).toEqual([false, 'never', true, 'immediately', 'never'])
    const undone = { status_notifications: true, comment_notifications: false }
    expect((await at.put(`/users/${id}`, undone)).status).toBe(200)
    expect(await flagsOf(token)).toEqual([true, 'immediately', false, 'never', 'immediately'])
    await portal.put('/me', { status_frequency: 'daily' }, token)
    const importing = (flag: boolean) =>
      at.post('/imports', {
        type: 'users',
        csv: `email_address,status_notifications\n${email},${flag}`,
      })
    expect((await importing(true)).status).toBe(201)
    await runImports()
    expect((await flagsOf(token)).slice(0, 2)).toEqual([true, 'daily'])
    await importing(false)
    await runImports()
    expect((await flagsOf(token)).slice(0, 2)).toEqual([false, 'never'])
    const { rows } = await sql`select from daily_digests where user_id = ${id}`.execute(at.db)
    expect(rows).toEqual([])
  })
})

describe('the daily mail', () => {
  /** Who chose it long ago, and got the last one three days ago. */
  const aDailyReader = async (more: object = {}) => {
    const reader = await aReader(more)
    await sql`
      insert into daily_digests (user_id, status_since, comments_since, announcements_since, covered_until)
      values (${reader.id}, now() - interval '9 days', now() - interval '9 days', now() - interval '9 days',
        now() - interval '3 days')`.execute(at.db)
    await sql`update users set announcement_notifications = true where id = ${reader.id}`.execute(
      at.db,
    )
    return reader
  }

  /** What happened so far happened two days ago. */
  const yesterday = () =>
    sql`update mailings set created_at = now() - interval '2 days' where created_at > now() - interval '1 day'`.execute(
      at.db,
    )

  const addDigests = (more: object = {}) => tasks.add_digests(contextOf(more), {} as never)

  const answerTo = (suggestion: number, body: string, more: object = {}) =>
    at.made('/status_updates', { body, notify_supporters: true, links: { suggestion, ...more } })

  test('has what happened since the last one, and nothing that was mailed before', async () => {
    const reader = await aDailyReader()
    const author = await aReader({ name: 'Ben' })
    const idea = await anIdea([reader], { title: 'Dark <mode>' })
    const other = await anIdea([reader], { title: 'Export' })
    const gone = await anIdea([reader], { title: 'Night mode' })
    const status = await insert(at.db, 'statuses', { name: 'Planned' })
    await answerTo(idea, 'We **plan** it', { status })
    for (const body of ['One', 'Two', 'Three', 'Four', 'Five']) await comment(idea, author, body)
    await comment(idea, reader, 'My own')
    await at.post('/suggestions/merge', {
      notify_supporters: true,
      links: { from_suggestion: [gone], to_suggestion: other },
    })
    const news = await at.made('/announcements', {
      title: 'Version 2',
      body: 'It is here',
      notify_supporters: true,
      links: { suggestions: [idea] },
    })
    await at.put(`/announcements/${news.id}/publish`, {})
    await deliver()
    expect(receivedBy(reader)).toEqual([])
    await yesterday()
    await addDigests()
    await deliver()
    const [only, ...more] = receivedBy(reader)
    expect(more).toEqual([])
    const { headers, text, html } = only as ReadMail
    expect(headers.subject).toBe('Earshot: your daily summary')
    expect(headers['message-id']).toMatch(
      new RegExp(`^<digest-${reader.id}-\\d+@feedback\\.example\\.test>$`),
    )
    expect(headers['list-unsubscribe']).toContain(`/unsubscribe/digest.${reader.id}.`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const lines = text.split(/\r?\n/).filter(Boolean)
    const at0 = (line: string) => lines.indexOf(line)
    for (const line of [
      'Version 2',
      `${BASE_URL}/updates/${news.id}`,
      'Dark <mode>',
      `${BASE_URL}/forums/${forum}/suggestions/${idea}`,
      'The status is now “Planned”.',
      'Ben wrote:',
      'Three',
      'Five',
      `and 2 more: ${BASE_URL}/forums/${forum}/suggestions/${idea}`,
      '“Night mode” was merged into it. You now follow this suggestion.',
    ])
      expect([line, at0(line) >= 0]).toEqual([line, true])
    for (const line of ['One', 'Two', 'My own']) expect(lines).not.toContain(line)
    expect(text).toContain('because you chose one mail per day')
    expect(html).toContain('Dark &#60;mode&#62;')
    // Nobody gets another one on the same day, and nothing twice.
    await addDigests()
    await sql`update daily_digests set last_due_at = null where user_id = ${reader.id}`.execute(
      at.db,
    )
    await addDigests()
    await deliver()
    expect(receivedBy(reader)).toHaveLength(1)
  })

  test('names statuses as the portal does for the reader', async () => {
    const reader = await aDailyReader({ language: 'de' })
    const status = await insert(at.db, 'statuses', { name: 'wip' })
    await answerTo(await anIdea([reader]), 'We **build** it', { status })
    await deliver()
    await yesterday()
    await addDigests()
    const words = new Map([[`status.${status}.name`, 'In Arbeit']])
    await deliver({ ...contextOf(), translations: new Map([['de', words]]) })
    expect(lastMailOf(reader).text).toContain('„In Arbeit“')
  })

  test('has only kinds that the person gets daily, and only since they chose it', async () => {
    const reader = await aDailyReader()
    const idea = await anIdea([reader])
    const author = await aReader()
    await sql`update daily_digests set status_since = null, comments_since = now() - interval '36 hours'
      where user_id = ${reader.id}`.execute(at.db)
    await comment(idea, author, 'Before')
    await deliver()
    await yesterday()
    const later = await comment(idea, author, 'After')
    await answerTo(idea, 'At once')
    await deliver()
    await sql`update mailings set created_at = now() - interval '30 hours' where comment_id = ${later.id}`.execute(
      at.db,
    )
    await addDigests()
    await deliver()
    expect(receivedBy(reader).map(({ headers }) => headers.subject)).toEqual([
      'Dark mode',
      'Earshot: your daily summary',
    ])
    const { text } = lastMailOf(reader)
    expect(text).toContain('After')
    expect(text).not.toContain('Before')
    expect(text).not.toContain('At once')
  })

  test('is not sent without news, to blocked people, about what they may not see or somebody stopped', async () => {
    const readers = {
      idle: await aDailyReader(),
      blocked: await aDailyReader({ allowed_state: 'blocked' }),
      outside: await aDailyReader(),
      stopped: await aDailyReader(),
      left: await aDailyReader(),
      blockedSince: await aDailyReader(),
    }
    const { blocked, outside, stopped, left, blockedSince } = readers
    const team = await aForum(at.db, 'Team', { see_tier: 'staff' })
    await answerTo(await anIdea([blocked]), 'News')
    await answerTo(await anIdea([outside], { inForum: team }), 'News')
    const update = await answerTo(await anIdea([stopped]), 'News')
    const [mailing] = await mailingsOf(`status_update=${update.id}`)
    await at.post(`/mailings/${mailing?.id}/stop`, {})
    const idea = await anIdea([left])
    await answerTo(idea, 'News')
    await answerTo(await anIdea([blockedSince]), 'News')
    await deliver()
    await yesterday()
    await addDigests()
    await sql`update users set allowed_state = 'blocked' where id = ${blockedSince.id}`.execute(
      at.db,
    )
    await sql`update supporters set is_subscribed = false where suggestion_id = ${idea}`.execute(
      at.db,
    )
    await deliver()
    for (const [name, reader] of Object.entries(readers))
      expect([name, receivedBy(reader).length]).toEqual([name, 0])
    const { rows } = await sql<{ waits: number }>`
      select count(*)::int as waits from daily_digests where covered_until < now() - interval '26 hours'`.execute(
      at.db,
    )
    expect(rows[0]?.waits).toBe(0)
  })

  test('names ten suggestions and counts the others', async () => {
    const reader = await aDailyReader({ language: 'de' })
    const ideas: number[] = []
    for (let i = 0; i < 12; i++) ideas.push(await anIdea([reader], { title: `Idea ${i}` }))
    for (const idea of ideas) await answerTo(idea, 'x'.repeat(2000))
    await deliver()
    await yesterday()
    await addDigests()
    await deliver()
    const { text } = lastMailOf(reader)
    expect(text.match(/^Idea \d+\r?$/gm)).toHaveLength(10)
    expect(text).toContain('Neues zu 2 weiteren Vorschlägen')
    expect(text.length).toBeLessThan(12_000)
  })

  test('repeats with the same Message-ID after a crash, at the pace of all mails', async () => {
    const readers = [await aDailyReader(), await aDailyReader(), await aDailyReader()]
    const idea = await anIdea(readers)
    await answerTo(idea, 'News')
    await deliver()
    await yesterday()
    await addDigests({ mails_per_minute: 60 })
    const { rows } = await sql<{ id: number; due_at: Date }>`
      select id, due_at from outgoing_mails where user_id = any(${readers.map(({ id }) => id)}) order by due_at`.execute(
      at.db,
    )
    expect(rows).toHaveLength(3)
    const gaps = rows.slice(1).map(({ due_at }, i) => Number(due_at) - Number(rows[i]?.due_at))
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(999)
    const mailer = createMailer(mail)
    const crashing = {
      ...contextOf(),
      mail: {
        ...mailer,
        send: async (message: Parameters<typeof mailer.send>[0]) => {
          await mailer.send(message)
          throw new Error('crash')
        },
      },
    }
    const first = rows[0]?.id as number
    await expect(tasks.send_mailing_mail(crashing, { mail: first })).rejects.toThrow('crash')
    await deliver()
    const ids = readers.map((reader) =>
      receivedBy(reader).map(({ headers }) => headers['message-id']),
    )
    expect(ids.flat()).toHaveLength(4)
    expect(new Set(ids.flat()).size).toBe(3)
  })

  test('waits while no mail is configured', async () => {
    const reader = await aDailyReader()
    await answerTo(await anIdea([reader]), 'News')
    await deliver()
    await yesterday()
    await tasks.add_digests({ ...contextOf(), mail: null }, {} as never)
    await deliver()
    expect(receivedBy(reader)).toEqual([])
    await addDigests()
    const texts = { introduction: 'Hello from **Acme**', footer: 'Acme Ltd' }
    await deliver(contextOf({ mail_texts: { en: texts, de: texts } }))
    const [only, ...others] = receivedBy(reader)
    expect(others).toEqual([])
    // The introduction and the footer of the installation are in it too.
    expect(only?.text).toMatch(/^Hello from Acme\r?\n[\s\S]*-- \r?\nAcme Ltd\s*$/)
  })

  test('ends by its link, on POST only', async () => {
    const reader = await aDailyReader()
    await sql`update daily_digests set comments_since = null where user_id = ${reader.id}`.execute(
      at.db,
    )
    await answerTo(await anIdea([reader]), 'News')
    await deliver()
    await yesterday()
    await addDigests()
    await deliver()
    const path = pathOf(lastMailOf(reader).headers['list-unsubscribe'])
    const frequencies = async () => {
      const { rows } = await sql<{ all: string }>`
        select mail_frequency(u, 'status') || ' ' || mail_frequency(u, 'comments') || ' ' || mail_frequency(u, 'announcements')
          as all from users u where id = ${reader.id}`.execute(at.db)
      return rows[0]?.all
    }
    expect((await at.get(`/${path}`, { token: null })).status).toBe(200)
    expect(await frequencies()).toBe('daily immediately daily')
    const clicked = await at.call('POST', `/${path}`, {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(clicked.status).toBe(200)
    expect(await frequencies()).toBe('never immediately never')
  })

  // Clocks go forward on 2026-03-29 at 2:00 and back on 2026-10-25 at 3:00 in Berlin.
  test.each([
    ['just before the hour', '2026-06-10T05:59:59Z', 8, 'Europe/Berlin', '2026-06-09T06:00:00Z'],
    ['at the hour', '2026-06-10T06:00:00Z', 8, 'Europe/Berlin', '2026-06-10T06:00:00Z'],
    [
      'before clocks go forward',
      '2026-03-29T00:30:00Z',
      8,
      'Europe/Berlin',
      '2026-03-28T07:00:00Z',
    ],
    [
      'after clocks went forward',
      '2026-03-29T06:00:00Z',
      8,
      'Europe/Berlin',
      '2026-03-29T06:00:00Z',
    ],
    ['an hour that is skipped', '2026-03-29T12:00:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['after clocks went back', '2026-10-25T07:00:00Z', 8, 'Europe/Berlin', '2026-10-25T07:00:00Z'],
    [
      'in an hour that is repeated',
      '2026-10-25T03:00:00Z',
      2,
      'Europe/Berlin',
      '2026-10-25T01:00:00Z',
    ],
    ['far in the east', '2026-06-09T18:00:00Z', 8, 'Pacific/Kiritimati', '2026-06-09T18:00:00Z'],
    ['far in the west', '2026-06-09T18:59:59Z', 8, 'Pacific/Pago_Pago', '2026-06-08T19:00:00Z'],
    ['at midnight', '2026-06-10T00:00:00Z', 0, 'UTC', '2026-06-10T00:00:00Z'],
    ['at the end of a year', '2026-12-31T23:30:00Z', 23, 'UTC', '2026-12-31T23:00:00Z'],
    ['with half an hour', '2026-06-10T02:30:00Z', 8, 'Asia/Kolkata', '2026-06-10T02:30:00Z'],
  ])('is due %s', async (_, now, hour, zone, expected) => {
    const { rows } = await sql<{ due: Date }>`
      select last_time_of_day(${now}::timestamptz, ${hour}::int, ${zone}) as due`.execute(at.db)
    expect(rows[0]?.due.toISOString()).toBe(new Date(expected).toISOString())
  })

  test('comes once a day in every zone, also when the hour is changed', async () => {
    // Every hour of four days around both changes of clocks: the times at which a mail would be due.
    const { rows } = await sql<{ zone: string; most: number; least: number }>`
      select zone, max(gap)::float8 as most, min(gap)::float8 as least from (
        select zone, extract(epoch from due - lag(due) over (partition by zone, first order by due)) / 3600 as gap from (
          select distinct zone, first, last_time_of_day(h, 2, zone) as due
          from unnest(array['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) zone,
            unnest(array['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24', '2026-10-31']::timestamptz[]) first,
            generate_series(first, first + interval '4 days', interval '1 hour') h
        ) dues
      ) gaps group by zone`.execute(at.db)
    for (const { zone, most, least } of rows) {
      expect([zone, most <= 25]).toEqual([zone, true])
      expect([zone, least >= 23]).toEqual([zone, true])
    }
    const reader = await aDailyReader()
    await answerTo(await anIdea([reader]), 'News')
    await deliver()
    await yesterday()
    await addDigests({ digest_hour: 3 })
    await answerTo(await anIdea([reader]), 'More news')
    await deliver()
    await sql`update mailings set created_at = now() - interval '2 days' where created_at > now() - interval '1 minute'`.execute(
      at.db,
    )
    await sql`update daily_digests set covered_until = now() - interval '3 days' where user_id = ${reader.id}`.execute(
      at.db,
    )
    // The hour is changed to others, of which some have passed since.
    for (const digest_hour of [0, 6, 12, 18, 23]) await addDigests({ digest_hour })
    await deliver()
    expect(receivedBy(reader).length).toBeLessThanOrEqual(2)
  })

  test('finds who is due by an index, however many people there are', async () => {
    const run = randomBytes(6).toString('hex')
    await sql`
      with people as (
        insert into users (email_address) select ${run} || i || '@example.test' from generate_series(1, 5000) i returning id
      )
      insert into daily_digests (user_id, status_since, covered_until, last_due_at)
      select id, now(), now(), now() from people`.execute(at.db)
    await sql`analyze daily_digests`.execute(at.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select user_id from daily_digests
      where covered_until < (select last_time_of_day(now(), 8, 'UTC')) order by covered_until limit 100`.execute(
      at.db,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Scan using daily_digests_covered_until_idx',
    )
    await sql`delete from users where email_address like ${`${run}%`}`.execute(at.db)
  })

  test('is set up by the installation, with a zone that exists', async () => {
    const set = async (sent: object) => (await at.put('/settings', sent)).status
    expect(await set({ digest_hour: 6, digest_time_zone: 'Europe/Berlin' })).toBe(200)
    const { settings } = (await at.get('/settings')).body
    expect(settings.digest_time_zone).toMatchObject({ value: 'Europe/Berlin', default: 'UTC' })
    for (const digest_time_zone of ['Mars/Base', 'CEST', '+02:00', "UTC'; drop"])
      expect(await set({ digest_time_zone })).toBe(422)
    expect(await set({ digest_hour: 24 })).toBe(422)
    expect(await set({ digest_hour: null, digest_time_zone: null })).toBe(200)
  })
})
