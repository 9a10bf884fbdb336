// Moves that people start: whole accounts from elsewhere. A job works on the task of a move (background/move-tasks.ts), one move at a time.
import { sql } from 'kysely'
import { readEncryptionKey } from '../auth/encrypted-secrets.ts'
import { ApiError } from '../core/api-error.ts'
import { encryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { MOVE_SOURCES, type MoveSource, type MoveTask, moves } from '../resources/moves.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockRecord } from './core/records.ts'

export type MoveWriter = {
  actor: number
  origin: Origin
  readKeys: ReadKeys
  /** Throws for an address that the service must not reach. */
  checkUrl(url: string): unknown
}

/** A key with its secret, or a token. */
export type MoveCredentials = {
  key?: string | undefined
  secret?: string | undefined
  token?: string | undefined
}

type Row = {
  id: number
  source: string
  account: string
  state: string
  task: string | null
  task_state: string | null
  has_folder: boolean
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
const EXAMPLE = 'such as https://acme.uservoice.com'

/** Counts what the source has. The move of the same account goes on where there is one. */
export async function lookAtSource(
  tx: Tx,
  writer: MoveWriter,
  input: MoveCredentials & { source: MoveSource; address: string },
): Promise<{ id: number; isNew: boolean }> {
  const account = originOf(writer, input.address)
  const credentials = readCredentials(input)
  if (!credentials) throw withoutCredentials()
  await lockTasks(tx)
  const { rows: undoing } = await sql<{ id: number }>`
    select id from moves where source = ${input.source} and account = ${account} and state = 'undoing'`.execute(
    tx,
  )
  if (undoing[0])
    throw conflict(`Move ${undoing[0].id} of ${account} is not undone completely. Undo it again.`)
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into moves (source, account, state) values (${input.source}, ${account}, 'new')
    on conflict (source, account) where state in ('new', 'loading', 'completed') do update set updated_at = now()
    returning id, xmax = 0 as is_new`.execute(tx)
  const { id, is_new } = rows[0] as { id: number; is_new: boolean }
  await refuseSecondMove(tx, id)
  await storeCredentials(tx, writer.readKeys, id, credentials)
  await startTask(tx, id, 'look', writer.actor)
  await recordAudit(tx, writer.origin, {
    action: 'move_looked',
    subject: subject(id),
    after: { source: input.source, account },
  })
  return { id, isNew: is_new }
}

/** Brings the account, goes on where an earlier run ended, or brings what changed since. */
export async function runMove(
  tx: Tx,
  writer: MoveWriter,
  id: number,
  input: MoveCredentials,
): Promise<void> {
  await lockTasks(tx)
  const move = await lockRecord<Row>(tx, moves, id)
  await refuseSecondMove(tx, id)
  if (move.state === 'undoing' || move.state === 'undone')
    throw conflict(`Move ${id} is undone. Look at the account again to bring it once more.`)
  if (!(MOVE_SOURCES as readonly string[]).includes(move.source))
    throw conflict(`Move ${id} came by a command, which brings what changed too.`)
  const credentials = readCredentials(input)
  if (credentials) await storeCredentials(tx, writer.readKeys, id, credentials)
  else if (!(await hasCredentials(tx, id))) throw withoutCredentials()
  await startTask(tx, id, 'run', writer.actor)
  await recordAudit(tx, writer.origin, {
    action: 'data_imported',
    subject: subject(id),
    after: { source: move.source, account: move.account },
  })
}

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
  if (!move.has_folder) return
  await sql`
    update moves set has_folder = false, updated_at = now() where id = ${id}
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

const cleanUpJob: Job = { task: 'clean_up_moves', payload: {} }

const subject = (id: number) => ({ type: moves.name, id })

const conflict = (message: string) => new ApiError('conflict', message)

const busy = ({ id, account }: Pick<Row, 'id' | 'account'>) =>
  conflict(`Move ${id} of ${account} is running. Wait until it ends, or stop it.`)

const lockTasks = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('tasks of moves'))`.execute(tx)

/** Moves change everything, so there is one at a time. A task of the same move is replaced. */
async function refuseSecondMove(tx: Tx, id: number): Promise<void> {
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

function originOf({ checkUrl }: MoveWriter, address: string): string {
  const refuse = (message: string) =>
    new ApiError('invalid', `address: ${message}`, { address: 'invalid' })
  const url = URL.parse(address)
  if (url !== null && url.origin.length > MAX_ORIGIN) throw refuse('it is too long.')
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw refuse(`it should be an address ${EXAMPLE}.`)
  // Not quoted: it could have a password.
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '')
    throw refuse(`it should have no path, query, user or password, ${EXAMPLE}.`)
  try {
    checkUrl(url.origin)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  return url.origin
}

/** Undefined where there are none. */
function readCredentials({ key, secret, token }: MoveCredentials) {
  if (key === undefined && secret === undefined && token === undefined) return undefined
  if (token !== undefined && key === undefined && secret === undefined) return { token }
  if (token === undefined && key !== undefined && secret !== undefined) return { key, secret }
  throw new ApiError('invalid', 'key: send key and secret, or token.', { key: 'invalid' })
}

const withoutCredentials = () =>
  new ApiError(
    'invalid',
    'key: send key and secret, or token. They are forgotten when a move is done.',
    { key: 'required' },
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
