// Members of the team answer, edit, move, merge and moderate on the pages of the portal.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../src/auth/roles.ts'
import { aPortal, type Portal } from '../support/end-users.ts'
import {
  type Answer,
  BASE_URL,
  type Shown,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { aPerson, aSession, cookiesOf, submit, type TestPerson } from '../support/staff.ts'

let at: TestService
let portal: Portal
let forum: Shown
let otherForum: Shown
let planned: Shown
const cookies = {} as Record<Role, string>
const people = {} as Record<Role, TestPerson>

beforeAll(async () => {
  at = await startTestService()
  portal = await aPortal(at)
  forum = await at.made('/forums', { name: 'Ideas', is_public: true })
  otherForum = await at.made('/forums', { name: 'Hidden corner', is_public: false })
  planned = await at.made('/statuses', { name: 'Planned', hex_color: '#2266aa' })
  for (const role of ROLES) {
    people[role] = await aPerson(at, role)
    cookies[role] = await aSession(at, people[role].id)
  }
})

let count = 0
/** By a customer, published. */
async function aSuggestion(more: object = {}, state = 'approved'): Promise<Shown> {
  count += 1
  const made = await at.made('/suggestions', {
    title: `Suggestion ${count}`,
    body: `Text ${count}`,
    user_email: `customer-${count}@customer.test`,
    links: { forum: forum.id },
    ...more,
  })
  // What the team enters is published at once.
  await sql`update suggestions set state = ${state} where id = ${made.id}`.execute(at.db)
  return at.shown(`/suggestions/${made.id}`)
}

async function aComment(suggestion: Shown): Promise<Shown> {
  count += 1
  return at.made('/comments', {
    body: `Comment ${count}`,
    user_email: `commenter-${count}@customer.test`,
    links: { suggestion: suggestion.id },
  })
}

const open = (path: string, cookie = cookies.admin, headers: Record<string, string> = {}) =>
  at.get(`/${path}`, { token: null, headers: { cookie, ...headers } })

/** As a browser keeps them: one of each name, and none that is cleared. */
function withCookiesOf(answer: Answer, cookie: string): string {
  const kept = new Map<string, string>()
  const set = cookiesOf(answer).map((one) => one.split(';')[0] ?? '')
  for (const one of [...cookie.split('; '), ...set]) {
    const [name = '', value = ''] = one.split('=', 2)
    if (value === '') kept.delete(name)
    else kept.set(name, one)
  }
  return [...kept.values()].join('; ')
}

/** The page where the address leads. */
async function follow(path: string, cookie = cookies.admin): Promise<Answer> {
  const answer = await open(path, cookie)
  const { location } = answer.headers
  if (answer.status < 300 || answer.status > 399 || location === undefined) return answer
  return follow(location, withCookiesOf(answer, cookie))
}

const send = (
  path: string,
  fields: Record<string, string>,
  cookie = cookies.admin,
  origin = BASE_URL,
) => submit(at, `/${path}`, fields, { cookie, origin })

/** The hidden fields of the form on the page that is sent to this path. */
function fieldsOf(page: string, path: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*action="${path}"[^>]*>(.*?)</form>`, 's').exec(page)?.[1]
  if (form === undefined) throw new Error(`No form leads to ${path}.`)
  const hidden = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
}

const pageOf = async ({ id }: Shown, cookie = cookies.admin) =>
  (await follow(`/suggestions/${id}`, cookie)).text

const stateOf = async ({ id }: Shown) => (await at.shown(`/suggestions/${id}`)).state

/** What the page after an action says, with the form that undoes it. */
async function afterAction(answer: Answer, cookie = cookies.admin): Promise<string> {
  expect(answer.status, answer.text).toBe(303)
  return (await follow(answer.headers.location ?? '', withCookiesOf(answer, cookie))).text
}

const undoPathOf = (page: string) => /\/team\/changes\/\d+\/undo/.exec(page)?.[0] ?? ''

describe('a suggestion', () => {
  test('gets a status and an answer, which visitors read, and which is undone', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/status`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const answer = await send(path, {
      ...fields,
      status: String(planned.id),
      body: 'We **plan** it.\r\nSoon.',
    })
    const page = await afterAction(answer)
    expect(page).toContain('Status saved.')
    const visitor = await follow(`/suggestions/${suggestion.id}`, '')
    expect(visitor.text).toContain('We <strong>plan</strong> it.')
    expect(visitor.text).toContain('Planned')
    const shown = await at.shown(`/suggestions/${suggestion.id}`)
    const update = await at.shown(`/status_updates/${shown.links.last_status_update}`)
    expect(update).toMatchObject({
      body: 'We **plan** it.\nSoon.',
      body_mime_type: 'text/markdown',
      supporters_notified: false,
    })
    expect(update.links.user).toBe(people.admin.id)
    const undone = await send(undoPathOf(page), { return_to: `/suggestions/${suggestion.id}` })
    expect(await afterAction(undone)).toContain('Undone.')
    expect((await at.shown(`/suggestions/${suggestion.id}`)).links.status).toBe(null)
    expect((await follow(`/suggestions/${suggestion.id}`, '')).text).not.toContain('plan')
  })

  test('says how many people an answer would notify, and that there is no mail server', async () => {
    const suggestion = await aSuggestion({ vote: true })
    const page = await pageOf(suggestion)
    expect(page).toContain('Notify the person who follows it')
    expect(page).toContain('this installation has no mail server')
    expect(await pageOf(await aSuggestion())).toContain('nobody follows the suggestion')
  })

  test('notifies its supporters when asked to', async () => {
    const suggestion = await aSuggestion({ vote: true })
    const path = `/suggestions/${suggestion.id}/team/status`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const sent = { ...fields, status: '', body: 'News', notify: 'true' }
    expect(await afterAction(await send(path, sent))).toContain('Supporters are being notified')
    const { links } = await at.shown(`/suggestions/${suggestion.id}`)
    const update = await at.shown(`/status_updates/${links.last_status_update}`)
    expect(update.supporters_notified).toBe(true)
  })

  test('is edited, and undone', async () => {
    const category = await at.made('/categories', { name: 'Search', links: { forum: forum.id } })
    const suggestion = await aSuggestion({ body_mime_type: 'text/markdown' })
    const path = `/suggestions/${suggestion.id}/team/edit`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const page = await afterAction(
      await send(path, {
        ...fields,
        title: '<b>Better</b> search',
        body: 'First\r\n\r\n*second*',
        category: String(category.id),
      }),
    )
    expect(page).toContain('Saved.')
    expect(page).toContain('&#60;b&#62;Better&#60;/b&#62; search')
    expect(await at.shown(`/suggestions/${suggestion.id}`)).toMatchObject({
      title: '<b>Better</b> search',
      body: 'First\n\n*second*',
      body_mime_type: 'text/markdown',
      links: { category: category.id },
    })
    await send(undoPathOf(page), {})
    expect(await at.shown(`/suggestions/${suggestion.id}`)).toMatchObject({
      title: suggestion.title,
      links: { category: null },
    })
  })

  test('keeps what was typed when it is wrong', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/edit`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const answer = await send(path, { ...fields, title: '', body: 'Kept & shown' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Fill in this field.')
    expect(answer.text).toContain('Kept &#38; shown')
    expect(await at.shown(`/suggestions/${suggestion.id}`)).toMatchObject({
      title: suggestion.title,
      body: suggestion.body,
    })
  })

  test('moves to another forum', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/move`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const page = await afterAction(await send(path, { ...fields, forum: String(otherForum.id) }))
    expect(page).toContain('1 suggestion moved.')
    expect((await at.shown(`/suggestions/${suggestion.id}`)).links.forum).toBe(otherForum.id)
    expect((await follow(`/suggestions/${suggestion.id}`, '')).status).toBe(404)
  })

  test('is merged into another one that is found by words or number, with a preview', async () => {
    const target = await aSuggestion({ title: 'Zebra crossings for the map', vote: true })
    const source = await aSuggestion({ title: 'Show zebra crossings', vote: true })
    const path = `/suggestions/${source.id}/team/merge`
    for (const query of ['', '?q=zebra+crossings', `?q=%23${target.id}`, `?q=${target.id}`]) {
      const { text } = await open(`${path}${query}`)
      expect(text, query).toContain('Zebra crossings for the map')
      expect(text, query).toContain(`into=${target.id}`)
    }
    const preview = (await open(`${path}?into=${target.id}`)).text
    expect(preview).toContain('Moves: 1 supporter')
    expect(preview).toMatch(/After the merge.*2 supporters/s)
    const page = await afterAction(await send(path, fieldsOf(preview, path)))
    expect(page).toContain('1 suggestion merged.')
    const merged = await at.shown(`/suggestions/${source.id}`)
    expect(merged.links.parent_suggestion).toBe(target.id)
    await send(undoPathOf(page), {})
    const separate = await at.shown(`/suggestions/${source.id}`)
    expect(separate.links.parent_suggestion).toBe(null)
  })

  test('is approved, marked as spam, deleted and restored; the team sees each state', async () => {
    const suggestion = await aSuggestion({}, 'new')
    expect((await follow(`/suggestions/${suggestion.id}`, '')).status).toBe(404)
    const steps = [
      ['approve', 'Approved.', 'approved'],
      ['spam', 'Marked as spam.', 'spam'],
      ['restore', 'Restored.', 'approved'],
      ['delete', 'Deleted.', 'deleted'],
    ] as const
    for (const [action, message, state] of steps) {
      const path = `/suggestions/${suggestion.id}/team/${action}`
      const answer = await send(path, fieldsOf(await pageOf(suggestion), path))
      expect(await afterAction(answer), action).toContain(message)
      expect(await stateOf(suggestion), action).toBe(state)
    }
    const page = await pageOf(suggestion)
    expect(page).toContain('This suggestion is deleted. Customers do not see it.')
    expect((await follow(`/suggestions/${suggestion.id}`, '')).status).toBe(410)
  })

  test('that waits is in the list of the team, and is approved there', async () => {
    const suggestion = await aSuggestion({ title: 'A patient suggestion' }, 'new')
    const list = (cookie: string) => follow(`/forums/${forum.id}`, cookie)
    expect((await list('')).text).not.toContain('A patient suggestion')
    const { text } = await list(cookies.admin)
    expect(text).toMatch(/A patient suggestion.*Waits for approval/s)
    const path = `/suggestions/${suggestion.id}/team/approve`
    const page = await afterAction(await send(path, fieldsOf(text, path)))
    expect(page).toContain('Approved.')
    await send(undoPathOf(page), {})
    expect(await stateOf(suggestion)).toBe('new')
    expect((await list(cookies.viewer)).text).toContain('A patient suggestion')
    expect((await list(cookies.viewer)).text).not.toContain('/team/approve')
  })
})

describe('a comment', () => {
  test('is approved, marked as spam and deleted, each with undo', async () => {
    const suggestion = await aSuggestion()
    const comment = await aComment(suggestion)
    await sql`update comments set state = 'new' where id = ${comment.id}`.execute(at.db)
    expect(await pageOf(suggestion, '')).not.toContain(comment.body)
    const stateOfComment = async () => (await at.shown(`/comments/${comment.id}`)).state
    const steps = [
      ['approve', 'Approved.', 'approved', 'new'],
      ['spam', 'Comment marked as spam.', 'spam', 'new'],
      ['delete', 'Comment deleted.', 'deleted', 'new'],
    ] as const
    for (const [action, message, state, before] of steps) {
      const path = `/comments/${comment.id}/team/${action}`
      const answer = await send(path, fieldsOf(await pageOf(suggestion), path))
      const page = await afterAction(answer)
      expect(page, action).toContain(message)
      expect(await stateOfComment(), action).toBe(state)
      await send(undoPathOf(page), {})
      expect(await stateOfComment(), action).toBe(before)
    }
  })

  test('its author is blocked with everything hidden, which is audited and undone', async () => {
    const suggestion = await aSuggestion()
    const comment = await aComment(suggestion)
    const path = `/comments/${comment.id}/team/block`
    const fields = fieldsOf(await pageOf(suggestion), path)
    const page = await afterAction(await send(path, { ...fields, hide_content: 'true' }))
    expect(page).toContain('1 person blocked.')
    const author = comment.links.created_by
    expect(await at.shown(`/users/${author}`)).toMatchObject({ allowed_state: 'blocked' })
    expect((await at.shown(`/comments/${comment.id}`)).state).toBe('spam')
    const { body } = await at.get('/audit_entries?sort=-id&per_page=1')
    expect(body.audit_entries[0]).toMatchObject({ action: 'person_blocked' })
    expect(JSON.stringify(body.audit_entries[0].links)).toContain(String(people.admin.id))
    await send(undoPathOf(page), {})
    expect(await at.shown(`/users/${author}`)).toMatchObject({ allowed_state: 'allowed' })
    expect((await at.shown(`/comments/${comment.id}`)).state).toBe('approved')
  })
})

type Attempt = {
  name: string
  roles: Role[]
  of(suggestion: Shown, comment: Shown): string
  fields?: (suggestion: Shown) => Promise<Record<string, string>>
}

const ADMINS: Role[] = ['admin', 'owner']
const target = () => aSuggestion()
const ACTIONS: Attempt[] = [
  { name: 'status', roles: ADMINS, of: ({ id }) => `/suggestions/${id}/team/status` },
  { name: 'edit', roles: ADMINS, of: ({ id }) => `/suggestions/${id}/team/edit` },
  {
    name: 'move',
    roles: ADMINS,
    of: ({ id }) => `/suggestions/${id}/team/move`,
    fields: async () => ({ forum: String(otherForum.id) }),
  },
  {
    name: 'merge',
    roles: ADMINS,
    of: ({ id }) => `/suggestions/${id}/team/merge`,
    fields: async () => ({ into: String((await target()).id) }),
  },
  ...['spam', 'delete'].map(
    (action): Attempt => ({
      name: action,
      roles: ADMINS,
      of: ({ id }) => `/suggestions/${id}/team/${action}`,
    }),
  ),
  { name: 'block', roles: ADMINS, of: ({ id }) => `/suggestions/${id}/team/block` },
  ...['spam', 'delete', 'block'].map(
    (action): Attempt => ({
      name: `${action} of a comment`,
      roles: ADMINS,
      of: (_, { id }) => `/comments/${id}/team/${action}`,
    }),
  ),
]

/** The version that an admin's page has. */
async function versionFor(path: string, suggestion: Shown): Promise<Record<string, string>> {
  const isMerge = path.endsWith('/merge')
  const page = isMerge ? '' : await pageOf(suggestion)
  const { version } = isMerge
    ? fieldsOf(await pageOf(suggestion), path.replace('merge', 'spam'))
    : fieldsOf(page, path)
  return version === undefined ? {} : { version }
}

test.each(ACTIONS)(
  '$name: only the roles that may do it in the API see it and do it',
  async (one) => {
    const { roles, of, fields = async () => ({}) } = one
    const suggestion = await aSuggestion()
    const comment = await aComment(suggestion)
    const path = of(suggestion, comment)
    const body = {
      ...(await versionFor(path, suggestion)),
      title: 'Changed',
      body: 'Changed',
      ...(await fields(suggestion)),
    }
    const read = async () => [
      await at.shown(`/suggestions/${suggestion.id}`),
      await at.shown(`/comments/${comment.id}`),
      await at.shown(`/users/${suggestion.links.created_by}`),
      await at.shown(`/users/${comment.links.created_by}`),
    ]
    const before = await read()
    const visitor = await portal.signIn()
    for (const cookie of ['', visitor]) {
      expect((await send(path, body, cookie)).status).toBe(403)
      expect(await pageOf(suggestion, cookie)).not.toContain('/team/')
    }
    for (const role of ROLES.filter((other) => !roles.includes(other))) {
      expect((await send(path, body, cookies[role])).status, role).toBe(403)
      expect(await pageOf(suggestion, cookies[role]), role).not.toContain(path)
    }
    // Another site cannot make a member of the team do it.
    const forged = await send(path, body, cookies.owner, 'https://evil.example')
    expect(forged.status).toBe(403)
    expect(await read()).toEqual(before)
    expect((await send(path, body, cookies[roles[0] as Role])).status).toBe(303)
    expect(await read()).not.toEqual(before)
  },
)

test('contributors edit what they suggested, and delete what they wrote, and nothing else', async () => {
  const by = { links: { forum: forum.id, created_by: people.contributor.id } }
  const own = await aSuggestion({ ...by, user_email: undefined })
  const path = `/suggestions/${own.id}/team/edit`
  const page = await pageOf(own, cookies.contributor)
  const answer = await send(
    path,
    { ...fieldsOf(page, path), title: 'My better title', body: own.body },
    cookies.contributor,
  )
  expect(answer.status).toBe(303)
  expect((await at.shown(`/suggestions/${own.id}`)).title).toBe('My better title')
  expect(page).not.toContain('/team/status')
  const comment = await at.made('/comments', {
    body: 'By me',
    links: { suggestion: own.id, created_by: people.contributor.id },
  })
  const withComment = await pageOf(own, cookies.contributor)
  const deletion = `/comments/${comment.id}/team/delete`
  const deleted = await send(deletion, fieldsOf(withComment, deletion), cookies.contributor)
  expect(deleted.status).toBe(303)
  expect((await at.shown(`/comments/${comment.id}`)).state).toBe('deleted')
  expect(withComment).not.toContain(`/comments/${comment.id}/team/spam`)
})

test('nobody undoes what somebody else did', async () => {
  const suggestion = await aSuggestion()
  const path = `/suggestions/${suggestion.id}/team/spam`
  const answer = await send(path, fieldsOf(await pageOf(suggestion), path))
  const undo = undoPathOf(await afterAction(answer))
  const other = await aSession(at, (await aPerson(at, 'admin')).id)
  expect((await send(undo, {}, other)).status).toBe(403)
  expect((await send(undo, {}, '')).status).toBe(403)
  expect((await send(undo, {}, cookies.admin, 'https://evil.example')).status).toBe(403)
  expect(await stateOf(suggestion)).toBe('spam')
  // Nor does the notice show it to them.
  const id = /\d+/.exec(undo)?.[0]
  const page = await follow(`/forums/${forum.id}`, `${other}; earshot_change=${id}`)
  expect(page.text).not.toContain('Marked as spam.')
})

describe('a form that is open while somebody else changes the record', () => {
  test('does not overwrite a text, and shows both', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/edit`
    const fields = fieldsOf(await pageOf(suggestion), path)
    await at.put(`/suggestions/${suggestion.id}`, { body: 'Theirs' })
    const sent = { ...fields, title: suggestion.title, body: 'Mine <i>' }
    const answer = await send(path, sent)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('Somebody changed this meanwhile')
    expect(answer.text).toMatch(/Your version.*Mine &#60;i&#62;.*Their version.*Theirs/s)
    expect((await at.shown(`/suggestions/${suggestion.id}`)).body).toBe('Theirs')
    // Knowing both, they can keep theirs.
    const again = await send(path, { ...sent, ...fieldsOf(answer.text, path) })
    expect(again.status).toBe(303)
    expect((await at.shown(`/suggestions/${suggestion.id}`)).body).toBe('Mine <i>')
  })

  test('does not answer twice', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/status`
    const fields = fieldsOf(await pageOf(suggestion), path)
    await at.made('/status_updates', {
      body: 'Their answer',
      links: { suggestion: suggestion.id, status: planned.id },
    })
    const answer = await send(path, { ...fields, status: '', body: 'My answer' })
    expect(answer.status).toBe(409)
    expect(answer.text).toMatch(/My answer.*Planned.*Their answer/s)
    expect((await at.shown(`/suggestions/${suggestion.id}`)).links.status).toBe(planned.id)
  })

  test('does not approve a text that the moderator has not read', async () => {
    const suggestion = await aSuggestion({}, 'new')
    const path = `/suggestions/${suggestion.id}/team/approve`
    const fields = fieldsOf(await pageOf(suggestion), path)
    await at.put(`/suggestions/${suggestion.id}`, { body: 'Buy my pills' })
    const answer = await send(path, fields)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('Buy my pills')
    expect(await stateOf(suggestion)).toBe('new')
    const comment = await aComment(suggestion)
    await at.put(`/suggestions/${suggestion.id}/approve`, {})
    const spam = `/comments/${comment.id}/team/spam`
    const seen = fieldsOf(await pageOf(suggestion), spam)
    await at.put(`/comments/${comment.id}`, { body: 'An excuse' })
    expect((await send(spam, seen)).text).toContain('An excuse')
    expect((await at.shown(`/comments/${comment.id}`)).state).toBe('approved')
  })

  test('is not stopped by a vote', async () => {
    const suggestion = await aSuggestion()
    const path = `/suggestions/${suggestion.id}/team/edit`
    const fields = fieldsOf(await pageOf(suggestion), path)
    await at.made('/supporters', {
      user_email: 'voter@customer.test',
      links: { suggestion: suggestion.id },
    })
    const answer = await send(path, { ...fields, title: 'Still mine', body: suggestion.body })
    expect(answer.status).toBe(303)
  })
})

describe('what others see', () => {
  const bodyOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0].replaceAll(/\s+/g, ' ')

  test('is what a visitor who is not signed in gets, on every page', async () => {
    const waiting = await aSuggestion({ title: 'Only for the team' }, 'new')
    const shown = await aSuggestion()
    await aComment(shown)
    const preview = `${cookies.owner}; earshot_view=public`
    const paths = [
      '/',
      `/forums/${forum.id}`,
      `/forums/${forum.id}/filters/new`,
      `/forums/${otherForum.id}`,
      `/suggestions/${shown.id}`,
      `/suggestions/${waiting.id}`,
      `/forums/${forum.id}?q=team`,
    ]
    for (const path of paths) {
      const [seen, real] = [await follow(path, preview), await follow(path, '')]
      expect(seen.status, path).toBe(real.status)
      expect(bodyOf(seen.text), path).toBe(bodyOf(real.text))
      expect(seen.text, path).toContain('This is what visitors see who are not signed in.')
      expect(seen.headers['cache-control'], path).toMatch(/^(private, no-cache|no-store)$/)
    }
    const ideas = (cookie: string) =>
      at.get(`/api/end_users/forums/${otherForum.id}/ideas`, { token: null, headers: { cookie } })
    expect((await ideas(preview)).status).toBe(404)
    expect((await ideas(cookies.owner)).status).toBe(200)
  })

  test('without the role is what somebody who is signed in gets', async () => {
    const members = await at.made('/forums', { name: 'Members', is_public: true })
    await at.put(`/forums/${members.id}`, { access: { see: { tier: 'signed_in' } } })
    const member = `${cookies.viewer}; earshot_view=member`
    expect((await follow(`/forums/${members.id}`, member)).status).toBe(200)
    expect((await follow(`/forums/${otherForum.id}`, member)).status).toBe(404)
    expect((await follow(`/forums/${otherForum.id}`, cookies.viewer)).status).toBe(200)
    const page = await follow(`/forums/${members.id}`, member)
    expect(page.text).toContain('This is what you would see without your role.')
  })

  test('is switched by a link that only members of the team have, and back', async () => {
    const visitor = await portal.signIn()
    expect((await follow(`/forums/${forum.id}`, visitor)).text).not.toContain('view=public')
    expect(cookiesOf(await open(`/forums/${forum.id}?view=public`, visitor))).toEqual([])
    // Of no use to others, who could set it themselves.
    const forged = await follow(`/forums/${forum.id}`, `${visitor}; earshot_view=public`)
    expect(forged.text).not.toContain('This is what visitors see')
    const page = await follow(`/forums/${forum.id}`)
    expect(page.text).toContain('view=public')
    const switched = await open(`/forums/${forum.id}?q=a&view=public`)
    expect(switched.status).toBe(303)
    expect(switched.headers.location).toBe(`/forums/${forum.id}?q=a`)
    expect(cookiesOf(switched)[0]).toMatch(/^earshot_view=public; Path=\/; HttpOnly; SameSite=Lax$/)
    const back = await open(`/forums/${forum.id}?view=team`)
    expect(cookiesOf(back)[0]).toMatch(/^earshot_view=; Path=\/; Max-Age=0/)
  })
})
