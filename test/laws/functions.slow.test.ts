// Functions and triggers are replaced as a whole when their content changed, and only then.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrate, pendingMigrations, unknownMigrations } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { describeSchema } from '../support/catalogue.ts'
import { inDatabase, TEMPLATE } from '../support/template-database.ts'

const server: pg.ClientConfig = JSON.parse(inject('connection'))
const databases: string[] = []
let connection: pg.ClientConfig
let client: pg.Client

async function connect(to: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(to)
  await client.connect()
  return client
}

async function administer(statement: string): Promise<void> {
  const administrator = await connect(server)
  await administrator.query(statement)
  await administrator.end()
}

beforeEach(async () => {
  const name = `earshot_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${TEMPLATE}`)
  databases.push(name)
  connection = inDatabase(server, name)
  client = await connect(connection)
  return () => client.end()
})
afterAll(async () => {
  for (const name of databases) await administer(`drop database ${name} with (force)`)
})

const rowsOf = async (text: string) => (await client.query(text)).rows
const functionIds = () =>
  rowsOf(`select oid from pg_proc where pronamespace = 'public'::regnamespace order by oid`)

/** As after a start of another build, whose functions replaced ours. */
const installOther = (version: string) =>
  client.query(
    `insert into installed_functions (hash, version, sequence) values ('other', '${version}', 7)`,
  )
/** As before the first start of this build. */
const forgetOurs = () => client.query('delete from installed_functions')

test('functions that are current are left alone', async () => {
  const before = await functionIds()
  expect(await migrate(connection)).toEqual([])
  expect(await functionIds()).toEqual(before)
  expect(await pendingMigrations(client)).toEqual([])
})

test('functions that this build never installed are pending and are replaced', async () => {
  const before = await describeSchema(client)
  await client.query(`
    create function count_old() returns trigger language plpgsql as $$ begin return null; end $$;
    comment on function count_old() is 'Earshot: made from src/db/functions, replaced on upgrade';
    create trigger "20_count_old" after insert on users execute function count_old();
    create or replace function has_acted(person bigint) returns boolean language sql as 'select null::boolean';
    create function somebody_elses() returns int language sql return 1`)
  await forgetOurs()
  expect(await pendingMigrations(client)).toEqual(['functions'])
  expect(await migrate(connection)).toEqual(['functions'])
  expect(await pendingMigrations(client)).toEqual([])
  expect(await rowsOf('select somebody_elses() as one')).toEqual([{ one: 1 }])
  await client.query('drop function somebody_elses()')
  expect(await describeSchema(client)).toBe(before)
})

test('an owner who is no superuser can replace them', async () => {
  const owner = `owner_${randomBytes(4).toString('hex')}`
  const database = databases.at(-1) as string
  await administer(`create role ${owner} login password '${owner}'`)
  await client.query('drop schema public, graphile_worker cascade; create schema public')
  await client.query(
    `alter database ${database} owner to ${owner}; alter schema public owner to ${owner}`,
  )
  const asOwner = { ...connection, user: owner, password: owner }
  expect(await migrate(asOwner)).toEqual([...allMigrations, 'functions'])
  await forgetOurs()
  expect(await migrate(asOwner)).toEqual(['functions'])
  await client.query(
    `alter database ${database} owner to current_user; reassign owned by ${owner} to current_user`,
  )
  await administer(`drop role ${owner}`)
})

describe('beside another build', () => {
  test('a process goes on after functions of the same version replaced its own, and its next start replaces those', async () => {
    await installOther('0.0.0')
    expect(await pendingMigrations(client)).toEqual([])
    expect(await migrate(connection)).toEqual(['functions'])
    expect(await migrate(connection)).toEqual([])
  })

  test('an older build neither replaces functions of a later version nor waits for its own', async () => {
    const before = await functionIds()
    await forgetOurs()
    await installOther('999.0.0')
    expect(await pendingMigrations(client)).toEqual([])
    expect(await unknownMigrations(client)).toEqual(['functions 999.0.0'])
    expect(await migrate(connection)).toEqual([])
    expect(await functionIds()).toEqual(before)
  })

  test('nor does it where a migration is unknown', async () => {
    await forgetOurs()
    await client.query(`insert into migrations (name) values ('9999_later.sql')`)
    expect(await pendingMigrations(client)).toEqual([])
    expect(await migrate(connection)).toEqual([])
  })
})

test('a busy table delays the replacement, and requests do not queue behind it', async () => {
  await forgetOurs()
  const busy = await connect(connection)
  await busy.query('begin; select from users')
  const migrated = migrate(connection)
  const waiting = () =>
    rowsOf(`select mode from pg_locks where not granted and relation = 'users'::regclass`)
  await expect.poll(waiting).not.toEqual([])
  await expect.poll(waiting).toEqual([])
  await busy.query('commit')
  await busy.end()
  expect(await migrated).toEqual(['functions'])
})

test('every trigger has a number that says when it fires', async () => {
  const names = await rowsOf(
    `select distinct tgname from pg_trigger where not tgisinternal and tgname !~ '^[0-9][05]_[a-z_]+$'`,
  )
  expect(names).toEqual([])
})
