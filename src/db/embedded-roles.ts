// Who can connect to the embedded server: a role that serves, a role that owns the database and its schema, and the superuser,
// who only creates them and the database. Their passwords are derived from a secret among the cluster's files, which only the
// user of PostgreSQL and root can read.

import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
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

// Settings that `earshot demo` changes to load its rows quickly.
const DEMO_SETTINGS = 'session_replication_role, wal_compression, wal_init_zero'

/** Before a server starts: makes it require passwords, and sets that of the superuser. */
export async function requirePasswords(
  cluster: Cluster,
  { postgres }: Binaries,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const path = join(cluster.path, ACCESS_FILE)
  const secret = (await readSecret(cluster.path)) ?? (await createSecret(cluster))
  if ((await readFile(path, 'utf8').catch(() => '')) === accessRules(secret)) return
  // Without a server, which would have to accept connections without a password first.
  const settings = ['exit_on_error=on', 'log_min_error_statement=panic'].flatMap((s) => ['-c', s])
  const running = promisify(execFile)(
    postgres,
    ['--single', '-D', cluster.path, ...settings, 'postgres'],
    { ...cluster.account, cwd: '/', env },
  )
  running.child.stdin?.on('error', () => {})
  running.child.stdin?.end(
    `alter role ${SUPERUSER} password ${passwordLiteral(secret, SUPERUSER)}\n`,
  )
  await running
  await rename(await writeAside(cluster, path, accessRules(secret)), path)
}

/** Creates the roles and the database where they are missing. A build before the owner's role let the service own everything. */
export async function prepareDatabase(connections: Connections): Promise<void> {
  const { owner, superuser } = connections
  if (owner.user === superuser.user || (await isPrepared(owner))) return
  await runAs({ ...superuser, database: 'postgres' }, async (client) => {
    // Of several processes one prepares, and the others wait for it.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (await isPrepared(owner)) return
    await createRoles(client)
    await runAs(superuser, (inDatabase) => givePossessions(inDatabase, connections))
  })
}

async function isPrepared(owner: Connection): Promise<boolean> {
  const state = await runAs(owner, (client) => client.query('select')).catch(
    (error: DatabaseError) => error,
  )
  if (state instanceof Error && !UNPREPARED_CODES.includes(state.code ?? '')) throw state
  return !(state instanceof Error)
}

async function createRoles(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select array(select rolname::text from pg_roles) as roles,
      exists (select from pg_database where datname = '${DATABASE}') as database`,
  )
  for (const role of [SERVICE_ROLE, OWNER_ROLE]) {
    if (!rows[0].roles.includes(role)) await client.query(`create role ${role} nologin`)
  }
  if (!rows[0].database) await client.query(`create database ${DATABASE} template template0`)
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

/** An earlier build started the server if there is no secret; it then has the superuser only, without a password. */
export async function findConnections(
  { path }: Cluster,
  { socketDir: host, port }: ServerRecord,
): Promise<Connections> {
  const secret = await readSecret(path)
  const connect = (user: string): Connection => ({
    host,
    port,
    user,
    database: DATABASE,
    ...(secret !== undefined && { password: derivePassword(secret, user) }),
  })
  const superuser = connect(SUPERUSER)
  if (secret === undefined) return { service: superuser, owner: superuser, superuser }
  return { service: connect(SERVICE_ROLE), owner: connect(OWNER_ROLE), superuser }
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

const passwordLiteral = (secret: string, role: string) =>
  escapeLiteral(derivePassword(secret, role))

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

async function writeAside({ account }: Cluster, path: string, text: string): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  await using file = await open(aside, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
  await chown(aside, account.uid, account.gid)
  return aside
}
