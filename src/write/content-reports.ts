// Readers report suggestions and comments. Enough reports of different people hide a thing until a moderator decides.
import { sql } from 'kysely'
import { ApiError, notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { comments } from '../resources/comments.ts'
import { content_reports, type ReportReason } from '../resources/content_reports.ts'
import type { Resource } from '../resources/resource.ts'
import { suggestions } from '../resources/suggestions.ts'
import { moderateComments } from './comments.ts'
import { logActivity } from './core/activity.ts'
import {
  countFlags,
  type Decision,
  decideReports,
  type ReportedColumn,
} from './core/content-reports.ts'
import { lockInContext } from './core/locks.ts'
import { lockRecord } from './core/records.ts'
import { moderateSuggestions } from './suggestions.ts'

export const MAX_REPORT_TEXT = 1000

export type ReportedThing = { suggestion: number } | { comment: number }

export type NewContentReport = {
  /** Who reports it: people who are signed in. */
  userId: number
  thing: ReportedThing
  reason: ReportReason
  body?: string
}

type Thing = { id: number; resource: Resource; column: ReportedColumn }

const toThing = (thing: ReportedThing): Thing =>
  'suggestion' in thing
    ? { id: thing.suggestion, resource: suggestions, column: 'suggestion_id' }
    : { id: thing.comment, resource: comments, column: 'comment_id' }

type ThingRow = {
  state: string
  previous_state: string | null
  created_by_id: number | null
  /** Of a comment. */
  suggestion_id?: number
  /** Of a suggestion. */
  parent_suggestion_id?: number | null
}

const lockThing = ({ id, resource }: Thing, tx: Tx): Promise<ThingRow> =>
  resource === comments ? lockInContext(tx, comments, id) : lockRecord(tx, suggestions, id)

/**
 * A person reports a thing once; a second report changes nothing. `reportsToHide` reports of different people hide it; 0: never.
 * What staff wrote is not hidden by reports.
 */
export async function reportContent(
  tx: Tx,
  { userId, thing, reason, body = '' }: NewContentReport,
  reportsToHide: number,
): Promise<{ id: number; isNew: boolean }> {
  if (body.length > MAX_REPORT_TEXT)
    throw new ApiError('invalid', `body: at most ${MAX_REPORT_TEXT} characters.`, {
      body: 'too_long',
    })
  const reported = toThing(thing)
  const { id, resource, column } = reported
  const row = await lockThing(reported, tx)
  if (row.created_by_id === userId)
    throw new ApiError('conflict', `You wrote this ${resource.singular} yourself.`)
  const { rows: earlier } = await sql<{ id: number }>`
    select id from content_reports where ${sql.ref(column)} = ${id} and user_id = ${userId}`.execute(
    tx,
  )
  if (earlier[0]) return { id: earlier[0].id, isNew: false }
  // What is hidden or merged does not exist for readers.
  const isShown = row.state === 'approved' || row.state === 'published'
  if (!isShown || row.parent_suggestion_id != null) throw notFound(resource, id)
  const { rows } = await sql<{ id: number }>`
    insert into content_reports (reason, body, ${sql.ref(column)}, user_id)
    values (${reason}, ${body}, ${id}, ${userId}) returning id`.execute(tx)
  const report = (rows[0] as { id: number }).id
  await countFlags(tx, column, id, 1)
  if (reportsToHide > 0) await hideReported(tx, reported, { row, report, userId, reportsToHide })
  return { id: report, isNew: true }
}

async function hideReported(
  tx: Tx,
  { id, resource, column }: Thing,
  {
    row,
    report,
    userId,
    reportsToHide,
  }: { row: ThingRow; report: number; userId: number; reportsToHide: number },
): Promise<void> {
  const { rows } = await sql<{ reports: number; isStaff: boolean }>`
    select count(*)::float8 as reports,
      exists (select from permissions where user_id = ${row.created_by_id}) as "isStaff"
    from content_reports where ${sql.ref(column)} = ${id} and state = 'open'`.execute(tx)
  const { reports = 0, isStaff = true } = rows[0] ?? {}
  if (isStaff || reports < reportsToHide) return
  await setState(tx, resource, id, 'new')
  await sql`
    update content_reports set hidden_state = ${row.state}, updated_at = now() where id = ${report}`.execute(
    tx,
  )
  await logState(tx, userId, resource, { id, row, new_state: 'new' })
}

const setState = (tx: Tx, resource: Resource, id: number, state: string) =>
  sql`
    update ${sql.table(resource.name)} set state = ${state}, previous_state = null
      ${resource === comments ? sql`, updated_at = now()` : sql``}
    where id = ${id}`.execute(tx)

const logState = (
  tx: Tx,
  actor: number,
  resource: Resource,
  { id, row, new_state }: { id: number; row: ThingRow; new_state: string },
) =>
  logActivity(tx, actor, {
    kind: resource === comments ? 'comment_state_changed' : 'state_changed',
    suggestion_id: row.suggestion_id ?? id,
    ...(resource === comments && { comment_id: id }),
    old_state: row.state,
    new_state,
  })

type Report = {
  id: number
  state: string
  reason: ReportReason
  suggestion_id: number | null
  comment_id: number | null
  decided_at: Date | null
}

/** The thing first, as for every write: the report is locked after it. */
async function lockReported(
  tx: Tx,
  id: number,
): Promise<{ report: Report; thing: Thing; row: ThingRow }> {
  const { rows } = await sql<Report>`
    select id, state, reason, suggestion_id, comment_id, decided_at from content_reports where id = ${id}`.execute(
    tx,
  )
  const found = rows[0]
  if (!found) throw notFound(content_reports, id)
  const thing = toThing(
    found.comment_id === null
      ? { suggestion: found.suggestion_id as number }
      : { comment: found.comment_id },
  )
  const row = await lockThing(thing, tx)
  return { report: await lockRecord<Report>(tx, content_reports, id), thing, row }
}

/**
 * Decides all open reports of the same thing: upheld ones remove it, dismissed ones show it again where reports hid it. Returns
 * nothing new for a report that is decided.
 */
export async function decideContentReport(
  tx: Tx,
  actor: number,
  id: number,
  { decision, state }: { decision: Decision; state?: 'spam' | 'deleted' | undefined },
): Promise<void> {
  const { report, thing, row } = await lockReported(tx, id)
  if (report.state !== 'open') return
  if (decision === 'upheld') {
    const target = state ?? (report.reason === 'spam' ? 'spam' : 'deleted')
    // Settles the reports too, unless it was removed already.
    await moderateThing(tx, actor, thing, target)
    await decideReports(tx, actor, { column: thing.column, ids: [thing.id] }, 'upheld')
    return
  }
  const hidden = await findHiddenState(tx, thing, sql`state = 'open'`)
  if (hidden !== null && row.state === 'new') {
    await setState(tx, thing.resource, thing.id, hidden)
    await logState(tx, actor, thing.resource, { id: thing.id, row, new_state: hidden })
  }
  await decideReports(tx, actor, { column: thing.column, ids: [thing.id] }, 'dismissed')
}

const moderateThing = (
  tx: Tx,
  actor: number,
  { id, resource }: Thing,
  target: 'spam' | 'deleted',
) =>
  resource === comments
    ? moderateComments(tx, actor, [id], target)
    : moderateSuggestions(tx, actor, [id], target)

async function findHiddenState(
  tx: Tx,
  { id, column }: Thing,
  condition: ReturnType<typeof sql>,
): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select hidden_state as state from content_reports
    where ${sql.ref(column)} = ${id} and hidden_state is not null and ${condition} order by id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.state ?? null
}

/** Undoes a decision: the reports that it settled are open again, and the thing is as it was. */
export async function reopenContentReport(tx: Tx, actor: number, id: number): Promise<void> {
  const { report, thing, row } = await lockReported(tx, id)
  if (report.state === 'open') return
  const isSameDecision = sql`${sql.ref(thing.column)} = ${thing.id} and state = ${report.state}
    and decided_at = ${report.decided_at}`
  const hidden = await findHiddenState(tx, thing, isSameDecision)
  const { rows } = await sql`
    update content_reports set state = 'open', decided_at = null, decided_by_id = null, updated_at = now()
    where ${isSameDecision} returning id`.execute(tx)
  if (report.state === 'upheld') {
    await restoreThing(tx, actor, thing, row)
    return
  }
  await countFlags(tx, thing.column, thing.id, rows.length)
  if (hidden === null || row.state !== hidden) return
  await setState(tx, thing.resource, thing.id, 'new')
  await logState(tx, actor, thing.resource, { id: thing.id, row, new_state: 'new' })
}

/** Without `moderate`, which would settle the reports that are open again. */
async function restoreThing(
  tx: Tx,
  actor: number,
  { id, resource }: Thing,
  row: ThingRow,
): Promise<void> {
  if (row.state !== 'spam' && row.state !== 'deleted') return
  const new_state = row.previous_state ?? 'approved'
  await setState(tx, resource, id, new_state)
  await logState(tx, actor, resource, { id, row, new_state })
}
