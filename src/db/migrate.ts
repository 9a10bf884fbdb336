// Brings the database to the newest schema: pending migrations in order, then functions and triggers. All of it happens
// in one transaction. Migrations run without functions and triggers, so that they never depend on an older form of them.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Queries } from './db.ts'
import { refuseFirstSchema } from './first-schema.ts'
import {
  CREATE_INSTALLATIONS,
  dropFunctions,
  FUNCTIONS_HASH,
  type Installation,
  installFunctions,
  isLaterVersion,
  SELECT_INSTALLATIONS,
} from './functions.ts'
import { grantToServingRole, roleOf } from './roles.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
// The same number for every process: one migrates, the others wait and then have nothing to apply.
const LOCK = 7325_1001

/** Named like a migration where functions are pending or were applied. */
const FUNCTIONS = 'functions'

// A lock on a busy table must not make every request wait behind it, so the attempt ends and is repeated.
const LOCK_TIMEOUT = '2s'
const MAX_ATTEMPTS = 60
const PAUSE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

/** Read once: a checkout that is replaced under a running process concerns the next process. */
export const allMigrations: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()

type State = { applied: string[]; installed: Installation[] }

type MigrateOptions = {
  /** Other migrations and the functions wait. */
  only?: string[]
  /** Its role gets the rights to read and write rows, if it is not the owner. */
  servedBy?: pg.ClientConfig
}

/** Connects as the owner of the schema. Returns the names of what was applied. */
export async function migrate(
  owner: pg.ClientConfig,
  { only, servedBy = owner }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client(owner)
  // The query in progress reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const [role, serving] = [roleOf(owner), roleOf(servedBy)]
    const applied: string[] = []
    for (let attempt = 1; ; attempt++) {
      try {
        applied.push(...(await applyPending(client, owner, only)))
        if (role !== serving)
          await inTransaction(client, () => grantToServingRole(client, role, serving))
        return applied
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isLockConflict(error)) throw error
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    await client.end()
  }
}

/** What this build has and the database lacks. */
export async function pendingMigrations(client: Queries): Promise<string[]> {
  const state = await stateOf(client)
  const pending = notApplied(state)
  // Functions installed once and replaced since are those of a newer build, beside which this process goes on.
  const wasInstalled = state.installed.some(({ hash }) => hash === FUNCTIONS_HASH)
  return wasInstalled || isNewer(state) ? pending : [...pending, FUNCTIONS]
}

/** What the database got from a newer build, on whose schema this one can still run. */
export async function unknownMigrations(client: Queries): Promise<string[]> {
  const state = await stateOf(client)
  const version = state.installed[0]?.version
  const functions = version !== undefined && isLaterVersion(version) ? [`functions ${version}`] : []
  return [...notKnown(state), ...functions]
}

/** The schema graphile_worker, to which our functions add jobs. A worker applies newer migrations of the package itself. */
async function migrateJobQueue(connection: pg.ClientConfig): Promise<void> {
  // Loaded here: most commands neither migrate nor run jobs.
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await pool.end()
  }
}

async function applyPending(
  client: pg.Client,
  connection: pg.ClientConfig,
  only?: string[],
): Promise<string[]> {
  const state = await stateOf(client)
  const all = notApplied(state)
  const pending = all.filter((name) => only?.includes(name) ?? true)
  const hasCurrentFunctions = state.installed[0]?.hash === FUNCTIONS_HASH
  const replacesFunctions = !isNewer(state) && (pending.length > 0 || !hasCurrentFunctions)
  const isComplete = pending.length === all.length
  if (pending.length === 0 && !(replacesFunctions && isComplete)) return []
  await migrateJobQueue(connection)
  return inTransaction(client, async () => {
    // Only now: a user who may not create tables is refused even where the table exists.
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now());
      ${CREATE_INSTALLATIONS}`)
    if (replacesFunctions) await dropFunctions(client)
    for (const name of pending) await apply(client, name)
    if (!replacesFunctions) return pending
    if (isComplete) await installFunctions(client)
    else await client.query('delete from installed_functions')
    return isComplete && !hasCurrentFunctions ? [...pending, FUNCTIONS] : pending
  })
}

async function stateOf(client: Queries): Promise<State> {
  const { rows } = await client.query(
    `select to_regclass('migrations') is not null as has_migrations,
       to_regclass('installed_functions') is not null as has_functions`,
  )
  const { has_migrations, has_functions } = rows[0]
  const migrations = has_migrations ? await client.query('select name from migrations') : null
  const installed = has_functions ? await client.query<Installation>(SELECT_INSTALLATIONS) : null
  const applied = (migrations?.rows ?? []).map(({ name }) => name)
  refuseFirstSchema(applied)
  return { applied, installed: installed?.rows ?? [] }
}

const notApplied = ({ applied }: State) => allMigrations.filter((name) => !applied.includes(name))

const notKnown = ({ applied }: State) =>
  applied.filter((name) => !allMigrations.includes(name)).sort()

function isNewer(state: State): boolean {
  const version = state.installed[0]?.version
  return notKnown(state).length > 0 || (version !== undefined && isLaterVersion(version))
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(FOLDER, name), 'utf8')
  try {
    await client.query(text)
  } catch (cause) {
    const { message } = cause as Error
    throw new Error(`Migration ${name} failed. Nothing was applied. ${message}`, { cause })
  }
  await client.query('insert into migrations (name) values ($1)', [name])
}

function isLockConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return [code, cause?.code].some((one) => one === LOCK_NOT_AVAILABLE || one === DEADLOCK_DETECTED)
}
