// Merges a forum into another one: its suggestions, categories and invitations move, and the forum is deleted. A background
// job moves what one transaction cannot.
import { sql } from 'kysely'
import { ApiError, invalidInput } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { forums } from '../resources/forums.ts'
import { buildActivityInsert } from './core/activity.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockForums, lockSuggestions } from './core/locks.ts'
import { requireLinkedRecords } from './core/records.ts'

const BATCH_SIZE = 500

export const forumMergeJob = (forum: Expression): Job => ({
  task: 'merge_forum',
  payload: { forum },
  subject: sql`'forum ' || ${forum}`,
})

type Merge = { from: number; to: number; actor: number | null }

/** Returns the forums that exist afterwards: that of the target, and the other one while its content moves. */
export async function mergeForums(
  tx: Tx,
  origin: Origin,
  actor: number,
  links: { from_forum: number; to_forum: number },
): Promise<number[]> {
  const { from_forum: from, to_forum: to } = links
  if (from === to)
    throw invalidInput([
      {
        path: ['links', 'to_forum'],
        code: 'in',
        message: `links.to_forum: forum ${to} cannot be merged into itself.`,
      },
    ])
  await requireLinkedRecords(tx, forums, links, { from_forum: forums.name, to_forum: forums.name })
  await serializeMerges(tx)
  const { rows } = await sql<{
    is_default: boolean
    target: number | null
    chained: number | null
  }>`
    select f.is_default, f.merged_into_id as target, t.merged_into_id as chained
    from forums f, forums t where f.id = ${from} and t.id = ${to}`.execute(tx)
  const [found] = rows
  if (found?.is_default)
    throw new ApiError(
      'conflict',
      `Forum ${from} is the default. Make another forum the default first.`,
    )
  if (found?.chained != null)
    throw new ApiError('conflict', `Forum ${to} is being merged into forum ${found.chained}.`)
  if (found?.target != null && found.target !== to)
    throw new ApiError('conflict', `Forum ${from} is being merged into forum ${found.target}.`)
  const { rows: sources } = await sql<{ id: number }>`
    select id from forums where merged_into_id = ${from} limit 1`.execute(tx)
  if (sources[0])
    throw new ApiError('conflict', `Forum ${sources[0].id} is being merged into forum ${from}.`)
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: forums.name, id: to },
    after: { merged_forum: from },
  })
  const isDone = await moveBatch(tx, { from, to, actor })
  if (isDone) return [to]
  await sql`
    update forums set merged_into_id = ${to}, is_open = false, updated_by_id = ${actor}, updated_at = now()
    where id = ${from}`.execute(tx)
  await sql`select ${addJob(forumMergeJob(from))}`.execute(tx)
  return [to, from]
}

/** Does nothing when the forum is gone, or is not to be merged. */
export async function mergeNextBatch(tx: Tx, from: number): Promise<void> {
  await serializeMerges(tx)
  const { rows } = await sql<{ to: number | null; actor: number | null }>`
    select merged_into_id as to, updated_by_id as actor from forums
    where id = ${from} and merged_into_id is not null`.execute(tx)
  const { to = null, actor = null } = rows[0] ?? {}
  if (to === null) return
  const isDone = await moveBatch(tx, { from, to, actor })
  if (!isDone) await sql`select ${addJob(forumMergeJob(from))}`.execute(tx)
}

// A lock of the forums themselves would come before those of the suggestions, against the lock order.
const serializeMerges = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('forum merges'))`.execute(tx)

/** Whether the forum is empty, and deleted. */
async function moveBatch(tx: Tx, merge: Merge): Promise<boolean> {
  const { from, to, actor } = merge
  const { rows } = await lockSuggestions(
    tx,
    sql`select id from suggestions where forum_id = ${from} order by id limit ${BATCH_SIZE}`,
  )
  await lockForums(tx, sql`select unnest(${[from, to]}::bigint[])`)
  await sql`
    insert into categories (name, position, forum_id)
    select name, position, ${to} from categories c
    where forum_id = ${from} and not exists (
      select from categories k where k.forum_id = ${to} and lower(k.name) = lower(c.name))
    order by id`.execute(tx)
  await sql`
    with before as (
      select id, category_id from suggestions where id = any(${rows.map(({ id }) => id)}::bigint[]) and forum_id = ${from}
    ), moved as (
      update suggestions s set forum_id = ${to}, category_id = (
        select min(k.id) from categories c join categories k on k.forum_id = ${to} and lower(k.name) = lower(c.name)
        where c.id = before.category_id)
      from before where s.id = before.id
      returning s.id as suggestion_id, before.category_id as old_category_id, s.category_id as new_category_id
    )
    ${buildActivityInsert(actor, 'suggestion_moved', 'moved', {
      old_forum_id: sql`${from}::bigint`,
      new_forum_id: sql`${to}::bigint`,
      old_category_id: sql`old_category_id`,
      new_category_id: sql`new_category_id`,
    })}`.execute(tx)
  if (rows.length === BATCH_SIZE) return false
  await removeForum(tx, merge)
  return true
}

/** What is left are links to the forum. A bulk action that moved suggestions there can still be undone. */
async function removeForum(tx: Tx, { from, to }: Merge): Promise<void> {
  await sql`update bulk_actions set forum_id = ${to} where forum_id = ${from}`.execute(tx)
  await sql`
    update forum_invitations set forum_id = ${to}, updated_at = now() where forum_id = ${from}`.execute(
    tx,
  )
  await sql`
    with moved as (
      delete from announcement_forums where forum_id = ${from} returning announcement_id
    ), added as (
      insert into announcement_forums (announcement_id, forum_id)
      select announcement_id, ${to} from moved on conflict do nothing
    )
    update announcements set updated_at = now() where id in (select announcement_id from moved)`.execute(
    tx,
  )
  await sql`
    insert into webhook_forums (webhook_id, forum_id)
    select webhook_id, ${to} from webhook_forums where forum_id = ${from} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    insert into staff_notification_forums (user_id, forum_id)
    select user_id, ${to} from staff_notification_forums where forum_id = ${from} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    update guest_contributions g set forum_id = ${to}, category_id = (
      select min(k.id) from categories c join categories k on k.forum_id = ${to} and lower(k.name) = lower(c.name)
      where c.id = g.category_id)
    where forum_id = ${from}`.execute(tx)
  await sql`delete from categories where forum_id = ${from}`.execute(tx)
  await sql`delete from forums where id = ${from}`.execute(tx)
}
