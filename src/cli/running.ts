// A service as a process, with its embedded database where it has one, until a signal stops both.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { diskFullMessage, isDiskFull } from '../core/disk-full.ts'
import { startEmbedded } from '../db/embedded.ts'
import { parseHosts } from '../db/hosts.ts'
import { unknownMigrations } from '../db/migrate.ts'
import type { Service } from '../service.ts'
import { openStore } from '../store/open-store.ts'
import { openBackups } from './backup-target.ts'
import type { Values } from './command.ts'
import {
  connectDatabase,
  connectPooler,
  type MissingDatabasePolicy,
  newerSchemaMessage,
  upgradeDatabase,
} from './database.ts'
import { checkPort, explainListenError, type Listening } from './listening.ts'
import { createPrettyStream } from './pretty-log.ts'
import { findKeySource } from './secret-key-source.ts'

const CLOSING_SECONDS = 10

export type LogFormat = 'json' | 'pretty'

type RunOptions = {
  hasJobs: boolean
  ifAbsent: MissingDatabasePolicy
  logFormat: LogFormat
  /** The port that `started` will listen on; checked before a database is created. */
  listening?: Listening
}

/** Calls `started` with the service. Closes everything if that fails. */
export async function runUntilSignal(
  config: Config,
  { hasJobs, ifAbsent, logFormat, listening }: RunOptions,
  started: (service: Service) => Promise<void>,
): Promise<void> {
  if (listening) await checkPort(listening)
  const ops = opsListening(config)
  if (ops) await checkPort(ops)
  const log = createLog(config, logFormat)
  const debug = (message: string) => log.debug(message)
  let connected = await connectDatabase(config, debug, ifAbsent)
  let server = connected.embedded
  // Starts an embedded server that has exited, unless another process already did.
  const reconnect = async () => {
    if (server === null) return connected.hosts
    const current = await startEmbedded(config.dataDir, debug)
    if (current.owned) server = current
    connected.owner = current.owner
    return [current.connection]
  }
  let service: Service | undefined
  try {
    // Other commands do not load the HTTP service.
    const { reportTo, startService } = await import('../service.ts')
    if (server?.isOfEarlierBuild) connected = await upgradeDatabase(connected, reportTo(log))
    const open = async () =>
      startService(connected.connection, config.publicUrl ?? localAddress(config), log, {
        reconnect,
        owner: () => connected.owner,
        pooler: await connectPooler(config, connected.connection, (message) => log.warn(message)),
        replica: config.replicaUrl === null ? undefined : { hosts: parseHosts(config.replicaUrl) },
        hasJobs,
        store: openStore(config),
        backups: (await openBackups(config)) ?? undefined,
        moves: { directory: join(config.dataDir, 'moves') },
        secretKey: findKeySource(config),
        settings: config.settings,
        outgoing: { networks: config.outgoingNetworks },
        dnsServers: config.dnsServers,
        incomingMail: config.incomingMail ?? undefined,
        downloads: config.downloads,
        nodes: config.nodeCount,
        isServing: listening !== undefined,
        proxies: config.trustedProxies,
        metrics:
          config.metricsPort === null && config.metricsToken === null
            ? undefined
            : { token: config.metricsToken },
        traces: config.tracing ?? undefined,
      })
    service = await repeatOnTimeout(open, (err) => log.warn({ err }, 'start is repeated'))
    closeOnSignal(service, config.drainSeconds, log, async () => server?.stop())
    if (ops) await listenForOps(service, ops)
    warnOfRoot(config, log)
    await warnOfNewerSchema(service, log)
    await started(service)
  } catch (error) {
    await closeAfterFailure(async () => {
      await service?.close()
      await server?.stop()
    })
    throw explainDiskFull(error, config)
  }
}

const START_ATTEMPTS = 5
/** Of the pool and of the driver. */
const CONNECT_TIMEOUT = /connection timeout$|^timeout exceeded when trying to connect$/

// The timeouts suit a database that was lost. A machine that starts everything at once can be slower.
async function repeatOnTimeout<T>(
  open: () => Promise<T>,
  report: (error: Error) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (attempt === START_ATTEMPTS || !CONNECT_TIMEOUT.test((error as Error).message)) throw error
      report(error as Error)
    }
  }
}

/** Something that does not close must neither hide the reason of the failure nor keep the process. */
async function closeAfterFailure(close: () => Promise<void>): Promise<void> {
  const milliseconds = CLOSING_SECONDS * 1000
  const timer = new AbortController()
  const closed = Promise.allSettled([close()]).then(() => true)
  const isClosed = await Promise.race([closed, sleep(milliseconds, false, timer)])
  timer.abort()
  if (!isClosed) setTimeout(() => process.exit(), milliseconds).unref()
}

/** The option that `serve` and `work` share: without it, pretty on a terminal and JSON elsewhere. */
export const logOption = {
  log: {
    type: 'string',
    value: 'FORMAT',
    choices: ['json', 'pretty'],
    description: 'The format of the log. Default: pretty on a terminal, json elsewhere.',
  },
} as const

export const readLogFormat = ({ log }: Values): LogFormat =>
  (log as LogFormat | undefined) ?? (process.stdout.isTTY ? 'pretty' : 'json')

function createLog({ logLevel, hasColor }: Config, format: LogFormat): Logger {
  const stream =
    format === 'json'
      ? pino.destination({ sync: false })
      : createPrettyStream(
          (text) => void process.stdout.write(text),
          hasColor && process.stdout.isTTY,
        )
  return pino({ level: logLevel }, stream)
}

function explainDiskFull(cause: unknown, { dataDir, databaseUrl }: Config): unknown {
  if (!isDiskFull(cause)) return cause
  const place = databaseUrl === null ? dataDir : `${dataDir} or on the disk of the database server`
  return new Error(diskFullMessage(place), { cause })
}

// Root is not dropped: the checkout, a low port or the files can be beyond any other user. Also printed, because a log level can
// hide it.
function warnOfRoot({ dataDir }: Config, log: Logger): void {
  if (process.getuid?.() !== 0) return
  const message = `Earshot runs as root, and a fault in it would have all rights of root. Start it as the user who owns ${dataDir}.`
  process.stderr.write(`earshot: ${message}\n`)
  log.warn(message)
}

async function warnOfNewerSchema({ database }: Service, log: Logger): Promise<void> {
  const unknown = await unknownMigrations(database.readPool)
  if (unknown.length > 0) log.warn(newerSchemaMessage(unknown))
}

function closeOnSignal(
  service: Service,
  drainSeconds: number,
  log: Logger,
  stopDatabase: () => Promise<void>,
): void {
  let isClosing = false
  const giveUp = () => {
    log.warn({ requests: service.requestsInFlight() }, 'stopped before every request was finished')
    process.exit(1)
  }
  const close = async (signal: string) => {
    if (isClosing) giveUp()
    isClosing = true
    log.info({ signal, drain_seconds: drainSeconds, closing_seconds: CLOSING_SECONDS }, 'stopping')
    service.drain()
    await sleep(drainSeconds * 1000)
    // Requests that do not end in time end with the process, and the database with it.
    setTimeout(giveUp, CLOSING_SECONDS * 1000).unref()
    await service.close()
    await stopDatabase()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
}

const opsListening = ({ host, metricsPort }: Config): Listening | undefined =>
  metricsPort === null ? undefined : { host, port: metricsPort, portVariable: 'METRICS_PORT' }

async function listenForOps({ opsServer }: Service, listening: Listening): Promise<void> {
  const { host, port } = listening
  await opsServer
    ?.listen({ port, host, listenTextResolver: (at) => `metrics at ${at}/metrics` })
    .catch((error) => {
      throw explainListenError(error, listening)
    })
}

/** An address on this machine, also for a service that listens on every interface. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
