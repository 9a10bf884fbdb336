// Keeps a service connected to its database: the watch, the listeners and the replica follow when the database moves.
import type pg from 'pg'
import type { Database, Queries } from './db.ts'
import { type Channels, type Listener, listen } from './listen.ts'
import {
  type Log,
  openReplica,
  type Replica,
  type ReplicaOptions,
  type ReplicaState,
  WRITE_CHANNEL,
} from './replica.ts'
import { watchDatabase } from './watch.ts'

/** Where to find a replica. */
export type ReplicaHosts = Pick<ReplicaOptions, 'hosts' | 'maxLagMs'>

export type AttachedDatabase = {
  listen(channels: Channels): Listener
  /** The server that this client reads from. */
  queriesFor(clientId: number): Queries
  /** Called after the client wrote, or may have written. */
  noteWrite(clientId: number): Promise<void>
  /** Null without a replica. */
  replica: (() => ReplicaState) | null
  close(): Promise<void>
}

type AttachOptions = {
  connection: pg.ClientConfig
  hosts: () => Promise<pg.ClientConfig[]>
  replica: ReplicaHosts | undefined
  log: Log
}

export function attachDatabase(
  database: Database,
  { connection, hosts, replica: replicaHosts, log }: AttachOptions,
): AttachedDatabase {
  const listeners: Listener[] = []
  const listenAt: AttachedDatabase['listen'] = (channels) => {
    const listener = listen(async () => currentConnection(database), database.timeouts, channels)
    listeners.push(listener)
    return listener
  }
  const replica: Replica | undefined = replicaHosts
    ? openReplica({
        ...replicaHosts,
        primary: database,
        isListening: (): boolean => announcements?.isListening() ?? true,
        log,
      })
    : undefined
  const announcements: Listener | undefined = replica
    ? listenAt({ [WRITE_CHANNEL]: replica.receiveAnnouncement })
    : undefined
  const watch = watchDatabase({
    connection,
    timeouts: database.timeouts,
    hosts,
    onLost(err) {
      log.warn({ err }, 'database unavailable')
      database.disconnect()
      for (const listener of listeners) listener.cut()
    },
    onSearchFailed: (err) => log.warn({ err }, 'database still unavailable'),
    onFound(next, host) {
      database.reconnect(next)
      log.info({ host }, 'database available')
    },
    onState: replica?.recordPrimaryState,
  })
  return {
    listen: listenAt,
    queriesFor: (clientId) => replica?.queriesFor(clientId) ?? database.readPool,
    noteWrite: async (clientId) => replica?.noteWrite(clientId),
    replica: replica?.state ?? null,
    close: async () => {
      await watch.close()
      await Promise.all(listeners.map((listener) => listener.close()))
      await replica?.close()
    },
  }
}

function currentConnection(database: Database): pg.ClientConfig {
  if (database.isUnavailable()) throw new Error('The database is unavailable.')
  return database.connection
}
