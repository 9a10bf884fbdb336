// What a running service has, handed to whoever needs it.
import type { Db } from './db/db.ts'
import type { Metrics } from './metrics.ts'
import type { Reader } from './read/answer.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing.ts'

export type Context = {
  db: Db
  /** Reads where is written. */
  reader: Reader
  /** Reads where this client may read: from a replica, once that has what the client wrote. */
  readerOf(clientId: number): Reader
  /** The client has written, or may have. */
  noteWrite(clientId: number): Promise<void>
  store: Store
  uploads: UploadLimits
  /** Whether downloads pass through us, or go to an address that the store signs. */
  downloads: 'proxied' | 'presigned'
  /** Whether announcements of other processes are heard, so that what is cached can be trusted. */
  isListening(): boolean
  /** Whether the database answers and has the newest schema; what is wrong otherwise. */
  readiness(): Promise<string | null>
  /** Both null unless they are configured. */
  metrics: Metrics | null
  tracing: Tracing | null
}

export type UploadLimits = {
  /** Of all files together; null for none. */
  quotaBytes: number | null
  concurrency: { inAll: number; byClient: number }
  timeouts: {
    /** For the whole of an upload. */
    totalMs: number
    /** Without a byte. */
    idleMs: number
  }
}
