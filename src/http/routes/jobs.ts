// The queue of background jobs. A job's payload is not shown: it only names records.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { formatTime, formatValue, parseId, parseList } from '../../core/values.ts'
import { findJob, JOB_STATES, type ListedJob, listJobs } from '../../read/jobs.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { deleteJob, retryAllJobs, retryJob } from '../../write/service/jobs.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { mergeInput, originOf } from '../stages/call.ts'

const MAX_LISTED = 500
const MAX_ERROR_LENGTH = 1000

const Job = object({
  id: integer,
  task: text,
  subject: { ...orNull(text), description: 'The record that it works on, if it has one.' },
  state: Type.Enum([...JOB_STATES], {
    description: '`scheduled` jobs wait for their next run; `failed` ones have no attempt left.',
  }),
  attempts: integer,
  max_attempts: integer,
  next_run_at: orNull(time),
  last_attempt_at: orNull(time),
  last_error: orNull(text),
  can_delete: {
    ...flag,
    description:
      'A failed mail, or a failed periodic job. Others belong to a record that would stay unfinished.',
  },
})
const Jobs = object({ jobs: listOf(Job) })

const noInput = createInputReader(EmptyBody)

const toAnswer = (jobs: ListedJob[]) => ({
  jobs: jobs.map((job) => ({
    ...job,
    next_run_at: formatTime(job.next_run_at),
    last_attempt_at: formatTime(job.last_attempt_at),
    // The first line is the message; what follows are places in the source.
    last_error: job.last_error?.split('\n')[0]?.slice(0, MAX_ERROR_LENGTH) ?? null,
  })),
})

export const jobOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/jobs',
    summary: 'List background jobs',
    description: `Failed jobs come first, then running ones, then the others by their next run; at most ${MAX_LISTED}. A job that succeeds is removed.`,
    tag: 'jobs',
    query: {
      state: {
        description: 'Only jobs in these states, separated by commas.',
        schema: { type: 'string' },
        example: 'failed',
      },
    },
    answer: Jobs,
    handle: async ({ query, context }) =>
      toAnswer(await listJobs(context.reader.pool, MAX_LISTED, readStates(query.state))),
  }),
  declareOperation({
    method: 'PUT',
    path: '/jobs/:id/retry',
    summary: 'Run a background job again soon',
    description: 'It has all its attempts again. 409 while it runs.',
    tag: 'jobs',
    body: EmptyBody,
    answer: Jobs,
    async handle(call) {
      noInput.read(mergeInput(call))
      const { id: given = '' } = call.params
      const id = parseId(given.trim())
      const isRetried =
        id !== undefined &&
        (await inTransaction(call.context.db, (tx) => retryJob(tx, originOf(call), id)))
      const job = id === undefined ? undefined : await findJob(call.context.reader.pool, id)
      if (!job) throw noJob(given)
      if (!isRetried) throw new ApiError('conflict', `Job ${id} is running.`)
      return toAnswer([job])
    },
  }),
  declareOperation({
    method: 'PUT',
    path: '/jobs/retry',
    summary: 'Run all failed background jobs again soon',
    description: 'At most 10,000. Each has all its attempts again.',
    tag: 'jobs',
    body: EmptyBody,
    answer: object({ retry: object({ jobs_count: integer }) }),
    async handle(call) {
      noInput.read(mergeInput(call))
      const { db } = call.context
      const count = await inTransaction(db, (tx) => retryAllJobs(tx, originOf(call)))
      return { retry: { jobs_count: count } }
    },
  }),
  declareOperation({
    method: 'DELETE',
    path: '/jobs/:id',
    summary: 'Delete a failed background job',
    description:
      'With the mail that it would have sent, which counts as failed. 409 for a job that has not failed, and for one whose record would stay unfinished.',
    tag: 'jobs',
    body: EmptyBody,
    answer: Jobs,
    async handle(call) {
      noInput.read(mergeInput(call))
      const { id: given = '' } = call.params
      const id = parseId(given.trim())
      const { context } = call
      const job = id === undefined ? undefined : await findJob(context.reader.pool, id)
      if (!job) throw noJob(given)
      const isDeleted =
        job.can_delete &&
        (await inTransaction(context.db, (tx) => deleteJob(tx, originOf(call), job)))
      if (isDeleted) return toAnswer([job])
      throw new ApiError(
        'conflict',
        job.state === 'failed' && !job.can_delete
          ? `Job ${id}: what it works on would stay unfinished. Run it again instead.`
          : `Job ${id} has not failed. Only failed jobs are deleted.`,
      )
    },
  }),
]

const noJob = (id: string) =>
  new ApiError(
    'not_found',
    `No job has the id ${id.slice(0, 100)}. A job that succeeded is removed.`,
  )

function readStates(input: unknown) {
  const names = parseList(input)
  const unknown = names.find((name) => !(JOB_STATES as readonly string[]).includes(name))
  if (unknown === undefined) return names.length > 0 ? names : [...JOB_STATES]
  const message = `state: ${formatValue(unknown)} is not allowed. Allowed: ${JOB_STATES.join(', ')}.`
  throw new ApiError('malformed', message, { state: 'in' })
}
