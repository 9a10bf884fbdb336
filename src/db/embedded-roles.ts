// Who can connect to the embedded server. The service and the commands use a role that owns the database and can do nothing
// else; the superuser only creates this role and the database. Their passwords are derived from a secret among the cluster's
// files, which only the user of PostgreSQL and root can read.

import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chown, link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type DatabaseError, escapeLiteral } from 'pg'
import type { Binaries } from './embedded-binaries.ts'
import { type Cluster, SUPERUSER } from './embedded-cluster.ts'
import type { ServerRecord } from './embedded-server.ts'

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

const SERVICE_ROLE = 'earshot_service'
const DATABASE = 'earshot'

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

// Objects of an earlier build belong to the superuser. `reassign owned` refuses the role that initdb created. The objects of
// an extension and of initdb itself, whose ids are below 16384, keep their owner.
const TAKE_OWNERSHIP = `do $$
declare
  command text;
begin
  for command in
    with ours as (
      select 'pg_namespace'::regclass as catalog, oid, nspowner as owner, 'schema ' || quote_ident(nspname) as name
      from pg_namespace
      union all
      select 'pg_class'::regclass, oid, relowner,
        case relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence '
          when 'c' then 'type ' else 'table ' end || oid::regclass
      from pg_class c
      -- The sequence of a column follows its table.
      where relkind in ('r', 'p', 'v', 'm', 'c') or (relkind = 'S' and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select 'pg_proc'::regclass, oid, proowner, 'routine ' || oid::regprocedure from pg_proc
      union all
      select 'pg_type'::regclass, oid, typowner, 'type ' || oid::regtype from pg_type where typtype in ('e', 'd', 'r')
      union all
      select 'pg_ts_dict'::regclass, oid, dictowner, 'text search dictionary ' || oid::regdictionary from pg_ts_dict
      union all
      select 'pg_ts_config'::regclass, oid, cfgowner, 'text search configuration ' || oid::regconfig from pg_ts_config
    )
    select format('alter %s owner to ${SERVICE_ROLE}', name) from ours
    where oid >= 16384 and owner = '${SUPERUSER}'::regrole and not exists (
      select from pg_depend d where d.classid = ours.catalog and d.objid = ours.oid and d.deptype = 'e')
  loop
    execute command;
  end loop;
end $$`

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

/** Creates the role and the database of the service where they are missing. */
export async function prepareDatabase({ service, superuser }: Connections): Promise<void> {
  const state = await runAs(service, (client) => client.query('select')).catch(
    (error: DatabaseError) => error,
  )
  if (!(state instanceof Error)) return
  if (!UNPREPARED_CODES.includes(state.code ?? '')) throw state
  await runAs({ ...superuser, database: 'postgres' }, async (client) => {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${SERVICE_ROLE}') as role,
        exists (select from pg_database where datname = '${DATABASE}') as database`,
    )
    if (!rows[0].role) await client.query(`create role ${SERVICE_ROLE} nologin`)
    if (!rows[0].database) await client.query(`create database ${DATABASE} template template0`)
    await client.query(`alter database ${DATABASE} owner to ${SERVICE_ROLE};
      grant set on parameter ${DEMO_SETTINGS} to ${SERVICE_ROLE}`)
  })
  await runAs(superuser, async (client) => {
    await client.query(TAKE_OWNERSHIP)
    // Last, so that an interrupted start is repeated.
    await client.query(
      `alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole password ${escapeLiteral(service.password ?? '')}`,
    )
  })
}

export type Connections = {
  service: Connection
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
  return { service: secret === undefined ? superuser : connect(SERVICE_ROLE), superuser }
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
