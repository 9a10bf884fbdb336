// What keeps a service with its database: the watch, the listeners and the replica, all of which follow when it moves.
import type pg from 'pg'
import type { Database, Queries } from './db.ts'
import { type Listener, listen } from './listen.ts'
import {
  type Log,
  openReplica,
  type Replica,
  type ReplicaOptions,
  type ReplicaState,
  WRITE_CHANNEL,
} from './replica.ts'
import { watchDatabase } from './watch.ts'

/** Where a replica to read from may be. */
export type ReplicaHosts = Pick<ReplicaOptions, 'hosts' | 'maxLagMs'>

export type AttachedDatabase = {
  listen(channel: string, heard: (payload?: string) => void): Listener
  /** Where this client reads. */
  queriesFor(clientId: number): Queries
  /** The client has written, or may have. */
  noteWrite(clientId: number): Promise<void>
  /** Null where there is none. */
  replica: (() => ReplicaState) | null
  close(): Promise<void>
}

export function attachDatabase(
  database: Database,
  connection: pg.ClientConfig,
  hosts: () => Promise<pg.ClientConfig[]>,
  { replica: given, nodes }: { replica: ReplicaHosts | undefined; nodes: number },
  log: Log,
): AttachedDatabase {
  const listeners: Listener[] = []
  const listenAt: AttachedDatabase['listen'] = (channel, heard) => {
    const listener = listen(async () => placeOf(database), channel, heard)
    listeners.push(listener)
    return listener
  }
  const isShared = nodes > 1
  const replica: Replica | undefined = given
    ? openReplica({
        ...given,
        primary: database,
        isShared,
        isHearing: (): boolean => announcements?.isListening() ?? true,
        log,
      })
    : undefined
  const announcements: Listener | undefined =
    replica && isShared ? listenAt(WRITE_CHANNEL, replica.heard) : undefined
  const watch = watchDatabase({
    connection,
    hosts,
    lost(err) {
      log.warn({ err }, 'the database is away')
      database.lose()
      for (const listener of listeners) listener.cut()
    },
    missed: (err) => log.warn({ err }, 'the database is still away'),
    found(next, host) {
      database.follow(next)
      log.info({ host }, 'the database is there')
    },
    heard: replica?.primaryAt,
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

function placeOf(database: Database): pg.ClientConfig {
  if (database.isAway()) throw new Error('The database is away.')
  return database.connection
}
