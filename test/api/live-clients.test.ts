// The request patterns of real clients, each reduced to a few lines.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
const COUNT = 257

beforeAll(async () => {
  at = await startTestService()
  await sql`insert into users (name, email_address, created_at)
    select 'User ' || i, 'user' || i || '@example.com', t
    from generate_series(1, ${COUNT}) i, lateral (select timestamptz '2026-01-01' + i * interval '3 hours' as t) _`.execute(
    at.db,
  )
  await sql`insert into suggestions (title, forum_id, created_by_id, state, created_at)
    select 'Suggestion ' || i, (select min(id) from forums), (select max(id) from users),
      (array['approved', 'published', 'spam', 'deleted', 'new'])[1 + i % 5], t
    from generate_series(1, ${COUNT}) i, lateral (select timestamptz '2026-01-01' + (i / 4) * interval '12 hours' as t) _`.execute(
    at.db,
  )
  await sql`insert into nps_ratings (rating, user_id) select i % 11, id from users, generate_series(1, 1) i`.execute(
    at.db,
  )
  for (const [figures, records] of [
    ['user_figures', 'users'],
    ['suggestion_figures', 'suggestions'],
  ] as const)
    await sql`update ${sql.table(figures)} f set updated_at = r.created_at
      from ${sql.table(records)} r where r.id = f.id`.execute(at.db)
})

type Row = { id: number; updated_at: string; state: string }

const ids = (rows: Row[]) => rows.map(({ id }) => id)
const isEachOnce = (all: number[], count: number) =>
  all.length === count && new Set(all).size === count

describe('an extractor with weekly windows', () => {
  test('reads every record once, and every page before the last has a cursor', async () => {
    const met: number[] = []
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2026, 2, 15); day += 7 * 86_400_000) {
      const window = `updated_after=${new Date(day).toISOString()}&updated_before=${new Date(day + 7 * 86_400_000).toISOString()}`
      let cursor: string | undefined
      for (let page = 1; ; page++) {
        const { body } = await at.get(
          `/suggestions?per_page=100&${window}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        if (body.suggestions.length === 0) break
        met.push(...ids(body.suggestions))
        cursor = body.pagination.cursor
        if (page === body.pagination.total_pages) break
        expect(cursor, 'data, but no cursor to go on with').toBeTruthy()
      }
    }
    expect(isEachOnce(met, COUNT)).toBe(true)
  })

  test('misses no record that enters its window, and continues when one leaves it', async () => {
    const walked = async (meanwhile: () => Promise<unknown>) => {
      const met: number[] = []
      let cursor: string | undefined
      for (let page = 1; ; page++) {
        const { body } = await at.get(
          `/suggestions?per_page=100&updated_before=2026-01-29T00:00:00Z${cursor ? `&cursor=${cursor}` : ''}`,
        )
        met.push(...ids(body.suggestions))
        cursor = body.pagination.cursor
        if (page === body.pagination.total_pages) return met
        expect(cursor, 'data, but no cursor to go on with').toBeTruthy()
        if (page === 1) await meanwhile()
      }
    }
    // On the last of three pages.
    const thirtyTo = (time: string) =>
      sql`update suggestion_figures set updated_at = ${time}::timestamptz
        where id = any(array(select id from suggestions where title like 'Suggestion %' order by id limit 30))`.execute(
        at.db,
      )
    expect(await walked(() => thirtyTo('2027-01-01Z'))).toHaveLength(193)
    expect(await walked(() => thirtyTo('2026-01-02Z'))).toHaveLength(223)
  })
})

describe('an extractor by update time', () => {
  test.each(['suggestions', 'users', 'forums', 'statuses', 'nps_ratings'])(
    'walks %s with sort=updated_at until there is no cursor',
    async (collection) => {
      const met: Row[] = []
      let cursor: string | undefined
      const since = 'updated_after=2020-01-01T00:00:00Z&updated_before=2030-01-01T00:00:00Z'
      do {
        const { status, body } = await at.get(
          `/${collection}?sort=updated_at&per_page=50&${since}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        expect(status).toBe(200)
        met.push(...body[collection])
        cursor = body.pagination.cursor
      } while (cursor !== undefined)
      const { body } = await at.get(`/${collection}?per_page=1`)
      expect(isEachOnce(ids(met), body.pagination.total_records)).toBe(true)
      expect(met.map((row) => row.updated_at)).toEqual(met.map((row) => row.updated_at).sort())
    },
  )

  test('would stop at a repeated cursor, but none repeats', async () => {
    const seen = new Set<string>()
    let next = '/users?per_page=20'
    for (;;) {
      const { body } = await at.get(next)
      const { cursor } = body.pagination
      if (cursor === undefined) break
      expect(seen.has(cursor)).toBe(false)
      seen.add(cursor)
      // Like a proxy that forwards only the cursor.
      next = `/users?cursor=${cursor}`
    }
    expect(seen.size).toBe(Math.ceil((COUNT + 1) / 20) - 1)
  })
})

describe('a client in page mode', () => {
  test.each([
    'forums',
    'users',
    'categories',
    'statuses',
    'labels',
    'comments',
    'notes',
    'teams',
    'suggestions',
  ])('reads %s in pages of 30 until the last', async (collection) => {
    const met: number[] = []
    let last = 1
    for (let page = 1; page <= last; page++) {
      const { status, body } = await at.get(`/${collection}?page=${page}&per_page=30`)
      expect(status).toBe(200)
      met.push(...ids(body[collection]))
      last = Math.ceil(body.pagination.total_records / body.pagination.per_page)
      expect(body.pagination).toMatchObject({ page, total_pages: last })
      if (page > 1) expect(body.pagination.cursor).toBeUndefined()
    }
    const { body } = await at.get(`/${collection}?per_page=1`)
    expect(isEachOnce(met, body.pagination.total_records)).toBe(true)
  })
})

describe('a migration tool', () => {
  test('excludes deleted and spam, oldest first, with parameters that we ignore', async () => {
    const met: Row[] = []
    let cursor: string | undefined
    do {
      const { status, body } = await at.get(
        '/suggestions?state=-deleted,-spam&sort=created_at&per_page=100' +
          `&includes=users,statuses,labels,internal_status_updates,crm_accounts${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect(status).toBe(200)
      expect(body).toMatchObject({ crm_accounts: [], internal_status_updates: [] })
      met.push(...body.suggestions)
      cursor = body.pagination.cursor
    } while (cursor)
    expect(new Set(met.map(({ state }) => state))).toEqual(
      new Set(['approved', 'published', 'new']),
    )
    const { rows } = await sql<{ count: number }>`
      select count(*) from suggestions where state not in ('deleted', 'spam')`.execute(at.db)
    expect(isEachOnce(ids(met), rows[0]?.count as number)).toBe(true)
  })
})

describe('every collection that extractors name', () => {
  test.each(
    (
      'attachments categories comments custom_fields external_accounts external_users feature_statuses features ' +
      'feedback_records forum_invitations forums importance_responses importance_scores internal_flags ' +
      'internal_status_updates internal_statuses labels notes nps_ratings permissions product_areas requests ' +
      'segmented_values segments service_hook_logs status_updates statuses suggested_merges ' +
      'suggestion_activity_entries suggestions supporter_messages supporters teams users ' +
      'feedback messages filtered_columns views'
    ).split(' '),
  )('%s responds under its own key, also by update time', async (collection) => {
    for (const query of ['', '?sort=updated_at&per_page=100&updated_after=2020-01-01T00:00:00Z']) {
      const { status, body } = await at.get(`/${collection}${query}`)
      expect(status).toBe(200)
      expect(Object.keys(body)[0]).toBe(collection)
      expect(body[collection]).toBeInstanceOf(Array)
      for (const association of Object.keys(body.links)) {
        expect(association.startsWith(`${collection}.`)).toBe(true)
      }
    }
  })

  test('a record has one id under all its names', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into feedback_records (body) values ('Please') returning id`.execute(at.db)
    const id = rows[0]?.id
    for (const name of ['feedback_records', 'requests', 'feedback']) {
      const { body } = await at.get(`/${name}/${id}?includes=users`)
      expect(body[name]).toMatchObject([{ id, body: 'Please' }])
      expect(body.links[`${name}.suggestion`]).toEqual({ type: 'suggestions' })
    }
  })

  test('translatable strings have no envelope and dotted names', async () => {
    const { status, body } = await at.get('/translatable_strings')
    expect(status).toBe(200)
    expect(body.plain['forum.1.name']).toBe('General')
    expect(body.plain['status.2.name']).toBe('planned')
    expect(body.html).toEqual({})
    await at.put('/forums/1', { welcome_message: '<p>Hi</p>' })
    const { body: after } = await at.get('/translatable_strings')
    expect(after.html).toEqual({ 'forum.1.welcome_message': '<p>Hi</p>' })
  })

  test('the current account can be read', async () => {
    const { body } = await at.get('/subdomains/current?includes=forums')
    expect(body.subdomains).toMatchObject([{ key: 'earshot', links: { default_forum: 1 } }])
    expect(body.forums).toHaveLength(1)
  })
})

describe('client habits', () => {
  test('a user is found by e-mail address, with two spaces after Bearer', async () => {
    const { body } = await at.get('/users?per_page=1&email_address=User7@example.com', {
      token: null,
      headers: { authorization: `Bearer  ${at.token}` },
    })
    expect(body.users.map(({ name }: { name: string }) => name)).toEqual(['User 7'])
  })

  test('side-loaded collections have the requested first-generation name', async () => {
    const forum = (await at.get('/forums')).body.forums[0].id
    const { id } = await at.made('/suggestions', { title: 'Named of old', links: { forum } })
    const links = { suggestion: id, user: (await at.get('/users?q=User')).body.users[0].id }
    await at.made('/feedback', { body: 'It hurts', links })
    await at.made('/messages', { body: 'We know', links: { suggestion: id } })
    const { body } = await at.get(
      '/suggestion_activity_entries?includes=feedback,messages,feedback_records',
      { headers: { prefer: 'handling=strict' } },
    )
    expect(body.feedback).toHaveLength(1)
    expect(body.feedback_records).toEqual(body.feedback)
    expect(body.messages[0].body).toBe('We know')
    expect(body.links['feedback.user']).toEqual({ type: 'users' })
    expect((await at.get('/statuses?includes=messages')).body.messages).toEqual([])
  })

  test('several ids can include an invalid one', async () => {
    const [{ id }] = (await at.get('/forums')).body.forums
    expect((await at.get(`/forums/${id},abc,`)).body.forums).toHaveLength(1)
    expect((await at.get('/forums/abc,')).status).toBe(404)
  })

  test('sorts by the name of the current generation', async () => {
    expect((await at.get('/suggestions?sort=-supporter_mrr')).status).toBe(200)
    expect((await at.get('/supporters?sort=feedback_count')).status).toBe(200)
  })

  test('a column can be filtered by the name in the record', async () => {
    const segment = (await at.made('/segments', { name: 'All', expression: {} })).id
    await at.made('/filtered_columns', {
      name: 'Big',
      key: 'cv_big',
      column_type: 'users_count',
      object_type: 'suggestions',
      segment_id: segment,
    })
    for (const key of ['cv_big', 'big'])
      expect((await at.get(`/filtered_columns?key=${key}`)).body.filtered_columns).toHaveLength(1)
  })

  test('arrays in a query are repeated names', async () => {
    const { body } = await at.get('/suggestions?state=approved&state=spam&per_page=100')
    expect(new Set(body.suggestions.map(({ state }: Row) => state))).toEqual(
      new Set(['approved', 'spam']),
    )
  })

  test('filters in another notation are ignored', async () => {
    const { status, body } = await at.get('/users?filter[email]=nobody@example.com&per_page=1')
    expect(status).toBe(200)
    expect(body.pagination.total_records).toBe(COUNT + 1)
  })

  test('a search finds a user', async () => {
    const { body } = await at.get('/users?q=user25')
    expect(body.users.length).toBe(9)
  })

  test('an unsupported nested path is 404 and not an empty list', async () => {
    for (const [path, right] of [
      ['/suggestions/1/supporters', '/supporters?suggestion=1'],
      ['/suggestions/7/comments', '/comments?suggestion=7'],
      ['/users/7/requests', '/requests?user=7'],
    ] as const) {
      const { status, body } = await at.get(path)
      expect(status).toBe(404)
      expect(body.message).toContain(`GET /api/v2/admin${right}`)
      expect((await at.get(right)).status).toBe(200)
    }
    expect((await at.get('/suggestions/1/teams')).body.message).toBe('Path not found.')
    for (const [path, right] of [
      ['/suggestions/9/comments', 'Use POST /api/v2/admin/comments with links.suggestion=9.'],
      ['/users/7/requests', 'Use POST /api/v2/admin/requests with links.user=7.'],
      // Nothing creates one, so the hint is the list.
      ['/suggestions/9/merges', 'Path not found.'],
    ] as const) {
      const { status, body } = await at.call('POST', path, { body: { body: 'Yes' } })
      expect(status).toBe(404)
      expect(body.message).toContain(right)
    }
    expect((await at.get('/autocomplete')).status).toBe(404)
  })

  test('an expired token is renewed once and the request repeated', async () => {
    const { key, secret, token } = await at.aClient()
    await at.call('POST', '/api/v2/oauth/revoke', { token: null, body: { token } })
    expect((await at.get('/suggestions', { token })).status).toBe(401)
    const again = await at.call('POST', '/api/v2/oauth/token', {
      token: null,
      body: `grant_type=client_credentials;client_id=${key};client_secret=${secret};`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(again.status).toBe(200)
    expect((await at.get('/suggestions', { token: again.body.access_token })).status).toBe(200)
  })
})
