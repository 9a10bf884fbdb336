// What a screen declares about a column of its grid.
import type { ReactNode } from 'react'

export type Column<T> = {
  /** The name in the address. */
  id: string
  label: string
  /** The heading under which the dialog lists it. */
  group: string
  width?: number
  align?: 'start' | 'end'
  /** The name that the API sorts by. */
  sort?: string
  /** What the API sends for it. */
  fields?: readonly string[]
  includes?: readonly string[]
  /** What the API sends of included records for it. */
  includedFields?: Readonly<Record<string, readonly string[]>>
  render: (record: T) => ReactNode
  /** The name of the column in a CSV file of the API. */
  csv: string
}

export const DEFAULT_WIDTH = 140
export const MIN_WIDTH = 64
export const MAX_WIDTH = 800

/** The columns that are shown, in their order, with the widths that were changed. */
export type ShownColumn = { id: string; width?: number }

/** Reads `title:320,state`. Unknown columns are left out; the first column is always there. */
export function parseColumns(
  text: string | undefined,
  known: readonly string[],
  defaults: readonly string[],
): ShownColumn[] {
  const [first = ''] = known
  const named = (text?.split(',') ?? [...defaults]).map((part) => {
    const [, id = '', width] = /^(.*?)(?::(\d{1,4}))?$/.exec(part) ?? []
    return width === undefined ? { id } : { id, width: limitWidth(Number(width)) }
  })
  const shown = named.filter(
    ({ id }, index) => known.includes(id) && named.findIndex((one) => one.id === id) === index,
  )
  const pinned = shown.find(({ id }) => id === first) ?? { id: first }
  return [pinned, ...shown.filter(({ id }) => id !== first)]
}

/** Undefined for the defaults, so that the address stays short. */
export function formatColumns(
  shown: readonly ShownColumn[],
  defaults: readonly string[],
): string | undefined {
  const text = shown.map(({ id, width }) => (width === undefined ? id : `${id}:${width}`)).join(',')
  return text === defaults.join(',') ? undefined : text
}

export const limitWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
