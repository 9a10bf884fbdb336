// The numbers behind a plot.
import { Link } from '@tanstack/react-router'
import type { Cell, Table } from './view.ts'

export function ReportTable({ table: { title, columns, rows } }: { table: Table }) {
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded border border-border"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="bg-sunken text-muted">
          <tr>
            {columns.map(({ label, isNumber }, i) => (
              <th
                key={label}
                scope="col"
                dir="auto"
                className={`max-w-44 px-3 py-2 align-bottom font-medium ${isNumber ? 'text-end' : ''} ${i === 0 ? 'sticky start-0 bg-sunken' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-border hover:bg-hover">
              {cells.map((cell, i) =>
                i === 0 ? (
                  <th
                    key={columns[i]?.label}
                    scope="row"
                    dir="auto"
                    className="sticky start-0 max-w-80 min-w-32 bg-surface px-3 py-1.5 font-medium max-md:max-w-40"
                  >
                    <CellText {...cell} />
                  </th>
                ) : (
                  <td
                    key={columns[i]?.label}
                    dir="auto"
                    className={`px-3 py-1.5 ${columns[i]?.isNumber ? 'text-end whitespace-nowrap tabular-nums' : 'max-w-96 min-w-32'}`}
                  >
                    <CellText {...cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const CellText = ({ text, target }: Cell) =>
  target ? (
    <Link {...target} className="text-accent hover:underline">
      {text}
    </Link>
  ) : (
    text
  )
