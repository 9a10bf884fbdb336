// What a screen declares about its list. The rest is the same for all lists.
import type { QueryFunction, QueryKey } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import type { Change } from '../../api/live-updates.ts'
import type { Role } from '../../api/session.ts'
import type { MessageId } from '../../core/i18n.ts'
import type { Filters, ListAddress } from '../../core/list-search.ts'
import type { Option } from '../fields.tsx'
import type { Column } from '../grid/column.ts'
import type { SelectionStore } from '../grid/selection.ts'
import type { Rows } from '../grid/use-rows.ts'
import type { Filter } from './filters/filter.ts'

export type ListPath = '/suggestions' | '/users' | '/accounts' | '/feedback'
export type Collection = 'suggestions' | 'users' | 'external_accounts' | 'feedback_records'

// biome-ignore lint/suspicious/noExplicitAny: the members depend on the collection
export type ListBody = Record<string, any>

export type RecordProps = { id: number; isBeside: boolean; onClose: () => void }

export type CreateDialogProps = { onClose: () => void; onSaved: (id: number) => void }

export type ListActionsProps<T> = {
  rows: Rows<T>
  selection: SelectionStore
  /** The filters of the list, as text. */
  filters: string
  /** Without a selection, the keys are about the row of the cursor. */
  currentId: () => number | undefined
  /** Reads rows again after a change; without ids, all that are loaded. */
  refresh: (ids: number[] | undefined) => Promise<void>
}

/** Edits one cell of a row; `onClose` when it is done. */
export type CellEditorProps = {
  id: number
  column: string
  anchor: RefObject<HTMLElement | null>
  onSaved: () => void
  onClose: () => void
}

export type ListOrder = {
  /** Of a list without an order in its address. Default: the newest first. */
  defaultSort?: string
  /** A search without an order shows the best matches first. */
  hasRelevance?: boolean
  /** What the API sorts by for an order in the address. */
  sortAs?: (sort: string, filters: Filters) => string
}

/** The id of a group is null for the records without a value. */
export type GroupCounts = {
  groups: { id: number | null; count: number | null }[]
  is_complete: boolean
}

export type Grouping = {
  names: readonly string[]
  label: (name: string) => string
  query: (
    by: string,
    filters: Filters,
  ) => { queryKey: QueryKey; queryFn: QueryFunction<GroupCounts> }
  useHead: () => (by: string, id: number | null) => { label: string; mark?: ReactNode }
}

export type ListDeclaration<T extends { id: number }> = ListOrder & {
  /** Where the list is in the console. A record is below it, by its id. */
  path: ListPath
  /** Where it is in the API. Saved views have it as their kind. */
  collection: Collection
  address: ListAddress
  icon: LucideIcon
  texts: {
    title: MessageId
    /** Of lists that the API can search with `q`. */
    search?: MessageId
    /** With `count`: records that were created since the list was read. */
    created: MessageId
    noMatch: MessageId
    empty: MessageId
    emptyHint: MessageId
    record: MessageId
  }
  viewLabel: (name: string) => string
  /** Their figures can depend on the filters. */
  useColumns: (filters: Filters) => Column<T>[]
  defaultColumns: readonly string[]
  useFilters: () => Filter[]
  /** The options of a filter with the counts that the service has. */
  useCountedOptions?: (name: string, options: Option[], filters: Filters) => Option[]
  /** Fields that a row needs besides its columns. */
  fields: readonly string[]
  /** The fields of included collections. */
  includedFields: Record<string, readonly string[]>
  toRows: (body: ListBody) => T[]
  /** A row that was read again by its id, with what only the list knows. */
  withKept?: (row: T, before: T) => T
  nameOf: (row: T) => string
  isMuted?: (row: T) => boolean
  /** A row of a narrow grid. */
  useCompact: () => (row: T) => ReactNode
  /** The row that a change concerns. */
  changedId: (change: Change) => number | null
  /** What opening a record reads, to read it before. */
  recordQuery: (id: number) => { queryKey: QueryKey; queryFn?: unknown }
  Record: ComponentType<RecordProps>
  /** The button that creates a record, and who may. */
  create?: { role: Role; label: MessageId; keys?: string } & (
    | { run: () => void }
    | { Dialog: ComponentType<CreateDialogProps> }
  )
  /** What can be done with selected rows, and who may. */
  actions?: { role: Role; Bar: ComponentType<ListActionsProps<T>> }
  /** What its rows can be grouped by. */
  grouping?: Grouping
  /** Edits cells of the columns that can be edited, for those who may act. */
  CellEditor?: ComponentType<CellEditorProps>
}
