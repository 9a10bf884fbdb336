// Suggestions: create, update, moderate, and the counts of forums, categories and labels.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

let at: TestService
let forum: number

beforeAll(async () => {
  at = await startTestService()
  forum = (await at.get('/forums')).body.forums[0].id
})

const aForum = async (name: string) => (await at.post('/forums', { name })).body.forums[0].id
const aCategory = async (name: string, of: number) =>
  (await at.post('/categories', { name, links: { forum: of } })).body.categories[0].id
const aSuggestion = async (more: object = {}) =>
  (await at.post('/suggestions', { title: 'Dark mode', links: { forum }, ...more })).body
    .suggestions[0]
const statusNamed = async (name: string) =>
  (await at.get('/statuses')).body.statuses.find((status: { name: string }) => status.name === name)
    .id

describe('creating a suggestion', () => {
  test('starts approved, with all counts at zero and the owner as the author', async () => {
    const { status, body } = await at.post('/suggestions', { title: 'Dark mode', links: { forum } })
    expect(status).toBe(201)
    expect(body.suggestions).toHaveLength(1)
    expect(body.pagination).toBeUndefined()
    const [suggestion] = body.suggestions
    const owner = (await at.get('/users/current')).body.users[0]
    expect(suggestion).toMatchObject({
      title: 'Dark mode',
      body: '',
      body_mime_type: '',
      state: 'approved',
      supporters_count: 0,
      votes_count: 0,
      comments_count: 0,
      supporter_revenue: 0,
      average_engagement: 0,
      closed_at: null,
      approved_at: suggestion.created_at,
    })
    expect(suggestion.links).toMatchObject({
      forum,
      created_by: owner.id,
      labels: null,
      status: null,
      category: null,
    })
    expect(suggestion.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('accepts a form with dotted names', async () => {
    const { status, body } = await at.post(
      '/suggestions',
      `title=Larger+type&links.forum=${forum}&body=Please`,
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )
    expect(status).toBe(201)
    expect(body.suggestions[0]).toMatchObject({
      title: 'Larger type',
      body: 'Please',
      body_mime_type: 'text/plain',
    })
  })

  test('finds or creates the author by address', async () => {
    const first = await aSuggestion({ user_email: 'Ann@Example.com', user_name: 'Ann' })
    const second = await aSuggestion({ user_email: 'ann@example.com' })
    expect(first.links.created_by).toBe(second.links.created_by)
    const { body } = await at.get(`/users/${first.links.created_by}`)
    expect(body.users[0]).toMatchObject({ name: 'Ann', email_address: 'Ann@Example.com' })
  })

  test('records the vote of its author where the request asks for it', async () => {
    const label = await at.made('/labels', { name: 'captured' })
    const voted = await aSuggestion({
      channel: 'admin',
      vote: true,
      user_email: 'voter@example.com',
      user_name: 'Vera',
      links: { forum, labels: [label.id] },
    })
    expect(voted).toMatchObject({ channel: 'admin', supporters_count: 1, votes_count: 1 })
    const { body } = await at.get(`/supporters?suggestion=${voted.id}`)
    expect(body.supporters).toMatchObject([
      { channel: 'admin', how: 'vote', links: { user: voted.links.created_by } },
    ])
    expect(await aSuggestion({ user_email: 'voter@example.com' })).toMatchObject({
      channel: 'api',
      supporters_count: 0,
    })
    const missing = await at.post('/suggestions', {
      title: 'x',
      vote: true,
      links: { forum, created_by: 999_999 },
    })
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { links: { created_by: 'not_found' } },
    ])
  })

  test('creates no author when it is rejected', async () => {
    const input = { title: 'x', user_email: 'new@example.com', links: { forum: 999_999 } }
    expect((await at.post('/suggestions', input)).status).toBe(422)
    expect((await at.get('/users?email_address=new@example.com')).body.users).toEqual([])
  })

  test('side-loads the includes of the body', async () => {
    const { body } = await at.post('/suggestions', {
      title: 'One',
      links: { forum },
      includes: ['forums', 'users'],
    })
    expect(body.forums[0].id).toBe(forum)
    expect(body.users).toHaveLength(1)
  })

  test.each([
    [{}, 'title', 'required'],
    [{ title: '  ', links: { forum: 1 } }, 'title', 'blank'],
    [{ title: 'x'.repeat(141), links: { forum: 1 } }, 'title', 'max_runes'],
    [{ title: { a: 1 }, links: { forum: 1 } }, 'title', 'string'],
    [{ title: 'a\u0000b', links: { forum: 1 } }, 'title', 'utf8'],
    [{ title: 'x', body: 'x'.repeat(10_001), links: { forum: 1 } }, 'body', 'max_runes'],
    [{ title: 'x', body_mime_type: 'text/html', links: { forum: 1 } }, 'body_mime_type', 'in'],
    [{ title: 'x', created_at: 'yesterday', links: { forum: 1 } }, 'created_at', 'time'],
    [{ title: 'x', user_email: 'nobody', links: { forum: 1 } }, 'user_email', 'pattern'],
    [
      { title: 'x', attachment_tokens: 'nope', links: { forum: 1 } },
      'attachment_tokens',
      'not_found',
    ],
  ])('rejects %j and stores nothing', async (input, field, code) => {
    const before = (await at.get('/suggestions')).body.pagination.total_records
    const { status, body } = await at.post('/suggestions', input)
    expect(status).toBe(422)
    expect(body.errors[field]).toBe(code)
    expect(body.message).toContain(field)
    expect(Object.keys(body)[0]).toBe('message')
    expect((await at.get('/suggestions')).body.pagination.total_records).toBe(before)
  })

  test.each([
    ['forum', { forum: 999_999 }, 'not_found'],
    ['forum', {}, 'required'],
    ['forum', { forum: 'abc' }, 'int'],
    ['category', { forum: 1, category: 999_999 }, 'not_found'],
    ['status', { forum: 1, status: 999_999 }, 'not_found'],
    ['created_by', { forum: 1, created_by: 999_999 }, 'not_found'],
  ])('names a wrong link to %s (%j)', async (name, links, code) => {
    const { status, body } = await at.post('/suggestions', { title: 'x', links })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ links: { [name]: code } })
  })

  test('reports all faults of a body together, also links to records that do not exist', async () => {
    const all = await at.post('/suggestions', {
      title: '',
      created_at: 'yesterday',
      links: { forum: 987_654, category: 876_543, status: 'none' },
    })
    expect(all.status).toBe(422)
    expect(all.body.errors).toEqual({
      title: 'blank',
      created_at: 'time',
      links: { forum: 'not_found', category: 'not_found', status: 'int' },
    })
    const links = await at.post('/suggestions', {
      title: 'Valid',
      links: { forum: 987_654, category: 876_543 },
    })
    expect(links.body.errors).toEqual({ links: { forum: 'not_found', category: 'not_found' } })
  })

  test('rejects a category of another forum', async () => {
    const category = await aCategory('Elsewhere', await aForum('Another'))
    const { status, body } = await at.post('/suggestions', {
      title: 'x',
      links: { forum, category },
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ links: { category: 'in' } })
  })
})

describe('updating a suggestion', () => {
  test('changes only the given members and updated_at', async () => {
    const { id } = await aSuggestion({ body: 'Keep me' })
    await sql`update suggestion_figures set updated_at = '2020-01-01' where id = ${id}`.execute(
      at.db,
    )
    const { status, body } = await at.put(`/suggestions/${id}`, { title: 'New title' })
    expect(status).toBe(200)
    expect(body.suggestions[0]).toMatchObject({ id, title: 'New title', body: 'Keep me' })
    expect(body.suggestions[0].updated_at > '2020-01-02').toBe(true)
  })

  test('refuses a blank title in JSON, and ignores one in a form', async () => {
    const { id } = await aSuggestion()
    for (const title of ['', '   ']) {
      const refused = await at.put(`/suggestions/${id}`, { title, body: 'New' })
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toEqual({ title: 'blank' })
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const changed = await at.put(`/suggestions/${id}`, 'title=&body=New', { headers: form })
    expect(changed.status).toBe(200)
    expect(changed.body.suggestions[0]).toMatchObject({ body: 'New' })
    expect(changed.body.suggestions[0].title).not.toBe('')
  })

  test('accepts an empty update without an effect', async () => {
    const { id } = await aSuggestion()
    await sql`update suggestion_figures set updated_at = '2020-01-01' where id = ${id}`.execute(
      at.db,
    )
    const { status, body } = await at.call('PUT', `/suggestions/${id}`)
    expect(status).toBe(200)
    expect(body.suggestions[0].updated_at).toBe('2020-01-01T00:00:00Z')
  })

  test('closes with a closed status and reopens with an open one', async () => {
    const { id } = await aSuggestion()
    const completed = await statusNamed('completed')
    const closed = await at.put(`/suggestions/${id}`, { links: { status: completed } })
    expect(closed.body.suggestions[0].closed_at).not.toBeNull()
    expect(closed.body.suggestions[0].state).toBe('approved')
    const open = await at.put(`/suggestions/${id}`, {
      links: { status: await statusNamed('started') },
    })
    expect(open.body.suggestions[0].closed_at).toBeNull()
    await at.put(`/suggestions/${id}`, { links: { status: completed } })
    const none = await at.put(`/suggestions/${id}`, { links: { status: null } })
    expect(none.body.suggestions[0]).toMatchObject({ closed_at: null, links: { status: null } })
  })

  test('clears the category when it moves to another forum', async () => {
    const category = await aCategory('Here', forum)
    const { id } = await aSuggestion({ links: { forum, category } })
    const unchanged = await at.put(`/suggestions/${id}`, { links: { forum } })
    expect(unchanged.body.suggestions[0].links.category).toBe(category)
    const moved = await at.put(`/suggestions/${id}`, { links: { forum: await aForum('Away') } })
    expect(moved.body.suggestions[0].links.category).toBeNull()
  })

  test('links attachments by their tokens, all or none', async () => {
    const { id } = await aSuggestion()
    await sql`insert into attachments (file_name, content_type, size_in_bytes, file_key, token)
      values ('a.txt', 'text/plain', 1, 'key-a', 'token-a'), ('b.txt', 'text/plain', 1, 'key-b', 'token-b')`.execute(
      at.db,
    )
    const refused = await at.put(`/suggestions/${id}`, {
      title: 'Changed',
      attachment_tokens: 'token-a,nope',
    })
    expect(refused.status).toBe(422)
    expect((await at.get(`/suggestions/${id}`)).body.suggestions[0].title).toBe('Dark mode')
    expect((await at.get(`/attachments?suggestion=${id}`)).body.attachments).toHaveLength(0)
    const linked = await at.put(`/suggestions/${id}`, `attachment_tokens=token-a,token-b`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(linked.status).toBe(200)
    expect((await at.get(`/attachments?suggestion=${id}`)).body.attachments).toHaveLength(2)
  })

  test('returns 404 for an unknown id', async () => {
    expect((await at.put('/suggestions/999999', { title: 'x' })).status).toBe(404)
    expect((await at.put('/suggestions/abc', { title: 'x' })).status).toBe(404)
  })
})

describe('labels of a suggestion', () => {
  let red: number
  let green: number
  let blue: number

  beforeAll(async () => {
    red = (await at.made('/labels', { name: 'red' })).id
    green = (await at.made('/labels', { name: 'green' })).id
    blue = (await at.made('/labels', { name: 'blue' })).id
  })

  const counts = async () =>
    Promise.all(
      [red, green, blue].map(
        async (id) => (await at.shown(`/labels/${id}`)).open_suggestions_count,
      ),
    )
  const listLabelActivity = async (id: number) => {
    const { body } = await at.get(`/suggestion_activity_entries?suggestion=${id}&sort=id`)
    return body.suggestion_activity_entries
      .filter(({ kind }: Shown) => kind.startsWith('label_'))
      .map(({ kind, links }: Shown) => [kind, links.label])
  }
  const createWithLabels = (labels: unknown) => aSuggestion({ links: { forum, labels } })
  const change = async (id: number, labels: unknown) =>
    (await at.put(`/suggestions/${id}`, { links: { labels } })).body.suggestions[0].links.labels

  test('are attached once each on create, and as a comma-separated list in a form', async () => {
    const before = await counts()
    const { id, links } = await createWithLabels([red, green, red])
    expect(links.labels).toEqual([red, green])
    expect(await listLabelActivity(id)).toEqual([
      ['label_attached', red],
      ['label_attached', green],
    ])
    const form = `title=x&links.forum=${forum}&links.labels=${green},${blue}`
    const answer = await at.post('/suggestions', form, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.body.suggestions[0].links.labels).toEqual([green, blue])
    for (const none of [null, []]) expect((await createWithLabels(none)).links.labels).toBeNull()
    expect(await counts()).toEqual(before.map((count, i) => count + (i === 1 ? 2 : 1)))
  })

  test('are replaced by an update, which logs only the differences', async () => {
    const { id } = await createWithLabels([red, green])
    const before = await counts()
    expect(await change(id, [green, blue])).toEqual([green, blue])
    expect((await listLabelActivity(id)).slice(2)).toEqual([
      ['label_detached', red],
      ['label_attached', blue],
    ])
    expect(await change(id, `${green},${blue}`)).toEqual([green, blue])
    expect(await listLabelActivity(id)).toHaveLength(4)
    expect((await at.put(`/suggestions/${id}`, { title: 'x' })).body.suggestions[0]).toMatchObject({
      links: { labels: [green, blue] },
    })
    expect(await counts()).toEqual([before[0] - 1, before[1], before[2] + 1])
    expect(await change(id, null)).toBeNull()
    expect(await change(id, [red])).toEqual([red])
    expect(await change(id, [])).toBeNull()
    expect(await counts()).toEqual([before[0] - 1, before[1] - 1, before[2]])
  })

  test('reject an unknown id and write nothing', async () => {
    const { id } = await createWithLabels([red])
    const before = (await at.get('/suggestions')).body.pagination.total_records
    const links = { forum, labels: [green, 99999999] }
    for (const answer of [
      await at.post('/suggestions', { title: 'x', user_email: 'unmade@home.test', links }),
      await at.post('/suggestions', { title: 'x', links }),
      await at.put(`/suggestions/${id}`, { title: 'x', links }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ links: { labels: 'not_found' } })
      expect(answer.body.message).toContain('99999999')
    }
    expect((await at.get('/suggestions')).body.pagination.total_records).toBe(before)
    expect(await at.shown(`/suggestions/${id}`)).toMatchObject({
      title: 'Dark mode',
      links: { labels: [red] },
    })
    expect((await at.get('/users?email_address=unmade@home.test')).body.users).toEqual([])
    const wrong = await at.post('/suggestions', { title: 'x', links: { forum, labels: ['red'] } })
    expect(wrong.body.errors).toEqual({ links: { labels: ['int'] } })
  })
})

describe('moderation', () => {
  const stateAfter = async (id: number, method: string, verb = '') => {
    const { status, body } = await at.call(method, `/suggestions/${id}${verb}`)
    expect(status).toBe(200)
    return body.suggestions[0].state
  }

  test('sets the state of each verb, and restore the previous one', async () => {
    const { id } = await aSuggestion()
    expect(await stateAfter(id, 'PUT', '/publish')).toBe('published')
    expect(await stateAfter(id, 'PUT', '/spam')).toBe('spam')
    expect(await stateAfter(id, 'PUT', '/delete')).toBe('deleted')
    expect(await stateAfter(id, 'PUT', '/restore')).toBe('published')
    expect(await stateAfter(id, 'DELETE')).toBe('deleted')
    expect(await stateAfter(id, 'PUT', '/unremove')).toBe('published')
    expect(await stateAfter(id, 'PUT', '/approve')).toBe('approved')
    expect(await stateAfter(id, 'PUT', '/restore')).toBe('approved')
  })

  test('keeps a deleted suggestion readable and listed unless filtered out', async () => {
    const { id } = await aSuggestion()
    await at.call('DELETE', `/suggestions/${id}`)
    expect((await at.get(`/suggestions/${id}`)).body.suggestions[0].state).toBe('deleted')
    const listed = async (query: string) =>
      (await at.get(`/suggestions?per_page=100&${query}`)).body.suggestions.map(
        (one: { id: number }) => one.id,
      )
    expect(await listed('')).toContain(id)
    expect(await listed('state=-deleted')).not.toContain(id)
  })

  test('sets approved_at only once', async () => {
    const { id } = await aSuggestion()
    await sql`update suggestions set state = 'new', approved_at = null where id = ${id}`.execute(
      at.db,
    )
    const { body } = await at.call('PUT', `/suggestions/${id}/approve`)
    expect(body.suggestions[0].approved_at).not.toBeNull()
    await sql`update suggestions set approved_at = '2020-01-01' where id = ${id}`.execute(at.db)
    const again = await at.call('PUT', `/suggestions/${id}/approve`)
    expect(again.body.suggestions[0].approved_at).toBe('2020-01-01T00:00:00Z')
  })

  test('counts only visible suggestions', async () => {
    const id = await aForum('Moderated')
    const one = await aSuggestion({ links: { forum: id } })
    const counts = async () => {
      const forum = (await at.get(`/forums/${id}`)).body.forums[0]
      return [forum.suggestions_count, forum.open_suggestions_count]
    }
    await at.call('PUT', `/suggestions/${one.id}/spam`)
    expect(await counts()).toEqual([0, 0])
    await at.call('PUT', `/suggestions/${one.id}/restore`)
    expect(await counts()).toEqual([1, 1])
  })

  test('returns 404 for an unknown id', async () => {
    for (const verb of ['approve', 'publish', 'spam', 'delete', 'restore', 'unremove']) {
      expect((await at.call('PUT', `/suggestions/999999/${verb}`)).status).toBe(404)
    }
    expect((await at.call('DELETE', '/suggestions/999999')).status).toBe(404)
  })
})

describe('counts', () => {
  const countsOf = async (path: string) => {
    const record = Object.values((await at.get(path)).body)[0] as Record<string, number>[]
    return [record[0]?.suggestions_count, record[0]?.open_suggestions_count]
  }

  test('of forums, categories and labels follow every change', async () => {
    const here = await aForum('Counted')
    const there = await aForum('Counted too')
    const category = await aCategory('Counted', here)
    const label = (await at.post('/labels', { name: 'Counted' })).body.labels[0].id
    const one = await aSuggestion({ links: { forum: here, category } })
    const two = await aSuggestion({ links: { forum: here } })
    await sql`insert into suggestion_labels values (${one.id}, ${label}), (${two.id}, ${label})`.execute(
      at.db,
    )
    expect(await countsOf(`/forums/${here}`)).toEqual([2, 2])
    expect(await countsOf(`/categories/${category}`)).toEqual([1, 1])
    const openOf = async () =>
      (await at.get(`/labels/${label}`)).body.labels[0].open_suggestions_count
    expect(await openOf()).toBe(2)

    await at.put(`/suggestions/${one.id}`, { links: { status: await statusNamed('declined') } })
    expect(await countsOf(`/forums/${here}`)).toEqual([2, 1])
    expect(await countsOf(`/categories/${category}`)).toEqual([1, 0])
    expect(await openOf()).toBe(1)

    await at.put(`/suggestions/${one.id}`, { links: { forum: there, status: null } })
    expect(await countsOf(`/forums/${here}`)).toEqual([1, 1])
    expect(await countsOf(`/forums/${there}`)).toEqual([1, 1])
    expect(await countsOf(`/categories/${category}`)).toEqual([0, 0])
    expect(await openOf()).toBe(2)
  })

  test('stay exact with concurrent writes', async () => {
    const busy = await aForum('Busy')
    const before = (await at.get('/suggestions')).body.pagination.total_records
    await Promise.all(Array.from({ length: 40 }, () => aSuggestion({ links: { forum: busy } })))
    expect(await countsOf(`/forums/${busy}`)).toEqual([40, 40])
    const { body } = await at.get('/suggestions')
    expect(body.pagination.total_records).toBe(before + 40)
    const { rows } = await sql<{ count: number }>`select count(*) from suggestions`.execute(at.db)
    expect(body.pagination.total_records).toBe(rows[0]?.count)
  })
})

describe('labels, forums and categories', () => {
  test('a label has its full name and level', async () => {
    const parent = (await at.post('/labels', { name: 'Mobile' })).body.labels[0]
    const { status, body } = await at.post('/labels', { name: 'iOS', links: { parent: parent.id } })
    expect(status).toBe(201)
    expect(body.labels[0]).toMatchObject({
      full_name: 'Mobile / iOS',
      level: 1,
      links: { parent: parent.id },
    })
    expect(
      (await at.post('/labels', { name: 'x', links: { parent: 99_999 } })).body.errors,
    ).toEqual({
      links: { parent: 'not_found' },
    })
  })

  test('forums are created and updated, and one is the default', async () => {
    const { body } = await at.post('/forums', {
      name: 'Ideas',
      is_private: true,
      welcome_message: '<p>Hi</p>',
      is_default: true,
    })
    expect(body.forums[0]).toMatchObject({
      is_public: false,
      is_private: true,
      welcome_message_mime_type: 'text/html',
      is_default: true,
    })
    const { id } = body.forums[0]
    const changed = await at.put(`/forums/${id}`, `is_public=true&name=Wishes`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(changed.body.forums[0]).toMatchObject({ name: 'Wishes', is_public: true })
    const all = (await at.get('/forums')).body.forums
    expect(
      all
        .filter((one: { is_default: boolean }) => one.is_default)
        .map((one: { id: number }) => one.id),
    ).toEqual([id])
    expect((await at.post('/forums', {})).body.errors).toEqual({ name: 'required' })
    expect((await at.put('/forums/99999', { name: 'x' })).status).toBe(404)
  })

  test('a category counts in its forum', async () => {
    const id = await aForum('Shelved')
    await aCategory('One', id)
    await aCategory('Two', id)
    expect((await at.get(`/forums/${id}`)).body.forums[0].categories_count).toBe(2)
    const { body } = await at.get(`/categories?forum=${id}&sort=position`)
    expect(body.categories.map((one: { name: string }) => one.name)).toEqual(['One', 'Two'])
  })
})
