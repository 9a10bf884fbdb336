// Who can connect to the embedded server: a role that serves, a role that owns the database and its schema, and the superuser,
// who only creates them and the database. Their passwords are derived from a secret among the cluster's files, which only the
// user of PostgreSQL and root can read.

import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type DatabaseError, escapeLiteral } from 'pg'
import type { Binaries } from './embedded-binaries.ts'
import { type Cluster, SUPERUSER } from './embedded-cluster.ts'
import type { ServerRecord } from './embedded-server.ts'
import { transferObjects } from './roles.ts'

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

const OWNER_ROLE = 'earshot_owner'
const SERVICE_ROLE = 'earshot_service'
const DATABASE = 'earshot'

// An arbitrary advisory lock, the same for every process.
const LOCK = 7325_1005

const SECRET_FILE = 'earshot.secret'
const ACCESS_FILE = 'pg_hba.conf'

// Written after the superuser's password was set. It names the secret, so that a new secret sets the password again.
const accessRules = (
  secret: string,
) => `# Earshot writes this file, for the secret ${derivePassword(secret, 'name').slice(0, 8)}.
local all         all          scram-sha-256
local replication ${SUPERUSER}      scram-sha-256
`

// The role or the database does not exist yet, or the role has another password.
const UNPREPARED_CODES = ['28P01', '28000', '3D000']
/** What the driver says of a server that asks for a password where there is none. */
const NO_PASSWORD = /password must be a string/
const POLL_MS = 5

// Settings that `earshot demo` changes to load its rows quickly.
const DEMO_SETTINGS = 'session_replication_role, wal_compression, wal_init_zero'

/** An earlier build let everybody in who can reach the socket. */
export async function hasOpenAccess({ path }: Cluster): Promise<boolean> {
  const rules = await readFile(join(path, ACCESS_FILE), 'utf8').catch(() => '')
  return /^local\b.*\btrust\s*$/m.test(rules)
}

/**
 * Before a server starts: makes it require passwords, and sets that of the superuser. Leaves the files of an earlier build alone, which
 * could not connect any more: `completeUpgrade` changes them.
 */
export async function requirePasswords(
  cluster: Cluster,
  { postgres }: Binaries,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (await hasAccessRules(cluster)) return
  const secret = (await readSecret(cluster.path)) ?? (await createSecret(cluster))
  // Without a server, which would have to accept connections without a password first.
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic'].flatMap((s) => ['-c', s])
  const running = promisify(execFile)(
    postgres,
    ['--single', '-D', cluster.path, ...settings, 'postgres'],
    { ...cluster.account, cwd: '/', env },
  )
  running.child.stdin?.on('error', () => {})
  running.child.stdin?.end(`${setPassword(secret, SUPERUSER)}\n`)
  await running
  await writeAccessRules(cluster, secret)
}

/** Those of this build for the present secret, or those of an earlier build. */
export async function hasAccessRules(cluster: Cluster): Promise<boolean> {
  if (await hasOpenAccess(cluster)) return true
  const secret = await readSecret(cluster.path)
  const rules = await readFile(join(cluster.path, ACCESS_FILE), 'utf8').catch(() => '')
  return secret !== undefined && rules === accessRules(secret)
}

export const INCOMPLETE =
  'The roles or passwords of the embedded database are not set up. `earshot serve` or `earshot migrate` does that.'

/** How to connect, and whether an earlier build set it up, which can still connect until `completeUpgrade`. */
export type Access = { connections: Connections; isOfEarlierBuild: boolean }

/** Creates the roles and the database where they are missing. */
export async function findAccess(
  cluster: Cluster,
  record: ServerRecord,
  mayChange: boolean,
): Promise<Access> {
  if (await hasOpenAccess(cluster)) return findOpenAccess(record, mayChange)
  const secret = await readSecret(cluster.path)
  const connections = connectionsBy(secret, record)
  const { service, owner, superuser } = connections
  const current = { connections, isOfEarlierBuild: false }
  if (await canConnect(owner)) return current
  return runAs({ ...superuser, database: 'postgres' }, async (client) => {
    // Of several processes one prepares, and the others wait for it.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (await canConnect(owner)) return current
    const isShared = await isOwnedByService(client)
    if (isShared && (await canConnect(service))) return describeShared(connections)
    if (!mayChange) throw new Error(INCOMPLETE)
    if (!isShared) await prepareDatabase(client, connections)
    // The secret was replaced.
    else await client.query(setPassword(secret ?? '', SERVICE_ROLE))
    return isShared ? describeShared(connections) : current
  })
}

/** Of the first builds: the superuser alone, without a password. */
async function findOpenAccess(record: ServerRecord, mayChange: boolean): Promise<Access> {
  const { superuser } = connectionsBy(undefined, record)
  if (mayChange && !(await canConnect(superuser)))
    await runAs({ ...superuser, database: 'postgres' }, createDatabase)
  const connections = { service: superuser, owner: superuser, superuser }
  return { connections, isOfEarlierBuild: true }
}

/** Of builds before the owner's role: the service owned everything. */
function describeShared(connections: Connections): Access {
  const { service } = connections
  return { connections: { ...connections, owner: service }, isOfEarlierBuild: true }
}

async function isOwnedByService(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_database where datname = '${DATABASE}' and pg_get_userbyid(datdba) = '${SERVICE_ROLE}'`,
  )
  return rows.length > 0
}

/** After the schema was upgraded: from now on the earlier build cannot connect. Repeated after an interruption. */
export async function completeUpgrade(
  cluster: Cluster,
  { connections: earlier }: Access,
): Promise<Connections> {
  const isOpen = await hasOpenAccess(cluster)
  const secret = (await readSecret(cluster.path)) ?? (await createSecret(cluster))
  const { host: socketDir, port } = earlier.superuser
  const connections = connectionsBy(secret, { socketDir, port })
  const { superuser } = connections
  await runAs({ ...superuser, database: 'postgres' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await prepareDatabase(client, connections)
    if (!isOpen) return
    await client.query(setPassword(secret, SUPERUSER))
    await writeAccessRules(cluster, secret)
    await client.query('select pg_reload_conf()')
  })
  // The server reads its rules a moment later.
  while (isOpen && (await canConnect(earlier.superuser))) await sleep(POLL_MS)
  return connections
}

async function canConnect(connection: Connection): Promise<boolean> {
  const state = await runAs(connection, (client) => client.query('select')).catch(
    (error: DatabaseError) => error,
  )
  if (!(state instanceof Error)) return true
  const isRefused = UNPREPARED_CODES.includes(state.code ?? '') || NO_PASSWORD.test(state.message)
  if (!isRefused) throw state
  return false
}

async function prepareDatabase(client: Client, connections: Connections): Promise<void> {
  await createRoles(client)
  await runAs(connections.superuser, (inDatabase) => givePossessions(inDatabase, connections))
}

async function createDatabase(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  const { rows } = await client.query(`select from pg_database where datname = '${DATABASE}'`)
  if (rows.length === 0) await client.query(`create database ${DATABASE} template template0`)
}

async function createRoles(client: Client): Promise<void> {
  const { rows } = await client.query('select array(select rolname::text from pg_roles) as roles')
  for (const role of [SERVICE_ROLE, OWNER_ROLE]) {
    if (!rows[0].roles.includes(role)) await client.query(`create role ${role} nologin`)
  }
  await createDatabase(client)
  await client.query(`grant ${SERVICE_ROLE} to ${OWNER_ROLE};
    alter database ${DATABASE} owner to ${OWNER_ROLE};
    revoke set on parameter ${DEMO_SETTINGS} from ${SERVICE_ROLE};
    grant set on parameter ${DEMO_SETTINGS} to ${OWNER_ROLE}`)
}

async function givePossessions(client: Client, { service, owner }: Connections): Promise<void> {
  await transferObjects(client, {
    from: [SUPERUSER, SERVICE_ROLE],
    owner: OWNER_ROLE,
    serving: SERVICE_ROLE,
  })
  // Last, so that an interrupted start is repeated.
  for (const { user, password = '' } of [service, owner]) {
    await client.query(
      `alter role ${user} login nosuperuser nocreatedb nocreaterole password ${escapeLiteral(password)}`,
    )
  }
}

export type Connections = {
  service: Connection
  owner: Connection
  /** For administration in tests and benchmarks. */
  superuser: Connection
}

function connectionsBy(
  secret: string | undefined,
  { socketDir: host, port }: Pick<ServerRecord, 'socketDir' | 'port'>,
): Connections {
  const connect = (user: string): Connection => ({
    host,
    port,
    user,
    database: DATABASE,
    ...(secret !== undefined && { password: derivePassword(secret, user) }),
  })
  return {
    service: connect(SERVICE_ROLE),
    owner: connect(OWNER_ROLE),
    superuser: connect(SUPERUSER),
  }
}

export async function runAs<T>(
  connection: Connection,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
  }
}

const derivePassword = (secret: string, role: string) =>
  createHmac('sha256', secret).update(role).digest('base64url')

const setPassword = (secret: string, role: string) =>
  `alter role ${role} password ${escapeLiteral(derivePassword(secret, role))}`

async function readSecret(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, SECRET_FILE), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// Of several processes the first one wins.
async function createSecret(cluster: Cluster): Promise<string> {
  const path = join(cluster.path, SECRET_FILE)
  const aside = await writeAside(cluster, path, `${randomBytes(32).toString('base64url')}\n`)
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
  // The passwords must not outlive their secret in a power failure.
  await using directory = await open(cluster.path)
  await directory.sync()
  return (await readFile(path, 'utf8')).trim()
}

async function writeAccessRules(cluster: Cluster, secret: string): Promise<void> {
  const path = join(cluster.path, ACCESS_FILE)
  await rename(await writeAside(cluster, path, accessRules(secret)), path)
}

async function writeAside({ account }: Cluster, path: string, text: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  await using file = await open(aside, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
  await chown(aside, account.uid, account.gid)
  return aside
}
