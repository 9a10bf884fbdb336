// Works on the task of a move: looks at the source, brings the account, or removes what it brought. A job ends when it is done, when somebody
// stops it, when its process stops, or after some hours. The next one continues: the folder and the database say what is left.
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { ApiError } from '../core/api-error.ts'
import { withOwnPool } from '../db/own-pool.ts'
import { bringForm, type FollowStep, planForm } from '../move/bring.ts'
import type { Manifest } from '../move/form.ts'
import { findMove, MoveInUse, onOneConnection } from '../move/move.ts'
import { FormError, readManifest } from '../move/reader.ts'
import { renderReport } from '../move/report.ts'
import { API_SOURCES, type ApiSource } from '../move/sources/api-sources.ts'
import { FolderInUse, noteLoaded } from '../move/sources/form-folder.ts'
import {
  createSourceClient,
  type SourceClient,
  SourceError,
} from '../move/sources/source-client.ts'
import { tryForm } from '../move/trial.ts'
import { renderTrial } from '../move/trial-page.ts'
import { undoMove } from '../move/undo.ts'
import {
  continueMoveLater,
  failMoveTask,
  findMovesWithFolder,
  findMoveWork,
  forgetOldCredentials,
  type MoveProgress,
  type MoveWork,
  noteFolder,
  noteLook,
  noteMoveProgress,
  noteMoveTrouble,
  noteReport,
  noteSurvey,
  noteTrial,
  noteUndone,
  readMoveCredentials,
} from '../write/background/move-tasks.ts'
import { inTransaction } from '../write/core/transaction.ts'

type MoveContext = Pick<Context, 'db' | 'store' | 'readKeys'> &
  Partial<Pick<Context, 'moves' | 'outgoing'>>

/** The queue gives a job of four hours to another worker. */
const MAX_JOB_MS = 3 * 3_600_000
const NOTE_INTERVAL_MS = 1000
/** Another command moves an account, or the connection of a process that was killed is still open. */
const WAIT_SECONDS = 5

/** Ends the task, in words for people. */
class TaskError extends Error {}

class Stopped extends Error {}

type Work = MoveWork & {
  context: MoveContext & Required<Pick<Context, 'outgoing'>>
  place: NonNullable<Context['moves']>
  signal: AbortSignal
  show: Show
}

type Show = (step: string, progress: MoveProgress) => void

export async function workOnMove(
  context: MoveContext,
  { move: id, attempt }: { move: number; attempt: number },
): Promise<void> {
  const { db, moves: place, outgoing } = context
  // Such a process does not take the job from the queue.
  if (!place || !outgoing) return
  const found = await findMoveWork(db, { id, attempt })
  if (!found) return
  const ended = new AbortController()
  const late = AbortSignal.timeout(MAX_JOB_MS)
  const signal = AbortSignal.any([place.signal, ended.signal, late])
  const notes = startNotes(context, found, {
    end: (reason) => ended.abort(reason),
    checkSpace: () => checkSpace(place),
  })
  const work: Work = {
    ...found,
    context: { ...context, outgoing },
    place,
    signal,
    show: notes.show,
  }
  try {
    await TASKS[found.task ?? '']?.(work)
  } catch (error) {
    await notes.close()
    const cause = ended.signal.aborted ? ended.signal.reason : error
    if (cause instanceof Stopped) return
    // Not at once: a process that stops would take it again.
    if (place.signal.aborted || late.aborted)
      return await continueMoveLater(db, found, { reason: null, waitSeconds: WAIT_SECONDS })
    if (cause instanceof MoveInUse || cause instanceof FolderInUse)
      return await continueMoveLater(db, found, {
        reason: cause.message,
        waitSeconds: WAIT_SECONDS,
      })
    if (isForPeople(cause)) return await failMoveTask(db, found, cause.message)
    // The queue tries it again. The note fails too while the database does not answer.
    await noteMoveTrouble(
      db,
      found,
      'It failed unexpectedly and is tried again. The log of the service says why.',
    ).catch(() => {})
    throw cause
  } finally {
    await notes.close()
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof SourceError ||
  error instanceof FormError ||
  error instanceof TaskError ||
  // A mapping that names what is gone.
  error instanceof ApiError

const TASKS: Record<string, (work: Work) => Promise<void>> = {
  async look(work) {
    work.show('looking', {})
    const { source, client } = await connect(work)
    const look = await source.look(client, work.account)
    await noteLook(work.context.db, work, look)
  },
  async read(work) {
    const { context, signal, show } = work
    const folder = await readSource(work)
    const follow = followBytes(await readManifest(folder), show)
    const { survey } = await planForm({ db: context.db, folder, signal, follow })
    await inTransaction(context.db, (tx) => noteSurvey(tx, work, survey))
  },
  async try(work) {
    const { context, place, signal, show } = work
    const { db } = context
    const folder = await readSource(work)
    await withOwnPool(place.connection(), (own) =>
      onOneConnection(own, async (connection) => {
        const follow = followBytes(await readManifest(folder), show)
        const plan = await planForm({ db: connection, folder, signal, follow })
        show('trying', {})
        const trial = await tryForm({ db: connection, folder, signal }, plan)
        const page = renderTrial(trial)
        await inTransaction(db, (tx) => noteTrial(tx, work, { survey: plan.survey, trial, page }))
      }),
    )
  },
  async run(work) {
    const { context, place, signal, show } = work
    const { db, store } = context
    const folder = await readSource(work)
    await withOwnPool(place.connection(), (own) =>
      onOneConnection(own, async (connection) => {
        const follow = followBytes(await readManifest(folder), show)
        const bringing = { db: connection, folder, signal, follow }
        const plan = await planForm(bringing)
        const { move, report } = await bringForm({ ...bringing, store }, plan)
        await noteLoaded(folder, markOf(move), report.verified)
        const page = renderReport(report)
        await inTransaction(db, (tx) => noteReport(tx, work, { report, page }))
      }),
    )
  },
  async undo(work) {
    const { context, place, signal, show, id } = work
    show('undoing', {})
    const progress: MoveProgress = {}
    const undone = await withOwnPool(place.connection(), (own) =>
      onOneConnection(own, (connection) =>
        undoMove(connection, id, {
          signal,
          progress(kind, removed) {
            progress[kind] = { done: removed, total: removed }
            show('undoing', { ...progress })
          },
        }),
      ),
    )
    await rm(folderOf(place, work), { recursive: true, force: true })
    await noteUndone(context.db, work, undone)
  },
}

/** Writes the form, or what is left of it: one that was not loaded yet is not read again. */
async function readSource(work: Work): Promise<string> {
  const { context, place, signal, show } = work
  const folder = folderOf(place, work)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await noteFolder(context.db, work)
  await checkSpace(place)
  show('reading', {})
  const base = await findMove(context.db, work)
  const { source, client } = await connect(work)
  await source.read({
    client,
    account: work.account,
    path: folder,
    base: base ? markOf(base) : null,
    signal,
    progress: (_read, _total, kinds) => show('reading', kinds),
  })
  return folder
}

/** Deletes folders that no move has any more, and secrets of moves that were left. */
export async function cleanUpMoves({ db, moves: place }: MoveContext): Promise<void> {
  await forgetOldCredentials(db)
  if (!place) return
  const kept = (await findMovesWithFolder(db)).map((move) => folderOf(place, move))
  for (const name of await readdir(place.directory).catch(() => []))
    if (/^\d+-\d+$/.test(name) && !kept.includes(join(place.directory, name)))
      await rm(join(place.directory, name), { recursive: true, force: true })
}

/** A database that was restored can have another move with the same id. */
const folderOf = (
  { directory }: Work['place'],
  { id, created_at }: Pick<MoveWork, 'id' | 'created_at'>,
) => join(directory, `${id}-${created_at.getTime()}`)

const markOf = ({ id, created_at }: { id: number; created_at: Date }) => ({
  id,
  created_at: created_at.toISOString(),
})

/** The key can be that of another account. Two would become one. */
async function connect(work: Work): Promise<{ source: ApiSource; client: SourceClient }> {
  const { context, id, account, signal } = work
  const source = API_SOURCES[work.source]
  if (!source) throw new TaskError(`This version cannot read ${work.source}.`)
  const { db, readKeys, outgoing } = context
  const stored = await readMoveCredentials(db, readKeys, id)
  if (!stored) throw new TaskError('The key or token was forgotten. Enter it again.')
  const { api_address = source.apiAddress, ...given } = stored
  const connection = source.connect(source.apiAddress ? (api_address ?? '') : account, given)
  const client = createSourceClient({ ...connection, networks: [], outgoing, signal })
  const found = (await source.identify?.(client)) ?? account
  if (found !== account)
    throw new TaskError(
      `The key or token opens ${found}, not ${account}. Enter that address, or a key or token of this account.`,
    )
  return { source, client }
}

async function checkSpace({ directory, minFreeBytes }: Work['place']): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (free < minFreeBytes)
    throw new TaskError(
      `The disk of the data directory has ${toMebibytes(free)} MiB left, and ${toMebibytes(minFreeBytes)} MiB must stay free. Make room, then continue.`,
    )
}

const toMebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)

/** How far a step is, by the bytes of each file. */
function followBytes({ counts = {} }: Manifest, show: Show): FollowStep {
  let current = ''
  let bytesOf: Record<string, number> = {}
  let progress: MoveProgress = {}
  return (step, kind, bytes, size) => {
    if (step !== current) {
      current = step
      bytesOf = {}
      const kinds = Object.entries(counts).filter(([, total]) => total > 0)
      progress = Object.fromEntries(kinds.map(([name, total]) => [name, { done: 0, total }]))
    }
    const one = progress[kind]
    if (!one) return
    bytesOf[kind] = (bytesOf[kind] ?? 0) + bytes
    const share = size === 0 ? 1 : Math.min(1, bytesOf[kind] / size)
    progress[kind] = { ...one, done: Math.round((one.total ?? 0) * share) }
    show(step, { ...progress })
  }
}

type Noting = { end(reason: unknown): void; checkSpace(): Promise<void> }

/** Stores the newest progress each second, and looks whether the task was stopped. */
function startNotes({ db }: MoveContext, work: MoveWork, { end, checkSpace: check }: Noting) {
  let shown: { step: string; progress: MoveProgress } = { step: 'waiting', progress: {} }
  let noting = Promise.resolve()
  let isOpen = true
  const note = async () => {
    try {
      if (!(await noteMoveProgress(db, work, shown))) end(new Stopped())
      else if (shown.step === 'reading') await check()
    } catch (error) {
      // A database that does not answer fails the task itself.
      if (error instanceof TaskError) end(error)
    }
  }
  const timer = setInterval(() => {
    noting = noting.then(() => (isOpen ? note() : undefined))
  }, NOTE_INTERVAL_MS)
  return {
    show: ((step, progress) => {
      shown = { step, progress }
    }) as Show,
    close: async () => {
      isOpen = false
      clearInterval(timer)
      await noting
    },
  }
}
