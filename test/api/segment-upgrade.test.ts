// Segments of a database from before conditions ignored case get the members that they did not find then.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { transactionOn } from '../../src/db/db.ts'
import { migrate } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { refreshFigures } from '../../src/write/background/segment-figures.ts'
import { inDatabase } from '../support/template-database.ts'

test('members of existing segments are computed again', async () => {
  const server: pg.ClientConfig = JSON.parse(inject('connection'))
  const connection = inDatabase(server, `earshot_${randomBytes(6).toString('hex')}`)
  const clientOf = async (config: pg.ClientConfig) => {
    const client = new pg.Client(config)
    await client.connect()
    return client
  }
  const admin = await clientOf(server)
  await admin.query(`create database ${connection.database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${connection.database} with (force)`)
    await admin.end()
  })
  const before = allMigrations.indexOf('0037_recompute_segments.sql')
  await migrate(connection, { only: allMigrations.slice(0, before) })
  const client = await clientOf(connection)
  const filters = { column: 'user.country', operator: 'is', operand: { val: 'germany' } }
  await client.query(
    `insert into users (id, name, email_address, country) values (11, 'Ute', 'ute@example.com', 'Germany')`,
  )
  await client.query(
    `insert into segments (id, key, name, filters) values (21, 'german', 'German', $1)`,
    [JSON.stringify(filters)],
  )
  // Nothing is left to do, as after the last run of the service before.
  await client.query('delete from stale_records')

  await migrate(connection)
  await client.query('begin')
  await refreshFigures(transactionOn(client))
  await client.query('commit')
  const { rows } = await client.query('select user_id::int from segment_members')
  await client.end()
  expect(rows).toEqual([{ user_id: 11 }])
})
