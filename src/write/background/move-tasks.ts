// What a job of a move reads and notes. A note of an earlier attempt changes nothing: the move was stopped, or asked for something else.
import { sql } from 'kysely'
import { decryptSecret, type ReadKeys } from '../../core/secret-keys.ts'
import type { Db, Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'
import { inTransaction } from '../core/transaction.ts'
import {
  cleanUpJob,
  forgetCredentials,
  forgetTrial,
  lockTasks,
  type MoveCredentials,
  type MoveUpload,
  moveJob,
  placeOfCredentials,
} from '../moves.ts'

export type MoveWork = {
  id: number
  attempt: number
  source: string
  account: string
  address: string | null
  upload: MoveUpload | null
  task: string | null
  created_at: Date
}

type Attempt = Pick<MoveWork, 'id' | 'attempt'>

/** Done and total records of each kind. Null where the source does not say how many there are. */
export type MoveProgress = Record<string, { done: number; total: number | null }>

const MAX_REASON = 1000
/** A move that was left can go on for so long without its secrets and files. */
const KEPT_DAYS = 7

const isCurrent = ({ id, attempt }: Attempt) =>
  sql`id = ${id} and attempt = ${attempt} and task_state = 'running'`

export async function findMoveWork(db: Db, attempt: Attempt): Promise<MoveWork | undefined> {
  const { rows } = await sql<MoveWork>`
    select id, attempt, source, account, address, upload, task, created_at from moves where ${isCurrent(attempt)}`.execute(
    db,
  )
  return rows[0]
}

export async function readMoveCredentials(
  db: Db,
  readKeys: ReadKeys,
  id: number,
): Promise<MoveCredentials | undefined> {
  const { rows } = await sql<{ encrypted_secret: Buffer }>`
    select encrypted_secret from move_secrets where move_id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const secret = decryptSecret(await readKeys(), rows[0].encrypted_secret, placeOfCredentials(id))
  return JSON.parse(secret.toString()) as MoveCredentials
}

/** Returns false when the task was stopped. */
export async function noteMoveProgress(
  db: Db,
  attempt: Attempt,
  { step, progress }: { step: string; progress: MoveProgress },
): Promise<boolean> {
  const { rows } = await sql`
    update moves set step = ${step}, progress = ${JSON.stringify(progress)}, reason = null, updated_at = now()
    where ${isCurrent(attempt)} returning id`.execute(db)
  return rows.length > 0
}

/** The task goes on later, in this process or another. */
export async function continueMoveLater(
  db: Db,
  attempt: Attempt,
  { reason, waitSeconds }: { reason: string | null; waitSeconds: number },
): Promise<void> {
  await sql`
    update moves set step = 'waiting', reason = ${reason?.slice(0, MAX_REASON) ?? null}, updated_at = now()
    where ${isCurrent(attempt)}
    returning ${addJob(moveJob(sql.ref('id'), sql.ref('attempt'), waitSeconds))}`.execute(db)
}

export async function noteMoveTrouble(db: Db, attempt: Attempt, reason: string): Promise<void> {
  await sql`
    update moves set step = 'waiting', reason = ${reason}, updated_at = now() where ${isCurrent(attempt)}`.execute(
    db,
  )
}

export async function noteFolder(db: Db, { id }: Attempt): Promise<void> {
  await sql`update moves set has_folder = true where id = ${id}`.execute(db)
}

export async function failMoveTask(db: Db, attempt: Attempt, reason: string): Promise<void> {
  await sql`
    update moves set task_state = 'failed', reason = ${reason.slice(0, MAX_REASON)}, task_ended_at = now(), updated_at = now()
    where ${isCurrent(attempt)}`.execute(db)
}

const done = sql`task_state = 'done', step = null, reason = null, task_ended_at = now(), updated_at = now()`

export async function noteLook(db: Db, attempt: Attempt, look: object): Promise<void> {
  await sql`
    update moves set ${done}, look = ${JSON.stringify(look)}, looked_at = now()
    where ${isCurrent(attempt)}`.execute(db)
}

export async function noteSurvey(tx: Tx, attempt: Attempt, survey: object): Promise<void> {
  const { rows } = await sql`
    update moves set ${done} where ${isCurrent(attempt)} returning id`.execute(tx)
  if (rows[0]) await storeSurvey(tx, attempt.id, survey)
}

export async function noteTrial(
  tx: Tx,
  attempt: Attempt,
  { survey, trial, page }: { survey: object; trial: object; page: string },
): Promise<void> {
  const { rows } = await sql`
    update moves set ${done} where ${isCurrent(attempt)} returning id`.execute(tx)
  if (!rows[0]) return
  await storeSurvey(tx, attempt.id, survey)
  await sql`
    insert into move_trials (move_id, trial, page) values (${attempt.id}, ${JSON.stringify(trial)}, ${page})
    on conflict (move_id) do update set trial = excluded.trial, page = excluded.page, created_at = now()`.execute(
    tx,
  )
}

const storeSurvey = (tx: Tx, id: number, survey: object) =>
  sql`
    insert into move_surveys (move_id, survey) values (${id}, ${JSON.stringify(survey)})
    on conflict (move_id) do update set survey = excluded.survey, created_at = now()`.execute(tx)

/** The key and the secret are not needed any more. */
export async function noteReport(
  tx: Tx,
  attempt: Attempt,
  { report, page }: { report: { verified: boolean }; page: string },
): Promise<void> {
  const { id } = attempt
  await sql`
    insert into move_reports (move_id, report, page) values (${id}, ${JSON.stringify(report)}, ${page})
    on conflict (move_id) do update set report = excluded.report, page = excluded.page, created_at = now()`.execute(
    tx,
  )
  // The next run needs newer files.
  await sql`
    update moves set upload = null, has_folder = false where ${isCurrent(attempt)} and upload is not null
    returning ${addJob(cleanUpJob)}`.execute(tx)
  await sql`
    update moves set ${done}, verified = ${report.verified}, undone = null where ${isCurrent(attempt)}`.execute(
    tx,
  )
  await forgetCredentials(tx, id)
  await forgetTrial(tx, id)
}

export async function noteUndone(db: Db, attempt: Attempt, undone: object): Promise<void> {
  await sql`
    update moves set ${done}, undone = ${JSON.stringify(undone)}, has_folder = false, upload = null
    where ${isCurrent(attempt)}
    returning ${addJob(cleanUpJob)}`.execute(db)
}

type MoveWithFolder = Pick<MoveWork, 'id' | 'created_at' | 'upload'>

/** The moves whose folders and uploads stay. None gets another one while `use` runs. */
export const withFoldersOfMoves = <T>(
  db: Db,
  use: (moves: MoveWithFolder[]) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockTasks(tx)
    const { rows } = await sql<MoveWithFolder>`
      select id, created_at, upload from moves where (has_folder and state <> 'undone') or task_state = 'running'`.execute(
      tx,
    )
    return use(rows)
  })

const isLeft = sql`m.task_state <> 'running' and m.updated_at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day'`

/** Of moves that were left: the secrets, the uploaded files, and what a trial read of them. */
export const forgetLeftMoves = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockTasks(tx)
    await sql`delete from move_secrets s using moves m where m.id = s.move_id and ${isLeft}`.execute(
      tx,
    )
    await sql`
      delete from move_trials t using moves m where m.id = t.move_id and m.upload is not null and ${isLeft}`.execute(
      tx,
    )
    await sql`
      update moves m set upload = null, has_folder = false where m.upload is not null and ${isLeft}`.execute(
      tx,
    )
  })
