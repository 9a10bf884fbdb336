// What a report shows: a plot, its tables and a sentence. The screens know no more of a report than this.
import type { MessageId } from '../../core/i18n.ts'
import type { ListSearch } from '../../core/list-search.ts'

/** The name of a colour: `--plot-1` … */
export type Paint =
  | `plot-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'rest' | 'none'}`
  | 'success'
  | 'danger'
  | 'text'

export type Series = { label: string; color: Paint; isDashed?: boolean }

export type Target =
  | { to: '/suggestions'; search: ListSearch }
  | { to: '/suggestions/$id'; params: { id: string } }

/** One value per series; null where there is none. */
type Values = (number | null)[]

/** Bars that are stacked, and lines, over time. */
export type TimePlot = {
  kind: 'time'
  bars: Series[]
  lines: Series[]
  rows: {
    /** Days in UTC, which stand for days in the time zone of the report. */
    start: Date
    end: Date
    title: string
    bars: Values
    lines: Values
    /** It is not over yet. */
    isPartial: boolean
    target?: Target
  }[]
  format: (value: number) => string
}

/** Bars from the longest to the shortest. */
export type RankPlot = {
  kind: 'rank'
  bars: Series[]
  rows: { label: string; title: string; bars: number[]; target?: Target }[]
  format: (value: number) => string
}

export type PlotSpec = TimePlot | RankPlot

export type Cell = { text: string; target?: Target }
export type Table = {
  title: string
  columns: { label: string; isNumber: boolean }[]
  rows: { key: string; cells: Cell[] }[]
}

export type ReportView = {
  isEmpty: boolean
  summary: string
  plot: PlotSpec
  /** The one behind the plot, and others. */
  tables: [Table, ...Table[]]
  /** The titles of the columns of the API's file. */
  csvHeader: string[]
}

export type ColumnId = Extract<MessageId, `reports.column.${string}`>
