// Reads from a replica. A client reads there only once the replica has the client's writes: each write records the position
// of the primary's log, and the replica is polled for the position that it has replayed.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Database, type Queries, READ_POOL } from './db.ts'
import { isReplica, openFirstMatching } from './hosts.ts'
import { createPools } from './pools.ts'
import type { Probe, State } from './probe.ts'
import type { DatabaseTimeouts } from './timeouts.ts'

const INTERVAL_MS = 150
const STATEMENT_TIMEOUT = '57014'

/** The channel of notifications about clients and the positions of their writes. */
export const WRITE_CHANNEL = 'client_wrote'

export type Replica = {
  /** The replica with the primary as fallback, or the primary. */
  queriesFor(clientId: number): Queries
  /** Called after the client wrote, or may have written. */
  noteWrite(clientId: number): Promise<void>
  /** From another process; undefined when announcements may have been missed. */
  receiveAnnouncement(announcement?: string): void
  /** The state of the primary, requested at this time. */
  recordPrimaryState(state: State, askedAt: number): void
  state(): ReplicaState
  close(): Promise<void>
}

export type ReplicaOptions = {
  hosts: pg.ClientConfig[]
  /** A replica that is further behind is not read from. */
  maxLagMs?: number | undefined
  primary: Database
  /** Whether announcements arrive; without them a client may have written elsewhere. */
  isListening(): boolean
  log: Log
}

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export type ReplicaState = {
  isReadFrom: boolean
  /** Undefined while unknown. */
  lagSeconds: number | undefined
}

export function openReplica(options: ReplicaOptions): Replica {
  const { hosts, maxLagMs = 30_000, primary, isListening, log } = options
  const pools = createPools(hosts[0] as pg.ClientConfig, primary.timeouts, () => {})
  const queries = withFallback(pools.open(READ_POOL), primary.readPool)
  const progress = trackProgress(maxLagMs)
  const polling = pollReplica(hosts, primary.timeouts, {
    onFound(probe) {
      pools.reconnect(probe.connection)
      log.info({ host: probe.address }, 'reading from the replica')
    },
    onPosition: progress.recordReplayed,
    onLost(err) {
      progress.recordReplayed(undefined)
      pools.disconnect()
      log.warn({ err }, 'replica unavailable; reading from the primary')
    },
  })
  return {
    queriesFor: (clientId) =>
      isListening() && progress.hasWritesOf(clientId) ? queries : primary.readPool,
    async noteWrite(clientId) {
      try {
        progress.recordWrite(clientId, await announceWrite(primary, clientId))
      } catch {
        progress.forget()
      }
    },
    receiveAnnouncement(announcement) {
      const [clientId, position] = (announcement ?? '').split(' ').map(Number)
      if (announcement === undefined) progress.forget()
      else progress.recordWrite(clientId as number, position as number)
    },
    recordPrimaryState: ({ position }, askedAt) => progress.recordPrimary(position, askedAt),
    state: () => ({
      isReadFrom: isListening() && progress.isRecent(),
      lagSeconds: progress.lagSeconds(),
    }),
    close: async () => {
      await polling.close()
      await pools.close()
    },
  }
}

/** Which writes the replica has. Positions are those of the primary's log. */
function trackProgress(maxLagMs: number) {
  const written = new Map<number, number>()
  let replayed = Number.NEGATIVE_INFINITY
  // Every write that this process missed is before this position.
  let floor = Number.POSITIVE_INFINITY
  let forgottenAt = performance.now()
  // A position that the primary had reached at this time. The lag is the time until the replica reaches it.
  let mark = { position: 0, at: performance.now() }
  const isRecent = () => replayed >= floor && performance.now() - mark.at < maxLagMs
  return {
    isRecent,
    lagSeconds() {
      if (replayed < 0) return undefined
      return replayed >= mark.position ? 0 : (performance.now() - mark.at) / 1000
    },
    recordWrite: (clientId: number, position: number) =>
      written.set(clientId, Math.max(position, written.get(clientId) ?? 0)),
    forget() {
      floor = Number.POSITIVE_INFINITY
      forgottenAt = performance.now()
    },
    recordReplayed(position: number | undefined) {
      replayed = position ?? Number.NEGATIVE_INFINITY
    },
    recordPrimary(position: number, askedAt: number) {
      if (floor === Number.POSITIVE_INFINITY && askedAt > forgottenAt) floor = position
      if (replayed >= mark.position) mark = { position, at: askedAt }
    },
    hasWritesOf: (clientId: number) => isRecent() && replayed >= (written.get(clientId) ?? 0),
  }
}

/** To the other processes, also when there are none yet. Returns the position. */
async function announceWrite({ quickDb }: Database, clientId: number): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    with here as (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position)
    select position, pg_notify(${WRITE_CHANNEL}, ${`${clientId} `} || position) from here`.execute(
    quickDb,
  )
  return (rows[0] as { position: number }).position
}

/** Falls back to the primary when the replica is lost or replaying the log cancelled the statement. */
const withFallback = (replica: Queries, primary: Queries): Queries => ({
  query: (...args: [text: never, values?: unknown[]]) =>
    replica.query(...args).catch((error: { code?: string }) => {
      if (error.code === STATEMENT_TIMEOUT) throw error
      return primary.query(...args)
    }) as Promise<{ rows: never[] }>,
})

type ReplicaEvents = {
  onFound(probe: Probe): void
  onPosition(position: number): void
  onLost(error: Error): void
}

function pollReplica(
  hosts: pg.ClientConfig[],
  timeouts: DatabaseTimeouts,
  { onFound, onPosition, onLost }: ReplicaEvents,
) {
  const closing = new AbortController()
  const { signal } = closing
  let probe: Probe | undefined
  // Reported once, not at every attempt.
  let isLost = false

  const poll = async () => {
    if (probe === undefined) {
      probe = await openFirstMatching(hosts, {
        timeoutMs: timeouts.probeConnect,
        matches: isReplica,
        withPosition: true,
      })
      isLost = false
      onFound(probe)
    }
    const { isStandby, position } = await probe.readState(timeouts.probe)
    if (!isStandby) throw new Error(`${probe.address} is no longer a standby`)
    onPosition(position)
  }
  const run = async () => {
    while (!signal.aborted) {
      await poll().catch((error: Error) => {
        probe?.close()
        probe = undefined
        if (!isLost && !signal.aborted) onLost(error)
        isLost = true
      })
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => {})
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
