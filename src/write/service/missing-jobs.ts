// Adds the jobs of queued records that have none. A backup contains the records but not the job queue.
import { type RawBuilder, sql } from 'kysely'
import { mailJob } from '../../auth/sign-in/outgoing-mails.ts'
import type { Tx } from '../../db/db.ts'
import { addJob, type Job } from '../../db/enqueue.ts'
import { identifyJob } from '../../imports/bulk-identify.ts'
import { importJob } from '../../imports/queue.ts'
import { undoImportJob } from '../../imports/undo.ts'
import { thumbnailJob } from '../background/thumbnails.ts'
import { hidingJob } from '../blocking.ts'
import { bulkActionJob } from '../bulk-actions.ts'
import { forumMergeJob } from '../forum-merges.ts'
import { incomingMailJob } from '../incoming-mails.ts'
import { mailingJob, mailingMailJob, rangeOf } from '../mailings.ts'
import { moveJob } from '../moves.ts'
import { digestJob, failuresJob } from '../staff-notifications.ts'
import { reindexJob } from './search-language.ts'

// Jobs have an `id` too.
const id = sql.ref('queued.id')

/** Who blocked somebody is not kept. */
const owner = sql`(select min(user_id) from permissions where role = 'owner')`

/** A job for each record, or one job for all of them when the job has no subject. */
const QUEUES: { records: RawBuilder<unknown>; job: Job }[] = [
  {
    records: sql`select id from identify_jobs where state = 'queued' and identities is not null`,
    job: identifyJob(id),
  },
  {
    records: sql`select id, processed_rows from imports where id in (select import_id from import_batches)`,
    job: importJob(id, sql.ref('processed_rows')),
  },
  {
    records: sql`
      select id, (select coalesce(max(position), 0) from import_changes where import_id = imports.id) as position
      from imports where undo_started_at is not null and undone_at is null`,
    job: undoImportJob(id, sql.ref('position')),
  },
  {
    records: sql`select id, position from bulk_actions where state in ('queued', 'running', 'undoing')`,
    job: bulkActionJob(id, sql.ref('position')),
  },
  {
    records: sql`select id from forums where merged_into_id is not null`,
    job: forumMergeJob(id),
  },
  {
    // Somebody blocked: what is left is hidden. Somebody allowed: what is still hidden is restored.
    records: sql`
      select id, ${owner} as actor from users u where content_hidden and (
        exists (select from suggestions where created_by_id = u.id and state in ('new', 'approved', 'published'))
        or exists (select from comments where created_by_id = u.id and state in ('new', 'approved', 'published'))
        or exists (select from supporters where user_id = u.id))
      union all
      select id, ${owner} from users u where not content_hidden and (
        id in (select user_id from hidden_contents) or id in (select user_id from hidden_supporters))`,
    job: hidingJob(id, sql.ref('actor')),
  },
  {
    records: sql`select id from incoming_mails where state = 'waiting'`,
    job: incomingMailJob(id),
  },
  {
    records: sql`select id from outgoing_mails where mailing_id is null and digest_until is null`,
    job: mailJob(id),
  },
  {
    records: sql`
      select id, due_at from outgoing_mails o where due_at is not null and not exists (
        select from graphile_worker.jobs j where j.task_identifier = 'send_mailing_mails' and o.id between ${rangeOf(sql.ref('j.key'))})`,
    job: mailingMailJob(id, sql.ref('due_at')),
  },
  {
    records: sql`select user_id as id from staff_notifications where digest_until is not null`,
    job: digestJob(id),
  },
  {
    records: sql`select user_id as id from staff_notifications where failures_until is not null`,
    job: failuresJob(id),
  },
  { records: sql`select id from mailings where state = 'sending'`, job: mailingJob(id) },
  {
    records: sql`select id, attempt from moves where task_state = 'running'`,
    job: moveJob(id, sql.ref('queued.attempt')),
  },
  { records: sql`select id from attachments where thumbnail = 'pending'`, job: thumbnailJob(id) },
  {
    records: sql`select from pending_revenue limit 1`,
    job: { task: 'add_pending_revenue', payload: {} },
  },
  {
    records: sql`select from stale_records limit 1`,
    job: { task: 'refresh_figures', payload: {} },
  },
  {
    records: sql`select from demo_data where state = 'loading'`,
    job: { task: 'load_demo_data', payload: {} },
  },
  {
    records: sql`select from demo_data where state = 'removing'`,
    job: { task: 'remove_demo_data', payload: {} },
  },
  {
    records: sql`select from search_language where reindex_up_to is not null`,
    job: reindexJob,
  },
  { records: sql`select from removed_files limit 1`, job: { task: 'remove_files', payload: {} } },
]

export async function addMissingJobs(tx: Tx): Promise<void> {
  // Another process that starts at the same time must see the jobs of this one.
  await sql`select pg_advisory_xact_lock(hashtext('missing jobs'))`.execute(tx)
  for (const { records, job } of QUEUES) {
    const isSame = job.subject ? sql`key = ${job.subject}` : sql`task_identifier = ${job.task}`
    await sql`
      select ${addJob(job)} from (${records}) queued
      where not exists (select from graphile_worker.jobs where ${isSame})`.execute(tx)
  }
}
