// Background jobs, in the queue of graphile-worker. A job is added in the transaction that causes it, so it exists if and
// only if the transaction commits.
import { type RawBuilder, sql } from 'kysely'

/** Every task and what its jobs carry: ids, never personal data. `jobs/tasks.ts` has a function for each. */
export type Tasks = {
  apply_identities: { identify_job: number }
  recheck_identities: Empty
  import_batch: { import: number; processed_rows: number }
  undo_import: { import: number; position: number }
  delete_old_imports: Empty
  run_bulk_action: { bulk_action: number; position: number }
  delete_old_bulk_actions: Empty
  merge_forum: { forum: number }
  hide_contents: { user: number; actor: number }
  delete_expired_guest_contributions: Empty
  add_pending_revenue: Empty
  /** `continues` is set for a job that another one has left its rest to. */
  refresh_figures: { continues?: number }
  age_engagement: Empty
  copy_for_reports: Empty
  publish_announcements: Empty
  delete_expired_responses: Empty
  delete_ended_sign_ins: Empty
  delete_old_events: Empty
  delete_old_webhook_deliveries: Empty
  make_thumbnail: { attachment: number }
  remove_files: Empty
  sweep_files: Empty
  make_backup: Empty
  send_mail: { mail: number }
  expand_mailing: { mailing: number }
  send_mailing_mail: { mail: number }
  /** Those of this range that wait, with the first and the last. */
  send_mailing_mails: { first: number; last: number }
  add_digests: Empty
  queue_staff_mails: Empty
  send_digest: { user: number }
  send_failures: { user: number }
  read_incoming_mail: { mail: number }
  delete_old_incoming_mails: Empty
  reindex_search: Empty
  load_demo_data: Empty
  remove_demo_data: Empty
  work_on_move: { move: number; attempt: number }
  clean_up_moves: Empty
}

export type TaskName = keyof Tasks

type Empty = Record<string, never>

/** A value, or an expression on the columns of the statement. */
export type Expression = number | RawBuilder<unknown>

type JobOf<Task extends TaskName> = {
  task: Task
  payload: { [name in keyof Tasks[Task]]: Expression }
  /** Names the record of the job, for people. No other waiting job has this name. */
  subject?: RawBuilder<unknown>
  /** When it is due; at once without. */
  runAt?: RawBuilder<unknown>
}

export type Job = { [Task in TaskName]: JobOf<Task> }[TaskName]

/** Somebody waits for a code or a link: these run before jobs that have waited for longer. */
const URGENT: TaskName[] = ['send_mail']

/** An expression for the statement that causes the job. The flag limits a process to one job of the task at a time. */
export const addJob = ({
  task,
  payload,
  subject = sql`null`,
  runAt = sql`null`,
}: Job): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${task}, ${toJson(payload)}, run_at => ${runAt}, job_key => ${subject}, priority => ${sql.lit(URGENT.includes(task) ? -1 : 0)}, flags => array[${task}])`

const toJson = (payload: Record<string, Expression>) => {
  const members = Object.entries(payload).map(
    ([name, value]) => sql`${sql.lit(name)}, ${value}::bigint`,
  )
  return sql`json_build_object(${members.length > 0 ? sql.join(members) : sql``})`
}
