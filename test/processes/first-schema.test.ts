// Databases and backups of the first schema, which other migrations made.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createClient, issueToken } from '../../src/auth/clients/api-clients.ts'
import { type Service, startService } from '../../src/service.ts'
import { diskStore } from '../../src/store/disk.ts'
import { commandOn } from '../support/command.ts'
import { findWrongFigures } from '../support/recount.ts'
import { BASE_URL } from '../support/service.ts'
import { inDatabase } from '../support/template-database.ts'

// Made by `earshot backup` of the last build of the first schema: a small demo, then a merge, an attachment, an
// idempotency key, a pending identity, a soft-deleted suggestion and a deleted label.
const BACKUP = join(import.meta.dirname, '../support/fixtures', 'backup-of-the-first-schema.tar.gz')
const DARK_MODE = 41
const NIGHT_MODE = 42
const DELETED = 43

const server: pg.ClientConfig = JSON.parse(inject('connection'))
const databases: string[] = []
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-first-schema-'))
})
afterAll(async () => {
  for (const name of databases) await query(server, `drop database ${name} with (force)`)
  await rm(root, { recursive: true })
})

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
async function query(connection: pg.ClientConfig, statement: string): Promise<any[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `earshot_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  databases.push(name)
  return inDatabase(server, name)
}

// The demo of the first schema invented the last activity of its accounts.
const findWrong = async ({ database }: Service) =>
  (await findWrongFigures(database.db)).filter(
    ({ figure }) => figure !== 'external_account_figures.last_active_at',
  )

describe('a backup of the first schema', () => {
  let service: Service
  let token: string

  beforeAll(async () => {
    const connection = await emptyDatabase()
    const { code, stderr } = await commandOn(connection, { EARSHOT_DATA: root })('restore', BACKUP)
    if (code !== 0) throw new Error(stderr)
    service = await startService(connection, BASE_URL, pino({ level: 'silent' }), {
      store: diskStore(join(root, 'files')),
    })
    token = await service.database.db.transaction().execute(async (tx) => {
      const options = { isTrusted: true, isReadOnly: false }
      const limits = { tokenLifetimeSeconds: null, requestsPerMinute: null }
      const { id } = await createClient(tx, { name: 'test', ...options, ...limits })
      return (await issueToken(tx, id)).token
    })
  })
  afterAll(() => service?.close())

  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const response = await service.app.inject({
      method,
      url: `/api/v2/admin${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json()
  }

  test('gives a ready service with every figure right', async () => {
    const { statusCode } = await service.app.inject('/readyz')
    expect(statusCode).toBe(200)
    expect(await findWrong(service)).toEqual([])
    const { suggestions } = await call('GET', `/suggestions/${DARK_MODE}`)
    expect(suggestions[0]).toMatchObject({
      title: 'Dark mode',
      body: 'Tabs\tand\\N',
      supporters_count: 3,
      supporter_revenue: 500,
      cf_team: 'mobile',
      jira_link_count: 1,
    })
    const matches = (await call('GET', '/suggestions?q=dark+mode')).suggestions
    expect(matches.map(({ id }: { id: number }) => id)).toContain(DARK_MODE)
    expect((await call('GET', '/deletions?collection=labels')).deletions).toHaveLength(1)
  })

  test('keeps rows of the tables that have another name now', async () => {
    const { db } = service.database
    const count = async (table: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)}`.execute(db)
      return rows[0]?.n
    }
    expect(await count('idempotent_responses')).toBe(1)
    expect(await count('duplicate_supporters')).toBe(1)
    expect(await count('engagement_window')).toBe(1)
    expect(await count('pending_identities')).toBe(1)
    expect(await count('users_search')).toBe(await count('users'))
    const { rows } = await sql`
      select previous_state from suggestions where id = ${DELETED}`.execute(db)
    expect(rows).toEqual([{ previous_state: 'approved' }])
  })

  test('serves its attachment', async () => {
    const { attachments } = await call('GET', '/attachments')
    const { statusCode, rawPayload } = await service.app.inject({
      url: attachments[0].url.slice(BASE_URL.length),
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(200)
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
  })

  test('can undo its merge and take new records', async () => {
    await call('POST', `/suggestions/${NIGHT_MODE}/unmerge`)
    const { suggestions } = await call('GET', `/suggestions/${NIGHT_MODE}`)
    expect(suggestions[0]).toMatchObject({ supporters_count: 2, comments_count: 1 })
    const user_email = 'later@example.test'
    await call('POST', '/supporters', { user_email, links: { suggestion: DARK_MODE } })
    const { external_users } = await call('GET', '/external_users?external_id=later')
    expect(external_users).toMatchObject([{ email: user_email }])
    expect(await findWrong(service)).toEqual([])
  })
})

describe('a database of the first schema', () => {
  let connection: pg.ClientConfig

  beforeAll(async () => {
    connection = await emptyDatabase()
    await query(
      connection,
      `create table migrations (name text primary key, applied_at timestamptz not null default now());
       insert into migrations (name) values ('0001_schema.sql'), ('0014_later.sql'), ('0020_true_retries.sql')`,
    )
  })

  test.each([
    [['serve']],
    [['migrate']],
    [['clients', 'list']],
    [['demo']],
    [['restore', BACKUP, '--replace']],
  ])('is refused by %j with the way to carry data over', async (args) => {
    const [command, ...more] = args as [string, ...string[]]
    const run = commandOn(connection, { EARSHOT_DATA: root, PORT: '0' })
    const { code, stderr } = await run(command, ...more)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^earshot ${command}[ a-z]*: .*\`earshot backup FILE\` with the earlier build.*\`earshot restore FILE\``,
        'm',
      ),
    )
    const tables = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    expect(await query(connection, tables)).toEqual([{ relname: 'migrations' }])
  })

  test('is reported by doctor', async () => {
    const { code, stdout } = await commandOn(connection, { EARSHOT_DATA: root })('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/NO .*earlier build of Earshot/)
  })
})
