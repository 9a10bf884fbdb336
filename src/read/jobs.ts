// The queue of background jobs, for operators and metrics.
import type { Queries } from '../db/db.ts'

export const JOB_STATES = ['ready', 'running', 'scheduled', 'failed'] as const

export type JobState = (typeof JOB_STATES)[number]

export type ListedJob = {
  id: number
  task: string
  /** The record that it works on; null for a job without one. */
  subject: string | null
  /** `scheduled` jobs wait for their next run; `failed` ones have used up their attempts. */
  state: JobState
  attempts: number
  max_attempts: number
  /** Null when it runs, or will not run any more. */
  next_run_at: Date | null
  /** Null before the first, and after it was asked to run again. */
  last_attempt_at: Date | null
  last_error: string | null
  /** A failed mail, or a failed job without a record that would stay unfinished. */
  can_delete: boolean
}

/** Jobs that send a mail, which somebody can do without. */
export const MAIL_TASKS = [
  'send_mail',
  'send_mailing_mail',
  'send_mailing_mails',
  'send_digest',
  'send_failures',
]

const STATE = `case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
  when run_at > now() then 'scheduled' else 'ready' end`

// Periodic jobs are named after their task. A process that is killed leaves no error.
const JOBS = `
  select id, task_identifier as task, nullif(key, task_identifier) as subject, state, attempts, max_attempts,
    case when state in ('ready', 'scheduled') then run_at end as next_run_at,
    case when state = 'running' then locked_at when attempts > 0 then updated_at end as last_attempt_at,
    state = 'failed' and (key is not distinct from task_identifier or task_identifier in (${MAIL_TASKS.map((task) => `'${task}'`).join(', ')}))
      as can_delete,
    coalesce(last_error, case when state = 'failed' then 'The process ended during the last attempt.' end) as last_error
  from (select *, ${STATE} as state from graphile_worker.jobs) jobs`

/** Failed jobs first, then in the order in which they run. */
export async function listJobs(
  queries: Queries,
  limit: number,
  states: readonly string[] = JOB_STATES,
): Promise<ListedJob[]> {
  const { rows } = await queries.query<ListedJob>(
    `${JOBS} where state = any($2) order by state <> 'failed', state <> 'running', next_run_at, id limit $1`,
    [limit, states],
  )
  return rows
}

export async function findJob(queries: Queries, id: number): Promise<ListedJob | undefined> {
  const { rows } = await queries.query<ListedJob>(`${JOBS} where id = $1`, [id])
  return rows[0]
}

/** Those whose attempts are used up. */
export async function countFailedJobs(queries: Queries): Promise<number> {
  const { rows } = await queries.query<{ failed: number }>(
    'select count(*)::int as failed from graphile_worker.jobs where locked_at is null and attempts >= max_attempts',
  )
  return rows[0]?.failed ?? 0
}

export type JobCount = {
  task: string
  state: JobState
  count: number
  /** Since the oldest was due; 0 for jobs that are not. */
  oldest_seconds: number
}

/** Counts up to `limit` jobs. */
export const countJobs = (limit: number) => `
  select task_identifier as task, state, count(*)::int as count,
    greatest(0, extract(epoch from now() - min(run_at)))::float8 as oldest_seconds
  from (select task_identifier, run_at, ${STATE} as state from graphile_worker.jobs limit ${limit}) jobs
  group by 1, 2`
