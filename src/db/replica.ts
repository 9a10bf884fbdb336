// A replica to read from. Each client reads there only once the replica has what that client wrote: after each write we
// note how far the primary's log was, and ask the replica again and again how far it has replayed it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, type Queries, READ_POOL } from './db.ts'
import { isReplica, openFirstMatching } from './hosts.ts'
import { createPools } from './pools.ts'
import type { Probe, State } from './probe.ts'

const EVERY_MS = 150
const ANSWER_MS = 500
const CONNECT_MS = 800
const STATEMENT_TIMEOUT = '57014'

/** The channel on which processes tell each other who wrote up to where. */
export const WRITE_CHANNEL = 'client_wrote'

export type Replica = {
  /** Where this client reads: the replica with the primary behind it, or the primary. */
  queriesFor(clientId: number): Queries
  /** The client has written, or may have. */
  noteWrite(clientId: number): Promise<void>
  /** What another process announced; nothing, when something may have been missed. */
  heard(announcement?: string): void
  /** How far the primary is, asked at this moment. */
  primaryAt(state: State, askedAt: number): void
  state(): ReplicaState
  close(): Promise<void>
}

export type ReplicaOptions = {
  hosts: pg.ClientConfig[]
  /** A replica that is further behind is not read from. */
  maxLagMs?: number | undefined
  primary: Database
  /** Whether there are other processes, to which writes are announced. */
  isShared: boolean
  /** Whether we hear them: what we do not hear may have been written. */
  isHearing(): boolean
  log: Log
}

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export type ReplicaState = {
  isReadFrom: boolean
  /** Undefined while it is not known. */
  lagSeconds: number | undefined
}

export function openReplica(options: ReplicaOptions): Replica {
  const { hosts, maxLagMs: mostLagMs = 30_000, primary, isShared, isHearing, log } = options
  const pools = createPools(hosts[0] as pg.ClientConfig, () => {})
  const queries = withFallback(pools.open(READ_POOL), primary.readPool)
  const progress = progressOf(mostLagMs)
  const follower = follow(
    hosts,
    (probe) => {
      pools.follow(probe.connection)
      log.info({ host: probe.address }, 'reading from the replica')
    },
    progress.replayed,
    (err) => {
      progress.replayed(undefined)
      pools.lose()
      log.warn({ err }, 'the replica is away; reading from the primary')
    },
  )
  return {
    queriesFor: (clientId) =>
      isHearing() && progress.isPast(clientId) ? queries : primary.readPool,
    async noteWrite(clientId) {
      try {
        progress.wrote(clientId, await positionAfter(primary, clientId, isShared))
      } catch {
        progress.forget()
      }
    },
    heard(announcement) {
      const [clientId, position] = (announcement ?? '').split(' ').map(Number)
      if (announcement === undefined) progress.forget()
      else progress.wrote(clientId as number, position as number)
    },
    primaryAt: ({ position }, askedAt) => progress.primaryAt(position, askedAt),
    state: () => ({
      isReadFrom: isHearing() && progress.isRecent(),
      lagSeconds: progress.lagSeconds(),
    }),
    close: async () => {
      await follower.close()
      await pools.close()
    },
  }
}

/** Which writes the replica has. Positions are places in the primary's log. */
function progressOf(mostLagMs: number) {
  const written = new Map<number, number>()
  let replayed = Number.NEGATIVE_INFINITY
  // What was written before we knew of it is somewhere before this.
  let floor = Number.POSITIVE_INFINITY
  let forgottenAt = performance.now()
  // A place that the primary had reached at this moment; how long the replica takes to get there is its lag.
  let mark = { position: 0, at: performance.now() }
  const isRecent = () => replayed >= floor && performance.now() - mark.at < mostLagMs
  return {
    isRecent,
    lagSeconds() {
      if (replayed < 0) return undefined
      return replayed >= mark.position ? 0 : (performance.now() - mark.at) / 1000
    },
    wrote: (clientId: number, position: number) =>
      written.set(clientId, Math.max(position, written.get(clientId) ?? 0)),
    forget() {
      floor = Number.POSITIVE_INFINITY
      forgottenAt = performance.now()
    },
    replayed(position: number | undefined) {
      replayed = position ?? Number.NEGATIVE_INFINITY
    },
    primaryAt(position: number, askedAt: number) {
      if (floor === Number.POSITIVE_INFINITY && askedAt > forgottenAt) floor = position
      if (replayed >= mark.position) mark = { position, at: askedAt }
    },
    isPast: (clientId: number) => isRecent() && replayed >= (written.get(clientId) ?? 0),
  }
}

async function positionAfter(
  { quickDb }: Database,
  clientId: number,
  isAnnounced: boolean,
): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    with here as (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position)
    select position, case when ${isAnnounced}
      then pg_notify(${WRITE_CHANNEL}, ${`${clientId} `} || position) end
    from here`.execute(quickDb)
  return (rows[0] as { position: number }).position
}

/** Whatever the replica cannot answer, the primary does: it went away, or replaying the log broke off the statement. */
const withFallback = (replica: Queries, primary: Queries): Queries => ({
  query: (...asked: [text: never, values?: unknown[]]) =>
    replica.query(...asked).catch((error: { code?: string }) => {
      if (error.code === STATEMENT_TIMEOUT) throw error
      return primary.query(...asked)
    }) as Promise<{ rows: never[] }>,
})

/** Asks the replica again and again. */
function follow(
  hosts: pg.ClientConfig[],
  found: (probe: Probe) => void,
  replayed: (position: number) => void,
  lost: (error: Error) => void,
) {
  const closing = new AbortController()
  const { signal } = closing
  let probe: Probe | undefined
  // Said once, not at every attempt.
  let isLost = false

  const ask = async () => {
    if (probe === undefined) {
      probe = await openFirstMatching(hosts, {
        patienceMs: CONNECT_MS,
        isWanted: isReplica,
        asksPosition: true,
      })
      isLost = false
      found(probe)
    }
    const { isStandby, position } = await probe.ask(ANSWER_MS)
    if (!isStandby) throw new Error(`${probe.address} is not a standby any more`)
    replayed(position)
  }
  const run = async () => {
    while (!signal.aborted) {
      await ask().catch((error: Error) => {
        probe?.close()
        probe = undefined
        if (!isLost && !signal.aborted) lost(error)
        isLost = true
      })
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
    probe?.close()
  }
  const running = run()
  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}
