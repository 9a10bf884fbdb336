// Blocks people. On request everything that they wrote and support is hidden with it: suggestions and comments become spam, and
// votes are parked, so that they do not count. Unblocking restores what is as blocking left it. A background job does what one
// transaction cannot.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { moderateComments } from './comments.ts'
import { buildActivityInsert } from './core/activity.ts'
import type { Origin } from './core/audit.ts'
import { lockPeopleAndSuggestions, lockUsers, unionAll } from './core/locks.ts'
import type { StateChange } from './core/moderation.ts'
import { moderateSuggestions } from './suggestions.ts'
import { setAllowedState } from './users.ts'

const BATCH_SIZE = 500

export const hidingJob = (user: Expression, actor: Expression): Job => ({
  task: 'hide_contents',
  payload: { user, actor },
  subject: sql`'contents of user ' || ${user}`,
})

type Block = { id: number; actor: number; hidesContent: boolean }

export async function blockUser(
  tx: Tx,
  origin: Origin,
  { id, actor, hidesContent }: Block,
): Promise<void> {
  await lockUsers(tx, sql`select ${id}::bigint`)
  await setAllowedState(tx, origin, id, 'blocked')
  if (hidesContent) await setHidden(tx, { id, actor, isHidden: true })
}

/** Also restores what blocking has hidden. */
export async function unblockUser(
  tx: Tx,
  origin: Origin,
  { id, actor }: { id: number; actor: number },
): Promise<void> {
  await lockUsers(tx, sql`select ${id}::bigint`)
  await setAllowedState(tx, origin, id, 'allowed')
  await setHidden(tx, { id, actor, isHidden: false })
}

export async function setHidden(
  tx: Tx,
  { id, actor, isHidden }: { id: number; actor: number; isHidden: boolean },
): Promise<void> {
  await sql`
    update users set content_hidden = ${isHidden} where id = ${id} and content_hidden <> ${isHidden}`.execute(
    tx,
  )
  await hideNextBatch(tx, id, actor)
}

/** Hides or restores, as the person is blocked now. Adds the job of the next batch. */
export async function hideNextBatch(tx: Tx, id: number, actor: number): Promise<void> {
  await lockUsers(tx, sql`select ${id}::bigint`)
  const { rows } = await sql<{ isHidden: boolean }>`
    select content_hidden as "isHidden" from users where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) return
  const count = rows[0].isHidden
    ? await hideBatch(tx, id, actor)
    : await restoreBatch(tx, id, actor)
  if (count === BATCH_SIZE) await sql`select ${addJob(hidingJob(id, actor))}`.execute(tx)
}

type Batch = { suggestions: number[]; comments: number[]; supporters: number[] }

/** At most `BATCH_SIZE` records: suggestions first, because they show the most. */
async function findShown(tx: Tx, id: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with found as (
      select * from (
        (select 1 as part, id from suggestions
          where created_by_id = ${id} and state in ('new', 'approved', 'published') order by id limit ${BATCH_SIZE})
        union all
        (select 2, id from comments
          where created_by_id = ${id} and state in ('new', 'approved', 'published') order by id limit ${BATCH_SIZE})
        union all
        (select 3, id from supporters where user_id = ${id} order by id limit ${BATCH_SIZE})
      ) records order by part, id limit ${BATCH_SIZE}
    )
    select coalesce(array_agg(id) filter (where part = 1), '{}')::float8[] as suggestions,
      coalesce(array_agg(id) filter (where part = 2), '{}')::float8[] as comments,
      coalesce(array_agg(id) filter (where part = 3), '{}')::float8[] as supporters
    from found`.execute(tx)
  return rows[0] as Batch
}

const lockBatch = (tx: Tx, id: number, { suggestions, comments, supporters }: Batch) =>
  lockPeopleAndSuggestions(
    tx,
    sql`select ${id}::bigint`,
    unionAll([
      sql`select unnest(${suggestions}::bigint[])`,
      sql`select suggestion_id from comments where id = any(${comments}::bigint[])`,
      sql`select suggestion_id from supporters where id = any(${supporters}::bigint[])`,
    ]),
  )

/** Returns how many records there were. */
async function hideBatch(tx: Tx, id: number, actor: number): Promise<number> {
  const batch = await findShown(tx, id)
  const { suggestions, comments, supporters } = batch
  const count = suggestions.length + comments.length + supporters.length
  if (count === 0) return 0
  await lockBatch(tx, id, batch)
  // Votes first: their triggers read the comments of the person.
  await sql`
    with hidden as (delete from supporters where id = any(${supporters}::bigint[]) returning *)
    insert into hidden_supporters (${columnsOf(HIDDEN_COLUMNS)}) select ${columnsOf(HIDDEN_COLUMNS)} from hidden`.execute(
    tx,
  )
  await keepStates(tx, id, 'comments', await moderateComments(tx, actor, comments, 'spam'))
  await keepStates(tx, id, 'suggestions', await moderateSuggestions(tx, actor, suggestions, 'spam'))
  return count
}

const HIDDEN_COLUMNS = [
  'id',
  'how',
  'channel',
  'is_subscribed',
  'votes_count',
  'suggestion_id',
  'user_id',
  'created_by_id',
  'updated_by_id',
  'created_at',
  'updated_at',
]
const columnsOf = (names: string[]) => sql.join(names.map((name) => sql.ref(name)))

const keepStates = (tx: Tx, id: number, collection: string, changes: StateChange[]) =>
  sql`
    insert into hidden_contents (collection, record_id, user_id, state, previous_state)
    select ${collection}, record_id, ${id}::bigint, state, previous_state
    from unnest(${changes.map((one) => one.id)}::bigint[], ${changes.map((one) => one.old_state)}::text[],
      ${changes.map((one) => one.old_previous_state)}::text[]) changed (record_id, state, previous_state)
    on conflict (collection, record_id) do update
    set user_id = excluded.user_id, state = excluded.state, previous_state = excluded.previous_state, hidden_at = now()`.execute(
    tx,
  )

async function findHidden(tx: Tx, id: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with found as (
      select * from (
        (select collection, record_id as id from hidden_contents where user_id = ${id}
          order by collection desc, record_id limit ${BATCH_SIZE})
        union all
        (select 'supporters', id from hidden_supporters where user_id = ${id} order by id limit ${BATCH_SIZE})
      ) records order by collection = 'suggestions' desc, collection, id limit ${BATCH_SIZE}
    )
    select coalesce(array_agg(id) filter (where collection = 'suggestions'), '{}')::float8[] as suggestions,
      coalesce(array_agg(id) filter (where collection = 'comments'), '{}')::float8[] as comments,
      coalesce(array_agg(id) filter (where collection = 'supporters'), '{}')::float8[] as supporters
    from found`.execute(tx)
  return rows[0] as Batch
}

async function restoreBatch(tx: Tx, id: number, actor: number): Promise<number> {
  const batch = await findHidden(tx, id)
  const { suggestions, comments, supporters } = batch
  const count = suggestions.length + comments.length + supporters.length
  if (count === 0) return 0
  await lockPeopleAndSuggestions(
    tx,
    sql`select ${id}::bigint`,
    unionAll([
      sql`select unnest(${suggestions}::bigint[])`,
      sql`select suggestion_id from comments where id = any(${comments}::bigint[])`,
      sql`select root_id from (${rootsOf(supporters)}) roots`,
    ]),
  )
  await restoreStates(tx, actor, 'suggestions', suggestions)
  await restoreStates(tx, actor, 'comments', comments)
  await restoreSupporters(tx, supporters)
  return count
}

/** What somebody moderated since stays as it is. Reports that hiding decided are open again. */
const restoreStates = (
  tx: Tx,
  actor: number,
  collection: 'suggestions' | 'comments',
  ids: number[],
) =>
  sql`
    with hidden as (
      delete from hidden_contents where collection = ${collection} and record_id = any(${ids}::bigint[]) returning *
    ), restored as (
      update ${sql.table(collection)} r set state = h.state, previous_state = h.previous_state
        ${collection === 'comments' ? sql`, updated_at = now()` : sql``}
      from hidden h where r.id = h.record_id and r.state = 'spam'
      returning ${collection === 'comments' ? sql`r.suggestion_id, r.id as comment_id,` : sql`r.id as suggestion_id,`}
        r.state as new_state
    ), reopened as (
      update content_reports c set state = 'open', decided_at = null, decided_by_id = null, updated_at = now()
      from hidden h join restored r on ${collection === 'comments' ? sql`r.comment_id` : sql`r.suggestion_id`} = h.record_id
      where ${collection === 'comments' ? sql`c.comment_id` : sql`c.suggestion_id`} = h.record_id
        and c.state = 'upheld' and c.decided_at = h.hidden_at
    )
    ${buildActivityInsert(
      actor,
      collection === 'comments' ? 'comment_state_changed' : 'state_changed',
      'restored',
      {
        old_state: sql`'spam'`,
        new_state: sql`new_state`,
        ...(collection === 'comments' && { comment_id: sql`comment_id` }),
      },
    )}`.execute(tx)

/** The suggestions that these votes are for by now: theirs can have been merged. */
const rootsOf = (supporters: number[]) => sql`
  with recursive chain (supporter_id, id, parent_id) as (
    select h.id, s.id, s.parent_suggestion_id from hidden_supporters h join suggestions s on s.id = h.suggestion_id
    where h.id = any(${supporters}::bigint[])
    union select c.supporter_id, s.id, s.parent_suggestion_id from suggestions s join chain c on s.id = c.parent_id
  )
  select supporter_id, id as root_id from chain where parent_id is null`

const RESTORED_COLUMNS = HIDDEN_COLUMNS.filter(
  (name) => name !== 'suggestion_id' && name !== 'updated_at',
)

/**
 * With the same ids, and without their entries in `deletions`. A vote that the person has given again stays instead. A new
 * `updated_at` shows them to clients that poll for changes.
 */
async function restoreSupporters(tx: Tx, supporters: number[]): Promise<void> {
  await sql`
    with roots as materialized (${rootsOf(supporters)}), restored as (
      delete from hidden_supporters where id = any(${supporters}::bigint[]) returning *
    ), cleared as (
      delete from deletions d using restored r
      where d.created_at = r.hidden_at and d.collection = 'supporters' and d.record_id = r.id
    ), chosen as (
      select distinct on (root_id) restored.*, root_id from restored join roots on supporter_id = restored.id
      where not exists (
        select from supporters s where s.suggestion_id = root_id and s.user_id = restored.user_id)
      order by root_id, restored.id
    )
    insert into supporters (suggestion_id, updated_at, ${columnsOf(RESTORED_COLUMNS)})
    select root_id, now(), ${columnsOf(RESTORED_COLUMNS)} from chosen`.execute(tx)
}
