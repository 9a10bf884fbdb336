// `earshot serve`: HTTP, and a word to who started it.
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import type { Tx } from '../db/db.ts'
import { findIdentity } from '../read/identity.ts'
import { type Service, VERSION } from '../service.ts'
import { makeDirectory, matchDirectoryOwner } from '../store/ownership.ts'
import { createClient, issueToken } from '../write/api_clients.ts'
import { type Command, UsageError } from './command.ts'
import { localAddress, runUntilSignal } from './running.ts'
import { tokenFile } from './token-file.ts'

export const serve: Command = {
  summary: 'start the service',
  description: `Starts the embedded PostgreSQL unless DATABASE_URL names another database, applies pending migrations, and serves
HTTP on HOST and PORT.

The first start creates an owner, a forum, five statuses and a trusted API client. The token of this client is stored
in the data directory and printed at every start.`,
  options: {
    quiet: { type: 'boolean', description: 'Print no address and no token, and create no token.' },
    'no-jobs': {
      type: 'boolean',
      description: 'Serve HTTP only. Background jobs need at least one `earshot work`.',
    },
  },
  examples: [
    ['earshot serve', 'Start the service with the embedded database.'],
    [
      'DATABASE_URL=postgres://earshot@db.example.com/earshot earshot serve --quiet',
      'Start the service with another database, without printing a token.',
    ],
  ],
  async run({ quiet, 'no-jobs': noJobs }) {
    const config = readConfig()
    const { port, host, metricsPort } = config
    if (port !== 0 && port === metricsPort)
      throw new UsageError(`METRICS_PORT is ${port}, as PORT is; choose another for METRICS_PORT.`)
    try {
      await runUntilSignal(config, { hasJobs: !noJobs, ifAbsent: 'make' }, async (service) => {
        await service.app.listen({
          ...{ port, host },
          listenTextResolver: (at) => `Earshot ${VERSION} listens at ${at}`,
        })
        const { port: taken } = service.app.server.address() as AddressInfo
        if (config.publicUrl === null) service.setAddress(localAddress({ host, port: taken }))
        if (!quiet) await greet(service, config)
      })
    } catch (error) {
      throw plainer(error as NodeJS.ErrnoException, config)
    }
  },
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
async function localToken({ database }: Service, config: Config): Promise<string | null> {
  const file = tokenFile(config)
  const kept = await readFile(file, 'utf8').catch((error) => unlessAbsent(error, file))
  if (kept.trim() !== '')
    return (await findIdentity(database.readPool, kept.trim())) ? kept.trim() : null
  try {
    return await database.db.transaction().execute((tx) => makeToken(tx, file))
  } catch (error) {
    // It was empty or not there.
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
}

/** Kept before the client is there for good, so that none is left whose token nobody has. */
async function makeToken(tx: Tx, file: string): Promise<string> {
  const { id } = await createClient(tx, {
    name: 'bin/serve',
    isTrusted: true,
    isReadOnly: false,
    tokenLifetimeSeconds: null,
    requestsPerMinute: null,
  })
  const { token } = await issueToken(tx, id)
  try {
    await makeDirectory(dirname(file))
    await writeFile(file, `${token}\n`, { mode: 0o600 })
    await matchDirectoryOwner(file)
  } catch (cause) {
    throw unkept(file, cause)
  }
  return token
}

function unlessAbsent(error: NodeJS.ErrnoException, file: string): string {
  if (error.code === 'ENOENT') return ''
  throw unkept(file, error)
}

const unkept = (file: string, cause: unknown) =>
  new Error(
    `The token of the first start cannot be kept in ${file} (${(cause as NodeJS.ErrnoException).code}): make it ` +
      'writable for this user, choose another directory with EARSHOT_DATA, or start with --quiet.',
    { cause },
  )

function plainer(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.syscall !== 'listen') return error
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is in use; choose another with PORT.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user; choose another with PORT.`)
  return error
}
