// `earshot serve`: the database if it is embedded, then HTTP, until a signal ends both.
import { hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from '../config.ts'
import { startEmbedded } from '../db/embedded.ts'
import { findIdentity } from '../read/identity.ts'
import { type Service, startService } from '../service.ts'
import { createClient, issueToken } from '../write/api_clients.ts'
import type { Command } from './command.ts'
import { connect } from './database.ts'

const CLOSING_SECONDS = 10

export const serve: Command = {
  summary: 'start the service',
  help: `usage: earshot serve [--quiet]

Starts the embedded PostgreSQL (unless DATABASE_URL names another), brings it to the newest schema and serves
on HOST and PORT. At the first start it makes an owner, a forum, five statuses and a trusted API client, whose
token it keeps in the data directory and prints at every start.

  --quiet   print no address and no token, and make none`,
  options: { quiet: { type: 'boolean' } },
  async run({ quiet }) {
    const config = readConfig()
    const log = pino({ level: config.logLevel }, pino.destination({ sync: false }))
    const { connection, embedded } = await connect(config, (message) => log.debug(message))
    let server = embedded
    // An embedded server that went away is started again, unless another process already did.
    const reconnect = async () => {
      if (server !== null) {
        const found = await startEmbedded(config.dataDir, (message) => log.debug(message))
        if (found.owned) server = found
        return found.connection
      }
      return connection
    }
    let service: Service | undefined
    try {
      service = await startService(connection, config.publicUrl ?? localAddress(config), log, {
        reconnect,
        hasJobs: true,
      })
      closeOnSignal(service, async () => server?.stop())
      await service.app.listen({
        port: config.port,
        host: config.host,
        listenTextResolver: () => 'listening',
      })
      const { port } = service.app.server.address() as AddressInfo
      if (config.publicUrl === null) service.setAddress(localAddress({ ...config, port }))
      if (!quiet) await greet(service, config)
    } catch (error) {
      await service?.close()
      await server?.stop()
      throw plainer(error as Error & { code?: string }, config)
    }
  },
}

// What answers on every interface is called by its loopback address on this machine.
export function localAddress({ host, port }: Config): string {
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function closeOnSignal(service: Service, stopDatabase: () => Promise<void>): void {
  let isClosing = false
  const close = async () => {
    if (isClosing) process.exit(1)
    isClosing = true
    // Whatever does not end in time ends with the process, and the database with it.
    setTimeout(() => process.exit(1), CLOSING_SECONDS * 1000).unref()
    await service.close()
    await stopDatabase()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
}

async function greet(service: Service, config: Config): Promise<void> {
  const { port } = service.app.server.address() as AddressInfo
  const address = config.publicUrl ?? localAddress({ ...config, port })
  const token = await localToken(service, config)
  console.log(`
Earshot is ready.

  Address    ${address}
  API docs   ${address}/docs
  Token      ${token ?? 'the token of the first start was revoked; earshot clients create --name me makes another'}
${
  token === null
    ? ''
    : `
  curl -H 'Authorization: Bearer ${token}' '${address}/api/v2/admin/suggestions?per_page=5&includes=forums,users'
`
}
Ctrl-C stops it.
`)
}

/** The token of the first start, kept where only the operator can read it; null when it is no longer valid. */
async function localToken(
  { database }: Service,
  { dataDir, databaseUrl }: Config,
): Promise<string | null> {
  // Each database has its own tokens, and one data directory may serve several in turn.
  const suffix = databaseUrl === null ? '' : `-${hash('sha256', databaseUrl).slice(0, 12)}`
  const file = join(dataDir, `token${suffix}`)
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (kept !== '') return (await findIdentity(database.readPool, kept)) ? kept : null
  const { token } = await database.db.transaction().execute(async (tx) => {
    const client = {
      name: 'bin/serve',
      isTrusted: true,
      isReadOnly: false,
      tokenLifetimeSeconds: null,
      requestsPerMinute: null,
    }
    const { id } = await createClient(tx, client)
    return issueToken(tx, id)
  })
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  return token
}

function plainer(error: Error & { code?: string }, { host, port }: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is in use; choose another with PORT.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user; choose another with PORT.`)
  return error
}
