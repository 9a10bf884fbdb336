// Erasing a user deletes their data, keeps their texts without an author, and keeps all figures exact.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAccount, anExternalUser, aUser, insert } from './factories.ts'
import { runJobs } from './jobs.ts'
import { findWrongFigures } from './recount.ts'
import { type Shown, startTestService, type TestService } from './service.ts'

let at: TestService
let ann: Shown
let dark: Shown
let night: Shown

const EMAIL = 'Ann.Angstrom@acme.test'

beforeAll(async () => {
  at = await startTestService()
  const forum = (await at.made('/forums', { name: 'Mobile' })).id
  ann = await at.made('/users/find_or_create', { email: EMAIL, name: 'Ann Ångström' })
  const acme = await anAccount(at.db, 'acme', { mrr: 1200 })
  const alone = await anAccount(at.db, null, { name: 'Ann herself' })
  for (const [external_account_id, external_id] of [
    [acme, 'u-1'],
    [alone, 'u-2'],
  ] as const)
    await anExternalUser(at.db, ann.id, external_id, {
      external_account_id,
      email: EMAIL,
      name: 'Ann',
    })
  const by = { user_email: EMAIL }
  dark = await at.made('/suggestions', { title: 'Dark mode', ...by, links: { forum } })
  night = await at.made('/suggestions', { title: 'Night theme', links: { forum } })
  await sql`update suggestions set creator_user_agent = 'Browser of Ann' where id = ${dark.id}`.execute(
    at.db,
  )
  for (const suggestion of [dark.id, night.id]) {
    await at.made('/supporters', { ...by, links: { suggestion } })
    await at.made('/supporters', { user_email: 'ben@home.test', links: { suggestion } })
  }
  await at.made('/comments', { body: 'Words of hers', ...by, links: { suggestion: dark.id } })
  await at.made('/feedback_records', { body: 'Said', ...by, links: { suggestion: dark.id } })
  await at.made('/nps_ratings', { rating: 10, links: { user: ann.id } })
  await at.made('/status_updates', {
    body: 'Planned',
    created_by_email: EMAIL,
    notification_email_address: EMAIL,
    links: { suggestion: dark.id },
  })
  await insert(at.db, 'forum_invitations', {
    code: 'c',
    email: EMAIL.toLowerCase(),
    forum_id: forum,
  })
  await at.put(`/suggestions/${dark.id}/assign_owner`, { links: { owner: ann.id } })
  await at.post('/suggestions/merge', {
    links: { from_suggestion: night.id, to_suggestion: dark.id },
  })
})

describe('exporting all data of a user', () => {
  test('returns JSON', async () => {
    const { status, body } = await at.call('PUT', `/users/${ann.id}/export`)
    expect(status).toBe(200)
    expect(Object.keys(body)[0]).toBe('users')
    expect(body.users[0]).toMatchObject({ id: ann.id, email_address: EMAIL })
    for (const name of [
      ...['external_users', 'external_accounts', 'suggestions', 'comments', 'supporters'],
      ...['feedback_records', 'nps_ratings', 'status_updates', 'forum_invitations'],
      'suggestion_activity_entries',
    ])
      expect(body[name]?.length, name).toBeGreaterThan(0)
    expect(body.comments[0].body).toBe('Words of hers')
    expect(body.links['comments.created_by']).toEqual({ type: 'users' })
  })

  test('includes pending identities', async () => {
    const unseen = await aUser(at.db, 'unseen@a.test')
    const identity = {
      id: 'unseen-1',
      email: 'Unseen@a.test',
      name: 'Una',
      account: { id: 'una-co' },
    }
    await at.post('/bulk_identify', { identities: [identity] })
    await runJobs(at)
    const { body } = await at.call('PUT', `/users/${unseen}/export`)
    expect(body.pending_identities).toMatchObject([
      { external_id: 'unseen-1', email: 'Unseen@a.test', name: 'Una' },
    ])
  })

  test('returns 404 for an unknown user', async () => {
    expect((await at.call('PUT', '/users/99999999/export')).status).toBe(404)
  })
})

describe('erasing a user', () => {
  test('rejects the owner', async () => {
    const owner = await at.shown('/users/current')
    expect((await at.delete(`/users/${owner.id}`)).status).toBe(409)
    expect((await at.delete('/users/99999999')).status).toBe(404)
  })

  test('deletes everything that belongs to them or contains their name', async () => {
    expect(await findWrongFigures(at.db)).toEqual([])
    const answer = await at.delete(`/users/${ann.id}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.users[0].id).toBe(ann.id)
    expect((await at.get(`/users/${ann.id}`)).status).toBe(404)
    expect(await findTablesWith('acme.test')).toEqual([])
    expect(await findTablesWith('Ångström')).toEqual([])
    expect(await findTablesWith('Browser of Ann')).toEqual([])
    expect(await findTablesWith('Ann herself')).toEqual([])
  })

  test('keeps their texts without an author', async () => {
    expect(await at.shown(`/suggestions/${dark.id}`)).toMatchObject({
      comments_count: 1,
      requests_count: 1,
      supporters_count: 1,
      supporting_accounts_count: 0,
      supporter_revenue: 0,
      links: { created_by: null, owner: null },
    })
    const comment = await at.shown('/comments?includes=users')
    expect(comment.body).toBe('Words of hers')
    expect(await at.shown(`/users/${comment.links.created_by}`)).toMatchObject({
      name: 'Anonymous',
    })
    expect((await at.shown('/feedback_records')).links).toMatchObject({
      user: null,
      supporter: null,
    })
    expect((await at.shown('/status_updates')).links.user).toBeNull()
    expect(
      (await at.shown('/suggestion_activity_entries?kind=owner_assigned')).links.user,
    ).toBeNull()
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('is not reverted by an unmerge', async () => {
    const { status } = await at.call('POST', `/suggestions/${night.id}/unmerge`)
    expect(status).toBe(200)
    expect(await at.shown(`/suggestions/${night.id}`)).toMatchObject({ supporters_count: 1 })
    expect(await findWrongFigures(at.db)).toEqual([])
  })

  test('the same address later gets a new user', async () => {
    const again = await at.made('/users/find_or_create', { email: EMAIL })
    expect(again.id).not.toBe(ann.id)
  })

  test('every foreign key to users is cleared or cascades', async () => {
    // Columns that must not be null: eraseUser handles them.
    const handledInCode = [
      'comments',
      'supporters',
      'nps_ratings',
      'external_users',
      'permissions',
      'tokens',
    ]
    const { rows } = await sql<{ owner: string }>`
      select distinct conrelid::regclass::text as owner from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass and confdeltype not in ('n', 'c')`.execute(
      at.db,
    )
    expect(
      rows.map(({ owner }) => owner).filter((owner) => !handledInCode.includes(owner)),
    ).toEqual([])
  })
})

/** The tables with a row that contains the text in any column. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    at.db,
  )
  const tables: string[] = []
  for (const { name } of rows) {
    const hits = await sql`
      select from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(at.db)
    if (hits.rows.length > 0) tables.push(name)
  }
  return tables
}
