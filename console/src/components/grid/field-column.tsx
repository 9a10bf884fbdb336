// Columns that show one field of the API.
import type { CustomField } from '@earshot/client'
import { type CellKind, ValueCell } from './cells.tsx'
import type { Column } from './column.ts'

const WIDTHS: Record<CellKind, number> = {
  text: 160,
  number: 104,
  amount: 104,
  percent: 104,
  time: 128,
  flag: 96,
}

const isFigure = (kind: CellKind) => kind !== 'text' && kind !== 'flag' && kind !== 'time'

export type FieldColumn = {
  id: string
  kind: CellKind
  group: string
  label: string
  canSort: boolean
}

export const fieldColumn = <T,>({ id, kind, group, label, canSort }: FieldColumn): Column<T> => ({
  id,
  label,
  group,
  width: WIDTHS[kind],
  fields: [id],
  ...(isFigure(kind) && { align: 'end' as const }),
  ...(canSort && { sort: id }),
  render: (row) => <ValueCell kind={kind} value={(row as Record<string, unknown>)[id]} />,
  csv: id,
})

/** How the value of a custom field is shown. */
const CUSTOM_KINDS: Record<string, CellKind> = {
  number: 'number',
  boolean: 'flag',
  timestamp: 'time',
}

export const customKind = (fieldType: string): CellKind => CUSTOM_KINDS[fieldType] ?? 'text'

export const customColumn = <T,>(
  { key, name, field_type }: CustomField,
  group: string,
): Column<T> =>
  fieldColumn({
    id: key,
    kind: customKind(field_type),
    group,
    label: name,
    canSort: true,
  })
