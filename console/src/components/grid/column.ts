// What a screen declares about a column of its grid.
import type { ReactNode } from 'react'
import { limitWidth, type ShownColumn } from './column-sizes.ts'

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
  /** Whether its cells can be edited, by those who may. */
  canEdit?: boolean
  render: (record: T) => ReactNode
  /** The name of the column in a CSV file of the API. */
  csv: string
}

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
