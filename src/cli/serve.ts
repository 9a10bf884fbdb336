// `earshot serve`: the service and its start banner.
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { styleText } from 'node:util'
import { createClient, issueToken } from '../auth/clients/api-clients.ts'
import { findIdentity } from '../auth/identity.ts'
import { createWelcomeLink, findOwnerWithoutSignIn } from '../auth/staff/staff.ts'
import { type Config, readConfig } from '../config.ts'
import { VERSION } from '../core/version.ts'
import type { Tx } from '../db/db.ts'
import type { Service } from '../service.ts'
import { COMMAND } from '../write/core/audit.ts'
import { type Command, UsageError } from './command.ts'
import { explainListenError, type Listening } from './listening.ts'
import { welcomeAddress } from './people.ts'
import { localAddress, logOption, readLogFormat, runUntilSignal } from './running.ts'
import { tokenFile, welcomeLinkFile, writeSecretFile } from './token-file.ts'

export const serve: Command = {
  summary: 'start the service',
  description: `Starts the embedded PostgreSQL unless DATABASE_URL names another database, applies pending migrations, and serves
HTTP on HOST and PORT.

The first start creates an owner, a forum, five statuses and a trusted API client. Until the owner has a password, each
start makes a link with which to set it. The link and the token of the client are stored in files of the data directory that only
their owner can read. A terminal also shows them; other outputs, such as a log, name the files instead.`,
  options: {
    quiet: { type: 'boolean', description: 'Print no address and no token, and create no token.' },
    'no-jobs': {
      type: 'boolean',
      description: 'Serve HTTP only. Background jobs need at least one `earshot work`.',
    },
    ...logOption,
  },
  examples: [
    ['earshot serve', 'Start the service with the embedded database.'],
    [
      'DATABASE_URL=postgres://earshot@db.example.com/earshot earshot serve --quiet',
      'Start the service with another database, without printing a token.',
    ],
  ],
  async run(values) {
    const config = readConfig()
    const { port, host, metricsPort } = config
    if (port !== 0 && port === metricsPort)
      throw new UsageError(
        `PORT and METRICS_PORT are both ${port}; set METRICS_PORT to another port.`,
      )
    const listening: Listening = { host, port, portVariable: 'PORT' }
    const options = {
      hasJobs: !values['no-jobs'],
      ifAbsent: 'make',
      logFormat: readLogFormat(values),
      listening,
    } as const
    await runUntilSignal(config, options, async (service) => {
      await listen(service, listening)
      const address = config.publicUrl ?? localAddress({ host, port: portOf(service.app) })
      service.setAddress(address)
      if (!values.quiet) await printBanner(service, config, address)
    })
  },
}

async function listen({ app }: Service, listening: Listening): Promise<void> {
  const { host, port } = listening
  const listenTextResolver = (at: string) => `Earshot ${VERSION} listens at ${at}`
  await app.listen({ port, host, listenTextResolver }).catch((error) => {
    throw explainListenError(error, listening)
  })
}

const portOf = ({ server }: Service['app']) => (server.address() as AddressInfo).port

async function printBanner(service: Service, config: Config, address: string): Promise<void> {
  // Only people read a terminal. Other outputs are stored as logs, which must contain neither the token nor the link.
  const { isTTY } = process.stdout
  const file = tokenFile(config)
  const hasColor = config.hasColor && isTTY
  const bold = (text: string) =>
    hasColor ? styleText('bold', text, { validateStream: false }) : text
  const token = await readOrCreateToken(service, config)
  const welcomeFile = welcomeLinkFile(config)
  const welcome = await createFirstLink(service, welcomeFile, address)
  const addresses = listAddresses(service, config, address)
  const width = Math.max(...addresses.map(([, url]) => url.length))
  const lines = [
    bold(`Earshot ${VERSION} is ready.`),
    '',
    ...(welcome === null
      ? []
      : [
          `  ${bold('Welcome'.padEnd(10))} ${isTTY ? welcome : `in the file ${welcomeFile}`}`,
          `  ${''.padEnd(10)} Open this link to set the owner's name and password. It works once, for 24 hours.`,
          '',
        ]),
    ...addresses.map(([name, url, purpose]) =>
      `  ${bold(name.padEnd(10))} ${url.padEnd(width)}  ${purpose}`.trimEnd(),
    ),
    `  ${bold('Token'.padEnd(10))} ${token === null ? REVOKED_TOKEN : isTTY ? token : `in the file ${file}`}`,
    '',
    ...(token === null ? [] : [`  ${curlLine(address, isTTY ? token : fileContent(file))}`, '']),
    'Ctrl-C stops it.',
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

function listAddresses(
  { opsServer }: Service,
  { host, metricsPort }: Config,
  address: string,
): [name: string, url: string, purpose: string][] {
  const metrics =
    opsServer && metricsPort !== null
      ? `${localAddress({ host, port: portOf(opsServer) })}/metrics`
      : null
  return [
    ['Console', `${address}/admin`, 'for the people who run the feedback programme'],
    ['Portal', `${address}/`, 'pages for your users'],
    ['API', `${address}/api/v2/admin`, 'Admin API v2, needs the token'],
    ['API docs', `${address}/docs`, 'reference, with requests to try'],
    ...(metrics === null
      ? []
      : [['Metrics', metrics, 'for Prometheus'] as [string, string, string]]),
  ]
}

/** In a file that only the operator can read, as the token; null when the owner has a way to sign in. */
async function createFirstLink(
  { database }: Service,
  file: string,
  address: string,
): Promise<string | null> {
  const link = await database.db.transaction().execute(async (tx) => {
    const owner = await findOwnerWithoutSignIn(tx)
    if (owner === undefined) return null
    const created = welcomeAddress(address, await createWelcomeLink(tx, COMMAND, owner))
    await writeSecretFile(file, created).catch((cause) => {
      throw secretFileError('The link for the owner', file, cause)
    })
    return created
  })
  // It was used.
  if (link === null) await rm(file, { force: true }).catch(() => {})
  return link
}

const REVOKED_TOKEN =
  'the first token was revoked; `earshot clients create --name me` creates another'

const curlLine = (address: string, token: string) =>
  `curl -H "Authorization: Bearer ${token}" '${address}/api/v2/admin/suggestions?per_page=5&includes=forums,users'`

/** For a shell, inside double quotes. */
const fileContent = (file: string) => `$(cat '${file.replaceAll("'", "'\\''")}')`

/** The token of the first start, from a file that only the operator can read; null when it was revoked. */
async function readOrCreateToken({ database }: Service, config: Config): Promise<string | null> {
  const file = tokenFile(config)
  const text = await readFile(file, 'utf8').catch((error) => emptyIfAbsent(error, file))
  const token = text.trim()
  if (token !== '') return (await findIdentity(database.readPool, token)) ? token : null
  try {
    return await database.db.transaction().execute((tx) => createToken(tx, file))
  } catch (error) {
    // The file was empty or absent before.
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
}

/** Writes the file before the transaction commits, so that no client exists whose token is lost. */
async function createToken(tx: Tx, file: string): Promise<string> {
  const { id } = await createClient(tx, {
    name: 'bin/serve',
    isTrusted: true,
    isReadOnly: false,
    tokenLifetimeSeconds: null,
    requestsPerMinute: null,
  })
  const { token } = await issueToken(tx, id)
  await writeSecretFile(file, token).catch((cause) => {
    throw secretFileError('The first token', file, cause)
  })
  return token
}

function emptyIfAbsent(error: NodeJS.ErrnoException, file: string): string {
  if (error.code === 'ENOENT') return ''
  throw secretFileError('The first token', file, error)
}

const secretFileError = (secret: string, file: string, cause: unknown) =>
  new Error(
    `${secret} cannot be stored in ${file} (${(cause as NodeJS.ErrnoException).code}). Make the file ` +
      'writable for this user, set EARSHOT_DATA to another directory, or start with --quiet.',
    { cause },
  )
