// What the database remembers of each migration, and what each file says of itself.
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { VERSION } from '../../src/core/version.ts'
import { changedMigrations, migrate } from '../../src/db/migrate.ts'
import { allMigrations, findMigration } from '../../src/db/migrations.ts'
import { commandOn } from '../support/command.ts'
import { TEMPLATE } from '../support/template-database.ts'
import { createDatabase, withClient } from '../support/upgrades.ts'

let connection: pg.ClientConfig

beforeEach(async () => {
  connection = await createDatabase(TEMPLATE)
})

const query = async (statement: string) =>
  withClient(connection, async (client) => (await client.query(statement)).rows)

const LATEST = allMigrations.at(-1) as string

test('every migration says in its first comment what it does', () => {
  const silent = allMigrations.filter((name) => !findMigration(name)?.description)
  expect(silent).toEqual([])
})

test('every migration is recorded with its checksum and version', async () => {
  const rows = await query('select name, checksum, version from migrations order by name')
  const expected = allMigrations.map((name) => {
    const checksum = findMigration(name)?.checksum
    return { name, checksum, version: VERSION }
  })
  expect(rows).toEqual(expected)
})

test('a database without checksums gets them at the next start', async () => {
  const select = 'select name, checksum, oldest_version from migrations order by name'
  const before = await query(select)
  await query(
    'alter table migrations drop column checksum, drop column version, drop column oldest_version',
  )
  expect(await migrate(connection)).toEqual([])
  expect(await query(select)).toEqual(before)
})

test('a changed file is reported and stops an upgrade, but not a start', async () => {
  await query(`update migrations set checksum = 'other' where name = '${LATEST}'`)
  expect(await withClient(connection, changedMigrations)).toEqual([LATEST])
  expect(await migrate(connection)).toEqual([])
  const run = commandOn(connection)
  const { code, stdout } = await run('doctor')
  expect(code).toBe(1)
  expect(stdout).toContain(`NO  migrations       ${LATEST} changed after being applied`)

  await query('delete from installed_functions')
  const refused = await run('migrate')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toMatch(/changed after being applied.* Nothing was applied\./)
  expect(await query('select from installed_functions')).toEqual([])
})
