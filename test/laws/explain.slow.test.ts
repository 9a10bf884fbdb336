// Plans of the real statements on large tables: every sort walks its index, however deep the page, and reads little more
// than the page.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, PLANNER_SETTINGS } from '../../src/db/db.ts'
import { customFieldCondition } from '../../src/read/custom-field-filter.ts'
import { sitemapPagesStatement, sitemapStatement } from '../../src/read/end-users/sitemap.ts'
import { ALL_FIELDS, parseFields } from '../../src/read/field-selection.ts'
import type { ListPlan, Order } from '../../src/read/list-plan.ts'
import { parseListRequest } from '../../src/read/list-request.ts'
import { listStatement } from '../../src/read/statement.ts'
import { FIRST_PAGE, updatesStatement } from '../../src/read/updates.ts'
import { allResources } from '../../src/resources/index.ts'
import {
  type Field,
  type Filter,
  type Link,
  type Resource,
  type SupporterFigure,
  sortColumn,
} from '../../src/resources/resource.ts'
import { suggestion_activity_entries } from '../../src/resources/suggestion_activity_entries.ts'
import { suggestions } from '../../src/resources/suggestions.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { aCustomField, collectionTables, fillTables } from '../support/factories.ts'
import { BASE_URL, startTestService, type TestService } from '../support/service.ts'
import { withoutIndexes } from '../support/without-indexes.ts'

const LIMIT = 20
const FEW = 5 * (LIMIT + 1)
const LARGE = EXHAUSTIVE ? 50_000 : 30_000
const MEDIUM = EXHAUSTIVE ? LARGE : 15_000
const SMALL = 5_000
/** Reading little of them matters. */
const LARGE_TABLES = [
  'suggestions',
  'users',
  'external_users',
  'external_accounts',
  'supporters',
  'comments',
  'notes',
  'status_updates',
  'feedback_records',
  'nps_ratings',
  'suggestion_activity_entries',
  'suggestion_labels',
  'suggestion_features',
  'team_members',
  'segment_members',
  'suggestions_search',
  'suggestions_search_index',
  'custom_values',
  'note_mentions',
  'comment_mentions',
  'suggestion_figures',
  'user_figures',
  'external_account_figures',
]
/** Of these, half the rows show the same plans. Of suggestions and people, the planner would read a whole index instead. */
const MEDIUM_TABLES = [
  'comments',
  'notes',
  'status_updates',
  'feedback_records',
  'nps_ratings',
  'suggestion_labels',
  'suggestion_features',
  'team_members',
  'note_mentions',
  'comment_mentions',
]
// Every record renders all custom fields of its collection, so many of them would slow the tests down.
const DEFINITIONS = ['custom_fields', 'segmented_values']
function rowsOf(table: string): number {
  if (MEDIUM_TABLES.includes(table)) return MEDIUM
  if (LARGE_TABLES.includes(table)) return LARGE
  return DEFINITIONS.includes(table) ? 1_000 : SMALL
}

/** A value that one record in a thousand has. */
const rarely = (value: string, otherwise: string) =>
  `case when i % 1000 = 7 then ${value} else ${otherwise} end`
const rareStates = `coalesce((array['new', 'published', 'spam', 'deleted'])[1 + i % 1000], 'approved')`

/** Its members support every suggestion. */
const LARGE_SEGMENT = 5

/** Columns of filters by number, with a largest value that one record in a thousand has. */
function numbersToFill({ name, fields, filters, figuresTable }: Resource): [string, string][] {
  return Object.values(filters).flatMap(({ column: { sql: column = '' } = {} }) => {
    const { isFigure, isMostlyZero, nullable } = (fields as Record<string, Field>)[column] ?? {}
    if (isFigure === undefined && !(column in fields)) return []
    if (isMostlyZero || column === 'nps') return []
    const value = rarely('10', 'i * 7919 % 9')
    const filling = nullable ? `case when i % 4 > 0 then ${value} end` : value
    return [[`${isFigure ? figuresTable : name}.${column}`, filling]]
  })
}

/** Columns whose indexes have only the other rows. */
const zerosToFill = ({ name, fields, figuresTable }: Resource): [string, string][] =>
  Object.entries<Field>(fields)
    .filter(([, { isMostlyZero, sql }]) => isMostlyZero && sql === undefined)
    .map(([field, { isFigure }]) => [
      `${isFigure ? figuresTable : name}.${field}`,
      rarely('1 + i % 5', '0'),
    ])

/** Data for which every filter can be selective. */
const FILLING: Record<string, string> = {
  'custom_fields.object_type': `'features'`,
  'segmented_values.object_type': `'features'`,
  'suggestions.state': rareStates,
  'suggestions.title': `'Wish ' || i`,
  'suggestions.category_id': rarely('null', `1 + i % ${SMALL}`),
  'suggestions.status_id': rarely('null', `1 + i % ${SMALL}`),
  'suggestions.last_status_update_id': rarely('1 + i', 'null'),
  'suggestion_figures.last_engagement_at': rarely(
    'null',
    `timestamptz '2026-01-05Z' + i * 7919 % 100000 * interval '1 s'`,
  ),
  'suggestions.closed_at': rarely('now()', 'null'),
  // Independent of the time of creation.
  'external_account_figures.last_active_at': `case when i % 4 > 0
    then timestamptz '2026-01-05Z' + i * 7919 % 100000 * interval '1 s' end`,
  ...Object.fromEntries(allResources.flatMap(zerosToFill)),
  ...Object.fromEntries(allResources.flatMap(numbersToFill)),
  'suggestion_figures.satisfaction_total': rarely('9 * (1 + i % 5)', '0'),
  'comments.state': rareStates,
  'feedback_records.state': rarely(`'deleted'`, `'approved'`),
  'feedback_records.channel': `'channel ' || i % 1000`,
  'feedback_records.source_url': `'https://example.test/' || i`,
  'feedback_records.source_type': `'type ' || i % 1000`,
  'feedback_records.source_guid': `'guid ' || i`,
  'users.name': `'Person ' || i`,
  'users.allowed_state': rarely(`'blocked'`, `'allowed'`),
  'users.is_admin': 'i % 1000 = 7',
  'users.email_suppressed_at': rarely(`timestamptz '2026-01-05Z'`, 'null'),
  'users.email_suppressed_reason': rarely(`'bounced'`, 'null'),
  'external_accounts.name': `case when i % 4 > 0 then 'Account ' || i end`,
  'external_accounts.plan': `case when i % 4 > 0 then 'Plan ' || i % 1000 end`,
  'labels.full_name': `'Label ' || i`,
  'announcements.title': `'News ' || i`,
  'announcements.published_at': `case when i % 4 > 0
    then timestamptz '2026-01-05Z' + i * 7919 % 100000 * interval '1 s' end`,
  'announcements.publish_at': 'case when i % 16 > 0 then now() end',
  'status_updates.forum_id': rarely('7', '1'),
  'saved_replies.title': `'Reply ' || i`,
  'features.name': `'Feature ' || i`,
  'forums.is_open': 'i % 1000 <> 7',
  'forum_invitations.claimed_at': rarely('now()', 'null'),
  'invitations.accepted_at': rarely('now()', 'null'),
  'views.kind': `'kind ' || i % 1000`,
  'audit_entries.action': `'action ' || i % 1000`,
  'audit_entries.user_id': '1 + i',
  'audit_entries.api_client_id': '1 + i',
  'audit_entries.subject_type': `'type ' || i % 1000`,
  'audit_entries.subject_id': '1 + i',
  'deletions.collection': rarely(`'labels'`, `'users'`),
  'bulk_actions.state': rarely(`'undone'`, `'done'`),
  'mailings.state': rarely(`'stopped'`, `'sent'`),
  'mailings.stopped_reason': rarely(`'by_hand'`, 'null'),
  'mailings.status_update_id': 'case when i % 4 = 0 then 1 + i end',
  'mailings.supporter_message_id': 'case when i % 4 = 1 then 1 + i end',
  'mailings.announcement_id': 'case when i % 4 = 2 then 1 + i end',
  'mailings.comment_id': 'case when i % 4 = 3 then 1 + i end',
  'webhooks.state': rarely(`'enabled'`, `'disabled'`),
  'webhooks.disabled_reason': rarely('null', `'by_hand'`),
  'webhook_deliveries.state': rarely(`'failed'`, `'delivered'`),
  'suggested_merges.state': rarely(`'rejected'`, `'open'`),
  'supporters.user_id': '1 + i',
  'supporters.suggestion_id': '1 + i * 7919 % 12000',
  'suggestion_labels.suggestion_id': '1 + i',
  'suggestion_labels.label_id': `1 + i % ${SMALL}`,
  'suggestion_features.suggestion_id': '1 + i',
  'suggestion_features.feature_id': `1 + i % ${SMALL}`,
  'features.feature_status_id': rarely('null', `1 + i % ${SMALL}`),
  'features.product_area_id': rarely('null', `1 + i % ${SMALL}`),
  'note_mentions.note_id': '1 + i',
  'note_mentions.user_id': `1 + i % ${SMALL}`,
  'comment_mentions.comment_id': '1 + i',
  'comment_mentions.user_id': `1 + i % ${SMALL}`,
  'team_members.user_id': '1 + i',
  'team_members.team_id': `1 + i % ${SMALL}`,
  // An entry refers to one or two subjects.
  ...Object.fromEntries(
    Object.entries<Link>(suggestion_activity_entries.links ?? {})
      .filter(([, { nullable, sql }]) => nullable && sql === undefined)
      .map(([name]) => [`suggestion_activity_entries.${name}_id`, rarely('1 + i', 'null')]),
  ),
  'suggestion_activity_entries.created_by_id': '1 + i',
  'suggestion_activity_entries.comment_id': 'case when i % 2 = 0 then 1 + i end',
  'suggestion_activity_entries.kind': `'kind ' || i % 1000`,
}

/**
 * Of what every collection has alike (dates, sorts in both directions), small and medium collections have one part explained each,
 * in turn. EXHAUSTIVE=1 explains all of it.
 */
function inTurn<T>(resource: Resource, all: T[], parts: number): T[] {
  const isLarge = LARGE_TABLES.includes(resource.name) && !MEDIUM_TABLES.includes(resource.name)
  const turn = allResources.indexOf(resource)
  return EXHAUSTIVE || isLarge ? all : all.filter((_, i) => (i + turn) % parts === 0)
}

/** Of two directions that read the same index, one in turn. Those of figures that are mostly zero are different statements. */
const directionsOf = (resource: Resource): string[] =>
  resource.sorts.flatMap((sort, i) => {
    const both = [sort, `-${sort}`]
    const isAlike = !orderBy(resource, `-${sort}`).isMostlyZero
    return !EXHAUSTIVE && isAlike ? both.slice(i % 2, (i % 2) + 1) : both
  })

const DATE_FILTERS = ['updated_after', 'updated_before', 'created_after', 'created_before']

/** Without API clients, of which an account has a few: they share their table and are counted at each request. */
const countedResources = allResources.filter(({ only }) => only === null)

let at: TestService
let reader: pg.Client
let seats: number

beforeAll(async () => {
  at = await startTestService()
  await withoutIndexes(at.db, [...collectionTables, ...LARGE_TABLES], async (db) => {
    // Without triggers, which would take most of the time and are tested elsewhere.
    await sql`set session_replication_role = replica`.execute(db)
    await fillTables(db, { rows: rowsOf, values: FILLING })
    await sql`
        with g as (
          insert into merges (from_suggestion_id, to_suggestion_id)
          select 1 + i, 2 + i from generate_series(0, ${SMALL - 1}::int) i returning id
        )
        update mailings m set comment_id = null, merge_id = g.id from g where m.comment_id = 16 * g.id`.execute(
      db,
    )
    await sql`insert into segment_members (segment_id, user_id)
        select 1 + i % ${SMALL}::int, 1 + i from generate_series(0, ${LARGE - 1}::int) i`.execute(
      db,
    )
    await sql`insert into import_changes (import_id, position, collection, action, ids)
        select 1 + i, 0, collection, 'created', int8multirange(int8range(1 + 5 * i, 6 + 5 * i))
        from generate_series(0, ${SMALL - 1}::int) i,
          (values ('suggestions'), ('users'), ('external_users')) c (collection)`.execute(db)
    await sql`insert into segment_figures
        select collection, 1 + i, 1 + i % ${SMALL}::int, 1, 1, 1 from generate_series(0, ${SMALL - 1}::int) i,
          (values ('suggestions'), ('features')) c (collection)`.execute(db)
    await sql`insert into segment_figures
        select 'suggestions', 1 + i, ${LARGE_SEGMENT}::int, i % 100, i % 50, i % 1000
        from generate_series(0, ${LARGE - 1}::int) i on conflict do nothing`.execute(db)
    seats = await aCustomField(db, 'external_users', 'cf_seats', 'number')
    await sql`insert into custom_values (collection, record_id, field_id, number_value)
        select 'external_users', id, ${seats}, id % 100 from external_users where id % 2 = 0`.execute(
      db,
    )
    await sql`select fill_search_words()`.execute(db)
    await sql`delete from record_counts`.execute(db)
    for (const table of collectionTables)
      await sql`insert into record_counts (collection, count)
          select ${table}, count(*) from ${sql.table(table)}`.execute(db)
    await sql`insert into suggestion_counts
          (forum_id, category_id, status_id, state, is_closed, is_merged, count)
        select forum_id, category_id, status_id, state, closed_at is not null,
          parent_suggestion_id is not null, count(*)
        from suggestions group by 1, 2, 3, 4, 5, 6`.execute(db)
    for (const [relation, column] of [
      ['suggestions', 'created_at'],
      ['suggestion_figures', 'updated_at'],
      ['supporters', 'created_at'],
      ['supporters', 'updated_at'],
    ] as const) {
      const isCreated = column === 'created_at'
      await sql`insert into time_blocks (relation, block, lowest)
          select ${relation}, id / 1000, min(${sql.ref(column)}) from ${sql.table(relation)} group by 2`.execute(
        db,
      )
      if (relation === 'suggestion_figures') continue
      await sql`insert into time_counts (relation, day, created, updated)
          select ${relation}, (${sql.ref(column)} at time zone 'UTC')::date,
            count(*) filter (where ${isCreated}), count(*) filter (where ${!isCreated})
          from ${sql.table(relation)} group by 2`.execute(db)
    }
    await sql`insert into label_set_counts (labels, count)
        select array[label_id], count(*) from suggestion_labels group by 1`.execute(db)
    await sql`insert into segment_set_counts (segments, count)
        select segments, count(*) from (
          select array_agg(segment_id order by segment_id) as segments from segment_figures
          where collection = 'suggestions' group by record_id) sets group by 1`.execute(db)
    await sql`insert into supporter_counts (forum_id, count)
        select forum_id, count(*) from supporters p join suggestions s on s.id = p.suggestion_id
        group by 1`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
    // What it finds dead, indexes would have to be searched for.
    await sql`vacuum ${sql.raw(COMPUTED_IN_INDEXES.join(', '))}`.execute(db)
    await sql`vacuum (analyze) ${sql.raw((await otherTables(db)).join(', '))}`.execute(db)
  })
  await sql`analyze ${sql.raw(COMPUTED_IN_INDEXES.join(', '))}`.execute(at.db)
  reader = new pg.Client({ ...at.connection, options: PLANNER_SETTINGS })
  await reader.connect()
})

afterAll(() => reader.end())

/** Their statistics include what only an index computes, so they are collected once the indexes exist. */
const COMPUTED_IN_INDEXES = ['users', 'external_accounts', 'labels', 'features']

async function otherTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  return rows.map(({ name }) => name).filter((name) => !COMPUTED_IN_INDEXES.includes(name))
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const readBy = (node: Plan) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const isExecuted = (node: Plan) => node['Actual Loops'] > 0
const readsAtMost = (node: Plan, few: number) => readBy(node) <= few
const isWhole = (node: Plan) => node['Node Type'] === 'Seq Scan'
const inputsOf = ({ Plans = [] }: Plan) => Plans

async function explained(text: string, values: unknown[] = []): Promise<Plan[]> {
  const { rows } = await reader.query(`explain (analyze, timing off, format json) ${text}`, values)
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

/** A list without conditions: prepared, with a generic plan. */
async function explainedAsPrepared(text: string, values: unknown[]): Promise<Plan[]> {
  await reader.query('set plan_cache_mode = force_generic_plan')
  await reader.query(`prepare list as ${text}`)
  const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  try {
    return await explained(`execute list${given.length > 0 ? `(${given})` : ''}`)
  } finally {
    await reader.query('deallocate list')
    await reader.query('reset plan_cache_mode')
  }
}

/** A list is planned with its values at its first use, and once for all from the second. The directions take turns. */
const explainers = ({ direction }: Order, depth: number) => {
  if (EXHAUSTIVE) return [explained, explainedAsPrepared]
  return [(depth + (direction === 'asc' ? 0 : 1)) % 2 === 0 ? explained : explainedAsPrepared]
}

const orderBy = (resource: Resource, sort: string): Order => {
  const column = sortColumn(resource, sort.replace(/^-/, ''))
  const field = resource.fields[column] as Resource['fields'][string]
  const { kind, nullable, isFigure, isMostlyZero = false } = field
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const reads = isFigure ? 'figures' : column === 'id' ? 'id' : 'record'
  return { direction, kind, nullable, isMostlyZero, reads, by: { column } }
}

const wantedOf = (order: Order, more: Partial<ListPlan> = {}): ListPlan => ({
  order,
  limit: LIMIT,
  offset: 0,
  after: undefined,
  conditions: [],
  includes: [],
  selections: new Map(),
  isCounted: true,
  ...more,
})

const statementOf = (resource: Resource, wanted: ListPlan) => {
  const { text, values } = listStatement(resource, wanted)
  return { text, values: values.map((value) => value(wanted, { baseUrl: BASE_URL })) }
}

/** Rendering whole records costs as much as finding them. Other tests explain it. */
const idsOnly = (resource: Resource) => ({
  selections: EXHAUSTIVE ? ALL_FIELDS : parseFields(resource, { fields: 'id' }, [], true),
})

function expectFewRead(nodes: Plan[], { name, figuresTable }: Resource, few = FEW) {
  const tables = [name, figuresTable]
  const scans = nodes
    .filter(isExecuted)
    .filter((node) => tables.includes(node['Relation Name'] ?? ''))
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter((scan) => isWhole(scan) || !readsAtMost(scan, few))).toEqual([])
  const sorted = nodes.filter((node) => /Sort/.test(node['Node Type'])).flatMap(inputsOf)
  expect(sorted.filter((input) => !readsAtMost(input, few))).toEqual([])
}

/** Of the records of a table in order of a time, the shares before which the tests want it. */
const sharesOf = (table: string) => ({
  first: 40 / rowsOf(table),
  last: 1 - 40 / rowsOf(table),
  middle: 0.5,
  shortlyAfter: 0.5 + 30 / rowsOf(table),
  early: 0.3,
  late: 0.7,
  few: 0.05,
  most: 0.95,
  hardlyAny: 0.002,
  nearlyAll: 0.998,
})
type Times = Record<keyof ReturnType<typeof sharesOf>, string>
const times = new Map<string, Times>()

/** Sorting a table takes long, so each column is sorted once. */
async function timesOf(table: string, column: string): Promise<Times> {
  const key = `${table}.${column}`
  const known = times.get(key)
  if (known) return known
  const shares = Object.entries(sharesOf(table))
  const { rows } = await reader.query(
    `select percentile_disc($1::float8[]) within group (order by ${column}) as times from ${table}`,
    [shares.map(([, share]) => share)],
  )
  const named = shares.map(([name], i) => [name, rows[0].times[i].toISOString()])
  const found = Object.fromEntries(named) as Times
  times.set(key, found)
  return found
}

async function indexOn(table: string, columns: string): Promise<string> {
  const { rows } = await reader.query(
    `select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass
      and replace(pg_get_indexdef(indexrelid), '"', '') ~ ('USING btree \\(' || $2 || '\\)( WHERE .*<>.*)?$')`,
    [table, columns],
  )
  return rows[0].name
}

const tableOf = ({ name, fields, figuresTable }: Resource, column: string) =>
  fields[column]?.isFigure ? (figuresTable as string) : name

type Place = NonNullable<ListPlan['after']>
const known = new Map<string, Place[]>()

/** Cursor positions in the middle of the list: among the values, among the nulls and among the zeros. */
async function places(resource: Resource, { by, nullable, isMostlyZero }: Order): Promise<Place[]> {
  const { column } = by as { column: string }
  const name = tableOf(resource, column)
  const middle = async (condition: string) => {
    const { rows } =
      await reader.query(`select json_build_array(${column}, id) as place from ${name}
      where ${condition} order by ${column}, id
      limit 1 offset (select count(*) / 2 from ${name} where ${condition})`)
    const [value, id] = rows[0].place
    return { value, id }
  }
  const key = `${name} ${column}`
  const among = known.get(key) ?? [
    await middle(isMostlyZero ? `${column} <> 0` : `${column} is not null`),
  ]
  if (isMostlyZero && among.length === 1) among.push(await middle(`${column} = 0`))
  if (nullable && among.length === 1) among.push(await middle(`${column} is null`))
  known.set(key, among)
  return among
}

describe.each(countedResources)('$name', (resource) => {
  const { name } = resource
  test.each(directionsOf(resource))('by %s walks the index at any depth', async (sort) => {
    const order = orderBy(resource, sort)
    const { column } = order.by as { column: string }
    const index = await indexOn(tableOf(resource, column), column === 'id' ? 'id' : `${column}, id`)
    const wanted = [
      wantedOf(order),
      ...(await places(resource, order)).map((after) =>
        wantedOf(order, { after, isCounted: false, ...idsOnly(resource) }),
      ),
    ]
    for (const one of wanted) {
      const { text, values } = statementOf(resource, one)
      for (const explain of explainers(order, wanted.indexOf(one))) {
        const nodes = await explain(text, values)
        expectFewRead(nodes, resource)
        // After the values only the zeros are left, which are found by id.
        const isPastValues =
          order.isMostlyZero && order.direction === 'desc' && one.after?.value === 0
        if (!isPastValues) expect(nodes.map((node) => node['Index Name'])).toContain(index)
        const counters = nodes.filter((node) => node['Relation Name'] === 'record_counts')
        expect(counters.length > 0).toBe(one.isCounted)
      }
    }
  })

  test('side-loaded records are found by id', async () => {
    const includes = collectionTables.filter((other) => other !== name)
    const wanted = wantedOf(orderBy(resource, '-id'), { includes })
    const { text, values } = statementOf(resource, wanted)
    for (const explain of inTurn(resource, [explained, explainedAsPrepared], 2)) {
      const nodes = await explain(text, values)
      const scanned = nodes.filter(
        (node) => node['Node Type'] === 'Seq Scan' && readBy(node) > 2_000 && !isDefinitions(node),
      )
      expect(scanned).toEqual([])
    }
  })
})

/** Every record contains every defined custom field, so all definitions are read. */
const isDefinitions = (node: Record<string, unknown>) =>
  node['Relation Name'] === 'custom_fields' && String(node.Filter).startsWith('(object_type =')

describe.each(allResources)('$name in a time range', (resource) => {
  const { name, figuresTable, filters, sorts, defaultSort } = resource
  const tableIn = (column: string) =>
    column === 'last_engagement_at' ? (figuresTable as string) : tableOf(resource, column)
  const spans = Object.entries(filters).flatMap(([filter, { bound }]) =>
    bound && bound.nulls !== 'included'
      ? [{ filter, column: bound.column, isLower: bound.side === 'from' }]
      : [],
  )

  const chosen = inTurn(resource, spans, 2)

  const condition = (filter: string, value: string) => {
    const { sql, reads = 'record', bound } = filters[filter] as Filter
    return { filter, sql, reads, value, ...(bound && { bound }) }
  }

  test('every list has the four date filters', () => {
    expect(spans.map(({ filter }) => filter)).toEqual(expect.arrayContaining(DATE_FILTERS))
  })

  test.each(inTurn(resource, ['updated', 'created'], 2))(
    'a short span of %s times reads little more than it holds',
    async (what) => {
      const column = `${what}_at`
      const { middle, shortlyAfter } = await timesOf(tableIn(column), column)
      const conditions = [
        condition(`${what}_after`, middle),
        condition(`${what}_before`, shortlyAfter),
      ]
      for (const sort of inTurn(resource, [defaultSort, 'id', column, `-${column}`], 2)) {
        const { text, values } = statementOf(
          resource,
          wantedOf(orderBy(resource, sort), { conditions, ...idsOnly(resource) }),
        )
        expectFewRead(await explained(text, values), resource)
      }
    },
  )

  test.each(chosen)(
    'the few records at the end that $filter selects are found by their index',
    async ({ filter, column, isLower }) => {
      const { first, last } = await timesOf(tableIn(column), column)
      const conditions = [condition(filter, isLower ? last : first)]
      const { text, values } = statementOf(
        resource,
        wantedOf(orderBy(resource, defaultSort), { conditions, ...idsOnly(resource) }),
      )
      expectFewRead(await explained(text, values), resource)
    },
  )

  test.each(chosen)(
    'a page of a long span by $filter reads little, and its total is counted by an index',
    async ({ filter, column, isLower }) => {
      const { early, late } = await timesOf(tableIn(column), column)
      const conditions = [condition(filter, isLower ? early : late)]
      const orders = [defaultSort, 'id', ...sorts.filter((sort) => sort === column)]
      for (const sort of inTurn(resource, orders, 2)) {
        const order = orderBy(resource, sort)
        const after = (await places(resource, order))[0]
        for (const wanted of [
          wantedOf(order, { conditions, isCounted: false, ...idsOnly(resource) }),
          wantedOf(order, { conditions, after, isCounted: false, ...idsOnly(resource) }),
        ]) {
          const { text, values } = statementOf(resource, wanted)
          const nodes = await explained(text, values)
          expectFewRead(nodes, resource, 20 * FEW)
        }
      }
      const { text, values } = statementOf(
        resource,
        wantedOf(orderBy(resource, defaultSort), { conditions, ...idsOnly(resource) }),
      )
      const kinds = (await explained(text, values))
        .filter(isExecuted)
        .filter((node) => [name, figuresTable].includes(node['Relation Name'] ?? ''))
        .map((node) => node['Node Type'])
      expect(kinds).not.toContain('Seq Scan')
    },
  )
})

const SELECTIVE = 1_000
/** A page in a time range looks through this many records first, and a tenth of the smaller side. */
const WALKED = 1_500

describe.each(countedResources)('$name with few records on one side of a time', (resource) => {
  const { name, figuresTable, filters } = resource
  const spans = Object.entries(filters).flatMap(([filter, { bound, reads }]) =>
    bound
      ? [{ filter, column: bound.column, table: reads === 'figures' ? figuresTable : name }]
      : [],
  )
  const orders = ['id', '-id'].map((sort) => orderBy(resource, sort))

  test.each(inTurn(resource, spans, 4))(
    '$filter reads the smaller side only',
    async ({ filter, column, table }) => {
      const few = rowsOf(name) / 20
      const { few: early, most: late } = await timesOf(table as string, column)
      for (const moment of [early, late]) {
        const { conditions } = parseListRequest(resource, { [filter]: moment }, true)
        for (const order of orders) {
          const { text, values } = statementOf(
            resource,
            wantedOf(order, { conditions, ...idsOnly(resource) }),
          )
          const nodes = (await explained(text, values))
            .filter(isExecuted)
            .filter((node) => node['Relation Name'] === table)
          expect(nodes.map((node) => node['Node Type'])).toContain('Index Only Scan')
          for (const node of nodes) {
            expect(node['Node Type']).not.toBe('Seq Scan')
            expect(readBy(node), JSON.stringify(node)).toBeLessThan(1.2 * few + WALKED + FEW)
          }
        }
      }
    },
  )
})

describe('totals of supporters', () => {
  const supporters = allResources.find(({ name }) => name === 'supporters') as Resource
  test.each([
    { legit: 'true' },
    { legit: 'false' },
    { forum: '300,777' },
    { forum: '-300' },
    { anonymous: 'false' },
  ])('by %o are read from counts', async (query) => {
    const { conditions } = parseListRequest(supporters, query, true)
    const order = orderBy(supporters, '-id')
    const readFor = async (isCounted: boolean) => {
      const wanted = wantedOf(order, { conditions, isCounted })
      const { text, values } = statementOf(supporters, wanted)
      const nodes = await explained(text, values)
      return nodes
        .filter(isExecuted)
        .filter((node) => node['Relation Name'] === 'supporters')
        .map(readBy)
    }
    const read = await readFor(true)
    expect(read).toEqual(await readFor(false))
    for (const rows of read) expect(rows).toBeLessThan(2 * SELECTIVE)
  })
})

/** Filters that cannot be selective, and why. */
const NEVER_SELECTIVE: Record<string, string> = {
  'suggestions has_smartvote_score': 'it holds for none',
  'suggestion_activity_entries has_smartvote_score': 'it holds for none',
  'supporters anonymous': 'it holds for none',
  'users erased': 'it holds for none',
  'suggestions label_none': 'it holds for none',
  'external_accounts nps': 'it is generated from numbers of which few are different',
  'views user': 'the views of nobody in particular are in every answer',
}

const READS_EVERY_RECORD: Record<string, string> = {
  'suggestions label_none': 'no index has what is absent; a page ends as soon as it is full',
}

/** A filter of suggestions by the accounts of their supporters. */
const ACCOUNT_COLUMN = /^external_accounts\.(\w+)$/

/** A value for a filter. */
async function questionsOf(resource: Resource, filter: string): Promise<string[]> {
  const { name, filters } = resource
  const { takes, sql: condition, among = [], special = {} } = filters[filter] as Filter
  const [, column = ACCOUNT_COLUMN.exec(filter)?.[1]] =
    /^\(?(?:\w+\()?(\w+)\)? = any\(\?/.exec(condition) ?? []
  const held = async () => {
    const table = ACCOUNT_COLUMN.test(filter) ? 'external_accounts' : name
    const { rows } = await reader.query(`select ${column}::text as value from ${table}
      where ${column} is not null group by 1 order by count(*), 1 limit 1`)
    return rows.map(({ value }) => value as string)
  }
  switch (takes) {
    case 'ids':
      if (filter === 'uncategorized_in_forum') return [await uncategorized()]
      return column ? held() : ['300', '777', '4321', '2']
    case 'words':
      return among.length > 0 ? [...among, ...Object.keys(special)] : held()
    case 'flag':
      return ['true', 'false']
    case 'search':
      return ['1432']
    case 'time':
      return momentsOf(resource, condition)
    case 'numbers':
      return numbersOf(resource, filter)
    // An arbitrary expression has no index.
    case 'expression':
      return []
  }
}

/** The largest value, which few records have. */
async function numbersOf(resource: Resource, filter: string): Promise<string[]> {
  const { column } = resource.filters[filter] as Filter
  const name = column?.sql ?? ''
  const table = name.startsWith('a.') ? 'external_accounts a' : tableOf(resource, name)
  const { rows } = await reader.query(`select max(${name}) as value from ${table}`)
  return [`${rows[0].value}..`]
}

const uncategorized = async () =>
  (await reader.query('select forum_id from suggestions where category_id is null limit 1')).rows[0]
    .forum_id as string

/** Times near both ends and in the middle of the column. */
async function momentsOf(resource: Resource, condition: string): Promise<string[]> {
  const [, inner, column] = /(\bs\.)?(\w+_at) (?:>=|<) \?/.exec(condition) ?? []
  const isOfFigures = inner || column === 'last_engagement_at'
  const table = isOfFigures ? 'suggestion_figures' : tableOf(resource, column as string)
  const { hardlyAny, middle, nearlyAll } = await timesOf(table, column as string)
  return [hardlyAny, middle, nearlyAll]
}

/** Without the date filters of small collections, which are explained as time ranges. */
const filtersOf = ({ name, filters }: Resource) =>
  Object.entries(filters)
    .filter(([, { takes }]) => takes !== 'expression')
    .filter(
      ([filter]) => EXHAUSTIVE || LARGE_TABLES.includes(name) || !DATE_FILTERS.includes(filter),
    )
    .flatMap(([filter, { variants }]) => [
      { filter, more: {} as Record<string, string> },
      ...Object.keys(variants?.sql ?? {}).map((variant) => ({
        filter,
        more: { [variants?.parameter as string]: variant },
      })),
    ])

const filtered = allResources.filter((resource) => filtersOf(resource).length > 0)

describe.each(filtered)('$name filtered', (resource) => {
  const { name, defaultSort } = resource
  const statementBy = (sort: string, more: Partial<ListPlan>) =>
    statementOf(resource, wantedOf(orderBy(resource, sort), more))

  const bothSorts = [...new Set([defaultSort, 'id'])]
  const sorts = inTurn(resource, bothSorts, bothSorts.length)

  test.each(filtersOf(resource))('by $filter $more reads little', async ({ filter, more }) => {
    let hasSelective = false
    for (const question of await questionsOf(resource, filter)) {
      const { conditions } = parseListRequest(resource, { [filter]: question, ...more }, true)
      const { text, values } = statementBy('id', {
        conditions,
        limit: 1,
        ...idsOnly(resource),
      })
      const found = Number((await reader.query(text, values)).rows[0].total)
      const isSelective = found > 0 && found <= SELECTIVE
      hasSelective ||= isSelective
      for (const sort of sorts) {
        // Counting most records reads most of an index; the page itself reads little.
        const asked = statementBy(sort, {
          conditions,
          isCounted: isSelective,
          ...(sort !== sorts[0] && idsOnly(resource)),
        })
        for (const node of await explained(asked.text, asked.values)) {
          if (READS_EVERY_RECORD[`${name} ${filter}`] !== undefined) continue
          if (!isExecuted(node) || !LARGE_TABLES.includes(node['Relation Name'] ?? '')) continue
          if (!isWhole(node) && readBy(node) < 2 * SELECTIVE) continue
          expect.fail(`${filter}=${question} (${found}) by ${sort}: ${JSON.stringify(node)}`)
        }
      }
    }
    expect(hasSelective).toBe(NEVER_SELECTIVE[`${name} ${filter}`] === undefined)
  })
})

describe('updates for people', () => {
  test.each([null, '{7}', '{1,7}'])('of the forums %s read about a page', async (forums) => {
    const { rows } = await reader.query(
      'select created_at as at from status_updates order by 1 limit 1 offset $1',
      [rowsOf('status_updates') / 2],
    )
    const middle = {
      at: rows[0].at.toISOString(),
      announcement: '9223372036854775807',
      status_update: '9223372036854775807',
    }
    const { text, values } = updatesStatement(LIMIT + 1, forums !== null)
    for (const place of [FIRST_PAGE, middle]) {
      const asked = { forums: null, place }
      const given = [forums, ...values.slice(1).map((value) => value(asked, { baseUrl: '' }))]
      for (const nodes of [await explained(text, given), await explainedAsPrepared(text, given)]) {
        const scans = nodes
          .filter(isExecuted)
          .filter((node) => ['status_updates', 'suggestions'].includes(node['Relation Name'] ?? ''))
        expect(scans.length).toBeGreaterThan(1)
        for (const scan of scans) {
          expect(scan['Node Type'], JSON.stringify(scan)).not.toBe('Seq Scan')
          expect(readBy(scan), JSON.stringify(scan)).toBeLessThanOrEqual(2 * FEW)
        }
      }
    }
  })
})

describe('sitemaps', () => {
  const LENGTH = 500
  const ofSuggestions = (nodes: Plan[]) =>
    nodes.filter(isExecuted).filter((node) => node['Relation Name'] === 'suggestions')

  test('find where pages begin in the index of forums alone', async () => {
    const { text, values } = sitemapPagesStatement([7, 8], LENGTH)
    const { rows } = await reader.query(
      'select count(*)::int as count from suggestions where forum_id in (7, 8)',
    )
    const scans = ofSuggestions(await explained(text, values))
    expect(scans.length).toBe(1)
    for (const scan of scans) {
      expect(scan['Node Type'], JSON.stringify(scan)).toBe('Index Only Scan')
      // Each entry once, and the first of the next page again.
      expect(readBy(scan)).toBeLessThanOrEqual(rows[0].count * 1.5 + LENGTH)
    }
  })

  test.each([0, 15_000])('read a page from the suggestion %s on', async (fromId) => {
    // Fewer than the forum has.
    const few = 2
    const { text, values } = sitemapStatement(7, fromId, few)
    const scans = ofSuggestions(await explained(text, values))
    expect(scans.length).toBeGreaterThan(0)
    for (const scan of scans) {
      expect(scan['Node Type'], JSON.stringify(scan)).not.toBe('Seq Scan')
      expect(readBy(scan), JSON.stringify(scan)).toBeLessThanOrEqual(few)
    }
  })
})

describe('by a custom field', () => {
  const external_users = allResources.find(({ name }) => name === 'external_users') as Resource
  test.each(['asc', 'desc'] as const)(
    '%s walks the index of values, then the records without one',
    async (direction) => {
      const order: Order = {
        direction,
        kind: 'number',
        nullable: true,
        isMostlyZero: false,
        reads: 'record',
        by: { customFieldId: seats, valueColumn: 'number_value' },
      }
      for (const after of [undefined, { value: 50, id: 100 }, { value: null, id: 7_000 }]) {
        const { text, values } = statementOf(
          external_users,
          wantedOf(order, { after, isCounted: !after }),
        )
        for (const nodes of [
          await explained(text, values),
          await explainedAsPrepared(text, values),
        ]) {
          expectFewRead(nodes, external_users)
          for (const node of nodes.filter((one) => one['Relation Name'] === 'custom_values')) {
            expect(node['Node Type']).not.toBe('Seq Scan')
            expect(readBy(node), JSON.stringify({ after, ...node })).toBeLessThanOrEqual(FEW)
          }
        }
      }
    },
  )

  test.each(['8', '8,10', '97..98'])(
    'filtered by %s reads its values by their index',
    async (asked) => {
      const input = { key: 'cf_seats', objectTypes: ['external_users'], input: asked }
      const pool = at.service.database.readPool
      const condition = await customFieldCondition(pool, external_users, 'cf_seats', input)
      for (const isCounted of [true, false]) {
        const wanted = wantedOf(orderBy(external_users, '-id'), {
          conditions: [condition],
          isCounted,
        })
        const { text, values } = statementOf(external_users, wanted)
        for (const node of await explained(text, values)) {
          if (!LARGE_TABLES.includes(node['Relation Name'] ?? '')) continue
          expect(node['Node Type']).not.toBe('Seq Scan')
          expect(readBy(node), JSON.stringify(node)).toBeLessThan(4 * SELECTIVE)
        }
      }
    },
  )
})

describe('figures of the filtered supporters', () => {
  const resource: Resource = suggestions
  const orderOf = (figure: SupporterFigure, direction: 'asc' | 'desc'): Order => ({
    direction,
    kind: figure === 'revenue' ? 'number' : 'integer',
    nullable: false,
    isMostlyZero: false,
    reads: 'id',
    by: { figure },
  })
  const plan = (
    query: Record<string, string | string[]>,
    order: Order,
    more: Partial<ListPlan>,
  ) => {
    const { conditions } = parseListRequest(resource, query, true)
    const { text, values } = statementOf(resource, wantedOf(order, { conditions, ...more }))
    return explained(text, values)
  }

  test.each([
    ['supporters', 'users_count'],
    ['accounts', 'accounts_count'],
    ['revenue', 'revenue'],
  ] as const)('of one segment by %s are read in the order of an index', async (figure, column) => {
    const index = await indexOn('segment_figures', `collection, segment_id, ${column}, record_id`)
    for (const direction of ['asc', 'desc'] as const)
      for (const after of [undefined, { value: 25, id: 9_000 }]) {
        const order = orderOf(figure, direction)
        const query = { segment: String(LARGE_SEGMENT), state: '-spam' }
        const nodes = await plan(query, order, { after, isCounted: false })
        expect(nodes.map((node) => node['Index Name'])).toContain(index)
        expectFewRead(nodes, resource)
        for (const node of nodes.filter((one) => one['Relation Name'] === 'segment_figures')) {
          expect(node['Node Type']).not.toBe('Seq Scan')
          expect(readBy(node), JSON.stringify(node)).toBeLessThanOrEqual(FEW)
        }
      }
  })

  test.each([
    { external_account: '300,777' },
    { segment: '300,777' },
    { segment: '300', external_account: '300' },
  ])('of %o reads what these people support', async (query) => {
    for (const figure of ['supporters', 'accounts', 'revenue'] as const)
      for (const node of await plan(query as never, orderOf(figure, 'desc'), {})) {
        if (!isExecuted(node) || !LARGE_TABLES.includes(node['Relation Name'] ?? '')) continue
        expect(node['Node Type'], JSON.stringify(node)).not.toBe('Seq Scan')
        expect(readBy(node), JSON.stringify(node)).toBeLessThan(SELECTIVE)
      }
  })
})

test.each([String(LARGE_SEGMENT), `${LARGE_SEGMENT},300`])(
  'suggestions of the segments %s are not counted, and their page walks an index',
  async (segment) => {
    const resource: Resource = suggestions
    const { conditions } = parseListRequest(resource, { segment }, true)
    for (const sort of ['id', '-id', '-created_at', '-supporters_count']) {
      const { text, values } = statementOf(
        resource,
        wantedOf(orderBy(resource, sort), { conditions }),
      )
      const nodes = await explained(text, values)
      expectFewRead(nodes, resource)
      for (const node of nodes.filter((one) => one['Relation Name'] === 'segment_figures')) {
        expect(node['Node Type']).not.toBe('Seq Scan')
        expect(readBy(node), `${sort} ${JSON.stringify(node)}`).toBeLessThanOrEqual(FEW)
      }
    }
  },
)

test('every alternative is found by its own index', async () => {
  const resource: Resource = suggestions
  const any_of = ['label=777', 'creator=4321', 'comments_count=5..', 'q=1432', 'state=spam&label=2']
  const { conditions } = parseListRequest(resource, { any_of }, true)
  for (const sort of ['-id', '-created_at', '-supporters_count']) {
    const { text, values } = statementOf(
      resource,
      wantedOf(orderBy(resource, sort), { conditions }),
    )
    for (const node of await explained(text, values)) {
      if (!isExecuted(node) || !LARGE_TABLES.includes(node['Relation Name'] ?? '')) continue
      expect(node['Node Type'], `${sort} ${JSON.stringify(node)}`).not.toBe('Seq Scan')
      expect(readBy(node), `${sort} ${JSON.stringify(node)}`).toBeLessThan(2 * SELECTIVE)
    }
  }
})

describe('a search', () => {
  const suggestions = allResources.find(({ name }) => name === 'suggestions') as Resource
  /** The rows that are read of the words and of their index. */
  const readBySearch = async (q: string, order: Order, more: Partial<ListPlan>, few = FEW) => {
    const { conditions } = parseListRequest(suggestions, { q }, true)
    const { text, values } = statementOf(suggestions, wantedOf(order, { conditions, ...more }))
    const nodes = await explained(text, values)
    const readOf = (table: string) =>
      nodes
        .filter((node) => node['Relation Name'] === table)
        .map(readBy)
        .filter((read) => read > 0)
    for (const table of ['suggestions', 'suggestion_figures'])
      for (const read of readOf(table)) expect(read).toBeLessThanOrEqual(few)
    return { words: readOf('suggestions_search'), index: readOf('suggestions_search_index') }
  }

  test.each(['-id', 'id'])('by %s counts the matches of a common word once', async (sort) => {
    const order = orderBy(suggestions, sort)
    expect(await readBySearch('wish', order, {})).toEqual({ words: [LIMIT + 1], index: [LARGE] })
  })

  test.each(['-id', 'id'])('by %s without a total reads the page only', async (sort) => {
    const order = orderBy(suggestions, sort)
    const after = { value: LARGE / 2, id: LARGE / 2 }
    for (const more of [{ isCounted: false }, { isCounted: false, after }])
      expect(await readBySearch('wish', order, more)).toEqual({ words: [LIMIT + 1], index: [] })
  })

  test.each([true, false])('finds a rare word by the index once, total=%s', async (isCounted) => {
    const order = orderBy(suggestions, '-id')
    expect(await readBySearch('1432', order, { isCounted })).toEqual({ words: [], index: [11] })
  })

  const otherOrders = ['-created_at', '-supporters_count', 'title', '-comments_count', 'closed_at']

  test.each(otherOrders)('by %s of a common word reads the page only', async (sort) => {
    const order = orderBy(suggestions, sort)
    const page = { words: [LIMIT + 1], index: [] }
    expect(await readBySearch('wish', order, { isCounted: false })).toEqual(page)
    expect(await readBySearch('wish', order, {})).toEqual({ ...page, index: [LARGE] })
  })

  test.each(otherOrders)(
    'by %s of a less common word compares the first records with the matches',
    async (sort) => {
      // 1,111 titles have a word that begins so. At most ten times as many records are compared.
      const { words, index } = await readBySearch(
        '14',
        orderBy(suggestions, sort),
        { isCounted: false },
        12_000,
      )
      expect(words).toEqual([])
      expect(index).toHaveLength(1)
      expect(index[0]).toBeLessThan(2 * SELECTIVE)
    },
  )

  test('by relevance ranks a bounded number of matches', async () => {
    const by = { relevance: true } as const
    const order: Order = {
      direction: 'desc',
      kind: 'number',
      nullable: false,
      isMostlyZero: false,
      reads: 'id',
      by,
    }
    const { words, index } = await readBySearch('wish', order, {})
    expect({ words, index }).toEqual({ words: [10_000], index: [LARGE] })
  })

  test('for similar titles compares a bounded number of titles', async () => {
    const read = async (title: string) => {
      const nodes = await explained(`select * from similar_suggestions('${title}', null) limit 10`)
      return nodes.filter((node) => node['Relation Name'] === 'suggestions_search').map(readBy)
    }
    expect(await read('Wish 1432')).toEqual([11])
    expect(await read('Wish')).toEqual([5_000])
  })
})
