// Feedback from customers, entered by the team. The customer becomes a supporter of the suggestion.
import { sql } from 'kysely'
import { MARKDOWN } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { feedback_records } from '../resources/feedback_records.ts'
import { usePictures } from './attachments.ts'
import { logActivity } from './core/activity.ts'
import { lockInContext } from './core/locks.ts'
import { findMergeTarget } from './core/merge-target.ts'
import { type Person, resolvePerson } from './core/people.ts'
import { createRecord, requireLinkedRecords, updateRecord } from './core/records.ts'
import {
  addSupporter,
  followSuggestion,
  removeSupporter,
  unfollowSuggestion,
} from './supporters.ts'

type Source = {
  body_mime_type?: string
  source_url?: string | null
  source_type?: string | null
  source_guid?: string | null
}

export type NewFeedbackRecord = Source & {
  body: string
  channel?: string
  severity?: number
  source_title?: string
  prompt?: string
  referrer?: string
  created_at?: string
  subscribe?: boolean
  links?: {
    suggestion?: number
    user?: number
    ticket?: number
    captured_by_user?: number
    support_created_at?: string
  }
}

export async function createFeedbackRecord(
  tx: Tx,
  actor: number,
  person: Person,
  record: NewFeedbackRecord,
): Promise<number> {
  const { subscribe, links = {}, ...fields } = record
  const { captured_by_user, support_created_at, ...linked } = links
  await requireLinkedRecords(
    tx,
    feedback_records,
    { ...linked, captured_by_user },
    {
      captured_by_user: 'users',
    },
  )
  const user = await resolvePerson(tx, person)
  const suggestion = linked.suggestion && (await findMergeTarget(tx, linked.suggestion))
  const id = await createRecord(tx, feedback_records, captured_by_user ?? actor, {
    ...fields,
    links: { ...linked, user, suggestion },
  })
  await keepPictures(tx, id, record)
  if (suggestion === undefined) return id
  const created_at = support_created_at ?? record.created_at
  await addSupport(tx, actor, { suggestion, user, subscribe, created_at })
  await logActivity(tx, actor, {
    kind: 'feedback_record_created',
    suggestion_id: suggestion,
    feedback_record_id: id,
    new_body: record.body,
    user_id: user,
  })
  return id
}

export type FeedbackRecordChanges = Source & {
  body?: string
  subscribe?: boolean
  /** Null removes the link. */
  links?: { suggestion?: number | null; user?: number | null }
}

type FeedbackRecord = {
  body: string
  state: string
  suggestion_id: number | null
  user_id: number | null
}

export async function updateFeedbackRecord(
  tx: Tx,
  actor: number,
  id: number,
  { subscribe, ...changes }: FeedbackRecordChanges,
): Promise<void> {
  const { links = {} } = changes
  const target = {
    ...links,
    ...(links.suggestion && { suggestion: await findMergeTarget(tx, links.suggestion) }),
  }
  const before = await lockInContext<FeedbackRecord>(tx, feedback_records, id, target)
  await requireLinkedRecords(tx, feedback_records, links)
  const { user = before.user_id, suggestion = before.suggestion_id } = target
  await updateRecord(
    tx,
    feedback_records,
    { id, actor },
    { ...changes, links: { suggestion, user } },
  )
  await keepPictures(tx, id, changes)
  // Only a changed link adds support: repeating a link must not restore support that was withdrawn.
  const isChanged = suggestion !== before.suggestion_id || user !== before.user_id
  if (suggestion !== null && user !== null) {
    if (isChanged && before.state !== 'deleted')
      await addSupport(tx, actor, { suggestion, user, subscribe })
    else if (subscribe !== undefined)
      await (subscribe ? followSuggestion : unfollowSuggestion)(tx, suggestion, user)
  }
  const loggedSuggestion = suggestion ?? before.suggestion_id
  if (loggedSuggestion === null) return
  await logActivity(tx, actor, {
    kind: 'feedback_record_changed',
    suggestion_id: loggedSuggestion,
    feedback_record_id: id,
    ...(changes.body !== undefined && { old_body: before.body, new_body: changes.body }),
    user_id: user,
  })
}

/** The support stays. Only deleting the supporter withdraws it. */
export async function setFeedbackRecordState(
  tx: Tx,
  actor: number,
  id: number,
  state: 'approved' | 'deleted',
): Promise<void> {
  const before = await lockInContext<FeedbackRecord>(tx, feedback_records, id)
  if (before.state === state) return
  await sql`
    update feedback_records set state = ${state}, updated_by_id = ${actor}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  if (before.suggestion_id === null) return
  await logActivity(tx, actor, {
    kind: state === 'deleted' ? 'feedback_record_deleted' : 'feedback_record_restored',
    suggestion_id: before.suggestion_id,
    feedback_record_id: id,
    old_state: before.state,
    new_state: state,
  })
}

/** Also the support that was added together with it, unless other feedback gives a reason for it. */
export async function withdrawFeedbackRecord(tx: Tx, actor: number, id: number): Promise<void> {
  const { suggestion_id, user_id } = await lockInContext<FeedbackRecord>(tx, feedback_records, id)
  await setFeedbackRecordState(tx, actor, id, 'deleted')
  const { rows } = await sql<{ id: number }>`
    select s.id from supporters s join feedback_records f on f.id = ${id} and f.created_at = s.created_at
    where s.suggestion_id = ${suggestion_id} and s.user_id = ${user_id} and s.how = 'feedback'
      and not exists (
        select from feedback_records o where o.suggestion_id = s.suggestion_id and o.user_id = s.user_id and o.state <> 'deleted')`.execute(
    tx,
  )
  if (rows[0]) await removeSupporter(tx, actor, rows[0].id)
}

const keepPictures = (tx: Tx, id: number, { body }: { body?: string }) =>
  usePictures(tx, { body, body_mime_type: MARKDOWN }, { column: 'feedback_record_id', ids: [id] })

type Support = {
  suggestion: number
  user: number
  subscribe?: boolean | undefined
  created_at?: string | undefined
}

const addSupport = (
  tx: Tx,
  actor: number,
  { suggestion, user, subscribe = true, created_at }: Support,
) =>
  addSupporter(tx, actor, {
    person: { id: user },
    how: 'feedback',
    subscribe,
    ...(created_at !== undefined && { created_at }),
    links: { suggestion },
  })
