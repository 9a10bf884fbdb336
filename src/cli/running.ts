// A service as a process: its database if that is embedded, until a signal ends both.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { startEmbedded } from '../db/embedded.ts'
import { parseHosts } from '../db/hosts.ts'
import { unknownMigrations } from '../db/migrate.ts'
import { type Service, startService } from '../service.ts'
import { openStore } from '../store/store.ts'
import { connectDatabase, newerSchemaMessage, type WhenMissing } from './database.ts'

const CLOSING_SECONDS = 10

/** Runs `then` with the service; when it fails, everything is closed again. */
export async function runUntilSignal(
  config: Config,
  { hasJobs, ifAbsent }: { hasJobs: boolean; ifAbsent: WhenMissing },
  then: (service: Service) => Promise<void>,
): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination({ sync: false }))
  const debug = (message: string) => log.debug(message)
  const { connection, hosts, embedded } = await connectDatabase(config, debug, ifAbsent)
  let server = embedded
  // An embedded server that went away is started again, unless another process already did.
  const reconnect = async () => {
    if (server !== null) {
      const found = await startEmbedded(config.dataDir, debug)
      if (found.owned) server = found
      return [found.connection]
    }
    return hosts
  }
  let service: Service | undefined
  try {
    service = await startService(connection, config.publicUrl ?? localAddress(config), log, {
      reconnect,
      replica: config.replicaUrl === null ? undefined : { hosts: parseHosts(config.replicaUrl) },
      hasJobs,
      store: openStore(config),
      uploads: { quotaBytes: config.quotaBytes, concurrency: config.uploadsAtOnce },
      downloads: config.downloads,
      nodes: config.nodeCount,
      proxies: config.trustedProxies,
      metrics:
        config.metricsPort === null && config.metricsToken === null
          ? undefined
          : { token: config.metricsToken },
      traces: config.tracing ?? undefined,
    })
    closeOnSignal(service, config.drainSeconds, log, async () => server?.stop())
    await openSideDoor(service, config)
    await warnOfNewer(service, log)
    await then(service)
  } catch (error) {
    await service?.close()
    await server?.stop()
    throw error
  }
}

async function warnOfNewer({ database }: Service, log: Logger): Promise<void> {
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
    log.warn({ requests: service.requestsInFlight() }, 'stopped before everything was done')
    process.exit(1)
  }
  const close = async (signal: string) => {
    if (isClosing) giveUp()
    isClosing = true
    log.info({ signal, drain_seconds: drainSeconds, closing_seconds: CLOSING_SECONDS }, 'stopping')
    service.drain()
    await sleep(drainSeconds * 1000)
    // Whatever does not end in time ends with the process, and the database with it.
    setTimeout(giveUp, CLOSING_SECONDS * 1000).unref()
    await service.close()
    await stopDatabase()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
}

async function openSideDoor({ opsServer: sideDoor }: Service, { metricsPort: port, host }: Config) {
  if (port === null) return
  await sideDoor
    ?.listen({ port, host, listenTextResolver: (at) => `metrics at ${at}` })
    .catch((cause) => {
      const { code } = cause as { code?: string }
      throw new Error(
        `Port ${port} on ${host} cannot be used (${code}); choose another with METRICS_PORT.`,
        { cause },
      )
    })
}

// What answers on every interface is called by its loopback address on this machine.
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
