// What a running service passes to its operations.
import type { Socket } from 'node:net'
import type pg from 'pg'
import type { TierCache } from './auth/end-users/forum-access.ts'
import type { Provider } from './auth/sign-in/provider.ts'
import type { BackupTarget } from './backup/scheduled.ts'
import type { Mailer } from './core/mailer.ts'
import type { Outgoing } from './core/outgoing.ts'
import type { ReadKeys } from './core/secret-keys.ts'
import type { Db, WriteOrigin } from './db/db.ts'
import type { Reader } from './read/answer.ts'
import type { PortalTranslations } from './read/translatable-strings.ts'
import type { FixedSettings, Settings } from './settings/declarations.ts'
import type { Store } from './store/store.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** `signal` ends a backup in progress when the process stops. */
export type ScheduledBackups = BackupTarget & {
  schedule: string
  connection(): pg.ClientConfig
  signal: AbortSignal
}

/** Where jobs read accounts that move in. `signal` ends a task in progress when the process stops. */
export type MovePlace = {
  directory: string
  /** What must stay free on its disk. */
  minFreeBytes: number
  connection(): pg.ClientConfig
  signal: AbortSignal
}

type RecordPlace = { collection: string; id: number }

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
  /** For what only the owner of the schema can do. */
  owner(): pg.ClientConfig
  store: Store
  /** Where scheduled backups go; null without. */
  backups: ScheduledBackups | null
  /** Null where this process brings no accounts. */
  moves: MovePlace | null
  /** The keys of secrets that are encrypted in the database. */
  readKeys: ReadKeys
  uploads: UploadLimits
  /** `presigned` redirects downloads to a URL that the store signs. */
  downloads: 'proxied' | 'presigned'
  /** Whether notifications of other processes arrive, so that caches can be trusted. */
  isListening(): boolean
  /** Tokens, sessions or roles changed: the next request of each identity is looked up. Other processes get a notification. */
  forgetIdentities(): void
  /** Who has which record open. */
  presence: {
    note(visit: RecordPlace & { userId: number; tab: string; isOpen: boolean }): void
    usersAt(place: RecordPlace): number[]
  }
  /** `problem` is null when the database answers and has the newest schema; `warning` is null when writes are stored. */
  readiness(): Promise<{ problem: string | null; warning: string | null }>
  /** Requests are still answered; each closes its connection. */
  isStopping(): boolean
  /** Null unless configured. */
  metrics: Metrics | null
  /** Null unless configured. */
  tracing: Tracing | null
  /** As they are now. Read them when they are needed: another process can change them. */
  settings: Settings
  /** Those that the environment decides. */
  fixedSettings: FixedSettings
  /** What the team translated for the portal. It changes with the settings. */
  translations: PortalTranslations
  /** What access to the forums follows from. */
  tiers: TierCache
  /** Applies changes that are committed. Other processes get a notification. */
  reloadSettings(): Promise<void>
  /** The OpenID providers that people can sign in with now. */
  providers: Provider[]
  /** Null unless configured now. */
  mail: Mailer | null
  /** Null unless mails can come back. */
  incomingMail: IncomingMail | null
  /** For every request to an address that others choose. */
  outgoing: Outgoing
  /** With ports; empty: those of the system. */
  dnsServers: readonly string[]
  limits: ServiceLimits
}

/** Where mails are received by SMTP or LMTP. */
export type MailListening = {
  protocol: 'smtp' | 'lmtp'
  host: string
  port: number
  /** Of a Unix socket, instead of host and port. */
  path: string | null
  /** For STARTTLS; null: not offered. */
  tls: { certFile: string; keyFile: string } | null
}

/** How replies and bounces are received. */
export type IncomingMail = {
  /** Of the addresses to reply to, and of those that bounces go to. */
  domain: string
  /** In the address of the hook; null: there is none. */
  hookSecret: string | null
  /** Counts and logs what became of a mail, without its content. */
  note(outcome: string, details?: { mail?: number; reason?: string }): void
}

/** What clients may use of this process, and what they use of it. */
export type ServiceLimits = {
  /** A proxy has all connections: they are not limited by address. */
  isBehindProxy: boolean
  concurrentRequests: { total: number; perClient: number }
  eventStreams: { perPerson: number; open(): number }
  /** How many requests each API client made in the current minute. */
  countRequests(clients: number[]): Promise<number[]>
  /** Counts what an owner tries out; throws 429 over the limit of the hour. */
  countTrial(kind: 'test_mail' | 'dns_check', userId: number): Promise<void>
  /** Counts what a person or a guest adds on the portal; throws 429 over the limit of the hour. */
  countContribution(contribution: {
    kind: 'suggestion' | 'comment' | 'vote' | 'content_report' | 'file'
    /** Null for a guest. */
    userId: number | null
    /** Of `clientNetwork`; null for a mail, which has none. */
    network: string | null
  }): Promise<void>
}

export type UploadLimits = {
  /** The connections with an upload in progress: the server's request timeout does not apply to them. */
  sockets: Set<Socket>
  timeouts: {
    /** For one upload. */
    totalMs: number
    /** Without receiving a byte. */
    idleMs: number
  }
}
