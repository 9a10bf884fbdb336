// What a running service passes to its operations.
import type { Db } from './db/db.ts'
import type { Metrics } from './metrics.ts'
import type { Reader } from './read/answer.ts'
import type { Store } from './store/store.ts'
import type { Tracing } from './tracing.ts'

export type Context = {
  db: Db
  /** Reads from the primary. */
  reader: Reader
  /** Reads from the replica once it has this client's writes, from the primary until then. */
  readerFor(clientId: number): Reader
  /** Called after a client wrote, or may have written. */
  noteWrite(clientId: number): Promise<void>
  store: Store
  uploads: UploadLimits
  /** `presigned` redirects downloads to a URL that the store signs. */
  downloads: 'proxied' | 'presigned'
  /** Whether notifications of other processes arrive, so that caches can be trusted. */
  isListening(): boolean
  /** Null when the database answers and has the newest schema; otherwise the problem. */
  readiness(): Promise<string | null>
  /** Null unless configured. */
  metrics: Metrics | null
  /** Null unless configured. */
  tracing: Tracing | null
}

export type UploadLimits = {
  /** For all files together; null: no limit. */
  quotaBytes: number | null
  concurrency: { total: number; perClient: number }
  timeouts: {
    /** For one upload. */
    totalMs: number
    /** Without receiving a byte. */
    idleMs: number
  }
}
