// Works on the task of a move: looks at the source, brings the account, or removes what it brought. A job ends when it is done, when somebody
// stops it, when its process stops, or after some hours. The next one continues: the folder and the database say what is left.
import { mkdir, readdir, rm } from 'node:fs/promises'
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
import type { FileSourceOptions } from '../move/sources/file-source.ts'
import { DATABASE_SOURCES, FILE_SOURCES } from '../move/sources/file-sources.ts'
import { FolderInUse, noteLoaded } from '../move/sources/form-folder.ts'
import {
  createSourceClient,
  type SourceClient,
  SourceError,
} from '../move/sources/source-client.ts'
import { findLackOfSpace } from '../move/space.ts'
import { tryForm } from '../move/trial.ts'
import { renderTrial } from '../move/trial-page.ts'
import { undoMove } from '../move/undo.ts'
import { findUnusedUploads, findUpload, withoutPaths } from '../move/uploads.ts'
import {
  continueMoveLater,
  failMoveTask,
  findMoveWork,
  forgetLeftMoves,
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
  withFoldersOfMoves,
} from '../write/background/move-tasks.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { findSharedAccount } from '../write/moves.ts'

type MoveContext = Pick<Context, 'db' | 'store' | 'readKeys'> &
  Partial<Pick<Context, 'moves' | 'outgoing'>>

/** The queue gives a job of four hours to another worker. */
const MAX_JOB_MS = 3 * 3_600_000
const NOTE_INTERVAL_MS = 1000
/** Another command moves an account, or the connection of a process that was killed is still open. */
const WAIT_SECONDS = 5

/** Into the folder of the move. */
const STEPS_THAT_WRITE = ['looking', 'reading']
/** What a look lists of what does not come. */
const MAX_MISSING = 20
const FORGOTTEN = 'The key, token or password was forgotten. Enter it again.'

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
    await withoutPaths(place.directory, async () => TASKS[found.task ?? '']?.(work))
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
    await noteLook(work.context.db, work, await lookAt(work))
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

/** What the account has. Files and databases are read for it. */
async function lookAt(work: Work): Promise<object> {
  if (!isReadAtOnce(work)) {
    const { source, client } = await connect(work)
    return source.look(client, work.account)
  }
  const folder = await readAtOnce(work, true)
  const { counts = {}, left_out = [] } = await readManifest(folder)
  const missing = left_out.filter(({ key }) => key === undefined).slice(0, MAX_MISSING)
  return { counts, others: {}, left_out: missing }
}

/** Writes the form, or what is left of it: one by API that was not loaded yet is not read again. */
async function readSource(work: Work): Promise<string> {
  const { context, signal, show } = work
  show('reading', {})
  if (isReadAtOnce(work)) return readAtOnce(work, false)
  const folder = await openFolder(work)
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

async function openFolder(work: Work): Promise<string> {
  const { context, place } = work
  const folder = folderOf(place, work)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await noteFolder(context.db, work)
  await checkSpace(place)
  return folder
}

const isReadAtOnce = ({ upload, source }: MoveWork) => upload !== null || source in DATABASE_SOURCES

/** Of files and databases. Returns the folder of the form. */
async function readAtOnce(work: Work, isLook: boolean): Promise<string> {
  const { context, place, account, upload, signal } = work
  const { outgoing } = context
  const secrets = await readSecrets(work)
  const common = {
    isLook,
    networks: [],
    outgoing,
    signal,
    progress: () => {},
  }
  if (upload === null) {
    const read = DATABASE_SOURCES[work.source]
    const { address } = work
    if (!read || address === null) throw new TaskError(`This version cannot read ${work.source}.`)
    if (!secrets?.password) throw new TaskError(FORGOTTEN)
    const folder = await openFolder(work)
    return read({
      ...common,
      from: address,
      password: secrets.password,
      account: findSharedAccount(work),
      folderOf: ofAccount(account, folder),
    })
  }
  await checkSpace(place)
  const { from, form } = await findUpload(place.directory, upload)
  const { key, api_address: origin } = secrets ?? {}
  const client =
    key !== undefined && origin !== undefined
      ? createSourceClient({ origin, credentials: { token: key }, networks: [], outgoing, signal })
      : undefined
  const options: FileSourceOptions = {
    ...common,
    from,
    account,
    encoding: upload.encoding ?? undefined,
    client,
    folderOf: () => form,
  }
  const source = FILE_SOURCES[upload.reader]
  if (!source) throw new TaskError(`This version cannot read ${upload.reader}.`)
  return source.read(options)
}

/** Two accounts would become one. */
const ofAccount = (expected: string, folder: string) => (found: string) => {
  if (found !== expected) throw new TaskError(`It is the account ${found}, not ${expected}.`)
  return folder
}

/** Deletes folders and uploads that no move has any more, and secrets and files of moves that were left. */
export async function cleanUpMoves({ db, moves: place }: MoveContext): Promise<void> {
  await forgetLeftMoves(db)
  if (!place) return
  const { directory } = place
  const unused = await withFoldersOfMoves(db, async (moves) => {
    const kept = moves.map((move) => folderOf(place, move))
    const folders = (await readdir(directory).catch(() => []))
      .filter((name) => /^\d+-\d+$/.test(name))
      .map((name) => join(directory, name))
      .filter((path) => !kept.includes(path))
    const uploads = moves.flatMap(({ upload }) => (upload ? [upload.id] : []))
    return [...folders, ...(await findUnusedUploads(directory, uploads))]
  })
  for (const path of unused) await rm(path, { recursive: true, force: true })
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
  const { context, account, signal } = work
  const source = API_SOURCES[work.source]
  if (!source) throw new TaskError(`This version cannot read ${work.source}.`)
  const { outgoing } = context
  const stored = await readSecrets(work)
  if (!stored) throw new TaskError(FORGOTTEN)
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

const readSecrets = ({ context: { db, readKeys }, id }: Work) =>
  readMoveCredentials(db, readKeys, id)

async function checkSpace(place: Work['place']): Promise<void> {
  const lack = await findLackOfSpace(place)
  if (lack !== undefined) throw new TaskError(`${lack} Make room, then continue.`)
}

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
      else if (STEPS_THAT_WRITE.includes(shown.step)) await check()
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
