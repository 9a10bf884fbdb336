// The key of every query, and which queries a live update refetches.
//
// A key begins with a collection of the API and with the kind of the query. An id is always named by its collection, because
// suggestion 7 and user 7 are different records:
//
//   ['suggestions', 'record', 7]              a record with what is shown with it
//   ['comments', 'of', 'suggestions', 7]      records that belong to another one
//   ['labels', 'options']                     a short list, read as a whole
//   ['suggestions', 'list', 'rows', {…}]      the rows of a grid
import type { QueryKey } from '@tanstack/react-query'

type Id = number

export const queryKeys = {
  /** Everything that was read of a collection. */
  collection: (collection: string) => [collection] as const,

  record: (collection: string, id: Id) => [collection, 'record', id] as const,
  /** All single records of a collection. */
  records: (collection: string) => [collection, 'record'] as const,

  /** Records that belong to another one, for example the comments of a suggestion. */
  belonging: (collection: string, owner: string, id: Id, ...rest: unknown[]) =>
    [collection, 'of', owner, id, ...rest] as const,

  options: (collection: string, ...rest: unknown[]) => [collection, 'options', ...rest] as const,

  /** Rows and totals of all grids of a collection. */
  lists: (collection: string) => [collection, 'list'] as const,
  list: (collection: string, ...query: unknown[]) =>
    [collection, 'list', 'rows', ...query] as const,
  groupedList: (list: QueryKey, by: string) => [...list, 'by', by] as const,
  total: (collection: string, ...filters: unknown[]) =>
    [collection, 'list', 'total', ...filters] as const,
  count: (collection: string, name: string, ...of: unknown[]) =>
    [collection, 'count', name, ...of] as const,

  neighbors: (collection: string, id: Id, list: object) =>
    [collection, 'neighbors', id, list] as const,

  /** The first records that match a text. */
  matches: (collection: string, ...query: unknown[]) => [collection, 'matches', ...query] as const,
  /** The names of the records with these ids. */
  names: (collection: string, ids: readonly string[]) => [collection, 'names', ...ids] as const,

  /** The features of a status, in their order. */
  board: (...of: unknown[]) => ['features', 'board', ...of] as const,
  triageQueue: (query: object) => ['suggestions', 'queue', query] as const,
  start: (collection: string, ...of: unknown[]) => [collection, 'start', ...of] as const,
  mergeSides: (ids: readonly Id[]) => ['suggestions', 'merge', 'sides', ids] as const,
  mergePreview: (target: Id, sources: readonly Id[]) =>
    ['suggestions', 'merge', 'preview', target, sources] as const,
  mergeCandidates: (source: Id, q: string) =>
    ['suggestions', 'merge', 'candidates', source, q] as const,
  importPreview: (version: number | undefined) => ['imports', 'preview', version] as const,
  leftOutRows: (id: Id, page: number) => ['imports', 'left_out', id, page] as const,
  report: (name: string, query: object) => ['reports', 'report', name, query] as const,
  /** What the service has once: its state, its roles, the session of the person. */
  single: (name: string) => [name, 'single'] as const,
}

/** What a live update says about a change. `id` is null when many records changed at once. */
export type ChangedRecord = { collection: string; id: number | null; suggestion: number | null }

/** Whether a query holds this record, or records that belong to it. */
export function isOfRecord([first, kind, ...rest]: QueryKey, owner: string, id: Id): boolean {
  if (kind === 'record') return first === owner && rest[0] === id
  return kind === 'of' && rest[0] === owner && rest[1] === id
}

/** Whether a query holds a single record, or records that belong to one. */
export const isShownInRecord = ([, kind]: QueryKey): boolean => kind === 'record' || kind === 'of'

/**
 * Collections that are shown with a record, and change rarely. People are not among them: they change with each of their visits,
 * and an open record would be read again all the time.
 */
const SHOWN_WITH: Readonly<Record<string, readonly string[]>> = {
  suggestions: ['labels', 'features'],
  users: ['teams'],
}

/**
 * Whether a change by others makes a query read again. A change names its record, and the suggestion that the record belongs to.
 *
 * Rows of grids would move under the pointer: the grid updates single rows and counts new ones. Counts and reports would be
 * computed again with every vote: they are read again when they are shown again.
 */
export function isConcerned(key: QueryKey, change: ChangedRecord): boolean {
  const [collection, kind] = key as [string, string?]
  if (kind === 'options') return collection === change.collection
  if (kind !== 'record' && kind !== 'of') return false
  const { id, suggestion } = change
  if (suggestion !== null && isOfRecord(key, 'suggestions', suggestion)) return true
  if (id !== null && isOfRecord(key, change.collection, id)) return true
  // Of many changes at once, the ids are not known.
  if (id === null && (collection === change.collection || ownerOf(key) === change.collection))
    return true
  return kind === 'record' && (SHOWN_WITH[collection]?.includes(change.collection) ?? false)
}

const ownerOf = ([, kind, owner]: QueryKey) => (kind === 'of' ? owner : undefined)
