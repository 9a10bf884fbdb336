// Sample data: users, accounts, suggestions and their related records. Deterministic except for the date: all times are in
// the years before the day of the run. Adds to existing data.

import { availableParallelism } from 'node:os'
import { Client, type ClientConfig } from 'pg'
import type { Queries } from '../db/db.ts'
import { makeAnnouncements } from './announcements.ts'
import { type Copy, copyIn, type Rows } from './copy.ts'
import {
  countAdded,
  countCombinations,
  countForumSupporters,
  countLabelSets,
  countTimes,
  linkRatings,
  linkStatusUpdates,
} from './counts.ts'
import { Created, type IdRange } from './created.ts'
import { type Amounts, type Draft, draw } from './draft.ts'
import { countExternalUsers, externalRows } from './external-rows.ts'
import { countFeatures, makeFeatures } from './features.ts'
import type { People } from './people.ts'
import { ratingRows, userFigureRows, userRows } from './people-rows.ts'
import { type Scene, setScene } from './scene.ts'
import { type MakeSegment, makeSegments } from './segments.ts'
import { addSuggestions } from './suggestion-rows.ts'
import {
  findStatuses,
  forumNames,
  makeCustomFields,
  makeForums,
  makeInternalStatuses,
  makeLabels,
  makeTeams,
} from './surroundings.ts'
import { prepareTables, restoreIndexes } from './tables.ts'
import { ticketRows } from './tickets.ts'

export type Progress = (step: string, done: number, total: number) => void

/** What else happens in the transaction of the load. */
export type Around = {
  /** Before the first row. False: nothing is loaded. */
  mayLoad?(queries: Queries): Promise<boolean>
  /** Creates a segment as the API does. Without it there are none. */
  makeSegment?: MakeSegment
  /** After the last row, with the number of rows per table and the ids of what can be removed again. */
  record?(queries: Queries, counts: Record<string, number>, ranges: IdRange[]): Promise<void>
}

const CHUNK = 20_000

/** Loads everything in one transaction; returns the number of rows per table. */
export async function loadDemo(
  /** Of the owner: triggers and indexes are set aside. */
  connection: ClientConfig,
  amounts: Amounts,
  progress: Progress,
  { mayLoad = async () => true, makeSegment, record = async () => {} }: Around = {},
): Promise<Record<string, number>> {
  // Own connection: the load takes longer than the service's statement timeout.
  const client = new Client({ ...connection, application_name: 'earshot demo' })
  // A lost connection also fails the running statement.
  client.on('error', () => {})
  await client.connect()
  try {
    progress('People', 0, 1)
    const draft = await draw(client, amounts)
    const isPrivileged = await prepareSession(client)
    await client.query('begin')
    if (!(await mayLoad(client))) return {}
    const created = new Created(draft)
    const to = { client, isPrivileged, progress, created }
    const { copied, scene } = await load(to, draft)
    if (makeSegment) await makeSegments(client, created, makeSegment, draft.people.firstId)
    await makeAnnouncements(client, created, draft.plan, draft.people.firstId)
    await countLoaded(to, { draft, copied, scene })
    const counts = {
      ...countRows(copied),
      features: created.count('features'),
      segments: created.count('segments'),
      announcements: created.count('announcements'),
    }
    await record(client, counts, created.ranges())
    await client.query('commit')
    await tidy(client, progress)
    return counts
  } finally {
    await client.end()
  }
}

/** Whether the role can load rows without triggers. */
async function prepareSession(client: Client): Promise<boolean> {
  // The GIN pending list is merged once at the end. Prefetching is off, because the loaded pages are in memory and prefetching made
  // each index build 25 % slower.
  await client.query(
    `set maintenance_work_mem = '512MB'; set gin_pending_list_limit = '256MB';
     set effective_io_concurrency = 0; set maintenance_io_concurrency = 0;
     set max_parallel_maintenance_workers = ${Math.min(4, availableParallelism() - 1)}`,
  )
  // WAL compression and zero-filling of WAL files took a third of the load's time.
  await maySet(client, 'set wal_compression = off; set wal_init_zero = off')
  if (!(await maySet(client, 'set session_replication_role = replica'))) return false
  return maySet(client, 'set session_replication_role = origin')
}

function maySet(client: Client, settings: string): Promise<boolean> {
  return client.query(settings).then(
    () => true,
    () => false,
  )
}

type Load = { client: Client; isPrivileged: boolean; progress: Progress; created: Created }

type Loaded = { draft: Draft; copied: Rows[]; scene: Scene }

async function load(to: Load, draft: Draft): Promise<Omit<Loaded, 'draft'>> {
  const { client, progress } = to
  const { frozen, indexes } = await prepareTables(client, {
    added: {
      suggestions: draft.plan.count,
      external_users: countExternalUsers(draft.people),
      custom_values: 5 * draft.people.count,
    },
    withoutTriggers: to.isPrivileged ? [] : TOUCHED_TABLES,
  })
  const people = await loadPeople(to, draft)
  const scene = await makeSurroundings(to, draft)
  const fields = await makeCustomFields(client, to.created, draft.people.firstId)
  progress('People', 1, 1)
  await loadSuggestions(to, scene, frozen)
  // After the suggestions, whose rows determine when an account was last active.
  const { custom_values, ...external } = externalRows({ ...draft, fields })
  for (const rows of [...Object.values(external), ...Object.values(custom_values)]) {
    await copy(to, rows, { freeze: frozen.has(rows.table) })
  }
  const copied = [...people, ...Object.values(external), ...Object.values(scene.rows)]
  await client.query('select fill_search_words()')
  if (!to.isPrivileged)
    await withoutTriggers(to, 'suggestions', () => linkStatusUpdates(client, draft.plan))
  await restoreIndexes(client, indexes, (done) => progress('Indexes', done, indexes.length))
  return { copied, scene }
}

/** Last, because it locks rows that other writers wait for: labels, forums, categories and features, in their order. */
async function countLoaded({ client }: Load, { draft, copied, scene }: Loaded): Promise<void> {
  await countCombinations(client, draft.plan)
  await countForumSupporters(client, draft.plan)
  await countLabelSets(client, draft.plan)
  await countTimes(client, draft.plan)
  await countAdded(client, copied, scene.tally)
  await countFeatures(client, scene.features, draft.people)
  await client.query(
    `select copy_suggestions_again(since), copy_people_again(since)
     from (select min(created_at) as since from suggestions where id >= $1) loaded`,
    [draft.plan.firstId],
  )
}

const countRows = (copied: Rows[]): Record<string, number> =>
  Object.fromEntries(
    copied
      .filter(({ table }) => !table.endsWith('_figures'))
      .map(({ table, count }) => [table, count]),
  )

async function loadPeople(to: Load, draft: Draft): Promise<Rows[]> {
  const users = userRows(draft.people, draft.firstRating, to.isPrivileged)
  const ratings = ratingRows(draft.people, draft.firstRating)
  const tickets = ticketRows(draft)
  const figures = userFigureRows(draft.people)
  await copy(to, users)
  await addActors(to.client, draft.people)
  for (const rows of [ratings, tickets]) await copy(to, rows)
  if (!to.isPrivileged)
    await withoutTriggers(to, 'users', () => linkRatings(to.client, draft.people))
  await copy(to, figures)
  return [users, ratings, tickets]
}

/** Rows are copied without the triggers that would do it. Only admins write notes, answer and own records. */
async function addActors(client: Client, { firstId, admins }: People): Promise<void> {
  await client.query('insert into actors select generate_series($1::bigint, $1::bigint + $2 - 1)', [
    firstId,
    admins,
  ])
}

async function makeSurroundings(
  { client, isPrivileged, created }: Load,
  draft: Draft,
): Promise<Scene> {
  const { people, plan } = draft
  await makeTeams(client, created, people.firstId, people.admins)
  return setScene(plan, {
    ...draft,
    mayNameUpdates: isPrivileged,
    recentFrom: await holdClock(client),
    forums: await makeForums(client, created, forumNames(plan.count), people.firstId),
    statuses: await findStatuses(client),
    internalStatuses: await makeInternalStatuses(client, created),
    features: await makeFeatures(client, created, plan.count, people),
    labels: await makeLabels(client, created),
  })
}

// Generates the next chunk while PostgreSQL loads one.
async function loadSuggestions(to: Load, scene: Scene, frozen: Set<string>): Promise<void> {
  const { count } = scene.plan
  const chunk = (from: number) => addSuggestions(scene, from, Math.min(count, from + CHUNK))
  let making = chunk(0)
  for (let from = 0; from < count; from += CHUNK) {
    while (!making.next().done);
    const made = Object.values(scene.rows).map((rows) => [rows, rows.take()] as const)
    making = chunk(from + CHUNK)
    for (const [rows, parts] of made) {
      await copy(to, rows, { parts, freeze: frozen.has(rows.table), meanwhile: making })
    }
    to.progress('Suggestions', Math.min(count, from + CHUNK), count)
  }
}

// The engagement cutoff must not move before the rows that were counted by it are loaded.
async function holdClock(client: Client): Promise<number> {
  const { rows } = await client.query<{ cutoff: Date }>(
    'select cutoff from engagement_window for share',
  )
  return (rows[0] as { cutoff: Date }).cutoff.getTime() / 1000
}

// The rows already contain their figures. Foreign keys are valid by construction; checking them row by row would double
// the time, so they are skipped if the role can do that.
const copy = (to: Load, rows: Rows, options: Copy = {}): Promise<void> =>
  withoutTriggers(to, rows.table, () => copyIn(to.client, rows, options))

async function withoutTriggers(
  { client, isPrivileged }: Load,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const triggers = (is: 'enable' | 'disable') => `alter table ${table} ${is} trigger user`
  const role = (is: 'replica' | 'origin') => `set local session_replication_role = ${is}`
  await client.query(isPrivileged ? role('replica') : triggers('disable'))
  await work()
  await client.query(isPrivileged ? role('origin') : triggers('enable'))
}

const TOUCHED_TABLES = [
  'users',
  'user_figures',
  'nps_ratings',
  'tickets',
  'teams',
  'team_members',
  'forums',
  'categories',
  'labels',
  'custom_fields',
  'external_accounts',
  'external_account_figures',
  'external_users',
  'custom_values',
  'suggestions',
  'suggestion_figures',
  'suggestion_labels',
  'suggestion_features',
  'suggestion_accounts',
  'status_updates',
  'internal_statuses',
  'internal_status_updates',
  'announcements',
  'announcement_suggestions',
  'feature_statuses',
  'product_areas',
  'features',
  'segments',
  'segmented_values',
  'segment_members',
  'segment_figures',
  'segment_set_counts',
  'supporters',
  'feedback_records',
  'comments',
  'notes',
  'suggestions_search',
  'suggestions_search_index',
  'users_search',
  'external_accounts_search',
  'record_counts',
  'suggestion_counts',
  'supporter_counts',
  'label_set_counts',
  'time_counts',
  'time_blocks',
]

async function tidy(client: Client, progress: Progress): Promise<void> {
  for (const [done, table] of TOUCHED_TABLES.entries()) {
    await client.query(`vacuum (analyze) ${table}`)
    progress('Tidying up', done + 1, TOUCHED_TABLES.length)
  }
  await copyForReports(client)
}

const REPORT_ROWS = 100_000

/** As the job does, so that a service that starts on the new data has nothing to catch up with. */
async function copyForReports(client: Client): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const { rows } = await client.query(
      'select copy_suggestions_for_reports($1) or copy_people_for_reports() as has_more',
      [REPORT_ROWS],
    )
    hasMore = rows[0].has_more
  }
  await client.query('vacuum (analyze) reported_suggestions, reported_people, report_progress')
}
