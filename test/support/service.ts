// Starts the whole service on its own database and calls it over HTTP.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createClient, issueToken, type NewClient } from '../../src/auth/clients/api-clients.ts'
import { generateSecretKey, parseSecretKeys, type ReadKeys } from '../../src/core/secret-keys.ts'
import { type Db, openDatabase } from '../../src/db/db.ts'
import type { Reader } from '../../src/read/answer.ts'
import { type Service, startService } from '../../src/service.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/settings/declarations.ts'
import { diskStore } from '../../src/store/disk.ts'
import type { Store } from '../../src/store/store.ts'
import { onCleanup } from './cleanup.ts'
import { PATIENTLY } from './patience.ts'
import { asServingRole, inDatabase, TEMPLATE } from './template-database.ts'

export const BASE_URL = 'http://feedback.example.test'

/** Processes on the database of a test get the same key. */
export const TEST_KEY = generateSecretKey()
const readTestKeys: ReadKeys = async () => {
  const keys = parseSecretKeys(TEST_KEY)
  if (!keys) throw new Error('The key of tests is malformed.')
  return keys
}
const TEST_KEY_SOURCE = {
  name: 'the key of tests',
  read: readTestKeys,
  create: null,
}

/** Servers of tests are on this machine. */
const LOCAL = { networks: ['127.0.0.0/8', '::1'] }

export type Answer = {
  status: number
  headers: Record<string, string | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  body: any
}

// biome-ignore lint/suspicious/noExplicitAny: records of any collection
export type Shown = { id: number; links: Record<string, any>; [field: string]: any }

export type Sent = { headers?: Record<string, string>; body?: unknown; token?: string | null }

export type TestService = {
  /** With all rights, unlike the service. */
  db: Db
  connection: pg.ClientConfig
  owner(): pg.ClientConfig
  store: Store
  service: Service
  /** For jobs that a test runs itself. */
  reader: Reader
  database: Service['database']
  mail: null
  backups: null
  settings: Settings
  readKeys: ReadKeys
  token: string
  /** The path is relative to /api/v2/admin, unless it starts with /api/ or `//`. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  get(path: string, sent?: Sent): Promise<Answer>
  post(path: string, body: unknown, sent?: Sent): Promise<Answer>
  put(path: string, body: unknown, sent?: Sent): Promise<Answer>
  delete(path: string, sent?: Sent): Promise<Answer>
  /** Creates a record, which must succeed, and returns it. */
  made(path: string, body: object): Promise<Shown>
  /** The first record of the response. */
  shown(path: string): Promise<Shown>
  aClient(
    client?: Partial<NewClient>,
  ): Promise<{ id: number; key: string; secret: string; token: string }>
}

/** Starts the service on a clone of the template database; removes both after the tests of the file. */
export async function startTestService(
  logLines?: string[],
  options: Partial<Parameters<typeof startService>[3]> = {},
  server: pg.ClientConfig = JSON.parse(inject('connection')),
): Promise<TestService> {
  const name = `earshot_${randomBytes(6).toString('hex')}`
  // Copying files takes half of the CPU time of logging each block, here and when the database is dropped.
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const connection = inDatabase(server, name)
  const log = logLines
    ? pino({ level: 'info' }, { write: (line: string) => void logLines.push(line) })
    : pino({ level: 'silent' })
  const directory = await mkdtemp(join(tmpdir(), 'earshot-files-'))
  const { store = diskStore(directory) } = options
  const service = await startService(asServingRole(connection), BASE_URL, log, {
    owner: () => connection,
    secretKey: TEST_KEY_SOURCE,
    outgoing: LOCAL,
    // Nothing listens there: tests ask no DNS server of others.
    dnsServers: ['127.0.0.1:1'],
    ...PATIENTLY,
    ...options,
    settings: { requests_per_address: 1_000_000, ...options.settings },
    store,
  })
  onCleanup(async () => {
    await service.close()
    await close()
    await rm(directory, { recursive: true })
    await administer(server, `drop database ${name} with (force)`)
  })
  const { db, close } = openDatabase(connection, () => {})

  const aClient = (client: Partial<NewClient> = {}) =>
    db.transaction().execute(async (tx) => {
      const made = await createClient(tx, {
        name: 'test',
        isTrusted: true,
        isReadOnly: false,
        tokenLifetimeSeconds: null,
        requestsPerMinute: null,
        ...client,
      })
      return { ...made, secret: made.secret ?? '', token: (await issueToken(tx, made.id)).token }
    })
  const { token } = await aClient()

  const call = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const url = path.startsWith('//')
      ? path.slice(1)
      : path.startsWith('/api/')
        ? path
        : `/api/v2/admin${path}`
    const bearer = sent.token === undefined ? token : sent.token
    const isText = typeof sent.body === 'string' || Buffer.isBuffer(sent.body)
    const answer = await service.app.inject({
      payloadAsStream: true,
      method: method as 'GET',
      url,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(sent.body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && {
        payload: isText ? (sent.body as string) : JSON.stringify(sent.body),
      }),
    })
    const type = String(answer.headers['content-type'])
    const text = await readText(answer.stream(), type.startsWith('text/event-stream'))
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text,
      body: type.includes('json') && text !== '' ? JSON.parse(text) : text,
    }
  }
  return {
    db,
    connection,
    owner: () => connection,
    store,
    service,
    reader: { pool: service.database.readPool, baseUrl: BASE_URL, areas: null },
    database: service.database,
    mail: null,
    backups: null,
    settings: DEFAULT_SETTINGS,
    readKeys: readTestKeys,
    token,
    call,
    get: (path, sent) => call('GET', path, sent),
    post: (path, body, sent) => call('POST', path, { ...sent, body }),
    put: (path, body, sent) => call('PUT', path, { ...sent, body }),
    delete: (path, sent) => call('DELETE', path, sent),
    made: async (path, body) => {
      const answer = await call('POST', path, { body })
      if (answer.status !== 201)
        throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
      return firstOf(answer)
    },
    shown: async (path) => firstOf(await call('GET', path)),
    aClient,
  }
}

/** Of a stream without an end only the first piece. */
async function readText(stream: Readable, isEndless: boolean): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    pieces.push(piece)
    if (isEndless) break
  }
  return Buffer.concat(pieces).toString()
}

const firstOf = ({ body }: Answer) => (Object.values(body)[0] as Shown[])[0] as Shown

async function administer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}
