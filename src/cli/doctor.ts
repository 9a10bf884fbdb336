// `earshot doctor`: what is configured, what answers and what does not.
import { access, constants, stat } from 'node:fs/promises'
import pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import { describeEmbedded } from '../db/embedded.ts'
import { isReplica, openFirstMatching, parseHosts } from '../db/hosts.ts'
import { pendingMigrations, unknownMigrations } from '../db/migrate.ts'
import { openStore } from '../store/store.ts'
import { type Command, CommandError, jsonOption } from './command.ts'
import {
  describeConnection,
  newerSchemaMessage,
  REQUIRED_GRANTS,
  withConnection,
} from './database.ts'

const LEAST_FREE_BYTES = 1e9

type Finding = { name: string; ok: boolean; text: string }

export const doctor: Command = {
  summary: 'check the configuration, the database, the files and the service',
  description: 'The exit code is 1 when a check fails.',
  options: jsonOption('a list of {"name", "ok", "text"}'),
  examples: [['earshot doctor', 'Run all checks.']],
  async run({ json }) {
    const config = readConfig()
    const findings = [
      ...configured(config),
      await dataDirectory(config),
      ...(await database(config)),
      ...(await replica(config)),
      await files(config),
      await http(config),
    ]
    if (json) console.log(JSON.stringify(findings))
    else
      for (const { name, ok, text } of findings)
        console.log(`${ok ? 'ok ' : 'NO '} ${name.padEnd(16)} ${text}`)
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  },
}

const configured = (config: Config): Finding[] => [
  { name: 'node', ok: true, text: process.version },
  { name: 'HOST, PORT', ok: true, text: `${config.host}:${config.port}` },
  {
    name: 'EARSHOT_URL',
    ok: true,
    text: config.publicUrl ?? 'not set: the local address is used in links',
  },
  { name: 'LOG_LEVEL', ok: true, text: config.logLevel },
]

// It is not made: a name that was mistyped would look like one that is right.
async function dataDirectory({ dataDir }: Config): Promise<Finding> {
  const found = await stat(dataDir).catch(() => undefined)
  const told = (ok: boolean, text: string) => ({ name: 'EARSHOT_DATA', ok, text })
  if (!found) return told(true, `${dataDir} is not there yet`)
  if (!found.isDirectory()) return told(false, `${dataDir} is a file and not a directory`)
  return access(dataDir, constants.W_OK).then(
    () => told(true, dataDir),
    () => told(false, `${dataDir} cannot be written by this user`),
  )
}

async function database(config: Config): Promise<Finding[]> {
  const findings = [await whichDatabase(config)]
  try {
    await withConnection(config, async (connection) => {
      const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query(`select current_setting('server_version') as version,
        current_setting('server_version_num')::int >= 150000 as is_new_enough`)
      const { version, is_new_enough } = rows[0]
      findings.push({
        name: 'PostgreSQL',
        ok: is_new_enough,
        text: `${version} answers at ${describeConnection(connection)}${is_new_enough ? '' : '; 15 or newer is needed'}`,
      })
      findings.push(await migrations(client), ...(await rights(client)))
      await client.end()
    })
  } catch (error) {
    const { message } = error as Error
    const text = error instanceof CommandError ? message : `does not answer: ${message}`
    findings.push({ name: 'PostgreSQL', ok: false, text })
  }
  return findings
}

async function whichDatabase({ databaseUrl, dataDir }: Config): Promise<Finding> {
  if (databaseUrl !== null) {
    const text = parseHosts(databaseUrl).map(describeConnection).join(', or ')
    return { name: 'DATABASE_URL', ok: true, text }
  }
  const { cluster, running, version } = await describeEmbedded(dataDir)
  return {
    name: 'DATABASE_URL',
    ok: true,
    text: `not set: embedded ${version} at ${cluster}, ${running ? 'running' : 'not running'}`,
  }
}

async function replica({ replicaUrl }: Config): Promise<Finding[]> {
  if (replicaUrl === null) return []
  const name = 'replica'
  const hosts = parseHosts(replicaUrl)
  try {
    const probe = await openFirstMatching(hosts, { patienceMs: 5000, isWanted: isReplica })
    probe.close()
    return [{ name, ok: true, text: `${describeConnection(probe.connection)} answers` }]
  } catch (error) {
    const reason = (error as Error).message
    return [{ name, ok: false, text: `${hosts.map(describeConnection).join(', or ')}: ${reason}` }]
  }
}

async function migrations(client: pg.Client): Promise<Finding> {
  return schemaState(client).catch(({ message }) => ({
    name: 'migrations',
    ok: false,
    text: message,
  }))
}

async function schemaState(client: pg.Client): Promise<Finding> {
  const pending = await pendingMigrations(client)
  const unknown = await unknownMigrations(client)
  const said = [
    pending.length > 0 && `pending: ${pending.join(', ')}; earshot migrate applies them`,
    unknown.length > 0 && newerSchemaMessage(unknown),
  ].filter((one) => one !== false)
  return { name: 'migrations', ok: said.length === 0, text: said.join('; ') || 'current' }
}

/** Told only where they are missing: the next version may bring tables. */
async function rights(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`select current_user as user,
    has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may_make`)
  const { user, may_make } = rows[0]
  const text = `${user} may not make what the schema needs: ${REQUIRED_GRANTS}`
  return may_make ? [] : [{ name: 'rights', ok: false, text }]
}

async function files(config: Config): Promise<Finding> {
  if (config.bucket === null && !(await stat(config.dataDir).catch(() => undefined)))
    return { name: 'files', ok: true, text: `Files will live in ${config.dataDir}.` }
  const { ok, text, freeBytes } = await openStore(config).state()
  const free = freeBytes === null ? '' : ` ${(freeBytes / 1e9).toFixed(1)} GB are free.`
  const isEnough = freeBytes === null || freeBytes >= LEAST_FREE_BYTES
  return { name: 'files', ok: ok && isEnough, text: `${text}${free}` }
}

async function http({ publicUrl, host, port }: Config): Promise<Finding> {
  const address = publicUrl ?? `http://${host}:${port}`
  try {
    const { status } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) })
    return { name: 'service', ok: status === 200, text: `${address}/readyz answers ${status}` }
  } catch {
    return {
      name: 'service',
      ok: true,
      text: `nothing answers at ${address}; earshot serve starts it`,
    }
  }
}
