// What a running service passes to its operations.
import type { Socket } from 'node:net'
import type { Provider } from './auth/sign-in/oidc.ts'
import type { Mailer } from './core/mail.ts'
import type { Db, WriteOrigin } from './db/db.ts'
import type { Reader } from './read/answer.ts'
import type { Store } from './store/store.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

export type Context = {
  db: Db
  /** For the writes of a call: their events name who caused them. */
  dbOf(origin: WriteOrigin): Db
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
  /** Tokens, sessions or roles changed: the next request of each identity is looked up. Other processes get a notification. */
  forgetIdentities(): void
  /** Null when the database answers and has the newest schema; otherwise the problem. */
  readiness(): Promise<string | null>
  /** Null unless configured. */
  metrics: Metrics | null
  /** Null unless configured. */
  tracing: Tracing | null
  /** The OpenID providers that people can sign in with. */
  providers: Provider[]
  /** Null unless configured. */
  mail: Mailer | null
  limits: ServiceLimits
}

/** What clients may use of this process, and what they use of it. */
export type ServiceLimits = {
  /** Per minute, for requests to the API without a valid token. */
  requestsPerAddress: number
  /** Null behind a proxy, which has them all. */
  connectionsPerAddress: number | null
  concurrentRequests: { total: number; perClient: number }
  eventStreams: { total: number; perPerson: number; open(): number }
  /** How many requests each API client made in the current minute. */
  countRequests(clients: number[]): Promise<number[]>
}

export type UploadLimits = {
  /** The connections with an upload in progress: the server's request timeout does not apply to them. */
  sockets: Set<Socket>
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
