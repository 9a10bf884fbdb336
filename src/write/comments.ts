// Public comments on suggestions.
import { sql } from 'kysely'
import { invalidInput } from '../core/api-error.ts'
import { type Formatted, isSameText, resolveMimeType } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { comments } from '../resources/comments.ts'
import { linkPictures } from './attachments.ts'
import { logActivities, logActivity } from './core/activity.ts'
import { settleReports } from './core/content-reports.ts'
import { lockInContext } from './core/locks.ts'
import { findMergeTarget } from './core/merge-target.ts'
import {
  type ContributionState,
  moderate,
  type StateChange,
  type TargetState,
} from './core/moderation.ts'
import { resolveAuthor } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { addMailings } from './mailings.ts'
import { addMentions, type MailSite, replaceMentions, sendsMail } from './mentions.ts'
import { followSuggestion } from './supporters.ts'

export type NewComment = {
  body: string
  body_mime_type?: string
  channel?: string
  created_at?: string
  subscribe?: boolean
  /** Default: approved. What people write on the portal can wait (contribution-state.ts). */
  state?: ContributionState
  user_email?: string
  user_name?: string
  /** A reply to a reply belongs to the comment above it. */
  links: { suggestion: number; created_by?: number; reply_to?: number | null }
}

/** `isNews`: followers are mailed although it is dated by its sender. */
export async function createComment(
  tx: Tx,
  actor: number,
  comment: NewComment,
  site: MailSite & { isNews?: boolean },
): Promise<number> {
  const { body, body_mime_type = 'text/plain', channel = 'api', created_at, links } = comment
  const { state = 'approved' } = comment
  await requireLinkedRecords(tx, comments, links)
  const author = await resolveAuthor(tx, actor, { ...comment, id: links.created_by })
  const suggestion = await findMergeTarget(tx, links.suggestion)
  const replyTo = await findThread(tx, links.reply_to ?? null, suggestion)
  const { rows } = await sql<{ id: number }>`
    insert into comments (body, body_mime_type, state, channel, is_admin_comment, suggestion_id, created_by_id, reply_to_id,
      created_at)
    select ${body}, ${body_mime_type}, ${state}, ${channel}, is_admin, ${suggestion}, id, ${replyTo}::bigint,
      coalesce(${created_at ?? null}::timestamptz, now())
    from users where id = ${author} returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await logActivity(tx, actor, {
    kind: 'comment_created',
    suggestion_id: suggestion,
    comment_id: id,
    new_body: body,
    user_id: author,
  })
  const text = { body, body_mime_type }
  const isPublic = isShown(state)
  // The files of a visible suggestion are public: those of a comment that waits become so with it.
  if (isPublic) await linkPictures(tx, text, { suggestion })
  await addMentions(
    tx,
    { comment: id },
    { actor, text, sendsMail: isPublic && sendsMail(comment, site) },
  )
  if (comment.subscribe) await followSuggestion(tx, suggestion, author)
  const isNews = site.isNews ?? (created_at === undefined && channel !== 'import')
  if (isPublic && isNews) await addMailings(tx, 'comment', sql`select ${id}::bigint`)
  return id
}

/** The first comment of the thread that the reply belongs to. What is hidden cannot be answered. */
async function findThread(
  tx: Tx,
  replyTo: number | null,
  suggestion: number,
): Promise<number | null> {
  if (replyTo === null) return null
  const { rows } = await sql<{ id: number }>`
    select thread_id as id from comments
    where id = ${replyTo} and suggestion_id = ${suggestion} and state in ('approved', 'published')`.execute(
    tx,
  )
  if (rows[0]) return rows[0].id
  throw invalidInput([
    {
      path: ['links', 'reply_to'],
      code: 'not_found',
      message: `reply_to: ${replyTo} is no published comment on this suggestion.`,
    },
  ])
}

export async function updateComment(
  tx: Tx,
  { id, actor }: { id: number; actor: number },
  { body, body_mime_type }: { body?: string; body_mime_type?: string },
  site: MailSite,
): Promise<void> {
  const before = await lockRecord<Formatted & { suggestion_id: number; state: string }>(
    tx,
    comments,
    id,
  )
  if (body === undefined) return
  const text = { body, body_mime_type: resolveMimeType({ body, body_mime_type }, before) }
  if (isSameText(text, before)) return
  await sql`
    update comments set body = ${body}, body_mime_type = ${text.body_mime_type}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  if (before.state !== 'new') await linkPictures(tx, text, { suggestion: before.suggestion_id })
  await replaceMentions(tx, { comment: id }, { actor, text, before, sendsMail: site.hasMail })
  await logActivity(tx, actor, {
    kind: 'comment_changed',
    suggestion_id: before.suggestion_id,
    comment_id: id,
    old_body: before.body,
    new_body: body,
  })
}

export async function moderateComment(
  tx: Tx,
  actor: number,
  id: number,
  target: TargetState,
): Promise<void> {
  await lockInContext(tx, comments, id)
  await moderateComments(tx, actor, [id], target)
}

/** Undoes a deletion, or that it was marked as spam. Nobody is mailed. */
export async function restoreComment(tx: Tx, actor: number, id: number): Promise<void> {
  await lockInContext(tx, comments, id)
  await changeStates(tx, actor, [id], 'before')
}

/** Undoes an approval: the comment has the state before it, and waits if it did. */
export async function withdrawApproval(
  tx: Tx,
  actor: number,
  id: number,
  state: string,
): Promise<void> {
  const before = await lockInContext<{ suggestion_id: number; state: string }>(tx, comments, id)
  await sql`
    update comments set state = ${state}, updated_at = now(),
      previous_state = case when ${state} in ('spam', 'deleted') then 'approved' end
    where id = ${id}`.execute(tx)
  await logActivity(tx, actor, {
    kind: 'comment_state_changed',
    suggestion_id: before.suggestion_id,
    comment_id: id,
    old_state: before.state,
    new_state: state,
  })
}

const isShown = (state: string) => state === 'approved' || state === 'published'

/** Comments that were shown now. Who was mailed about one before is not mailed again, and nobody about old ones. */
const addMailingsOf = (tx: Tx, ids: number[]) =>
  addMailings(
    tx,
    'comment',
    sql`select id from comments where id = any(${ids}::bigint[]) and channel <> 'import'
      and created_at > now() - interval '30 days' order by id`,
  )

/** The caller has locked the comments with their people and suggestions. */
export async function moderateComments(
  tx: Tx,
  actor: number,
  ids: number[],
  target: TargetState,
): Promise<StateChange[]> {
  const changes = await changeStates(tx, actor, ids, target)
  const shown = changes.filter((one) => isShown(one.new_state) && !isShown(one.old_state))
  if (shown.length > 0)
    await addMailingsOf(
      tx,
      shown.map(({ id }) => id),
    )
  return changes
}

async function changeStates(
  tx: Tx,
  actor: number,
  ids: number[],
  target: TargetState,
): Promise<StateChange[]> {
  const changes = await moderate(tx, comments, ids, target)
  if (changes.length === 0) return changes
  const { rows } = await sql<Formatted & { id: number; suggestion_id: number }>`
    select id, suggestion_id, body, body_mime_type from comments
    where id = any(${changes.map(({ id }) => id)}::bigint[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, old_state, new_state } of changes) {
    const comment = byId.get(id)
    if (comment && old_state === 'new' && new_state === 'approved')
      await linkPictures(tx, comment, { suggestion: comment.suggestion_id })
  }
  await settleReports(tx, actor, 'comment_id', changes)
  await logActivities(
    tx,
    actor,
    changes.map(({ id, old_state, new_state }) => ({
      kind: 'comment_state_changed',
      suggestion_id: byId.get(id)?.suggestion_id as number,
      comment_id: id,
      old_state,
      new_state,
    })),
  )
  return changes
}
