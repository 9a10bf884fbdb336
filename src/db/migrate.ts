// Brings the database to the newest schema: pending migrations in order, then functions and triggers. All of it happens
// in one transaction. Migrations run without functions and triggers, so that they never depend on an older form of them.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { compareVersions, VERSION } from '../core/version.ts'
import type { Queries } from './db.ts'
import { refuseFirstSchema } from './first-schema.ts'
import {
  CREATE_INSTALLATIONS,
  dropFunctions,
  FUNCTIONS_HASH,
  type Installation,
  installFunctions,
  SELECT_INSTALLATIONS,
} from './functions.ts'
import { allMigrations, findMigration } from './migrations.ts'
import { grantToServingRole, roleOf } from './roles.ts'
import { SchemaError } from './schema-error.ts'

// The same number for every process: one migrates, the others wait and then have nothing to apply.
const LOCK = 7325_1001

/** Named like a migration where functions are pending or were applied. */
const FUNCTIONS = 'functions'
const FUNCTIONS_STEP = { name: FUNCTIONS, description: 'Functions and triggers' }
// The parts of a new schema interest nobody.
const NEW_SCHEMA_STEP = { name: 'schema', description: 'A new schema' }

// A lock on a busy table must not make every request wait behind it, so the attempt ends and is repeated.
const LOCK_TIMEOUT = '2s'
const MAX_ATTEMPTS = 60
const PAUSE_MS = 1000
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

type Applied = {
  name: string
  checksum: string | null
  /** Which version applied it. */
  version: string | null
  oldestVersion: string | null
}
type State = {
  applied: Applied[]
  hasColumns: boolean
  installed: Installation[]
  hasQueue: boolean
}

export type MigrationStep =
  | { state: 'started'; name: string; description: string }
  | { state: 'applied'; name: string; description: string; seconds: number }
  /** A table is busy: all steps are undone and repeated. */
  | { state: 'postponed' }

type MigrateOptions = {
  /** Other migrations and the functions wait. */
  only?: string[]
  /** Its role gets the rights to read and write rows, if it is not the owner. */
  servedBy?: pg.ClientConfig
  report?: (step: MigrationStep) => void | Promise<void>
}

/** Connects as the owner of the schema. Returns the names of what was applied. */
export async function migrate(
  owner: pg.ClientConfig,
  { only, servedBy = owner, report = () => {} }: MigrateOptions = {},
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
        applied.push(...(await applyPending(client, owner, { only, report })))
        if (role !== serving)
          await inTransaction(client, () => grantToServingRole(client, role, serving))
        return applied
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isLockConflict(error)) throw error
        await report({ state: 'postponed' })
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
  const functions = version !== undefined && isLater(version) ? [`functions ${version}`] : []
  return [...notKnown(state), ...functions]
}

/** Applied migrations whose files are not those that were applied. */
export async function changedMigrations(client: Queries): Promise<string[]> {
  return changed(await stateOf(client))
}

export const changedMessage = (names: string[]) =>
  `${names.join(', ')} changed after being applied to this database. Install the files of the release again.`

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
  { only, report }: { only: string[] | undefined; report: Report },
): Promise<string[]> {
  const state = await stateOf(client)
  const all = notApplied(state)
  const pending = all.filter((name) => only?.includes(name) ?? true)
  const hasCurrentFunctions = state.installed[0]?.hash === FUNCTIONS_HASH
  const replacesFunctions = !isNewer(state) && (pending.length > 0 || !hasCurrentFunctions)
  const isComplete = pending.length === all.length
  const hasWork = pending.length > 0 || (replacesFunctions && isComplete)
  if (!hasWork && !lacksChecksums(state)) return []
  if (changed(state).length > 0)
    throw new SchemaError(`${changedMessage(changed(state))} Nothing was applied.`)
  if (!state.hasQueue) await migrateJobQueue(connection)
  const applied = await inTransaction(client, async () => {
    // Only now: a user who may not create tables is refused even where the table exists.
    await prepareRecords(client, state)
    if (!hasWork) return []
    if (replacesFunctions) await dropFunctions(client)
    const applyAll = async (reportEach: Report) => {
      for (const name of pending) await apply(client, name, reportEach)
      const install = () => installFunctions(client)
      if (replacesFunctions && isComplete) await timed(FUNCTIONS_STEP, reportEach, install)
    }
    if (state.applied.length > 0) await applyAll(report)
    else await timed(NEW_SCHEMA_STEP, report, () => applyAll(() => {}))
    if (replacesFunctions && !isComplete) await client.query('delete from installed_functions')
    const hasNewFunctions = replacesFunctions && isComplete && !hasCurrentFunctions
    return hasNewFunctions ? [...pending, FUNCTIONS] : pending
  })
  // Last: where our own migrations fail, the version before finds its job queue unchanged.
  if (state.hasQueue && hasWork) await migrateJobQueue(connection)
  return applied
}

type Report = NonNullable<MigrateOptions['report']>

async function timed(
  step: { name: string; description: string },
  report: Report,
  work: () => Promise<void>,
): Promise<void> {
  const start = performance.now()
  await report({ state: 'started', ...step })
  await work()
  const seconds = Math.round(performance.now() - start) / 1000
  await report({ state: 'applied', ...step, seconds })
}

/** Databases of builds before 0.2.0 get the checksums of the files that they meet first. */
async function prepareRecords(client: pg.Client, state: State): Promise<void> {
  await client.query(`create table if not exists migrations (
    name text primary key, applied_at timestamptz not null default now());
    ${CREATE_INSTALLATIONS}`)
  if (!state.hasColumns)
    await client.query(
      'alter table migrations add column checksum text, add column version text, add column oldest_version text',
    )
  for (const { name, checksum } of state.applied) {
    const migration = checksum === null ? findMigration(name) : undefined
    if (migration)
      await client.query(
        'update migrations set checksum = $2, oldest_version = $3 where name = $1',
        [name, migration.checksum, migration.oldestVersion],
      )
  }
}

async function stateOf(client: Queries): Promise<State> {
  const { rows } = await client.query(
    `select to_regclass('migrations') is not null as "hasMigrations",
       to_regclass('installed_functions') is not null as "hasFunctions",
       exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
         where nspname = 'graphile_worker' and relname = 'migrations') as "hasQueue",
       exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'checksum') as "hasColumns"`,
  )
  const { hasMigrations, hasFunctions, hasQueue, hasColumns } = rows[0]
  const migrations = hasMigrations
    ? await client.query<Applied>(
        hasColumns
          ? 'select name, checksum, version, oldest_version as "oldestVersion" from migrations'
          : 'select name, null as checksum, null as version, null as "oldestVersion" from migrations',
      )
    : null
  const installed = hasFunctions ? await client.query<Installation>(SELECT_INSTALLATIONS) : null
  const applied = migrations?.rows ?? []
  refuseFirstSchema(applied.map(({ name }) => name))
  const state = { applied, hasColumns, hasQueue, installed: installed?.rows ?? [] }
  refuseTooNew(state)
  return state
}

const notApplied = ({ applied }: State) => {
  const names = new Set(applied.map(({ name }) => name))
  return allMigrations.filter((name) => !names.has(name))
}

const notKnown = ({ applied }: State) =>
  applied
    .map(({ name }) => name)
    .filter((name) => !findMigration(name))
    .sort()

const lacksChecksums = (state: State) =>
  !isNewer(state) &&
  state.applied.some(({ name, checksum }) => checksum === null && findMigration(name))

const changed = ({ applied }: State) =>
  applied
    .filter(({ name, checksum }) => {
      const migration = findMigration(name)
      return checksum !== null && migration !== undefined && migration.checksum !== checksum
    })
    .map(({ name }) => name)
    .sort()

const isLater = (version: string) => compareVersions(version, VERSION) > 0

function isNewer(state: State): boolean {
  const version = state.installed[0]?.version
  return notKnown(state).length > 0 || (version !== undefined && isLater(version))
}

/** A migration says so where processes of versions before would do harm or fail. */
function refuseTooNew({ applied, installed }: State): void {
  const [needed] = applied
    .flatMap(({ oldestVersion }) => oldestVersion ?? [])
    .sort(compareVersions)
    .slice(-1)
  if (needed === undefined || !isLater(needed)) return
  const versions = [...applied, ...installed].flatMap(({ version }) => version ?? [])
  const newest = versions.sort(compareVersions).at(-1) ?? needed
  throw new SchemaError(
    `Earshot ${newest} upgraded this database, and its schema needs Earshot ${needed} or later. This is Earshot ${VERSION}. ` +
      `Start ${newest}, or restore the backup that was made before the upgrade.`,
  )
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // Where the connection is lost, the server does it, and the first error says why.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function apply(client: pg.Client, name: string, report: Report): Promise<void> {
  const migration = findMigration(name)
  if (!migration) throw new Error(`There is no migration ${name}.`)
  const { text, description, checksum, oldestVersion } = migration
  await timed({ name, description }, report, async () => {
    await client.query(text).catch((cause: Error) => {
      throw new Error(`Migration ${name} failed. Nothing was applied. ${cause.message}`, { cause })
    })
    await client.query(
      'insert into migrations (name, checksum, version, oldest_version) values ($1, $2, $3, $4)',
      [name, checksum, VERSION, oldestVersion],
    )
  })
}

function isLockConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return [code, cause?.code].some((one) => one === LOCK_NOT_AVAILABLE || one === DEADLOCK_DETECTED)
}
