// The processes of this database count themselves: each repeats a row of its own, and counts the rows of the others. The same
// write shows whether the database still stores anything: it is small, has a connection of its own, and the next one is sent only
// after the answer to the last.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../../db/db.ts'

export const PROCESSES_CHANNEL = 'processes'

const INTERVAL_MS = 5_000
/** A row that was not repeated for so long is of a process that is gone. */
const LIFETIME_MS = 15_000
/** A commit that takes longer is reported: the standby that it waits for is gone, or the disk is. */
const MAX_WRITE_MS = 3_000

export type ProcessCounts = { serving: number; working: number }

export type Processes = {
  /** With this one. Never lower than it was while some may only be unable to reach the database. */
  counts(): ProcessCounts
  /** The most connections that all of them open. */
  connections(): number
  /** A process started or stopped: its notification; undefined when some may have been missed. */
  recount(from?: string): void
  /** Null while writes are stored; otherwise what is wrong with them. */
  writeProblem(): string | null
  close(): Promise<void>
}

type ProcessesOptions = {
  isServing: boolean
  /** The most connections that this process opens. */
  connections: number
  /** What went wrong is reported once, and that it is over. */
  onWriteProblem(problem: string | null): void
}

type Others = { serving: number; working: number; connections: number }

const BEAT = `with own as (
    insert into processes (id, is_serving, connections, seen_at) values ($1, $2, $3, clock_timestamp())
    on conflict (id) do update set seen_at = clock_timestamp()
  ), gone as (
    delete from processes where id in (
      select id from processes where seen_at < clock_timestamp() - $4 * interval '1 ms' and id <> $1 for update skip locked)
  )
  select count(*) filter (where is_serving) as serving, count(*) filter (where not is_serving) as working,
    coalesce(sum(connections), 0) as connections
  from processes where seen_at >= clock_timestamp() - $4 * interval '1 ms' and id <> $1`

const NOTIFY = 'select pg_notify($1, $2)'

/** Counts once before it returns, and tells the others. */
export async function joinProcesses(
  queries: Queries,
  { isServing, connections, onWriteProblem }: ProcessesOptions,
): Promise<Processes> {
  const id = randomUUID()
  let others: Others = { serving: 0, working: 0, connections: 0 }
  // Without a gap since then. After a gap the rows of the others may be old as well.
  let beatingSince: number | undefined
  let sentAt: number | undefined
  let failure: string | null = null
  let reported: string | null = null
  let isAskedAgain = false
  let isClosed = false

  const writeProblem = () => {
    const waitedMs = sentAt === undefined ? 0 : performance.now() - sentAt
    return waitedMs > MAX_WRITE_MS
      ? 'Writes wait: the database does not confirm them. A synchronous standby or its disk may be gone.'
      : failure
  }
  const report = () => {
    const problem = writeProblem()
    if (problem !== reported) onWriteProblem(problem)
    reported = problem
  }
  const learn = (next: Others) => {
    beatingSince ??= performance.now()
    const isSteady = performance.now() - beatingSince >= LIFETIME_MS
    others = isSteady
      ? next
      : {
          serving: Math.max(next.serving, others.serving),
          working: Math.max(next.working, others.working),
          connections: Math.max(next.connections, others.connections),
        }
  }
  const send = async () => {
    sentAt = performance.now()
    try {
      const { rows } = await queries.query(BEAT, [id, isServing, connections, LIFETIME_MS])
      failure = null
      learn(toOthers(rows[0]))
    } catch (error) {
      failure = describeWriteError(error)
      beatingSince = undefined
    } finally {
      sentAt = undefined
    }
  }
  // One at a time, and once more when somebody asked meanwhile.
  let beating: Promise<void> | undefined
  const beat = () => {
    if (isClosed) return
    if (beating) {
      isAskedAgain = true
      return
    }
    beating = send().then(() => {
      beating = undefined
      if (!isAskedAgain) return
      isAskedAgain = false
      beat()
    })
  }
  const { rows } = await queries.query(BEAT, [id, isServing, connections, LIFETIME_MS])
  // What is there at the start is counted at once: nobody has been missed yet.
  others = toOthers(rows[0])
  beatingSince = performance.now()
  await queries.query(NOTIFY, [PROCESSES_CHANNEL, id])
  const timer = setInterval(beat, INTERVAL_MS).unref()
  const watching = setInterval(report, 1000).unref()
  return {
    counts: () => ({
      serving: others.serving + (isServing ? 1 : 0),
      working: others.working + (isServing ? 0 : 1),
    }),
    connections: () => others.connections + connections,
    recount: (from) => {
      if (from !== id) beat()
    },
    writeProblem,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      clearInterval(watching)
      const leave = async () => {
        await beating
        await queries.query('delete from processes where id = $1', [id])
        await queries.query(NOTIFY, [PROCESSES_CHANNEL, id])
      }
      // A write that hangs does not keep the process: its row ends by itself.
      await Promise.race([leave().catch(() => {}), pause(MAX_WRITE_MS)])
    },
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

const toOthers = (row: Record<keyof Others, unknown>): Others => ({
  serving: Number(row.serving),
  working: Number(row.working),
  connections: Number(row.connections),
})

const WRITE_ERRORS: Record<string, string> = {
  '25006': 'Writes fail: the database is read-only.',
  '53100': 'Writes fail: the disk of the database is full.',
  '58030': 'Writes fail: the database cannot write to its disk.',
}

/** Null for an error that says nothing of other writes. */
export const findWriteError = (code: string | undefined): string | null =>
  WRITE_ERRORS[code ?? ''] ?? null

const describeWriteError = (error: unknown): string => {
  const { code } = error as { code?: string }
  return findWriteError(code) ?? `Writes fail (${code ?? 'the database does not answer'}).`
}
