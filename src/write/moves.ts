// Moves that people start: whole accounts from elsewhere. A job works on the task of a move (background/move-tasks.ts), one move at a time.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { readEncryptionKey } from '../auth/encrypted-secrets.ts'
import { ApiError } from '../core/api-error.ts'
import { parseDatabaseAddress } from '../core/database-address.ts'
import { parseRepository } from '../core/github-repository.ts'
import { encryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import type { Db, Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import {
  decideValues,
  describeFixed,
  findFixed,
  findMapping,
  type MoveMapping,
  requireTargets,
} from '../imports/move-mapping.ts'
import {
  isMoveSource,
  MOVE_ACCESS,
  MOVE_SOURCES,
  type MoveFileReader,
  type MoveSource,
  type MoveTask,
  moves,
} from '../resources/moves.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockRecord } from './core/records.ts'

export type MoveWriter = {
  actor: number
  origin: Origin
  readKeys: ReadKeys
  /** Throws for an address that the service must not reach. */
  checkUrl(url: string): unknown
  checkHost(host: string): void
}

/** What opens an account, and where its API answers if not where that of the product does. */
export type MoveCredentials = {
  key?: string | undefined
  secret?: string | undefined
  token?: string | undefined
  /** Of a database. */
  password?: string | undefined
  api_address?: string | undefined
}

/** Files that were sent, in a folder of their own (move/uploads.ts). */
export type MoveUpload = {
  id: string
  reader: MoveFileReader
  encoding: string | null
  files: { name: string; size_in_bytes: number }[]
}

type Row = {
  id: number
  source: string
  account: string
  state: string
  task: string | null
  task_state: string | null
  has_folder: boolean
  upload: MoveUpload | null
}

/** Works on the task that the move was asked for at this attempt. */
export const moveJob = (move: Expression, attempt: Expression, waitSeconds = 0): Job => ({
  task: 'work_on_move',
  payload: { move, attempt },
  subject: sql`'move ' || ${move}`,
  ...(waitSeconds > 0 && { runAt: sql`now() + ${waitSeconds} * interval '1 second'` }),
})

/** A name of DNS has at most 253 characters. */
const MAX_ORIGIN = 300
/** GitHub has at most 39 characters for an owner and 100 for a repository. */
const MAX_REPOSITORY = MAX_ORIGIN + 200

/** Counts what the source has. The move of the same account goes on where there is one. */
export async function lookAtSource(
  tx: Tx,
  writer: MoveWriter,
  input: MoveCredentials & { source: MoveSource; address: string; account?: string | undefined },
): Promise<{ id: number; isNew: boolean }> {
  const { source } = input
  const { account, address = null } = accountOf(writer, input)
  const credentials = readCredentials(writer, source, input)
  if (!credentials) throw withoutCredentials(source)
  await lockTasks(tx)
  const move = await findOrAddMove(tx, { source, account })
  await refuseSecondMove(tx, move.id)
  await sql`update moves set address = ${address}, upload = null where id = ${move.id}`.execute(tx)
  await storeCredentials(tx, writer.readKeys, move.id, credentials)
  await startLook(tx, writer, move.id, { source, account })
  return move
}

/** As `lookAtSource`, of files that were sent. They take the place of those that the move had. */
export async function lookAtFiles(
  tx: Tx,
  writer: MoveWriter,
  {
    source,
    account,
    upload,
    ...input
  }: MoveCredentials & { source: string; account: string; upload: MoveUpload },
): Promise<{ id: number; isNew: boolean }> {
  const credentials = readApiOfFiles(writer, upload, input)
  await lockTasks(tx)
  const move = await findOrAddMove(tx, { source, account })
  await refuseRunning(tx)
  await sql`
    update moves set address = null, upload = ${JSON.stringify(upload)}, has_folder = true where id = ${move.id}
    returning ${addJob(cleanUpJob)}`.execute(tx)
  if (credentials) await storeCredentials(tx, writer.readKeys, move.id, credentials)
  else await forgetCredentials(tx, move.id)
  await forgetTrial(tx, move.id)
  await startLook(tx, writer, move.id, { source, account, files: upload.files })
  return move
}

/** What a request for another move gets, before it sends files. */
export async function refuseRunning(db: Db): Promise<void> {
  await refuseSecondMove(db, 0)
}

/** The caller has locked the tasks. */
async function findOrAddMove(
  tx: Tx,
  { source, account }: { source: string; account: string },
): Promise<{ id: number; isNew: boolean }> {
  const { rows: undoing } = await sql<{ id: number }>`
    select id from moves where source = ${source} and account = ${account} and state = 'undoing'`.execute(
    tx,
  )
  if (undoing[0])
    throw conflict(`Move ${undoing[0].id} of ${account} is not undone completely. Undo it again.`)
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into moves (source, account, state, mapping)
    -- Who undid a move to map it in another way changes what was mapped.
    select ${source}, ${account}, 'new', coalesce((
      select mapping from moves where source = ${source} and account = ${account} and state = 'undone'
      order by id desc limit 1), '{}')
    on conflict (source, account) where state in ('new', 'loading', 'completed') do update set updated_at = now()
    returning id, xmax = 0 as is_new`.execute(tx)
  const { id, is_new } = rows[0] as { id: number; is_new: boolean }
  return { id, isNew: is_new }
}

async function startLook(tx: Tx, writer: MoveWriter, id: number, after: object): Promise<void> {
  await startTask(tx, id, 'look', writer.actor)
  await recordAudit(tx, writer.origin, {
    action: 'move_looked',
    subject: subject(id),
    after: { ...after },
  })
}

/** Reads the account, so that its values can be mapped. Nothing is brought. */
export async function readMove(
  tx: Tx,
  writer: MoveWriter,
  id: number,
  input: MoveCredentials,
): Promise<void> {
  await prepareTask(tx, writer, id, input)
  await startTask(tx, id, 'read', writer.actor)
}

/** Loads a sample as it would look here, and takes it back. */
export async function tryMove(
  tx: Tx,
  writer: MoveWriter,
  id: number,
  input: MoveCredentials,
): Promise<void> {
  await prepareTask(tx, writer, id, input)
  await forgetTrial(tx, id)
  await startTask(tx, id, 'try', writer.actor)
}

/** What the values of the source become. The whole mapping is replaced. */
export async function mapMove(
  tx: Tx,
  origin: Origin,
  id: number,
  mapping: MoveMapping,
): Promise<void> {
  const move = await lockRecord<Row>(tx, moves, id)
  // A look needs no mapping.
  if (move.task_state === 'running' && move.task !== 'look') throw busy(move)
  if (move.state === 'undoing' || move.state === 'undone') throw conflict(`Move ${id} is undone.`)
  const stored = await findMapping(tx, { id })
  if (move.state !== 'new') {
    const fixed = await findFixed(tx, stored, mapping)
    if (fixed.length > 0) throw conflict(describeFixed(fixed, id))
  }
  const mapped = await decideValues(tx, { ...stored, mapping })
  requireTargets(mapped)
  if (isDeepStrictEqual(stored.mapping, mapping)) return
  // It shows what the mapping was before.
  await forgetTrial(tx, id)
  await sql`
    update moves set mapping = ${JSON.stringify(mapping)}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  await recordAudit(tx, origin, {
    action: 'move_mapped',
    subject: subject(id),
    before: { mapping: stored.mapping },
    after: { mapping },
  })
}

export async function discardTrial(tx: Tx, id: number): Promise<void> {
  const move = await lockRecord<Row>(tx, moves, id)
  if (move.task_state === 'running') throw busy(move)
  await forgetTrial(tx, id)
  await sql`update moves set updated_at = now() where id = ${id}`.execute(tx)
}

/** Brings the account, goes on where an earlier run ended, or brings what changed since. */
export async function runMove(
  tx: Tx,
  writer: MoveWriter,
  id: number,
  input: MoveCredentials,
): Promise<void> {
  const move = await prepareTask(tx, writer, id, input)
  await startTask(tx, id, 'run', writer.actor)
  await recordAudit(tx, writer.origin, {
    action: 'data_imported',
    subject: subject(id),
    after: { source: move.source, account: move.account },
  })
}

/** For what needs the source: with the key or token that was stored, or another. */
async function prepareTask(
  tx: Tx,
  writer: MoveWriter,
  id: number,
  input: MoveCredentials,
): Promise<Row> {
  await lockTasks(tx)
  const move = await lockRecord<Row>(tx, moves, id)
  await refuseSecondMove(tx, id)
  if (move.state === 'undoing' || move.state === 'undone')
    throw conflict(`Move ${id} is undone. Look at the account again to bring it once more.`)
  const { source, upload } = move
  if (!upload && !isMoveSource(source)) throw withoutFiles(id)
  const credentials = upload
    ? readApiOfFiles(writer, upload, input)
    : readCredentials(writer, source as MoveSource, input)
  if (credentials) await storeCredentials(tx, writer.readKeys, id, credentials)
  else if (!upload && !(await hasCredentials(tx, id)))
    throw withoutCredentials(source as MoveSource)
  return move
}

const withoutFiles = (id: number) =>
  conflict(
    `Move ${id} has no files any more. Upload a newer file of the same account: POST /moves/files. One that came by a command goes on with the command too.`,
  )

/** What was read and loaded stays. The job sees it within seconds. */
export async function stopMove(tx: Tx, origin: Origin, id: number): Promise<void> {
  const move = await lockRecord<Row>(tx, moves, id)
  if (move.task_state !== 'running') return
  await sql`
    update moves set task_state = 'stopped', reason = null, attempt = attempt + 1, task_ended_at = now(), updated_at = now()
    where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'move_stopped',
    subject: subject(id),
    after: { task: move.task },
  })
}

export async function undoMoveLater(tx: Tx, writer: MoveWriter, id: number): Promise<void> {
  await lockTasks(tx)
  const move = await lockRecord<Row>(tx, moves, id)
  await refuseSecondMove(tx, id)
  if (move.state === 'new') throw conflict(`Move ${id} has brought nothing yet.`)
  if (move.state === 'undone') throw conflict(`Move ${id} is undone already.`)
  await forgetCredentials(tx, id)
  await forgetTrial(tx, id)
  // A later run of the same account must not bring back half of it.
  await sql`update moves set state = 'undoing' where id = ${id}`.execute(tx)
  await startTask(tx, id, 'undo', writer.actor)
  await recordAudit(tx, writer.origin, {
    action: 'import_undone',
    subject: subject(id),
    after: { source: move.source, account: move.account },
  })
}

/** The data of people that was read. A later run reads everything again. */
export async function deleteMoveFolder(tx: Tx, origin: Origin, id: number): Promise<void> {
  const move = await lockRecord<Row>(tx, moves, id)
  if (move.task_state === 'running') throw busy(move)
  await forgetTrial(tx, id)
  if (!move.has_folder) return
  await sql`
    update moves set has_folder = false, upload = null, updated_at = now() where id = ${id}
    returning ${addJob(cleanUpJob)}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'move_deleted',
    subject: subject(id),
    before: { folder: true },
  })
}

/** Only a move that has brought nothing, or is undone. */
export async function deleteMove(tx: Tx, origin: Origin, id: number): Promise<void> {
  const move = await lockRecord<Row>(tx, moves, id)
  if (move.task_state === 'running') throw busy(move)
  if (move.state !== 'new' && move.state !== 'undone')
    throw conflict(`Move ${id} has brought records. Undo it first.`)
  await sql`delete from moves where id = ${id} returning ${addJob(cleanUpJob)}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'move_deleted',
    subject: subject(id),
    before: { source: move.source, account: move.account },
  })
}

/** The caller has locked the move, or creates it. */
export async function forgetCredentials(tx: Tx, id: number): Promise<void> {
  await sql`delete from move_secrets where move_id = ${id}`.execute(tx)
}

/** It has the data of people. */
export async function forgetTrial(tx: Tx, id: number): Promise<void> {
  await sql`delete from move_trials where move_id = ${id}`.execute(tx)
}

/** Deletes folders and uploads that no move has. */
export const cleanUpJob: Job = { task: 'clean_up_moves', payload: {} }

const subject = (id: number) => ({ type: moves.name, id })

const conflict = (message: string) => new ApiError('conflict', message)

const busy = ({ id, account }: Pick<Row, 'id' | 'account'>) =>
  conflict(`Move ${id} of ${account} is running. Wait until it ends, or stop it.`)

/** Also while it is decided which folders of moves stay. */
export const lockTasks = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('tasks of moves'))`.execute(tx)

/** Moves change everything, so there is one at a time. A task of the same move is replaced. */
async function refuseSecondMove(tx: Db, id: number): Promise<void> {
  const { rows } = await sql<{ id: number; account: string }>`
    select id, account from moves where task_state = 'running' and id <> ${id}`.execute(tx)
  if (rows[0]) throw busy(rows[0])
}

async function startTask(tx: Tx, id: number, task: MoveTask, actor: number): Promise<void> {
  await sql`
    update moves set task = ${task}, task_state = 'running', step = 'waiting', progress = '{}', reason = null,
      attempt = attempt + 1, started_by_id = ${actor}, task_started_at = now(), task_ended_at = null, updated_at = now()
    where id = ${id}
    returning ${addJob(moveJob(sql.ref('id'), sql.ref('attempt')))}`.execute(tx)
}

const refuse = (member: string, message: string, code = 'invalid') =>
  new ApiError('invalid', `${member}: ${message}`, { [member]: code })

type NamedAccount = { source: MoveSource; address: string; account?: string | undefined }

/** What names the account, and the address of a database, which has more than the name. */
function accountOf(
  writer: MoveWriter,
  { source, address, account }: NamedAccount,
): { account: string; address?: string } {
  const { example, isRepository, isDatabase, defaultAccount } = MOVE_ACCESS[source]
  if (account !== undefined && defaultAccount === undefined)
    throw refuse('account', `only these share a database: ${sharingSources.join(', ')}.`)
  if (isDatabase) {
    const name = databaseOf(writer, address, example)
    const only = account ?? defaultAccount
    return { account: only === undefined ? name : `${name}/${only}`, address }
  }
  if (!isRepository) return { account: originOf(writer, { member: 'address', address, example }) }
  const repository = parseRepository(address)
  if (!repository)
    throw refuse('address', `it should be the address of a repository such as ${example}.`)
  if (repository.address.length > MAX_REPOSITORY) throw refuse('address', 'it is too long.')
  checkReachable('address', () => writer.checkUrl(repository.endpoint))
  return { account: repository.address }
}

function databaseOf(writer: MoveWriter, address: string, example: string): string {
  const database = parseDatabaseAddress(address)
  // Not quoted: it could have a password.
  if (!database)
    throw refuse(
      'address',
      `it should be the address of a PostgreSQL database such as ${example}, without a password, and with no other parameter than sslmode=disable.`,
    )
  checkReachable('address', () => writer.checkHost(database.host))
  return database.name
}

/** Of a database that several accounts share, the one that is meant. */
export const findSharedAccount = ({
  source,
  account,
}: Pick<Row, 'source' | 'account'>): string | undefined =>
  isMoveSource(source) && MOVE_ACCESS[source].defaultAccount !== undefined
    ? account.slice(account.lastIndexOf('/') + 1)
    : undefined

const sharingSources = MOVE_SOURCES.filter((source) => MOVE_ACCESS[source].defaultAccount)

type GivenAddress = { member: string; address: string; example: string }

function originOf(writer: MoveWriter, { member, address, example }: GivenAddress): string {
  const url = URL.parse(address)
  if (url !== null && url.origin.length > MAX_ORIGIN) throw refuse(member, 'it is too long.')
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw refuse(member, `it should be an address such as ${example}.`)
  // Not quoted: it could have a password.
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    throw refuse(member, `it should have no path, query, user or password, such as ${example}.`)
  checkReachable(member, () => writer.checkUrl(url.origin))
  return url.origin
}

function checkReachable(member: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw refuse(member, (error as Error).message)
  }
}

/** Undefined where there are none. */
function readCredentials(
  writer: MoveWriter,
  source: MoveSource,
  { api_address, ...input }: MoveCredentials,
): MoveCredentials | undefined {
  const { credentials, hasSharedApi } = MOVE_ACCESS[source]
  const given = Object.entries(pickCredentials(input)).filter(([, value]) => value !== undefined)
  if (given.length === 0) {
    if (api_address === undefined) return undefined
    throw refuse('api_address', `send it with ${nameCredentials(source)}.`)
  }
  const names = given.map(([name]) => name)
  const isWhole = credentials.some(
    (set) => set.length === names.length && names.every((name) => set.some((one) => one === name)),
  )
  if (!isWhole) throw refuse(firstCredential(source), `send ${nameCredentials(source)}.`)
  if (api_address === undefined) return Object.fromEntries(given)
  if (!hasSharedApi)
    throw refuse('api_address', `only these have one: ${sharedSources.join(', ')}.`)
  return { ...Object.fromEntries(given), api_address: apiOriginOf(writer, api_address) }
}

const apiOriginOf = (writer: MoveWriter, address: string) =>
  originOf(writer, { member: 'api_address', address, example: 'https://api.acme.test' })

/** Of the API that has what the files lack. Undefined where it is not asked. */
function readApiOfFiles(
  writer: MoveWriter,
  { reader }: MoveUpload,
  { api_address, ...input }: MoveCredentials,
): MoveCredentials | undefined {
  const { key, ...others } = pickCredentials(input)
  const [needless] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
  if (needless !== undefined) throw refuse(needless, 'files need none.')
  if (key === undefined && api_address === undefined) return undefined
  if (reader !== 'quackback')
    throw refuse('api_address', 'only files of quackback are completed by an API.')
  if (key === undefined) throw refuse('key', 'send it with api_address.', 'required')
  if (api_address === undefined) throw refuse('api_address', 'send it with key.', 'required')
  return { key, api_address: apiOriginOf(writer, api_address) }
}

const pickCredentials = ({ key, secret, token, password }: MoveCredentials) => ({
  key,
  secret,
  token,
  password,
})

const sharedSources = MOVE_SOURCES.filter((source) => MOVE_ACCESS[source].hasSharedApi)

const firstCredential = (source: MoveSource) => MOVE_ACCESS[source].credentials[0]?.[0] ?? 'key'

const nameCredentials = (source: MoveSource) =>
  MOVE_ACCESS[source].credentials.map((set) => set.join(' and ')).join(', or ')

const withoutCredentials = (source: MoveSource) =>
  refuse(
    firstCredential(source),
    `send ${nameCredentials(source)}. Keys and tokens are forgotten when a move is done.`,
    'required',
  )

async function hasCredentials(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from move_secrets where move_id = ${id}`.execute(tx)
  return rows.length > 0
}

export const placeOfCredentials = (id: number) => `move_secrets ${id}`

async function storeCredentials(
  tx: Tx,
  readKeys: ReadKeys,
  id: number,
  credentials: object,
): Promise<void> {
  const key = await readEncryptionKey(tx, readKeys)
  const secret = Buffer.from(JSON.stringify(credentials))
  const encrypted = encryptSecret(key, secret, placeOfCredentials(id))
  await sql`
    insert into move_secrets (move_id, encrypted_secret) values (${id}, ${encrypted})
    on conflict (move_id) do update set encrypted_secret = excluded.encrypted_secret, created_at = now()`.execute(
    tx,
  )
}
