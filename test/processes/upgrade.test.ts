// Upgrades in place: from each release, interrupted anywhere, and with older versions beside and after them.
import { once } from 'node:events'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../src/core/version.ts'
import {
  changedMigrations,
  type MigrationStep,
  migrate,
  pendingMigrations,
} from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { describeSchema } from '../support/catalogue.ts'
import { commandOn, startCommand } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { findWrongFigures } from '../support/recount.ts'
import { BASE_URL } from '../support/service.ts'
import { asServingRole, TEMPLATE } from '../support/template-database.ts'
import {
  createDatabase,
  createOfRelease,
  createOldest,
  describeDatabase,
  releases,
  withClient,
} from '../support/upgrades.ts'

const query = (connection: pg.ClientConfig, statement: string) =>
  withClient(connection, async (client) => (await client.query(statement)).rows)

const startOn = (connection: pg.ClientConfig) =>
  startService(asServingRole(connection), BASE_URL, pino({ level: 'silent' }), {
    store: diskStore('/nowhere'),
    owner: () => connection,
  })

describe.each(releases)('a database of %s', (release) => {
  let connection: pg.ClientConfig

  beforeAll(async () => {
    connection = await createOfRelease(release)
  })

  test('has the migrations whose files are still here, unchanged', async () => {
    const names = (await query(connection, 'select name from migrations')).map(({ name }) => name)
    expect(allMigrations).toEqual(expect.arrayContaining(names))
    expect(await withClient(connection, changedMigrations)).toEqual([])
  })

  test('is upgraded in place and has the schema of a new one', async () => {
    const count = 'select count(*)::int as n from suggestions'
    const before = await query(connection, count)
    const service = await startOn(connection)
    onTestFinished(() => service.close())
    expect((await service.app.inject('/readyz')).statusCode).toBe(200)
    expect(await findWrongFigures(service.database.db)).toEqual([])
    expect(await query(connection, count)).toEqual(before)
    const upgraded = await withClient(connection, describeSchema)
    expect(upgraded).toBe(await withClient(await createDatabase(TEMPLATE), describeSchema))
  })
})

test('this version has a fixture', () => {
  expect(releases).toContain(VERSION)
})

describe('an upgrade of the oldest schema', () => {
  let oldest: pg.ClientConfig
  let before: object
  let complete: object
  const steps: string[] = []

  beforeAll(async () => {
    oldest = await createOldest()
    before = await describeDatabase(oldest)
    const own = await createDatabase(nameOf(oldest))
    const note = (step: MigrationStep) => {
      if (step.state === 'applied') steps.push(step.name)
    }
    await migrate(own, { report: note })
    complete = await describeDatabase(own)
  })

  /** Loses its connection when the step is done. */
  const interrupt = async (connection: pg.ClientConfig, name: string) => {
    const others = `select pg_terminate_backend(pid, 30000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const report = async (step: MigrationStep) => {
      if (step.state === 'applied' && step.name === name) await query(connection, others)
    }
    await expect(migrate(connection, { report })).rejects.toThrow(/connection/i)
  }

  test('changes nothing when it loses its connection after any step, and the next start completes it', async () => {
    const connection = await createDatabase(nameOf(oldest))
    expect(steps.at(-1)).toBe('functions')
    const [first = '', middle = '', last = ''] = [0, steps.length >> 1, -1].map((n) => steps.at(n))
    for (const name of EXHAUSTIVE ? steps : [first, middle, last]) {
      await interrupt(connection, name)
      expect(await describeDatabase(connection), name).toEqual(before)
    }
    expect(await migrate(connection)).toEqual(steps)
    expect(await describeDatabase(connection)).toEqual(complete)
  })

  test('changes nothing when its process is killed within a migration, and the next one completes it', async () => {
    const own = await createDatabase(nameOf(oldest))
    await withClient(own, async (busy) => {
      // The migration waits for the table.
      await busy.query('begin; select from imports')
      const killed = startCommand(own, ['migrate'], ['ignore', 'pipe', 'ignore'])
      let output = ''
      killed.stdout?.on('data', (data) => {
        output += data
      })
      const isWaiting = `select 1 from pg_locks where not granted and relation = 'imports'::regclass`
      await expect.poll(() => query(own, isWaiting), { timeout: 60_000 }).not.toEqual([])
      expect(output).toMatch(
        /^0006_client_secret_overlap\.sql: After a rotation .* \(\d\.\d\d s\)$/m,
      )
      expect(output).toMatch(/^0018_import_undo\.sql: [^(]+$/m)
      killed.kill('SIGKILL')
      await once(killed, 'exit')
      const others = `select 1 from pg_stat_activity where datname = current_database()
        and pid not in (pg_backend_pid(), ${await pidOf(busy)})`
      await expect.poll(() => query(own, others), { timeout: 60_000 }).toEqual([])
      await busy.query('commit')
    })
    expect(await describeDatabase(own)).toEqual(before)
    const { code, stdout } = await commandOn(own)('migrate')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^functions: Functions and triggers \(\d+\.\d\d s\)$/m)
    expect(await describeDatabase(own)).toEqual(complete)
  })

  test('changes nothing when a migration fails, and says which', async () => {
    const own = await createDatabase(nameOf(oldest))
    await query(own, 'create table bulk_actions ()')
    const { code, stderr } = await commandOn(own)('migrate')
    expect(code).toBe(1)
    expect(stderr).toMatch(/Migration 0016_bulk_actions\.sql failed\. Nothing was applied\. /)
    await query(own, 'drop table bulk_actions')
    expect(await describeDatabase(own)).toEqual(before)
  })

  const nameOf = (connection: pg.ClientConfig) => new pg.Client(connection).database

  const pidOf = async (client: pg.Client) =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid
})

describe('an older version on a newer schema', () => {
  test('continues where the schema allows it, and says so where it does not', async () => {
    const connection = await createDatabase(TEMPLATE)
    const service = await startOn(connection)
    onTestFinished(() => service.close())
    const add = (name: string, oldest: string) =>
      query(
        connection,
        `insert into migrations (name, version, oldest_version) values ('${name}', '999.1.0', ${oldest})`,
      )
    await add('9998_compatible.sql', 'null')
    expect(await withClient(connection, pendingMigrations)).toEqual([])
    expect((await service.app.inject('/readyz')).statusCode).toBe(200)

    await add('9999_incompatible.sql', `'999.0.0'`)
    const message =
      'Earshot 999.1.0 upgraded this database, and its schema needs Earshot 999.0.0 or later. ' +
      `This is Earshot ${VERSION}. Start 999.1.0, or restore the backup that was made before the upgrade.`
    await expect
      .poll(async () => (await service.app.inject('/readyz')).body, { timeout: 30_000 })
      .toContain(message)
    const before = await describeDatabase(connection)
    const run = commandOn(connection, { PORT: '0' })
    for (const command of [['serve'], ['migrate'], ['clients', 'list']]) {
      const { code, stderr } = await run(...command)
      expect(code).toBe(1)
      expect(stderr).toContain(`earshot ${command.join(' ')}: ${message}`)
    }
    expect((await run('doctor')).stdout).toContain(`NO  migrations       ${message}`)
    expect(await describeDatabase(connection)).toEqual(before)
  })
})
