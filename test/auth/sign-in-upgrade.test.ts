// A database from before people could sign in keeps its owner, its administrators and its tokens.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { generateCredential, hashCredential } from '../../src/auth/credentials.ts'
import { migrate } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { BASE_URL } from '../support/service.ts'
import { inDatabase } from '../support/template-database.ts'

test('the owner and administrators get roles, and tokens stay valid', async () => {
  const server: pg.ClientConfig = JSON.parse(inject('connection'))
  const connection = inDatabase(server, `earshot_${randomBytes(6).toString('hex')}`)
  await query(server, `create database ${connection.database}`)
  onTestFinished(async () => {
    await query(server, `drop database ${connection.database} with (force)`)
  })
  const only = allMigrations.slice(0, allMigrations.indexOf('0014_sign_in.sql'))
  await migrate(connection, { only })
  const token = generateCredential('token')
  await query(
    connection,
    `insert into users (id, name, email_address, is_admin, is_owner) values
      (11, 'Olga', 'olga@example.com', true, true), (12, 'Adam', 'adam@example.com', true, false),
      (13, 'Cora', 'cora@example.com', false, false), (14, 'Ed', 'ed@example.com', false, false);
    insert into permissions (user_id, license_type, feedback) values (13, 'contributor', 'contribute');
    insert into api_clients (id, name, key_hint, key_hash, secret_hash) values (21, 'Old', 'k', 'k', 's');
    insert into tokens (hash, api_client_id, user_id) values ('\\x${hashCredential(token).toString('hex')}', 21, 11)`,
  )
  const service = await startService(connection, BASE_URL, pino({ level: 'silent' }), {
    store: diskStore('/nowhere'),
  })
  onTestFinished(() => service.close())
  const roles = await query(connection, 'select user_id, role from permissions order by 1')
  expect(roles).toEqual([
    { user_id: 11, role: 'owner' },
    { user_id: 12, role: 'admin' },
    { user_id: 13, role: 'contributor' },
  ])
  const { statusCode, body } = await service.app.inject({
    url: '/api/v2/admin/users/current',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(statusCode).toBe(200)
  expect(JSON.parse(body).users[0]).toMatchObject({ id: 11, is_owner: true })
})

async function query(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
