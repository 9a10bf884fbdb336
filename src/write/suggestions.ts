// Creates and moderates suggestions. Triggers maintain the counts of forums, categories and labels.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { MARKDOWN } from '../core/formatted-text.ts'
import { type Db, formatOrigin, type Tx, type WriteOrigin } from '../db/db.ts'
import { executePrepared } from '../db/driver.ts'
import { suggestions } from '../resources/suggestions.ts'
import { findUnknownToken, linkPictures } from './attachments.ts'
import { buildActivityInsert, logActivities } from './core/activity.ts'
import { settleReports } from './core/content-reports.ts'
import {
  buildNewValues,
  type CustomValue,
  coerceValues,
  readCustomValues,
  type WithCustomFields,
} from './core/custom-values.ts'
import { lockPeople } from './core/locks.ts'
import {
  type ContributionState,
  moderate,
  type StateChange,
  type TargetState,
} from './core/moderation.ts'
import { resolvePerson } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { inOneStatement, inTransaction } from './core/transaction.ts'
import { lockOldAndNewLabels, setLabels } from './labels.ts'
import { addSupporter } from './supporters.ts'

export type NewSuggestion = WithCustomFields & {
  title: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  created_at?: string
  channel?: string
  /** The author supports it. */
  vote?: boolean
  /** Default: approved. What people write on the portal can wait (contribution-state.ts). */
  state?: ContributionState
  user_name?: string
  user_email?: string
  links: {
    forum: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
    created_by?: number
  }
}

/** `actor`, the user of the token, is the author unless the request names another; then the actor captured it. */
export async function createSuggestion(
  tx: Tx,
  actor: number,
  suggestion: NewSuggestion,
): Promise<number> {
  const values = await coerceValues(tx, 'suggestions', readCustomValues(suggestion))
  const { labels } = suggestion.links
  const voter = suggestion.vote ? await lockVoter(tx, actor, suggestion) : null
  if (labels?.length) await lockOldAndNewLabels(tx, null, labels)
  const id = await insertSuggestion(tx, actor, suggestion, values)
  await linkPictures(tx, suggestion, { suggestion: id })
  if (labels?.length) await setLabels(tx, actor, id, labels)
  const { channel } = suggestion
  if (voter !== null)
    await addSupporter(tx, actor, {
      person: { id: voter },
      links: { suggestion: id },
      ...(channel !== undefined && { channel }),
    })
  return id
}

/** The author, whose vote follows. Locked first, because the vote's triggers would lock them after labels and forum. */
async function lockVoter(tx: Tx, actor: number, suggestion: NewSuggestion): Promise<number> {
  const { user_email: email, user_name: name, links } = suggestion
  const id = await resolvePerson(
    tx,
    email === undefined ? { id: links.created_by ?? actor } : { email, name },
  )
  await lockPeople(tx, sql`select ${id}::bigint`)
  return id
}

type Values = Record<string, CustomValue>

/**
 * As a transaction of its own, where it is only one statement: others who add to the same forum wait as shortly as can be.
 */
export async function createSuggestionAlone(
  db: Db,
  actor: number,
  suggestion: NewSuggestion,
  origin: WriteOrigin,
): Promise<number> {
  const id = isOneStatement(suggestion)
    ? await inOneStatement(db, () => executeInsert(db, actor, suggestion, { origin }))
    : undefined
  return id ?? inTransaction(db, (tx) => createSuggestion(tx, actor, suggestion))
}

// Of a statement that fails to find the forum, the new author would stay.
const isOneStatement = (suggestion: NewSuggestion) =>
  !suggestion.vote &&
  suggestion.user_email === undefined &&
  !suggestion.links.labels?.length &&
  suggestion.body_mime_type !== MARKDOWN &&
  readCustomValues(suggestion).length === 0

async function insertSuggestion(
  tx: Tx,
  actor: number,
  suggestion: NewSuggestion,
  values: Values,
): Promise<number> {
  const id = await executeInsert(tx, actor, suggestion, { values })
  if (id !== undefined) return id
  const { labels: _, ...links } = suggestion.links
  await requireLinkedRecords(tx, suggestions, links)
  await requireCategoryOfForum(tx, links.category, links.forum)
  const unknown = await findUnknownToken(tx, suggestion.attachment_tokens ?? [])
  if (unknown) throw unknown
  // A concurrent call created what was missing.
  return insertSuggestion(tx, actor, suggestion, values)
}

/** One statement, to lock the forum's counts for the shortest time. Undefined when it refers to something unknown. */
async function executeInsert(
  db: Db,
  actor: number,
  suggestion: NewSuggestion,
  { values = {}, origin }: { values?: Values; origin?: WriteOrigin },
): Promise<number | undefined> {
  const { attachment_tokens: tokens = [], user_email, user_name = '' } = suggestion
  const statement = sql<{ id: number }>`with ${
    user_email === undefined
      ? sql``
      : sql`author as materialized (select id from find_or_create_user(${user_email}, ${user_name})),`
  }
    created as (${buildInsert(actor, suggestion, values)}),
    logged as (${buildActivityInsert(actor, 'suggestion_created', 'created', { new_title: sql`new_title`, new_state: sql`new_state` })})
    ${
      tokens.length === 0
        ? sql``
        : sql`, linked as (
      update attachments set suggestion_id = created.suggestion_id, note_id = null, comment_id = null, updated_at = now()
      from created where token = any(${tokens}))`
    }
    select suggestion_id as id
      ${origin ? sql`, set_config('earshot.origin', ${formatOrigin(origin)}, true)` : sql``} from created`
  const { rows } = await executePrepared(db, statement)
  return rows[0]?.id
}

// Joins only the records that the request names. A record that does not exist makes the insert empty.
function buildInsert(
  actor: number,
  suggestion: NewSuggestion,
  values: Values,
): RawBuilder<unknown> {
  const {
    title,
    body = '',
    body_mime_type = 'text/plain',
    created_at,
    channel = 'api',
    state = 'approved',
    user_email,
    links,
  } = suggestion
  const { category, status, created_by } = links
  const at = created_at === undefined ? sql`now()` : sql`${created_at}::timestamptz`
  const joins: RawBuilder<unknown>[] = []
  const author =
    user_email !== undefined
      ? sql`author.id`
      : created_by === undefined
        ? sql`${actor}::bigint`
        : sql`u.id`
  if (user_email !== undefined) joins.push(sql`cross join author`)
  else if (created_by !== undefined) joins.push(sql`join users u on u.id = ${created_by}`)
  if (category) joins.push(sql`join categories c on c.id = ${category} and c.forum_id = f.id`)
  if (status) joins.push(sql`join statuses s on s.id = ${status}`)
  const tokens = [...new Set(suggestion.attachment_tokens)]
  const hasValues = Object.keys(values).length > 0
  return sql`
    insert into suggestions (title, body, body_mime_type, state, channel, forum_id, created_by_id, created_at,
      approved_at, category_id, captured_by_id, status_id, closed_at
      ${hasValues ? sql`, custom_fields` : sql``})
    select ${title}, ${body}, ${body === '' ? '' : body_mime_type}, ${state}, ${channel}, f.id, ${author}, ${at},
      ${state === 'approved' ? at : sql`null::timestamptz`},
      ${category ? sql`c.id` : null}, nullif(${actor}::bigint, ${author}), ${status ? sql`s.id, case when not s.is_open then ${at} end` : sql`null, null`}
      ${hasValues ? sql`, ${buildNewValues(values)}` : sql``}
    from forums f ${sql.join(joins, sql` `)}
    where f.id = ${links.forum}
      ${tokens.length === 0 ? sql`` : sql`and (select count(*) from attachments where token = any(${tokens})) = ${tokens.length}`}
      ${status ? sql`for share of s` : sql``}
    returning id as suggestion_id, title as new_title, state as new_state`
}

/** Prevents the status from opening or closing before the suggestion is written. */
export const lockStatus = (tx: Tx, status: number) =>
  sql`select from statuses where id = ${status} for share`.execute(tx)

/** Closes or opens the suggestion with its status. A closed suggestion keeps its `closed_at`. */
export const buildStatusAssignments = (
  status: number | null | RawBuilder<unknown>,
  at: RawBuilder<unknown> = sql`now()`,
) => sql`
  status_id = ${status}, closed_at = (
    select coalesce(closed_at, ${at}) from statuses where statuses.id = ${status} and not is_open)`

export async function moderateSuggestion(
  tx: Tx,
  actor: number,
  id: number,
  target: TargetState,
): Promise<void> {
  await lockRecord(tx, suggestions, id)
  await moderateSuggestions(tx, actor, [id], target)
}

export type SuggestionStateChange = StateChange & { is_first_approval: boolean }

/** The caller has locked the suggestions. The first approval sets `approved_at`. */
export async function moderateSuggestions(
  tx: Tx,
  actor: number,
  ids: number[],
  target: TargetState,
): Promise<SuggestionStateChange[]> {
  const changes = await moderate(tx, suggestions, ids, target)
  const approved = changes.filter(({ new_state }) => new_state === 'approved').map(({ id }) => id)
  const { rows } =
    approved.length === 0
      ? { rows: [] }
      : await sql<{ id: number }>`
          update suggestions set approved_at = now() where id = any(${approved}) and approved_at is null
          returning id`.execute(tx)
  const first = new Set(rows.map(({ id }) => id))
  await settleReports(tx, actor, 'suggestion_id', changes)
  await logActivities(
    tx,
    actor,
    changes.map(({ id, old_state, new_state }) => ({
      kind: 'state_changed',
      suggestion_id: id,
      old_state,
      new_state,
    })),
  )
  return changes.map((change) => ({ ...change, is_first_approval: first.has(change.id) }))
}

export async function requireCategoryOfForum(
  db: Db,
  category: number | null | undefined,
  forum: number,
): Promise<void> {
  if (!category) return
  const { rows } = await sql`
    select from categories where id = ${category} and forum_id = ${forum}`.execute(db)
  if (rows[0]) return
  const message = `links.category: category ${category} does not belong to forum ${forum}.`
  throw new ApiError('invalid', message, { links: { category: 'in' } })
}
