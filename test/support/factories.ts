// Test data: single records by SQL, a small set of related records, and generated rows for every table of the API. The
// generator reads the columns from the database, so that it covers new collections too.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/db/db.ts'
import { allResources, findResource } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import type { Answer } from './service.ts'

type Row = Record<string, unknown>

/** Inserts one row and returns its id. Figures go to the row that a trigger adds for them. */
export async function insert(db: Db, table: string, row: Row): Promise<number> {
  const figuresTable = findResource(table)?.figuresTable ?? null
  const figureNames = figuresTable === null ? [] : await columnNames(db, figuresTable)
  const isFigure = (name: string) => name !== 'id' && figureNames.includes(name)
  const own = Object.entries(row).filter(([name]) => !isFigure(name))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(own.map(([name]) => sql.ref(name)))})
    values (${sql.join(own.map(([, value]) => sql`${value}`))}) returning id`.execute(db)
  const { id } = rows[0] as { id: number }
  const figures = Object.entries(row).filter(([name]) => isFigure(name))
  const assignments = figures.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (figuresTable !== null && assignments.length > 0)
    await sql`update ${sql.table(figuresTable)} set ${sql.join(assignments)} where id = ${id}`.execute(
      db,
    )
  return id
}

/** The table that has `updated_at`. */
export const figuresTableOf = (collection: string) =>
  findResource(collection)?.figuresTable ?? collection

/** The tables with all columns of the records. */
export const wholeRows = ({ name, figuresTable, only }: Resource) =>
  figuresTable === null
    ? sql`(select * from ${sql.table(name)} where ${sql.raw(only ?? 'true')}) records`
    : sql`${sql.table(name)} join ${sql.table(figuresTable)} using (id)`

async function columnNames(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export const aUser = (db: Db, email_address: string, more: Row = {}) =>
  insert(db, 'users', { email_address, name: email_address.split('@')[0], ...more })
export const aForum = (db: Db, name: string, more: Row = {}) =>
  insert(db, 'forums', { name, ...more })
export const aSuggestion = (db: Db, forum_id: number, title: string, more: Row = {}) =>
  insert(db, 'suggestions', { forum_id, title, ...more })
export const anAccount = (db: Db, external_id: string | null, more: Row = {}) =>
  insert(db, 'external_accounts', { external_id, name: external_id, ...more })
export const anExternalUser = (db: Db, user_id: number, external_id: string, more: Row = {}) =>
  insert(db, 'external_users', { user_id, external_id, ...more })
export const aCustomField = (db: Db, object_type: string, key: string, field_type: string) =>
  insert(db, 'custom_fields', { object_type, key, field_type, name: key })
export const aSupporter = (db: Db, suggestion_id: number, user_id: number, more: Row = {}) =>
  insert(db, 'supporters', { suggestion_id, user_id, ...more })
export const aComment = (db: Db, suggestion_id: number, created_by_id: number, more: Row = {}) =>
  insert(db, 'comments', { suggestion_id, created_by_id, body: 'Me too', ...more })

/** Three users of two customer accounts, and their suggestions in two forums. */
export async function aWorld(db: Db) {
  const acme = await anAccount(db, 'acme', { name: 'Acme Ltd', plan: 'gold', mrr: 1200 })
  const bolt = await anAccount(db, 'bolt', { name: 'Bolt & Söhne', mrr: 300 })
  const ann = await aUser(db, 'ann@acme.test', { name: 'Ann Ångström' })
  const ben = await aUser(db, 'ben@bolt.test', { name: 'Ben 100%', allowed_state: 'blocked' })
  const cleo = await aUser(db, 'cleo@home.test', { name: 'Cleo under_score', is_admin: true })
  await anExternalUser(db, ann, 'u-ann', { external_account_id: acme })
  await anExternalUser(db, ben, 'u-ben', { external_account_id: bolt })
  const mobile = await aForum(db, 'Mobile', { updated_by_id: cleo })
  const desktop = await aForum(db, 'Desktop', { is_open: false })
  const reports = await insert(db, 'categories', { name: 'Reports', forum_id: mobile })
  const urgent = await insert(db, 'labels', { name: 'urgent', full_name: 'urgent' })
  const planned = await insert(db, 'statuses', { name: 'soon' })
  const day = (n: number) => `2026-02-0${n}T12:00:00.000Z`
  const dark = await aSuggestion(db, mobile, 'Dark mode', {
    body: 'My eyes hurt in a café',
    created_by_id: ann,
    created_at: day(1),
    state: 'published',
    status_id: planned,
  })
  const exporting = await aSuggestion(db, mobile, 'Exporting to CSV', {
    created_by_id: ben,
    created_at: day(2),
    category_id: reports,
    closed_at: day(5),
    last_engagement_at: day(3),
  })
  const spam = await aSuggestion(db, desktop, 'Cheap watches', {
    created_at: day(3),
    state: 'spam',
    last_engagement_at: day(4),
  })
  const merged = await aSuggestion(db, desktop, 'Night theme', {
    created_by_id: cleo,
    created_at: day(4),
    parent_suggestion_id: dark,
  })
  await sql`insert into suggestion_labels values (${dark}, ${urgent})`.execute(db)
  const annsSupport = await aSupporter(db, dark, ann, { created_at: day(2), votes_count: 3 })
  const bensSupport = await aSupporter(db, dark, ben, { created_at: day(3), is_subscribed: false })
  return {
    acme,
    bolt,
    ann,
    ben,
    cleo,
    mobile,
    desktop,
    reports,
    urgent,
    planned,
    dark,
    exporting,
    spam,
    merged,
    annsSupport,
    bensSupport,
    day,
  }
}

/** Fetches all pages by following the Link header. */
export async function walk(get: (path: string) => Promise<Answer>, path: string) {
  const pages: Answer[] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const answer: Answer = await get(next)
    if (answer.status !== 200) throw new Error(`${next} answered ${answer.status}: ${answer.text}`)
    pages.push(answer)
    next = nextOf(answer)
  }
  return pages
}

export const nextOf = ({ headers }: Answer): string | undefined =>
  /^<([^>]+)>; rel=next$/.exec(headers.link ?? '')?.[1]

export const idsOf = (records: { id: number }[]): number[] => records.map(({ id }) => id)

/** How many connections to the database wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

export const collectionTables: string[] = allResources.map(({ name }) => name)
const linkTables = new Set(
  allResources.flatMap(({ links }) =>
    Object.values(links ?? {}).map(({ through }) => through?.table),
  ),
)

type Filling = {
  rows: number | ((table: string) => number)
  /** SQL expressions of `i` by `table.column`, for columns that need special values. */
  values?: Record<string, string>
}

const DEFAULT_VALUES: Record<string, string> = {
  // Restoring a record sets it to this state.
  'comments.previous_state': `'approved'`,
  'suggestions.previous_state': `'approved'`,
  'custom_fields.key': `'cf_' || i`,
  // Only fields of suggestions have one.
  'custom_fields.portal_position': 'null',
  'custom_fields.portal_choices': `array['A', 'B']`,
  // Not a foreign key: the entry stays when the person is gone.
  'audit_entries.user_id': 'nullif(i % 2, 0)',
  'segments.key': `'segment_' || i`,
  'segmented_values.key': `'value_' || i`,
  'api_clients.requests_per_minute': `case when i % 3 <> 0 then 1000 + i % 5 end`,
  // The clients of people are not records.
  'api_clients.person_id': 'null',
  'announcements.types': `array[(array['new', 'improved', 'fixed'])[1 + i % 3]]`,
  // No key of the service could decrypt it.
  'sso_keys.encrypted_secret': 'null',
  'oidc_providers.encrypted_secret': 'null',
  'webhooks.state': `'disabled'`,
  'webhooks.disabled_reason': `'by_hand'`,
  'webhooks.format': `'standard'`,
  'webhooks.events': `array['suggestions.created']`,
  'webhooks.areas': 'null',
  'webhooks.signature': `'hmac'`,
  'webhooks.data_format': `'json'`,
  'webhooks.signature_encoding': `'hex'`,
  'webhooks.min_supporters': `nullif(i % 3, 0)`,
  'webhook_deliveries.state': `'delivered'`,
  'webhook_deliveries.next_attempt_at': 'null',
  'webhook_deliveries.collection': `'forums'`,
  'webhook_deliveries.message_id': 'gen_random_uuid()',
  'oidc_providers.token_endpoint_auth_method': 'null',
  'oidc_providers.allow_new': 'null',
  'oidc_providers.available_to': `'end_users'`,
  'oidc_providers.slug': `'provider-' || i`,
  // Its job would delete the forum.
  'forums.merged_into_id': 'null',
  // An issue is linked to a suggestion or to a feature, never to both: half of them to a suggestion, once there are any.
  'issue_links.suggestion_id': 'null',
  // A mailing has one cause, and a job would end those that are not sent.
  'mailings.status_update_id': pickSql('status_updates', 'i'),
  'mailings.supporter_message_id': 'null',
  'mailings.announcement_id': 'null',
  'mailings.comment_id': 'null',
  'mailings.merge_id': 'null',
  'mailings.replaced_by_id': 'null',
  'mailings.state': `case when i % 9 = 0 then 'stopped' else 'sent' end`,
  'mailings.stopped_reason': `case when i % 9 = 0 then 'by_hand' end`,
  // A job would work on those that have a task.
  'moves.task': 'null',
  'moves.task_state': 'null',
  'moves.step': 'null',
  'moves.state': `'undone'`,
  'moves.source': `'uservoice'`,
  'moves.account': `'https://' || i || '.example.com'`,
  // A report is about a suggestion or a comment, never about both.
  'content_reports.suggestion_id': pickSql('suggestions', 'i'),
  'content_reports.comment_id': 'null',
  // All but a suggestion belong to one: half of them, once there are any.
  'guest_contributions.kind': `'suggestion'`,
  'guest_contributions.suggestion_id': 'null',
  // Guests, whom nobody approved.
  'guest_contributions.state': `(array['waiting', 'spam', 'deleted'])[1 + least(2, i % 9)]`,
  'content_reports.state': `(array['open', 'dismissed', 'upheld'])[1 + least(2, i % 9)]`,
  'users.email_suppressed_at': `case when i % 40 = 7 then timestamptz '2026-01-05' end`,
  'users.email_suppressed_reason': `case when i % 40 = 7 then 'bounced' end`,
  'sessions.hash': `decode(md5(i::text), 'hex')`,
}

/** Fills every collection and every join table with rows that have ties, nulls and links. */
export async function fillTables(db: Db, { rows, values }: Filling): Promise<void> {
  const tables = [...new Set([...collectionTables, ...linkTables])].filter(
    (name) => name !== undefined,
  )
  const figuresTables = allResources.map(({ figuresTable }) => figuresTable)
  const columns = (
    await columnsOf(
      db,
      [...tables, ...figuresTables].filter((name) => name !== null),
    )
  ).filter(({ type }) => type !== 'jsonb')
  const run = (text: string): Promise<unknown> => (sql.raw(text) as RawBuilder<unknown>).execute(db)
  const rowsOf = (table: string) => (typeof rows === 'number' ? rows : rows(table))
  // An entry cannot be changed, but the values below are spread afterwards.
  await run('alter table audit_entries disable trigger "10_refuse_change"')
  const deferred: Column[] = []
  const filled = new Set<string>()
  for (const table of sortByDependency(tables, columns)) {
    const count = rowsOf(table)
    const own = columns.filter((column) => column.table === table)
    const isResolved = ({ target }: Column) => target === null || filled.has(target)
    deferred.push(...own.filter((column) => !isResolved(column)))
    const now = own.filter(isResolved)
    const pair = now.filter(({ target, is_unique }) => target !== null && is_unique)
    const expressions = now.map((column) => {
      const override = { ...DEFAULT_VALUES, ...values }[`${table}.${column.name}`]
      return override ?? valueSql(column, count, pair)
    })
    await run(`insert into ${table} (${now.map(({ name }) => name).join(', ')})
      select ${expressions.join(', ')} from generate_series(0, ${count - 1}) i
      on conflict do nothing`)
    filled.add(table)
  }
  for (const [table, columns] of Map.groupBy(deferred, ({ table }) => table)) {
    const assignments = columns.map(({ name, target }) => {
      const override = { ...DEFAULT_VALUES, ...values }[`${table}.${name}`]?.replaceAll(
        /\bi\b/g,
        'id',
      )
      return `${name} = ${override ?? `nullif(${pickSql(target as string, 'id * 7')}, id)`}`
    })
    await run(`update ${table} set ${assignments.join(', ')} where id % 3 <> 0`)
  }
  await run(`update issue_links set feature_id = null, suggestion_id = ${pickSql('suggestions', 'id')}
    where id % 2 = 0`)
  await run(`update content_reports set suggestion_id = null, comment_id = ${pickSql('comments', 'id')}
    where id % 4 = 0 and exists (select from comments)`)
  await run(`update guest_contributions set kind = 'comment', suggestion_id = ${pickSql('suggestions', 'id')}
    where id % 2 = 0`)
  // Older rows, and rows touched by counts of other tables, have the current time: spread them among the others.
  const spread = (table: string, column: string, rows: number) =>
    run(`update ${table} set ${column} = ${momentSql('id * 7', rows)}
      where ${column} > now() - interval '1 hour'`)
  for (const table of collectionTables) await spread(table, 'created_at', rowsOf(table))
  for (const { name, figuresTable } of allResources) {
    if (figuresTable === null) continue
    const figures = columns.filter(({ table, name }) => table === figuresTable && name !== 'id')
    const expressions = figures.map((column) => {
      const override = values?.[`${figuresTable}.${column.name}`]
      const value = override ?? valueSql(column, rowsOf(name), [])
      return value.replaceAll(/\bi\b/g, 'id')
    })
    // Rows exist where triggers made them.
    const assignments = figures.map((column, i) => `${column.name} = ${expressions[i]}`)
    await run(`update ${figuresTable} set ${assignments.join(', ')}`)
    await run(`insert into ${figuresTable} (${['id', ...figures.map(({ name }) => name)].join(', ')})
      select ${['id', ...expressions].join(', ')} from ${name} on conflict do nothing`)
  }
  for (const { name, figuresTable } of allResources)
    await spread(figuresTable ?? name, 'updated_at', rowsOf(name))
}

const REQUIRED_BY_CHECKS: Record<string, string> = {
  'custom_values.number_value': '1',
  'daily_digests.status_since': 'now()',
  'event_consumers.xid': "'1'",
  'import_batches.people': `'[]'`,
  'content_reports.suggestion_id': '(select min(id) from suggestions)',
  'forum_audiences.action': "'see'",
  'forum_audiences.segment_id': '(select min(id) from segments)',
  'incoming_mails.kind': "'reply'",
  'incoming_mails.raw': "'x'",
  'incoming_mails.suggestion_id': '1',
  'issue_links.suggestion_id': '(select min(id) from suggestions)',
  'mail_failures.kind': "'bounced'",
  'mailings.state': "'sent'",
  'mailings.status_update_id': '(select min(id) from status_updates)',
  'move_records.digest': "'x'",
  'move_reports.page': "'x'",
  'move_reports.report': "'{}'",
  'move_surveys.survey': "'{}'",
  'move_trials.page': "'x'",
  'move_trials.trial': "'{}'",
  'move_secrets.encrypted_secret': "'x'",
  'move_votes.ids': "'{}'",
  'segment_set_counts.segments': "'{1}'",
  'picture_uses.suggestion_id': '(select min(id) from suggestions)',
  'portal_pictures.setting_name': '(select min(name) from settings)',
  'totp_secrets.encrypted_secret': "'x'",
}

/** Adds a row to every table that is still empty, without triggers. */
export const fillEmptyTables = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const run = <T>(text: string) => (sql.raw(text) as RawBuilder<T>).execute(tx)
    await run('set local session_replication_role = replica')
    const { rows } = await run<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const tables = rows.map(({ name }) => name)
    const columns = await columnsOf(tx, tables)
    for (const table of sortByDependency(tables, columns)) {
      const own = columns.filter((column) => column.table === table)
      if ((await run(`select from ${table} limit 1`)).rows.length > 0) continue
      const required = own.filter(
        ({ name, nullable, has_default }) =>
          (!nullable && !has_default) || `${table}.${name}` in REQUIRED_BY_CHECKS,
      )
      const values = required.map(
        (column) => REQUIRED_BY_CHECKS[`${table}.${column.name}`] ?? valueSql(column, 1, []),
      )
      const names = required.map(({ name }) => name)
      await run(
        required.length === 0
          ? `insert into ${table} default values`
          : `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from (select 0 as i) one`,
      )
    }
  })

type Column = {
  table: string
  name: string
  type: string
  position: number
  nullable: boolean
  has_default: boolean
  target: string | null
  is_unique: boolean
  check: string | null
}

async function columnsOf(db: Db, tables: string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, a.attnum as position, not a.attnotnull as nullable,
      a.atthasdef as has_default,
      format_type(a.atttypid, null) as type,
      (select case f.confrelid when 'actors'::regclass then 'users'
          else regexp_replace(f.confrelid::regclass::text, '_figures$', 's') end from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum]) as target,
      exists (select from pg_index x where x.indrelid = c.oid and x.indisunique
        and substring(pg_get_indexdef(x.indexrelid) from 'USING.*') ~ ('\\y' || a.attname || '\\y')) as is_unique,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables})
      and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db)
  return rows
}

// A table comes after the tables that it requires and, as far as cycles allow, after those with nullable references.
/** A check asks for one of their links, each of which can be null. */
const FILLED_LAST = ['mailings']

function sortByDependency(tables: string[], columns: Column[]): string[] {
  const placed: string[] = []
  const missing = (table: string, mayBeNull: boolean) =>
    columns.filter(
      (column) =>
        column.table === table &&
        column.nullable === mayBeNull &&
        column.target !== null &&
        column.target !== table &&
        !placed.includes(column.target),
    ).length
  while (placed.length < tables.length) {
    const free = tables.filter((table) => !placed.includes(table) && missing(table, false) === 0)
    const isLate = (table: string) => Number(FILLED_LAST.includes(table))
    const [next] = free.sort((a, b) => isLate(a) - isLate(b) || missing(a, true) - missing(b, true))
    if (next === undefined)
      throw new Error(`Cyclic dependency between the tables after ${placed.join(', ')}.`)
    placed.push(next)
  }
  return placed
}

// Each column has its own step, so that columns are not correlated.
const STEPS = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
const WORDS = ['apple', 'Banana', 'Émile', 'zebra', 'Zoë', 'émile', 'ångström', '100% under_score']

function valueSql(column: Column, rows: number, pair: Column[]): string {
  const { position, type, target, nullable, is_unique, check } = column
  const x = `(i * ${STEPS[position % STEPS.length]} + ${position})`
  const orNull = (value: string) => (nullable ? `case when ${x} % 4 <> 0 then ${value} end` : value)
  if (target !== null && is_unique) {
    // The columns of a unique pair count like digits of a number, so that no pair repeats.
    const side = pair.length === 1 ? rows : Math.ceil(Math.sqrt(rows))
    return pickSql(target, column === pair[0] ? `i % ${side}` : `i / ${side}`)
  }
  if (target !== null) return orNull(pickSql(target, x))
  const allowed = [...(check ?? '').matchAll(/'([^']*)'::text[,\]]/g)].map(([, word]) => word)
  if (allowed.length > 0)
    return orNull(`(array['${allowed.join(`','`)}'])[1 + ${x} % ${allowed.length}]`)
  switch (type) {
    case 'text': {
      const word = `(array['${WORDS.join(`','`)}'])[1 + ${x} % ${WORDS.length}]`
      return orNull(is_unique ? `(array['m', 'A', 'z', 'a'])[1 + ${x} % 4] || '-' || i` : word)
    }
    case 'jsonb':
      return `'{}'`
    case 'bytea':
      return `decode(lpad(to_hex(i), 8, '0'), 'hex')`
    case 'text[]':
      return orNull(`array['a:b', 'c']`)
    case 'cidr[]':
      return orNull(`array['10.0.0.0/8'::cidr]`)
    case 'boolean':
      return is_unique ? 'false' : `${x} % 3 = 0`
    case 'numeric':
      return orNull(`${x} % 8 * 1.25`)
    case 'timestamp with time zone':
      return orNull(momentSql(x, rows))
    default:
      return orNull(`${x} % 10`)
  }
}

// About four rows share a time, and some times are within the same second.
const momentSql = (x: string, rows: number) =>
  `timestamptz '2026-01-05T00:00:00Z' + (${x} % ${Math.max(5, Math.floor(rows / 4))}) * interval '0.25 s'`

function pickSql(table: string, x: string): string {
  return `(array(select id from ${table} order by id))[1 + (${x}) % (select count(*) from ${table})]`
}

/** The accounts of a person, by place, and their rating. */
const CUSTOMERS: [number[], number | null][] = [
  [[0], 3],
  [[0, 1], 9],
  [[1, 1], 8],
  [[2], 6],
  [[], 10],
  [[0, 1, 2], null],
  [[], null],
  [[1], 7],
]

/** People of three accounts: of one, several or none, some twice of the same, with and without a rating. */
export async function variedCustomers(db: Db, count: number): Promise<number[]> {
  const accounts = [
    await anAccount(db, 'acme', { mrr: 1200 }),
    await anAccount(db, 'bolt', { mrr: 300.5 }),
    await anAccount(db, 'core', { mrr: null }),
  ]
  const people: number[] = []
  for (let place = 0; place < count; place++) {
    const [memberships, rating] = CUSTOMERS[place % CUSTOMERS.length] as (typeof CUSTOMERS)[0]
    const user_id = await aUser(db, `person.${place}@customers.test`)
    for (const [n, account] of memberships.entries())
      await anExternalUser(db, user_id, `person-${place}-${n}`, {
        external_account_id: accounts[account],
      })
    if (rating !== null) await insert(db, 'nps_ratings', { user_id, rating })
    people.push(user_id)
  }
  return people
}
