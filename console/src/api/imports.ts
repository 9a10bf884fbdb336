// Imports of CSV files: what one would do, starting it, its progress, and undoing it.
import type { BodyOf, Import, OptionsOf, User } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024
export const MAX_FILE_ROWS = 100_000

export const IMPORT_TYPES = ['users', 'suggestions'] as const
export type ImportType = (typeof IMPORT_TYPES)[number]

export type ImportPreview = BodyOf<'POST', '/imports/preview'>['import_preview']
export type PreviewColumn = ImportPreview['columns'][number]
export type ImportField = ImportPreview['fields'][number]
export type FileProblem = ImportPreview['problems'][number]

export type Format = PreviewColumn['formats'][number]['format']
export type ListedValue = PreviewColumn['values'][number]

/** What stands for a value: a name, nothing, or a record to create. */
export type MappedTo = string | null | { create: string }

/** What a person said about a column; the service guesses and detects the rest. */
export type ColumnMapping = {
  field?: string | null
  format?: Format
  values?: Record<string, MappedTo>
}
export type Mapping = Record<string, ColumnMapping>

/** Case does not count; undefined when nobody said what the value means. */
export function mappedTo(
  values: Record<string, MappedTo | undefined> | undefined,
  value: string,
): MappedTo | undefined {
  if (values === undefined || Object.hasOwn(values, value)) return values?.[value]
  const key = Object.keys(values).find((one) => one.toLowerCase() === value.toLowerCase())
  return key === undefined ? undefined : values[key]
}

/** How the service read the file, so that it is read in the same way again. */
export const mappingOf = ({ columns }: ImportPreview, mapping: Mapping): Mapping =>
  Object.fromEntries(
    columns.map(({ name, field, format }) => {
      const { values } = mapping[name] ?? {}
      return [
        name,
        {
          field,
          ...(field !== null && format !== null && { format: format as Format }),
          ...(values && { values }),
        },
      ]
    }),
  )

export type NewImport = NonNullable<OptionsOf<'POST', '/imports'>['body']>

// The person waits in front of it and can try again: nothing is lost.
const MAX_RETRIES = 1

/** Writes nothing. */
export const previewImport = async (
  body: NonNullable<OptionsOf<'POST', '/imports/preview'>['body']>,
  signal: AbortSignal,
): Promise<ImportPreview> =>
  (await api.post('/imports/preview', { body, signal, maxRetries: MAX_RETRIES })).import_preview

const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The first sheet of a workbook as CSV. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // The client knows the JSON body of the operation only.
  const body = new Blob([bytes], { type: WORKBOOK_TYPE }) as never
  const answer = await api.post('/imports/preview', { body, maxRetries: MAX_RETRIES })
  return answer.import_preview.csv ?? ''
}

export const startImport = async (body: NewImport): Promise<Import> =>
  first(await api.post('/imports', { body, maxRetries: MAX_RETRIES }))

export const undoImport = async (id: number): Promise<Import> =>
  first(await api.put('/imports/{id}/undo', { path: { id } }))

function first({ imports: [one] }: { imports: Import[] }): Import {
  if (!one) throw new Error('The response has no import.')
  return one
}

export type LoadedImport = { data: Import; user: User | undefined }

export type ImportState = 'queued' | 'processing' | 'completed' | 'failed' | 'undoing' | 'undone'

export const stateOf = ({ state, undo_started_at, undone_at }: Import): ImportState =>
  undone_at !== null ? 'undone' : undo_started_at !== null ? 'undoing' : (state as ImportState)

export const isRunning = (one: Import): boolean =>
  ['queued', 'processing', 'undoing'].includes(stateOf(one))

const POLL_MS = 1_000

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('imports', id),
    queryFn: async ({ signal }): Promise<LoadedImport> => {
      const body = await api.get('/imports/{id}', {
        path: { id },
        query: { includes: 'users' },
        signal,
      })
      const data = first(body)
      return { data, user: body.users?.find(({ id: one }) => one === data.links.user) }
    },
    // Live updates bring it sooner, where there are some.
    refetchInterval: ({ state: { data } }) => data !== undefined && isRunning(data.data) && POLL_MS,
  })

export const importsQuery = pagesQuery(queryKeys.list('imports'), '/imports', {
  sort: '-created_at',
  per_page: 20,
  includes: 'users',
  'fields.users': 'name,email_address',
})

export const PROBLEMS_PER_PAGE = 50

/** The rows that an import left out. */
export const leftOutQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: queryKeys.leftOutRows(id, page),
    queryFn: ({ signal }) =>
      api.get('/imports/{id}/problems', {
        path: { id },
        query: { page, per_page: PROBLEMS_PER_PAGE },
        signal,
      }),
  })

export type LeftOut = BodyOf<'GET', '/imports/{id}/problems'>

/** The same rows as a file, which can be corrected and imported as it is. */
export const leftOutPath = (id: number) => `/imports/${id}/problems`
