// Moves: whole accounts from elsewhere, brought by the service in the background.
import type { BodyOf, FormOptions, Move, OptionsOf } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

export type { Move }
export type MoveReport = BodyOf<'GET', '/moves/{id}/report'>
export type MoveValues = BodyOf<'GET', '/moves/{id}/values'>
export type MoveTrial = BodyOf<'GET', '/moves/{id}/trial'>
export type MoveMapping = NonNullable<OptionsOf<'PUT', '/moves/{id}'>['body']>['mapping']
export type NewMove = NonNullable<OptionsOf<'POST', '/moves'>['body']>
export type MoveCredentials = NonNullable<OptionsOf<'POST', '/moves/{id}/run'>['body']>

/** Null where the source does not say how many. */
export type MoveLook = {
  counts: Record<string, number | null>
  others: Record<string, number>
  /** Of files and databases: whole kinds that do not come, and why. */
  left_out?: { kind: string; reason: string }[]
}
export type MoveProgress = Record<string, { done: number; total: number | null }>
export type UndoneMove = { removed: number; kept: number }

export const lookOf = ({ look }: Move) => look as MoveLook | null
export const mappingOf = ({ mapping }: Move) => mapping as MoveMapping
export const progressOf = ({ progress }: Move) => progress as MoveProgress
export const undoneOf = ({ undone }: Move) => undone as UndoneMove | null

export const isRunning = ({ task_state }: Move) => task_state === 'running'

/** Moves have no events. */
const POLL_MS = 1_000
const SHOWN = 20

export const movesQuery = queryOptions({
  queryKey: queryKeys.list('moves'),
  queryFn: async ({ signal }) =>
    (await api.get('/moves', { query: { sort: '-id', per_page: SHOWN, total: false }, signal }))
      .moves,
  refetchInterval: ({ state: { data } }) => data?.some(isRunning) === true && POLL_MS,
})

export const moveQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('moves', id),
    queryFn: async ({ signal }) => first(await api.get('/moves/{id}', { path: { id }, signal })),
    refetchInterval: ({ state: { data } }) => data !== undefined && isRunning(data) && POLL_MS,
  })

/** Another run makes another one. */
export const moveReportQuery = ({ id, task_ended_at }: Move) =>
  queryOptions({
    queryKey: queryKeys.belonging('move_reports', 'moves', id, task_ended_at),
    queryFn: ({ signal }) => api.get('/moves/{id}/report', { path: { id }, signal }),
  })

/** Another mapping makes others. Times are in seconds, and a mapping can change twice in one. */
export const moveValuesQuery = ({ id, mapping, updated_at }: Move) =>
  queryOptions({
    queryKey: queryKeys.belonging('move_values', 'moves', id, mapping, updated_at),
    queryFn: ({ signal }) => api.get('/moves/{id}/values', { path: { id }, signal }),
    // Those of before stay while the next ones come.
    placeholderData: keepPreviousData,
  })

export const moveTrialQuery = ({ id, task_ended_at }: Move) =>
  queryOptions({
    queryKey: queryKeys.belonging('move_trials', 'moves', id, task_ended_at),
    queryFn: ({ signal }) => api.get('/moves/{id}/trial', { path: { id }, signal }),
  })

/** A trial as a page. */
export const trialPageOf = ({ id }: Move) => `/api/v2/admin/moves/${id}/trial?format=html`

/** The report as a page, for the browser's downloads. */
export const reportPageOf = ({ id }: Move) => `/api/v2/admin/moves/${id}/report?format=html`

export const lookAtSource = async (body: NewMove): Promise<Move> =>
  first(await api.post('/moves', { body }))

/** Of all files of an upload together: the limit of the service. */
export const MAX_UPLOAD_BYTES = 4_000_000_000
export const MAX_UPLOAD_FILES = 10

export type UploadedFile = { name: string; size_in_bytes: number }
export const filesOf = ({ files }: Move) => files as UploadedFile[] | null

export async function lookAtFiles(
  files: File[],
  members: Record<string, string>,
  options: FormOptions,
): Promise<Move> {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.append(name, value)
  for (const file of files) form.append('file', file, file.name)
  return first(await api.uploadForm('/moves/files', form, options))
}

export const runMove = async (id: number, body: MoveCredentials = {}): Promise<Move> =>
  first(await api.post('/moves/{id}/run', { path: { id }, body }))

export const readMove = async (id: number, body: MoveCredentials = {}): Promise<Move> =>
  first(await api.post('/moves/{id}/read', { path: { id }, body }))

export const tryMove = async (id: number, body: MoveCredentials = {}): Promise<Move> =>
  first(await api.post('/moves/{id}/try', { path: { id }, body }))

export const mapMove = async (id: number, mapping: MoveMapping): Promise<Move> =>
  first(await api.put('/moves/{id}', { path: { id }, body: { mapping } }))

export const discardTrial = async (id: number): Promise<Move> =>
  first(await api.delete('/moves/{id}/trial', { path: { id } }))

export const stopMove = async (id: number): Promise<Move> =>
  first(await api.post('/moves/{id}/stop', { path: { id } }))

export const undoMove = async (id: number): Promise<Move> =>
  first(await api.post('/moves/{id}/undo', { path: { id } }))

export const deleteMoveFolder = async (id: number): Promise<Move> =>
  first(await api.delete('/moves/{id}/folder', { path: { id } }))

function first({ moves: [one] }: { moves: Move[] }): Move {
  if (!one) throw new Error('The response has no move.')
  return one
}
