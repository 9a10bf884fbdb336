// Links from suggestions and features to issues in other trackers. Triggers maintain the counts.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { features } from '../resources/features.ts'
import { suggestions } from '../resources/suggestions.ts'
import { logActivities } from './core/activity.ts'
import { lockRecord } from './core/records.ts'
import { auditFeature } from './features.ts'

export type Tracker = 'jira' | 'vsts'
export type IssueOwner = 'suggestion' | 'feature'

/** The suggestion or feature that an issue belongs to. */
type LinkedRecord = { tracker: Tracker; owner: IssueOwner; id: number }

const OWNER_RESOURCES = { suggestion: suggestions, feature: features }

/** Idempotent, except that a new URL replaces the old one. */
export async function linkIssue(
  tx: Tx,
  actor: number,
  { tracker, owner, id }: LinkedRecord,
  { issue_key, url = null }: { issue_key?: string | undefined; url?: string | null },
): Promise<void> {
  if (issue_key === undefined) {
    throw new ApiError('invalid', 'issue_key: required.', { issue_key: 'required' })
  }
  await lockRecord(tx, OWNER_RESOURCES[owner], id)
  const { rows } = await sql<{ is_new: boolean }>`
    insert into issue_links as l (tracker, issue_key, url, ${sql.ref(`${owner}_id`)}, created_by_id)
    values (${tracker}, ${issue_key}, ${url}, ${id}, ${actor})
    on conflict (suggestion_id, feature_id, tracker, issue_key) do update
      set url = coalesce(excluded.url, l.url), updated_at = now()
    returning xmax = 0 as is_new`.execute(tx)
  if (rows[0]?.is_new) await logChange(tx, actor, { owner, id }, { kind: 'issue_linked', count: 1 })
}

/** Without an issue key, unlinks all issues of the tracker. */
export async function unlinkIssues(
  tx: Tx,
  actor: number,
  { tracker, owner, id }: LinkedRecord,
  { issue_key }: { issue_key?: string },
): Promise<void> {
  await lockRecord(tx, OWNER_RESOURCES[owner], id)
  const { rows } = await sql`
    delete from issue_links
    where ${sql.ref(`${owner}_id`)} = ${id} and tracker = ${tracker}
      ${issue_key === undefined ? sql`` : sql`and issue_key = ${issue_key}`}
    returning id`.execute(tx)
  await logChange(tx, actor, { owner, id }, { kind: 'issue_unlinked', count: rows.length })
}

async function logChange(
  tx: Tx,
  actor: number,
  { owner, id }: Pick<LinkedRecord, 'owner' | 'id'>,
  { kind, count }: { kind: 'issue_linked' | 'issue_unlinked'; count: number },
): Promise<void> {
  if (owner === 'feature') {
    if (count > 0) await auditFeature(tx, actor, kind, id)
    return
  }
  await logActivities(
    tx,
    actor,
    Array.from({ length: count }, () => ({ kind, suggestion_id: id })),
  )
}
