// Erasing a user deletes their data, keeps their texts without an author, and keeps all figures exact.
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import {
  anAccount,
  anExternalUser,
  aSupporter,
  aUser,
  countWaiting,
  fillEmptyTables,
  fillTables,
  insert,
} from '../support/factories.ts'
import { runJobs } from '../support/jobs.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'

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
      'external_users',
      'external_accounts',
      'suggestions',
      'comments',
      'supporters',
      'feedback_records',
      'nps_ratings',
      'status_updates',
      'forum_invitations',
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
  test('rejects the last owner', async () => {
    const owner = await at.shown('/users/current')
    const { status, body } = await at.delete(`/users/${owner.id}`)
    expect(status).toBe(409)
    expect(body.message).toContain('must keep an owner')
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

  // A write locks the figures of its user, then refers to the user, then locks the figures of its suggestion. An
  // erasure that waits for one of these must not hold what the write needs next.
  test.each([
    ['the figures of the user', 'select from user_figures where id = $1 for no key update'],
    ['the user', 'select from users where id = $1 for key share'],
  ])('waits for a write that holds %s, and does not block it', async (name, firstLock) => {
    const user = await aUser(at.db, `${name.replaceAll(' ', '-')}@busy.test`)
    await at.made('/supporters', { links: { suggestion: dark.id, user } })
    const write = new pg.Client(at.connection)
    await write.connect()
    await write.query('begin')
    await write.query(firstLock, [user])
    const erasing = at.delete(`/users/${user}`)
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    await write.query('select from users where id = $1 for key share nowait', [user])
    await write.query('select from suggestion_figures where id = $1 for no key update nowait', [
      dark.id,
    ])
    await write.query('commit')
    await write.end()
    expect((await erasing).status).toBe(200)
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

  test('leaves votes that they entered for others as entered by those', async () => {
    const erased = await aUser(at.db, 'entered-for-others@home.test')
    const voter = await aUser(at.db, 'voter@home.test')
    const by = { created_by_id: erased, updated_by_id: erased }
    const supporter = await aSupporter(at.db, dark.id, voter, by)
    const { body } = await at.call('PUT', `/users/${erased}/export`)
    expect(body.supporters).toMatchObject([
      { id: supporter, links: { user: voter, created_by: erased, updated_by: erased } },
    ])
    expect((await at.delete(`/users/${erased}`)).status).toBe(200)
    expect((await at.shown(`/supporters/${supporter}`)).links).toMatchObject({
      user: voter,
      created_by: voter,
      updated_by: voter,
    })
    await at.delete(`/supporters/${supporter}`)
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
      'suggestions',
      'feedback_records',
      'importance_scores',
      'nps_ratings',
      'external_users',
      'permissions',
      'tokens',
    ]
    const { rows } = await sql<{ owner: string }>`
      select distinct conrelid::regclass::text as owner from pg_constraint
      where contype = 'f' and confrelid in ('users'::regclass, 'actors'::regclass) and confdeltype not in ('n', 'c')`.execute(
      at.db,
    )
    expect(
      rows.map(({ owner }) => owner).filter((owner) => !handledInCode.includes(owner)),
    ).toEqual([])
  })
})

describe('erasing a user with a value in every column that can describe a person', () => {
  const ADDRESS = 'una@full.test'

  /** Content that stays, and texts that describe it. A new column must be erased, or be added here on purpose. */
  const KEPT = {
    moves: [
      'account',
      'address',
      'look',
      'mapping',
      'progress',
      'reason',
      'source',
      'undone',
      'upload',
    ],
    announcements: ['body', 'body_mime_type', 'picture_alt', 'title'],
    audit_features: ['kind', 'name'],
    bulk_actions: ['body', 'body_mime_type', 'query'],
    attachments: ['content_type', 'file_key', 'file_name', 'sha256', 'token'],
    comments: ['body', 'body_mime_type', 'channel', 'previous_state'],
    custom_fields: ['name'],
    feature_statuses: ['hex_color', 'name'],
    features: ['custom_fields', 'description', 'description_mime_type', 'name'],
    feedback_records: [
      'body',
      'body_mime_type',
      'channel',
      'prompt',
      'source_guid',
      'source_title',
      'source_type',
      'source_url',
    ],
    forums: ['example', 'name', 'prompt', 'welcome_message', 'welcome_message_mime_type'],
    impact_reports: ['body', 'name'],
    importance_responses: ['label'],
    imports: ['file_hash', 'file_name', 'mapped_values', 'reason', 'type'],
    internal_flags: ['reason'],
    issue_links: ['issue_key', 'url'],
    notes: ['body', 'body_mime_type'],
    product_areas: ['name'],
    saved_replies: ['body', 'title'],
    segmented_values: ['name'],
    segments: ['filters', 'name'],
    status_updates: ['body', 'body_mime_type', 'html_body'],
    suggestion_activity_entries: [
      'kind',
      'new_body',
      'new_state',
      'new_title',
      'old_body',
      'old_state',
      'old_title',
    ],
    suggestions: ['body', 'body_mime_type', 'channel', 'custom_fields', 'previous_state', 'title'],
    supporter_messages: ['body', 'body_mime_type'],
    tickets: ['channel', 'state', 'subject'],
    webhooks: ['name', 'public_key', 'url'],
  }

  test('leaves only their content', async () => {
    const full = await startTestService()
    await fillTables(full.db, { rows: 12 })
    await fillEmptyTables(full.db)
    const { id } = await full.made('/users/find_or_create', { email: ADDRESS })
    const columns = await listColumns(full.db)
    for (const [table, own] of Map.groupBy(columns, ({ table }) => table)) {
      await fillRowOf(full.db, id, table, own)
    }
    const identities = [{ id: 'una-1', email: ADDRESS, name: 'Una', account: { id: 'una-co' } }]
    await full.post('/bulk_identify', { identities }, { headers: { 'idempotency-key': 'una' } })
    const answer = await full.delete(`/users/${id}`)
    expect(answer.status, answer.text).toBe(200)
    expect(await findTablesWith(ADDRESS, full)).toEqual([])
    expect(await findMarkers(full)).toEqual(KEPT)
  })

  type TextColumn = {
    table: string
    name: string
    type: string
    is_user: boolean
    is_free: boolean
  }

  /** Columns that refer to users, and columns of any text. */
  async function listColumns(db: Db): Promise<TextColumn[]> {
    const { rows } = await sql<TextColumn>`
      select * from (
        select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
          exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
            and f.conkey = array[a.attnum] and f.confrelid in ('users'::regclass, 'user_figures'::regclass, 'actors'::regclass)) as is_user,
          a.atttypid in ('text'::regtype, 'jsonb'::regtype) and not exists (
            select from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f')
              and a.attnum = any(k.conkey)) as is_free
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) columns where is_user or is_free order by 1, 2`.execute(db)
    return rows
  }

  /** Makes one row a row of the user, and names each text in it after its column. */
  async function fillRowOf(db: Db, user: number, table: string, own: TextColumn[]): Promise<void> {
    if (
      table === 'user_figures' ||
      table === 'actors' ||
      !own.some(({ is_user }) => is_user || table === 'users')
    )
      return
    const valueSql = ({ name, type, is_user }: TextColumn) => {
      if (is_user) return sql`${user}::bigint`
      if (/email|reply_to/.test(name)) return sql`${ADDRESS}::text`
      const marker = `Una in ${table}.${name}`
      return type === 'jsonb'
        ? sql`jsonb_build_object('cf_x', ${marker}::text)`
        : sql`${marker}::text`
    }
    const assignments = own
      .filter(({ is_user, is_free }) => is_user || is_free)
      .map((column) => sql`${sql.ref(column.name)} = ${valueSql(column)}`)
    const row =
      table === 'users'
        ? sql`id = ${user}`
        : sql`ctid = (select min(ctid) from ${sql.table(table)})`
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set ${sql.join(assignments)} where ${row}`.execute(db)
    expect(numAffectedRows, table).toBe(1n)
  }

  /** The columns whose texts are still there, by table. */
  async function findMarkers({ db }: TestService): Promise<Record<string, string[]>> {
    const found = new Set<string>()
    for (const name of await listTables(db)) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where t::text like '%Una in %'`.execute(db)
      for (const { row } of rows)
        for (const [, column] of row.matchAll(/Una in (\w+\.\w+)/g)) found.add(column as string)
    }
    const kept: Record<string, string[]> = {}
    for (const column of [...found].sort()) {
      const [table = '', name = ''] = column.split('.')
      kept[table] = [...(kept[table] ?? []), name]
    }
    return kept
  }
})

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** The tables with a row that contains the text in any column. */
async function findTablesWith(text: string, { db } = at): Promise<string[]> {
  const tables: string[] = []
  for (const name of await listTables(db)) {
    const hits = await sql`
      select from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(db)
    if (hits.rows.length > 0) tables.push(name)
  }
  return tables
}
