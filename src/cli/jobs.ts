// `earshot jobs`: the queue of background jobs.
import { readConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { findJob, listJobs } from '../read/jobs.ts'
import { retryFailedJobs, retryJobs } from '../write/service/jobs.ts'
import {
  type Command,
  CommandError,
  jsonOption,
  UsageError,
  type Values,
  wholeNumber,
} from './command.ts'
import { withDatabase } from './database.ts'
import { renderTable } from './table.ts'

export const jobs: Command = {
  summary: 'list background jobs, and run failed ones again',
  description: `A job that fails is retried up to 25 times, at first after three seconds, later after up to six hours. Then it is
failed and stays in the list. A job that succeeds is removed.`,
  examples: [],
  subcommands: {
    list: {
      summary: 'list waiting, running and failed jobs',
      description: `Failed jobs come first, then jobs that run, then the others by their next run. Times are UTC.

States: ready (runs as soon as a process is free), running, scheduled (waits for its next run), failed (has no attempt
left).`,
      options: {
        limit: {
          type: 'string',
          value: 'N',
          default: '100',
          description: 'The largest number of jobs.',
        },
        ...jsonOption(
          'a list of {"id", "task", "subject", "state", "attempts", "max_attempts", "next_run_at", "last_error"}',
        ),
      },
      examples: [['earshot jobs list', 'List the jobs.']],
      run: (values) => withDatabase(readConfig(), (database) => list(database, values)),
    },
    retry: {
      summary: 'run a job again soon',
      description:
        'The job runs within seconds, and has all its attempts again. Fix the reason of the failure first.',
      arguments: [
        { name: 'ID', description: 'The id of a job that `jobs list` shows.', isOptional: true },
      ],
      options: {
        failed: { type: 'boolean', description: 'Run all failed jobs again.' },
        ...jsonOption('{"retried": [ids]}'),
      },
      examples: [
        ['earshot jobs retry 12', 'Run the job with the id 12 again.'],
        ['earshot jobs retry --failed', 'Run all failed jobs again.'],
      ],
      run: retry,
    },
  },
}

async function list({ readPool }: Database, values: Values): Promise<void> {
  const rows = await listJobs(readPool, wholeNumber(values, 'limit'))
  if (values.json) return console.log(JSON.stringify(rows))
  if (rows.length === 0) return console.log('No jobs.')
  console.log(
    renderTable(
      ['ID', 'TASK', 'SUBJECT', 'STATE', 'ATTEMPTS', 'NEXT RUN', 'LAST ERROR'],
      rows.map((row) => [
        row.id,
        row.task,
        row.subject,
        row.state,
        `${row.attempts} of ${row.max_attempts}`,
        row.next_run_at,
        row.last_error,
      ]),
    ),
  )
}

async function retry({ failed, json }: Values, [id]: string[]): Promise<void> {
  if ((id === undefined) === (failed !== true))
    throw new UsageError('Give either the ID of a job or --failed.')
  if (id !== undefined && !/^\d{1,15}$/.test(id))
    throw new UsageError(`ID: ${JSON.stringify(id)} is not the id of a job.`)
  await withDatabase(readConfig(), async (database) => {
    const retried =
      id === undefined ? await retryFailedJobs(database.db) : await retryOne(database, Number(id))
    if (json) return console.log(JSON.stringify({ retried }))
    console.log(
      retried.length === 0
        ? 'No job has failed.'
        : `${retried.length === 1 ? `Job ${retried[0]} runs` : `${retried.length} jobs run`} again soon.`,
    )
  })
}

async function retryOne({ db, readPool }: Database, id: number): Promise<number[]> {
  const retried = await retryJobs(db, [id])
  if (retried.length > 0) return retried
  const job = await findJob(readPool, id)
  throw new CommandError(
    job ? `Job ${id} is running.` : `There is no job ${id}. A job that succeeded is removed.`,
  )
}
