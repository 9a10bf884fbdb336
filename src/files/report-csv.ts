// The table of a report as CSV: a line per row, with the counts of each label in a column of its own.
import { csvLine } from './csv.ts'

type ReportRow = Record<string, unknown>
type Report = { rows: ReportRow[]; labels?: { full_name: string }[] }

export function formatReportCsv(columns: string[], { rows, labels = [] }: Report): string {
  const header = columns.flatMap((name) =>
    name === 'counts' ? labels.map(({ full_name }) => full_name) : [name],
  )
  const cells = (row: ReportRow) => columns.flatMap((name) => cellsOf(name, row[name]))
  return [header, ...rows.map(cells)].map((line) => csvLine(line)).join('')
}

function cellsOf(name: string, value: unknown): unknown[] {
  if (name === 'counts') return value as number[]
  if (name === 'suggestions')
    return [(value as { title: string }[]).map(({ title }) => title).join('; ')]
  return [value]
}
