// Announcements: what the team writes, when it is published, and what people may read of it.
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../src/jobs/tasks.ts'
import { answerTo } from '../../src/read/answer.ts'
import { askForAnnouncement, askForUpdates } from '../../src/read/updates.ts'
import { deleteUnlinkedAttachments } from '../../src/write/background/file-sweep.ts'
import {
  aForum,
  aSuggestion,
  aSupporter,
  aUser,
  countWaiting,
  idsOf,
} from '../support/factories.ts'
import {
  BASE_URL,
  type Sent,
  type Shown,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { aPerson, aSession, bySession, type TestPerson } from '../support/staff.ts'
import { uploaded } from '../support/uploads.ts'

let at: TestService
let forum: number
let secret: number
let admin: TestPerson
let asAdmin: Sent

beforeAll(async () => {
  at = await startTestService()
  forum = await aForum(at.db, 'Ideas')
  secret = (await at.made('/forums', { name: 'Partners', is_private: true })).id
  admin = await aPerson(at, 'admin')
  asAdmin = bySession(await aSession(at, admin.id))
})

const LATER = '2100-01-01T09:00:00Z'

const visible = (title: string, inForum = forum) =>
  aSuggestion(at.db, inForum, title, { state: 'published' })
const anAnnouncement = (more: object = {}) =>
  at.made('/announcements', { title: 'Dark mode is here', ...more })
const shown = ({ id }: Shown) => at.shown(`/announcements/${id}`)
const act = async (
  { id }: Shown,
  verb: 'publish' | 'unpublish' | 'schedule',
  body: object = {},
  sent: Sent = {},
): Promise<Shown> => {
  const { status, text, body: answer } = await at.put(`/announcements/${id}/${verb}`, body, sent)
  expect(status, text).toBe(200)
  return answer.announcements[0]
}
const runSchedule = () => tasks.publish_announcements(at, {} as never)
/** As if the time had come. */
const isDue = ({ id }: Shown) =>
  sql`update announcements set publish_at = now() - interval '3 days' where id = ${id}`.execute(
    at.db,
  )
const latestChange = async (): Promise<Shown> =>
  (await at.get('/recent_changes', asAdmin)).body.recent_changes[0]
const undo = ({ id }: Shown) => at.put(`/recent_changes/${id}/undo`, {}, asAdmin)
const auditOf = async ({ id }: Shown): Promise<Shown[]> =>
  (await at.get(`/audit_entries?subject_type=announcements&subject=${id}&sort=id`)).body
    .audit_entries
const eventsOf = async ({ id }: Shown): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`
    select action from events where collection = 'announcements' and record_id = ${id} order by id`.execute(
    at.db,
  )
  return rows.map(({ action }) => action)
}
const png = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

const readerOf = ({ database }: TestService) => ({
  pool: database.readPool,
  baseUrl: BASE_URL,
  areas: null,
})

const listUpdates = async (
  on: TestService,
  forums: number[] | null,
  asked: { limit: number; cursor?: string | undefined },
) => answerTo(readerOf(on), askForUpdates({ forums }, asked))

const findAnnouncement = (on: TestService, forums: number[] | null, id: number) =>
  answerTo(readerOf(on), askForAnnouncement({ forums }, id))

describe('an announcement', () => {
  test('is a draft with its links, which can be side-loaded', async () => {
    const suggestion = await visible('Dark mode')
    const made = await anAnnouncement({
      body: '**Here**',
      body_mime_type: 'text/markdown',
      types: ['improved', 'new', 'new'],
      links: { suggestions: [suggestion, suggestion], forums: [forum] },
    })
    expect(made).toMatchObject({
      title: 'Dark mode is here',
      body: '**Here**',
      body_mime_type: 'text/markdown',
      types: ['new', 'improved'],
      state: 'draft',
      publish_at: null,
      published_at: null,
      notify_supporters: false,
      portal_url: `http://feedback.example.test/updates/${made.id}`,
      links: { suggestions: [suggestion], forums: [forum], picture: null },
    })
    const { body } = await at.get(`/announcements/${made.id}?includes=suggestions,users,forums`)
    expect(idsOf(body.suggestions)).toEqual([suggestion])
    expect(idsOf(body.forums)).toEqual([forum])
    expect(idsOf(body.users)).toContain(made.links.created_by)
    expect(await eventsOf(made)).toEqual(['created'])
  })

  test('keeps what an update does not name, and replaces lists as a whole', async () => {
    const [one, two] = [await visible('One'), await visible('Two')]
    const made = await anAnnouncement({
      body: '**x**',
      body_mime_type: 'text/markdown',
      links: { suggestions: [one], forums: [forum] },
    })
    await at.put(`/announcements/${made.id}`, { title: 'Other', body: '**x**' })
    expect(await shown(made)).toMatchObject({
      title: 'Other',
      body_mime_type: 'text/markdown',
      links: { suggestions: [one], forums: [forum] },
    })
    await at.put(`/announcements/${made.id}`, { links: { suggestions: [two], forums: [] } })
    expect(await shown(made)).toMatchObject({
      title: 'Other',
      links: { suggestions: [two], forums: [] },
    })
    expect(await eventsOf(made)).toEqual(['created', 'updated', 'updated'])
  })

  test.each<[string, object, string]>([
    ['no title', { title: '' }, 'title'],
    ['an unknown type', { types: ['broken'] }, 'types'],
    ['a long text', { body: 'x'.repeat(100_001) }, 'body'],
    ['no such suggestion', { links: { suggestions: [999_999_999] } }, 'no suggestion has the id'],
    ['no such forum', { links: { forums: [999_999_999] } }, 'no forum has the id'],
    ['no such picture', { links: { picture: 999_999_999 } }, 'no attachment has the id'],
    ['many links', { links: { suggestions: Array.from({ length: 101 }, () => 1) } }, 'suggestions'],
  ])('is refused with %s', async (_, wrong, message) => {
    const { status, body } = await at.post('/announcements', { title: 'Refused', ...wrong })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(message)
    const made = await anAnnouncement({ title: 'Kept' })
    expect((await at.put(`/announcements/${made.id}`, wrong)).status).toBe(422)
    expect((await shown(made)).title).toBe('Kept')
    expect((await at.get('/announcements?q=Refused')).body.announcements).toEqual([])
  })

  test('is written by admins and read by all staff', async () => {
    const made = await anAnnouncement()
    const contributor = bySession(await aSession(at, (await aPerson(at, 'contributor')).id))
    expect((await at.get(`/announcements/${made.id}`, contributor)).status).toBe(200)
    for (const path of ['', '/publish', '/unpublish', '/schedule'])
      expect(
        (await at.put(`/announcements/${made.id}${path}`, { publish_at: LATER }, contributor))
          .status,
      ).toBe(403)
    expect((await at.post('/announcements', { title: 'x' }, contributor)).status).toBe(403)
    expect((await at.delete(`/announcements/${made.id}`, contributor)).status).toBe(403)
  })

  test('is not overwritten by a save that is based on an older version', async () => {
    const made = await anAnnouncement()
    const { headers } = await at.get(`/announcements/${made.id}`)
    const sent = { headers: { 'if-match': headers.etag ?? '' } }
    expect((await at.put(`/announcements/${made.id}`, { title: 'First' }, sent)).status).toBe(200)
    expect((await at.put(`/announcements/${made.id}`, { title: 'Second' }, sent)).status).toBe(412)
    expect((await at.put(`/announcements/${made.id}/publish`, {}, sent)).status).toBe(412)
    expect(await shown(made)).toMatchObject({ title: 'First', state: 'draft' })
  })

  test('changes back: text, state and deletion are in the recent changes', async () => {
    const suggestion = await visible('Undone')
    const made = await anAnnouncement({ types: ['fixed'], links: { suggestions: [suggestion] } })
    const change = {
      title: 'Wrong',
      types: [],
      notify_supporters: true,
      links: { suggestions: [] },
    }
    await at.put(`/announcements/${made.id}`, change, asAdmin)
    expect((await undo(await latestChange())).status).toBe(200)
    const fields = { title: 'Dark mode is here', types: ['fixed'], notify_supporters: false }
    expect(await shown(made)).toMatchObject({ ...fields, links: { suggestions: [suggestion] } })

    await act(made, 'schedule', { publish_at: LATER }, asAdmin)
    await act(made, 'publish', {}, asAdmin)
    const published = await latestChange()
    expect(published).toMatchObject({ action: 'publish', name: 'Dark mode is here' })
    expect((await undo(published)).status).toBe(200)
    expect(await shown(made)).toMatchObject({ state: 'scheduled', publish_at: LATER })

    const { published_at } = await act(made, 'publish')
    expect((await at.delete(`/announcements/${made.id}`, asAdmin)).status).toBe(200)
    expect((await at.get(`/announcements/${made.id}`)).status).toBe(404)
    expect((await undo(await latestChange())).status).toBe(200)
    expect(await shown(made)).toMatchObject({
      ...fields,
      published_at,
      links: { suggestions: [suggestion], created_by: made.links.created_by },
    })
    const { body } = await at.get('/deletions?collection=announcements')
    expect(body.deletions.map(({ record_id }: Shown) => record_id)).not.toContain(made.id)
  })
})

describe('the picture of an announcement', () => {
  const sweep = async () => {
    await sql`update attachments set updated_at = now() - interval '8 days'`.execute(at.db)
    await deleteUnlinkedAttachments(at.db, 1000)
  }
  const statusOf = async ({ url }: Shown) => {
    const { pathname } = new URL(url)
    return (await at.get(`/${pathname}`, { token: null })).status
  }
  const exists = async ({ id }: Shown) => (await at.get(`/attachments/${id}`)).status === 200

  test('is kept with it, and public when the announcement is', async () => {
    const [picture, inText] = [await uploaded(at, await png()), await uploaded(at, await png())]
    const made = await anAnnouncement({
      body: `![](${new URL(inText.url).pathname})`,
      body_mime_type: 'text/markdown',
      picture_alt: 'A red square',
      links: { picture: picture.id, forums: [secret] },
    })
    await sweep()
    expect([await exists(picture), await exists(inText)]).toEqual([true, true])
    expect([await statusOf(picture), await statusOf(inText)]).toEqual([404, 404])
    await act(made, 'publish')
    expect(await statusOf(picture)).toBe(404)
    await at.put(`/announcements/${made.id}`, { links: { forums: [] } })
    expect([await statusOf(picture), await statusOf(inText)]).toEqual([200, 200])
    await act(made, 'unpublish')
    expect(await statusOf(picture)).toBe(404)
    // One that is replaced goes some days later, so that the change can be undone.
    await at.put(`/announcements/${made.id}`, { body: '', links: { picture: null } }, asAdmin)
    await deleteUnlinkedAttachments(at.db, 1000)
    expect((await undo(await latestChange())).status).toBe(200)
    expect((await shown(made)).links.picture).toBe(picture.id)
    await at.delete(`/announcements/${made.id}`)
    await sweep()
    expect([await exists(picture), await exists(inText)]).toEqual([false, false])
  })

  test('is a picture, and no file of a suggestion or note', async () => {
    const text = await uploaded(at, 'hello', 'a.txt')
    const note = await uploaded(at, await png())
    const suggestion = await visible('With a note')
    await at.made('/notes', {
      body: 'x',
      attachment_tokens: [note.token],
      links: { suggestion },
    })
    for (const [{ id }, problem] of [
      [text, 'no picture'],
      [note, 'a file of a suggestion or note'],
    ] as const) {
      const { status, text: answer } = await at.post('/announcements', {
        title: 'x',
        links: { picture: id },
      })
      expect(status).toBe(422)
      expect(answer).toContain(problem)
    }
  })
})

describe('publishing', () => {
  test('once: a second call and the schedule change nothing', async () => {
    const made = await anAnnouncement({ notify_supporters: true })
    const first = await act(made, 'publish')
    expect(first).toMatchObject({ state: 'published', publish_at: null })
    expect(await act(made, 'publish')).toEqual(first)
    const [one, two] = await Promise.all([
      act(await anAnnouncement(), 'publish'),
      act(await anAnnouncement(), 'publish'),
    ])
    expect([one?.state, two?.state]).toEqual(['published', 'published'])
    const refused = await at.put(`/announcements/${made.id}/schedule`, { publish_at: LATER })
    expect(refused.status).toBe(409)
    expect(await auditOf(made)).toMatchObject([
      {
        action: 'announcement_published',
        subject_name: 'Dark mode is here',
        after: { notify_supporters: true },
      },
    ])
  })

  test('at a past time, for what was published elsewhere, and not in the future', async () => {
    const made = await anAnnouncement()
    const future = await at.put(`/announcements/${made.id}/publish`, { published_at: LATER })
    expect(future.status).toBe(422)
    expect(future.text).toContain('Schedule the announcement instead')
    const time = '2020-05-01T10:00:00Z'
    expect((await act(made, 'publish', { published_at: time })).published_at).toBe(time)
  })

  test('at a time: within the minute, also when the service was down, and once', async () => {
    const made = await anAnnouncement()
    const past = await at.put(`/announcements/${made.id}/schedule`, {
      publish_at: new Date(Date.now() - 1000).toISOString(),
    })
    expect(past.status).toBe(422)
    expect(past.text).toContain('publish_at: in the past')
    // An instant in any time zone.
    const scheduled = await act(made, 'schedule', { publish_at: '2100-01-01T10:00:00+01:00' })
    expect(scheduled).toMatchObject({ state: 'scheduled', publish_at: LATER })
    await runSchedule()
    expect((await shown(made)).state).toBe('scheduled')
    await isDue(made)
    await Promise.all([runSchedule(), runSchedule()])
    const { state, publish_at, published_at } = await shown(made)
    expect({ state, publish_at }).toEqual({ state: 'published', publish_at: null })
    expect(Date.now() - Date.parse(published_at)).toBeLessThan(60_000)
    // Two by the service, and one by the test.
    expect((await eventsOf(made)).filter((action) => action === 'updated')).toHaveLength(3)
    expect(await auditOf(made)).toMatchObject([
      { action: 'announcement_scheduled' },
      { action: 'announcement_published', after: { by: 'schedule' } },
    ])
  })

  test('the schedule waits for an edit, and an edit keeps the schedule', async () => {
    const made = await anAnnouncement()
    await act(made, 'schedule', { publish_at: LATER })
    await at.put(`/announcements/${made.id}`, { title: 'Edited' })
    expect(await shown(made)).toMatchObject({ title: 'Edited', publish_at: LATER })
    await isDue(made)
    await at.db.transaction().execute(async (tx) => {
      await sql`select from announcements where id = ${made.id} for no key update`.execute(tx)
      await runSchedule()
    })
    expect((await shown(made)).state).toBe('scheduled')
    await runSchedule()
    expect((await shown(made)).state).toBe('published')
  })

  test('a draft again, from both states', async () => {
    const made = await anAnnouncement()
    await act(made, 'schedule', { publish_at: LATER })
    expect(await act(made, 'unpublish')).toMatchObject({ state: 'draft', publish_at: null })
    await act(made, 'publish')
    expect(await act(made, 'unpublish')).toMatchObject({ state: 'draft', published_at: null })
    const before = await shown(made)
    expect(await act(made, 'unpublish')).toEqual(before)
  })
})

describe('a linked suggestion', () => {
  test('that is merged is replaced by its target, and comes back with it', async () => {
    const [a, b, target] = [await visible('A'), await visible('B'), await visible('Target')]
    const both = await anAnnouncement({ links: { suggestions: [a, b] } })
    const also = await anAnnouncement({ links: { suggestions: [a, target] } })
    const links = { from_suggestion: [a, b], to_suggestion: target }
    const merged = await at.post('/suggestions/merge', { links })
    expect(merged.status, merged.text).toBe(200)
    expect((await shown(both)).links.suggestions).toEqual([target])
    expect((await shown(also)).links.suggestions).toEqual([target])
    // A link to what is merged already leads there too.
    const later = await anAnnouncement({ links: { suggestions: [a] } })
    expect(later.links.suggestions).toEqual([target])
    const unmerge = async (id: number) => {
      const { status, text } = await at.call('POST', `/suggestions/${id}/unmerge`)
      expect(status, text).toBe(200)
    }
    await unmerge(a)
    expect((await shown(both)).links.suggestions).toEqual([a, target])
    expect((await shown(also)).links.suggestions).toEqual([a, target])
    await unmerge(b)
    expect((await shown(both)).links.suggestions).toEqual([a, b])
    expect((await shown(later)).links.suggestions).toEqual([target])
  })

  test('that is merged during a save is linked by its target', async () => {
    const [source, target] = [await visible('Source'), await visible('Target')]
    const made = await anAnnouncement()
    let save: Promise<unknown> | undefined
    await at.db.transaction().execute(async (tx) => {
      await sql`select from suggestion_figures where id = ${source} for no key update`.execute(tx)
      save = at.put(`/announcements/${made.id}`, { links: { suggestions: [source] } })
      await expect.poll(() => countWaiting(at.db)).toBeGreaterThan(0)
      await sql`update suggestions set parent_suggestion_id = ${target} where id = ${source}`.execute(
        tx,
      )
    })
    await save
    expect((await shown(made)).links.suggestions).toEqual([target])
  })

  test('that is deleted stays linked for the team only', async () => {
    const suggestion = await visible('Deleted')
    const made = await anAnnouncement({ links: { suggestions: [suggestion] } })
    await act(made, 'publish')
    await at.put(`/suggestions/${suggestion}/delete`, {})
    expect((await shown(made)).links.suggestions).toEqual([suggestion])
    expect((await findAnnouncement(at, null, made.id))?.update.suggestions).toEqual([])
  })
})

describe('a forum that an announcement is limited to', () => {
  test('cannot be deleted, because then everybody would see the announcement', async () => {
    const limit = await aForum(at.db, 'Limit')
    const made = await anAnnouncement({ links: { forums: [limit] } })
    const refused = await at.delete(`/forums/${limit}`)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('announcements are limited to it')
    await at.put(`/announcements/${made.id}`, { links: { forums: [secret] } })
    expect((await at.delete(`/forums/${limit}`)).status).toBe(200)
  })

  test('that is merged is replaced by its target', async () => {
    const [from, to] = [await aForum(at.db, 'From'), await aForum(at.db, 'To')]
    const one = await anAnnouncement({ links: { forums: [from] } })
    const both = await anAnnouncement({ links: { forums: [from, to] } })
    const links = { from_forum: from, to_forum: to }
    expect((await at.post('/forums/merge', { links })).status).toBe(200)
    expect((await shown(one)).links.forums).toEqual([to])
    expect((await shown(both)).links.forums).toEqual([to])
  })
})

describe('the people whom it concerns', () => {
  const preview = async ({ id }: Shown) =>
    (await at.get(`/announcements/${id}/notification_preview?includes=users`)).body
  const person = (more: object = {}) =>
    aUser(at.db, `p${Math.random()}@example.test`, more as never)

  test('are counted once each, without those who want no mail or may not see it', async () => {
    const [one, two, hidden] = [
      await visible('One'),
      await visible('Two'),
      await visible('Hidden', secret),
    ]
    const fan = await person()
    const follower = await person()
    for (const suggestion of [one, two, hidden]) await aSupporter(at.db, suggestion, fan)
    await aSupporter(at.db, one, await person(), { is_subscribed: false })
    await aSupporter(at.db, one, await person({ allowed_state: 'blocked' }))
    await aSupporter(at.db, one, await person({ status_notifications: false }))
    await aSupporter(at.db, hidden, await person())
    await sql`insert into suggestion_followers (suggestion_id, user_id) values (${two}, ${follower})`.execute(
      at.db,
    )
    const made = await anAnnouncement({ links: { suggestions: [one, two, hidden] } })
    expect((await preview(made)).notification_preview.people_count).toBe(3)
    await at.put(`/announcements/${made.id}`, { links: { forums: [forum] } })
    const { notification_preview, users } = await preview(made)
    expect(notification_preview).toEqual({ people_count: 2, links: { users: [fan, follower] } })
    expect(idsOf(users)).toEqual([fan, follower])
    expect((await at.get('/announcements/999999999/notification_preview')).status).toBe(404)
  })

  test('the request to tell them says who asked and when, also after the person is erased', async () => {
    const author = await aPerson(at, 'admin')
    const sent = bySession(await aSession(at, author.id))
    const { body } = await at.post('/announcements', { title: 'By them' }, sent)
    const made = body.announcements[0]
    await at.put(`/announcements/${made.id}`, { notify_supporters: true }, sent)
    const asked = await shown(made)
    expect(asked.links.notification_requested_by).toBe(author.id)
    await at.put(`/announcements/${made.id}`, { notify_supporters: true, title: 'By others' })
    expect((await shown(made)).notification_requested_at).toBe(asked.notification_requested_at)
    expect((await at.delete(`/users/${author.id}`)).status).toBe(200)
    expect(await shown(made)).toMatchObject({
      title: 'By others',
      notify_supporters: true,
      links: { created_by: null, notification_requested_by: null },
    })
    await at.put(`/announcements/${made.id}`, { notify_supporters: false })
    expect((await shown(made)).notification_requested_at).toBeNull()
  })
})

describe('updates for people', () => {
  let own: TestService
  let open: number
  let closed: number
  let ids: Record<string, number>

  const list = async (forums: number[] | null, limit = 100) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await listUpdates(own, forums, { limit, cursor })
      found.push(...page.updates.map(({ title, body }) => title ?? body))
      expect(page.updates.length).toBeLessThanOrEqual(limit)
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    return found
  }
  const at2 = (day: number) => `2026-03-0${day}T12:00:00.000Z`

  beforeAll(async () => {
    own = await startTestService()
    open = await aForum(own.db, 'Open')
    closed = (await own.made('/forums', { name: 'Closed', is_private: true })).id
    const add = (title: string, inForum: number, more: object = {}) =>
      aSuggestion(own.db, inForum, title, { state: 'published', ...more })
    ids = {
      dark: await add('Dark mode', open),
      maps: await add('Maps', closed),
      spam: await add('Spam', open, { state: 'spam' }),
    }
    ids.merged = await add('Merged', open, { parent_suggestion_id: ids.dark })
    for (const [suggestion, body, day] of [
      [ids.dark, 'Answer 1', 1],
      [ids.dark, 'Answer 4', 4],
      [ids.dark, '', 5],
      [ids.maps, 'Secret answer', 3],
      [ids.spam, 'Spam answer', 6],
      [ids.merged, 'Merged answer', 6],
    ] as const)
      await own.made('/status_updates', {
        ...(body !== '' && { body }),
        created_at: at2(day),
        links: { suggestion },
      })
    for (const [title, day, links] of [
      ['For all', 4, { suggestions: [ids.dark, ids.maps, ids.spam] }],
      ['For partners', 2, { suggestions: [ids.maps], forums: [closed] }],
      ['For both', 3, { forums: [open, closed] }],
    ] as const) {
      const { id } = await own.made('/announcements', { title, types: ['new'], links })
      ids[title] = id
      await own.put(`/announcements/${id}/publish`, { published_at: at2(day) })
    }
    await own.made('/announcements', { title: 'A draft' })
  })

  test('are published announcements and answers of what a person may see, the newest first', async () => {
    const everything = [
      'For all',
      'Answer 4',
      'For both',
      'Secret answer',
      'For partners',
      'Answer 1',
    ]
    const ofOpen = ['For all', 'Answer 4', 'For both', 'Answer 1']
    for (const limit of [1, 2, 3, 100]) {
      expect(await list(null, limit)).toEqual(everything)
      expect(await list([open, closed], limit)).toEqual(everything)
      expect(await list([open], limit)).toEqual(ofOpen)
      expect(await list([], limit)).toEqual(['For all'])
    }
  })

  test('name only suggestions that the person may see', async () => {
    const titles = async (forums: number[] | null) =>
      (await findAnnouncement(own, forums, ids['For all'] as number))?.update.suggestions.map(
        ({ title }) => title,
      )
    expect(await titles(null)).toEqual(['Dark mode', 'Maps'])
    expect(await titles([open])).toEqual(['Dark mode'])
    expect(await titles([])).toEqual([])
    const one = await findAnnouncement(own, [open], ids['For partners'] as number)
    expect(one).toBeUndefined()
  })

  test('have what a page shows', async () => {
    const { updates } = await listUpdates(own, null, { limit: 2 })
    expect(updates).toMatchObject([
      { type: 'announcement', title: 'For all', types: ['new'], picture: null, status: null },
      {
        type: 'status_update',
        title: null,
        body: 'Answer 4',
        body_mime_type: 'text/plain',
        suggestions: [{ id: ids.dark, title: 'Dark mode', forum_id: open }],
      },
    ])
    expect(updates[0]?.published_at).toEqual(new Date(at2(4)))
  })

  test('follow a suggestion to another forum', async () => {
    const moved = await own.put(`/suggestions/${ids.maps}`, { links: { forum: open } })
    expect(moved.status, moved.text).toBe(200)
    expect(await list([open])).toContain('Secret answer')
    await own.put(`/suggestions/${ids.maps}`, { links: { forum: closed } })
    expect(await list([open])).not.toContain('Secret answer')
  })

  test.each(['x', 'W10', Buffer.from('["2026","other",1]').toString('base64url')])(
    'refuse the cursor %s',
    async (cursor) => {
      await expect(listUpdates(own, null, { limit: 1, cursor })).rejects.toThrow(
        'was not issued by this service',
      )
    },
  )
})
