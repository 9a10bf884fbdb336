// Listings for people: aligned columns below a header row.
import { styleFor } from './style.ts'

/** Numbers are aligned to the right, with thousands separators. Times are UTC. Null is an empty cell. */
export type Cell = string | number | Date | null

export function renderTable(headers: string[], rows: Cell[][]): string {
  const style = styleFor(process.stdout)
  const texts = rows.map((row) => row.map(formatCell))
  const widths = headers.map((header, i) =>
    Math.max(...[header, ...texts.map((row) => row[i] ?? '')].map(countCharacters)),
  )
  const isNumeric = headers.map((_, i) => rows.some((row) => typeof row[i] === 'number'))
  const line = (cells: string[]) =>
    cells
      .map((text, i) => {
        const padding = ' '.repeat((widths[i] ?? 0) - countCharacters(text))
        return isNumeric[i] ? padding + text : text + padding
      })
      .join('  ')
      .trimEnd()
  return [style('bold', line(headers)), ...texts.map(line)].join('\n')
}

const countCharacters = (text: string) => [...text].length

/** As in `2026-01-31 12:00 UTC`. */
export const formatTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return formatTime(cell)
  if (typeof cell === 'number') return cell.toLocaleString('en')
  // Control characters would break the line or the terminal.
  return cell.replace(/\p{Cc}/gu, ' ')
}
