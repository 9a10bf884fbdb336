// The recount itself: it finds every figure that is wrong, and only that one.
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../src/db/db.ts'
import { refreshFigures } from '../../src/write/background/segment-figures.ts'
import {
  aComment,
  aCustomField,
  anAccount,
  anExternalUser,
  aSupporter,
  aUser,
  insert,
} from '../support/factories.ts'
import { figures } from '../support/figures.ts'
import {
  derivedTables,
  findWrongFigures,
  findWrongFiguresIn,
  NOT_RECOUNTED,
} from '../support/recount.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService

beforeAll(async () => {
  at = await startTestService()
  await fillEveryFigure()
  // Reports have copies of suggestions that are some days old.
  await sql`update suggestions set created_at = created_at - interval '5 days'`.execute(at.db)
  await sql`insert into suggestions (title, forum_id, parent_suggestion_id, closed_at, created_at)
    select 'Merged', forum_id, id, now(), created_at from suggestions where is_visible order by id limit 1`.execute(
    at.db,
  )
  await sql`update supporters set created_at = created_at - interval '5 days', votes_count = votes_count + 1`.execute(
    at.db,
  )
  await sql`update comments set created_at = created_at - interval '5 days'`.execute(at.db)
  await sql`select copy_suggestions_for_reports(1000), copy_people_for_reports(10000, 0)`.execute(
    at.db,
  )
  await at.db.transaction().execute(refreshFigures)
})

const recounted = figures.filter((figure) => !(figure in NOT_RECOUNTED))
const splitName = (figure: string) => figure.split('.') as [table: string, column: string]

test('every figure of the test data is exact', async () => {
  expect(await findWrongFigures(at.db)).toEqual([])
})

test('the test data has a value for every figure', async () => {
  const empty: string[] = []
  for (const figure of recounted) {
    const [table, column] = splitName(figure)
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)}::text not in ('', '0', '0.00', 'false') limit 1`.execute(
      at.db,
    )
    if (rows.length === 0) empty.push(figure)
  }
  expect(empty).toEqual([])
})

test('columns that are not recounted exist and are documented', async () => {
  const names = Object.keys(NOT_RECOUNTED)
  expect(names.filter((name) => !figures.includes(name))).toEqual([])
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(at.db)
  const existing = rows.map(({ name }) => name)
  expect(names.filter((name) => !existing.includes(name))).toEqual([])
})

describe('a wrong value is the only difference', () => {
  test.each(recounted)('in %s', async (figure) => {
    expect(await findWrongAfter((tx) => changeOneValue(tx, figure))).toEqual([figure])
  })

  test('in revenue that waits for the job', async () => {
    const wrong = await findWrongAfter((tx) =>
      sql`insert into pending_revenue select id, 5 from suggestions limit 1`.execute(tx),
    )
    expect(wrong).toEqual(['suggestion_figures.supporter_revenue'])
  })
})

describe.each(derivedTables)('in %s', (table) => {
  const ownFigures = recounted.filter((figure) => splitName(figure)[0] === table)

  test('a missing row is found', async () => {
    const wrong = await findWrongAfter((tx) =>
      sql`delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)} limit 1)`.execute(
        tx,
      ),
    )
    expect(wrong).not.toEqual([])
    expect(ownFigures).toEqual(expect.arrayContaining(wrong))
  })
})

/** The figures that are wrong after the change, which is made without triggers and rolled back. */
async function findWrongAfter(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const tx = await at.db.startTransaction().execute()
  try {
    // A session in this role fires no triggers and checks no foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    return [...new Set((await findWrongFiguresIn(tx)).map(({ figure }) => figure))]
  } finally {
    await tx.rollback().execute()
  }
}

const OTHER_VALUES: Record<string, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  boolean: (column) => sql`not ${column}`,
  text: (column) => sql`${column} || 'x'`,
  tsvector: (column) => sql`${column} || 'x'::tsvector`,
  'timestamp with time zone[]': (column) => sql`${column} || now()`,
  'bigint[]': (column) => sql`${column} || 0::bigint`,
  // Earlier, because some times are only checked for being too early.
  'timestamp with time zone': (column) => sql`${column} - interval '1 hour'`,
}

async function changeOneValue(tx: Tx, figure: string): Promise<void> {
  const [table, column] = splitName(figure)
  const { rows } = await sql<{ name: string; type: string; is_generated: boolean }>`
    select attname as name, format_type(atttypid, null) as type, attgenerated <> '' as is_generated
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
    tx,
  )
  // Generated columns become plain ones: they can be changed, and do not follow the changed column.
  for (const { name } of rows.filter(({ is_generated }) => is_generated))
    await sql`alter table ${sql.table(table)} alter ${sql.ref(name)} drop expression`.execute(tx)
  const { type = '' } = rows.find(({ name }) => name === column) ?? {}
  const ref = sql.ref(column)
  const other = OTHER_VALUES[type]?.(ref) ?? sql`${ref} + 1`
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${ref} = ${other} where ctid = (
      select ctid from ${sql.table(table)} where ${ref} is not null order by ${ref} desc limit 1)`.execute(
    tx,
  )
  expect(numAffectedRows).toBe(1n)
}

/** Records that give every figure a value other than 0, null and false. */
async function fillEveryFigure(): Promise<void> {
  const { db } = at
  for (const object_type of ['suggestions', 'features', 'external_users', 'external_accounts'])
    for (const field_type of ['string', 'number', 'boolean', 'timestamp', 'text'])
      await aCustomField(db, object_type, `cf_${object_type}_${field_type}`, field_type)
  const custom = (of: string) => ({
    [`cf_${of}_string`]: 'Émile',
    [`cf_${of}_number`]: 2.5,
    [`cf_${of}_boolean`]: true,
    [`cf_${of}_timestamp`]: '2026-01-05T00:00:00Z',
    [`cf_${of}_text`]: 'long',
  })
  const acme = await anAccount(db, 'acme', {
    mrr: 1200,
    plan: 'gold',
    custom_fields: custom('external_accounts'),
  })
  const bolt = await anAccount(db, 'bolt', { mrr: 300.5 })
  const [ann, ben, cleo] = [
    await aUser(db, 'ann@acme.test', { name: 'Ann Ångström' }),
    await aUser(db, 'ben@bolt.test'),
    await aUser(db, 'cleo@acme.test'),
  ]
  await anExternalUser(db, ann, 'u-ann', {
    external_account_id: acme,
    custom_fields: custom('external_users'),
  })
  await anExternalUser(db, ben, 'u-ben', { external_account_id: bolt })
  await anExternalUser(db, cleo, 'u-cleo', { external_account_id: acme })
  for (const [user_id, rating] of [
    [ann, 3],
    [ann, 9],
    [ben, 5],
    [cleo, 8],
  ] as const)
    await insert(db, 'nps_ratings', { user_id, rating })

  const forum = (await at.made('/forums', { name: 'Mobile' })).id
  const category = (await at.made('/categories', { name: 'Reports', links: { forum } })).id
  const parent = (await at.made('/labels', { name: 'platform' })).id
  const label = (await at.made('/labels', { name: 'tablet', links: { parent } })).id
  const suggestion = (
    await at.made('/suggestions', {
      title: 'Dark mode',
      body: 'In a café',
      ...custom('suggestions'),
      links: { forum, category, labels: [label] },
    })
  ).id
  const other = (await at.made('/suggestions', { title: 'Night theme', links: { forum } })).id
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await aSupporter(db, suggestion, ann, { votes_count: 3, created_at: hoursAgo(50) })
  await aSupporter(db, suggestion, ben, { created_at: hoursAgo(40) })
  await aSupporter(db, suggestion, cleo, { created_at: hoursAgo(30) })
  await aComment(db, suggestion, ann, { created_at: hoursAgo(20) })
  await insert(db, 'feedback_records', {
    body: 'Please',
    suggestion_id: suggestion,
    user_id: ann,
    created_at: hoursAgo(10),
  })
  await insert(db, 'suggested_merges', { suggestion_a_id: suggestion, suggestion_b_id: other })
  await insert(db, 'internal_flags', { suggestion_id: suggestion })
  for (const [user_id, value] of [
    [ann, 1],
    [ben, 2],
    [cleo, 3],
  ] as const) {
    const response_id = await insert(db, 'importance_responses', { label: 'x', value })
    await insert(db, 'importance_scores', { suggestion_id: suggestion, user_id, response_id })
  }
  const note = (await at.made('/notes', { body: 'First', links: { suggestion } })).id
  await at.made('/notes', { body: 'Reply', links: { suggestion, parent: note } })
  await at.made('/status_updates', { body: 'Soon', links: { suggestion } })
  await at.made('/internal_status_updates', { links: { suggestion, internal_status: null } })
  await at.made('/supporter_messages', { body: 'Thanks', links: { suggestion } })
  const feature = (await at.made('/features', { name: 'Theming', ...custom('features') })).id
  await at.post('/suggestions/link_to_feature', { links: { suggestion, feature } })
  for (const [owner, id] of [
    ['suggestion_id', suggestion],
    ['feature_id', feature],
  ] as const)
    for (const tracker of ['jira', 'vsts'])
      await insert(db, 'issue_links', { [owner]: id, tracker, issue_key: 'APP-1' })
  const team = await insert(db, 'teams', { name: 'Apps' })
  await sql`insert into team_members (team_id, user_id) values (${team}, ${ann})`.execute(db)
  await insert(db, 'attachments', {
    file_name: 'a.txt',
    content_type: 'text/plain',
    size_in_bytes: 5,
    file_key: 'key',
    token: 'token',
    suggestion_id: suggestion,
  })
  const condition = (column: string, operator: string, val: unknown) => ({
    column,
    operator,
    operand: { val },
  })
  await at.made('/segments', {
    key: 'gold',
    name: 'Gold',
    filters: {
      operator: 'and',
      expressions: [
        condition('account.plan', 'is', 'gold'),
        condition('user.name', 'contains', 'angstrom'),
      ],
    },
  })
}
