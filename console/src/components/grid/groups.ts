// Rows in groups: each group has a head, and its rows while it is open.
import type { ReactNode } from 'react'

export type GroupHead = {
  /** In the address: an id, or `none`. */
  key: string
  label: string
  mark?: ReactNode
  /** Null where too many match to be counted. */
  count: number | null
  isOpen: boolean
}

export type Item<T> = T | { head: GroupHead }

export const isHead = <T extends object>(item: Item<T>): item is { head: GroupHead } =>
  'head' in item

/** The group that a row was read for. A record can be in several. */
export const groupOf = (record: object): string | undefined =>
  (record as { inGroup?: string }).inGroup

export const inGroup = <T extends object>(record: T, group: string | undefined): T =>
  group === undefined ? record : { ...record, inGroup: group }

/** The same for the same row, wherever it moves. */
export const keyOfItem = <T extends { id: number }>(item: Item<T>): string =>
  isHead(item) ? `head ${item.head.key}` : `${groupOf(item) ?? ''} ${item.id}`
