// A table for lists of at most some hundred records. Where it is narrow, each record is a block of its own.
import type { ReactNode } from 'react'
import { useMedia } from '../core/use-media.ts'

export type TableColumn<T> = {
  id: string
  label: string
  align?: 'start' | 'end'
  /** Takes as little room as its content. */
  isShort?: boolean
  render: (row: T) => ReactNode
}

export type TableProps<T> = {
  label: string
  /** The first names the row. */
  columns: TableColumn<T>[]
  rows: T[]
  keyOf: (row: T) => string | number
  /** Buttons or a menu at the end of the row. */
  actions?: (row: T) => ReactNode
  isMuted?: (row: T) => boolean
}

export function Table<T>(props: TableProps<T>) {
  return useMedia('(min-width: 800px)') ? <WideTable {...props} /> : <Blocks {...props} />
}

function WideTable<T>({ label, columns, rows, keyOf, actions, isMuted }: TableProps<T>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-b border-border text-xs text-muted">
          {columns.map(({ id, label: name, align, isShort }) => (
            <th
              key={id}
              scope="col"
              className={`py-2 pe-4 font-normal whitespace-nowrap ${align === 'end' ? 'text-end' : ''} ${isShort ? 'w-px' : ''}`}
            >
              {name}
            </th>
          ))}
          {actions && <td className="w-px" />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={`border-b border-border hover:bg-hover/50 ${isMuted?.(row) ? 'text-muted' : ''}`}
          >
            {columns.map(({ id, align, isShort, render }, place) => {
              const Cell = place === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={id}
                  {...(place === 0 && { scope: 'row' })}
                  className={`py-1.5 pe-4 font-normal ${place === 0 ? 'min-w-40' : ''} ${align === 'end' ? 'text-end! tabular-nums' : ''} ${isShort ? 'whitespace-nowrap' : ''}`}
                >
                  {render(row)}
                </Cell>
              )
            })}
            {actions && <td className="py-1 text-end whitespace-nowrap">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Blocks<T>({ label, columns, rows, keyOf, actions, isMuted }: TableProps<T>) {
  const [title, ...facts] = columns
  return (
    <ul aria-label={label} className="divide-y divide-border border-y border-border">
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          className={`flex items-start gap-2 py-2.5 ${isMuted?.(row) ? 'text-muted' : ''}`}
        >
          <div className="min-w-0 flex-1">
            {title?.render(row)}
            <dl className="mt-1 space-y-0.5 text-xs">
              {facts.map(({ id, label: name, render }) => (
                <div key={id} className="flex gap-2">
                  <dt className="w-28 shrink-0 text-muted">{name}</dt>
                  <dd className="min-w-0 [overflow-wrap:anywhere]">{render(row)}</dd>
                </div>
              ))}
            </dl>
          </div>
          {actions?.(row)}
        </li>
      ))}
    </ul>
  )
}
