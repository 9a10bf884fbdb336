// Draws a plot with Observable Plot. In a chunk of its own, because it is as large as all else that a screen needs.
import * as Plot from '@observablehq/plot'
import { formatDatePart } from '../../core/i18n.ts'
import type { Paint, PlotSpec, RankPlot, TimePlot } from './view.ts'

/** The value of a colour: `var(--plot-1)` on a page, the colour itself in a picture. */
export type Palette = (
  name: Paint | 'text-muted' | 'border' | 'surface' | 'surface-raised',
) => string

export type Drawing = {
  width: number
  palette: Palette
  /** In an overview: without axes, and only the first rows of a ranking. */
  isSmall: boolean
}

export type Drawn = (SVGSVGElement | HTMLElement) & { value?: { row?: number } | null }

const SMALL_ROWS = 4
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

export function drawPlot(spec: PlotSpec, drawing: Drawing): Drawn {
  const options = spec.kind === 'time' ? timeOptions(spec, drawing) : rankOptions(spec, drawing)
  const drawn = Plot.plot({
    ...options,
    width: drawing.width,
    style: {
      color: drawing.palette('text'),
      fontFamily: FONT,
      fontSize: '12px',
      background: 'none',
    },
  })
  // Before it is part of the page: our policy refuses style elements. `.plot` in base.css has what it says.
  for (const style of drawn.querySelectorAll('style')) style.remove()
  return drawn as unknown as Drawn
}

const tipOf = <T>(rows: T[], palette: Palette, channels: Plot.TipOptions) =>
  Plot.tip(rows as Plot.Data, {
    ...channels,
    fill: palette('surface-raised'),
    stroke: palette('border'),
    fontSize: 12,
    lineHeight: 1.5,
    textPadding: 10,
    pathFilter: 'none',
  })

function timeOptions(spec: TimePlot, { width, palette, isSmall }: Drawing): Plot.PlotOptions {
  const { rows, bars, lines, format } = spec
  const stacked = rows.flatMap((row, i) =>
    bars.map((series, n) => ({
      ...row,
      row: i,
      series: n,
      value: row.bars[n] ?? 0,
      color: palette(series.color),
    })),
  )
  const gap = Math.min(4, Math.max(0.5, (0.1 * width) / Math.max(1, rows.length)))
  const points = (n: number) =>
    rows.map((row) => ({ x: middleOf(row), y: row.lines[n] ?? Number.NaN }))
  // Counts have no halves.
  const largest = Math.max(1, ...rows.flatMap((row) => [...row.bars, ...row.lines].map(Number)))
  const ticks = Math.min(5, Math.ceil(largest))
  const labels = labelsOf(rows, Math.max(3, Math.floor(width / 70)))
  const hovered = rows.map((row, i) => ({ x: middleOf(row), title: row.title, row: i }))
  return {
    height: isSmall ? 120 : Math.max(240, Math.min(360, width * 0.45)),
    marginLeft: isSmall ? 0 : 52,
    marginRight: isSmall ? 0 : 16,
    marginTop: isSmall ? 6 : 16,
    marginBottom: isSmall ? 4 : 40,
    x: { type: 'utc', axis: null, domain: [rows[0]?.start, rows.at(-1)?.end] },
    y: { axis: null, nice: true, zero: true },
    marks: [
      isSmall ? null : Plot.gridY({ stroke: palette('border'), strokeOpacity: 1, ticks }),
      isSmall
        ? null
        : Plot.axisY({
            label: null,
            color: palette('text-muted'),
            ticks,
            tickSize: 0,
            tickFormat: (value) => format(value),
            tickPadding: 8,
          }),
      isSmall
        ? null
        : Plot.axisX(
            labels.map(({ at }) => at),
            {
              label: null,
              color: palette('text-muted'),
              tickSize: 0,
              tickPadding: 8,
              tickFormat: (_, i) => labels[i]?.text,
            },
          ),
      Plot.rectY(
        stacked,
        Plot.stackY({
          x1: 'start',
          x2: 'end',
          y: 'value',
          z: 'series',
          fill: { value: 'color', scale: null },
          fillOpacity: {
            value: (row: { isPartial: boolean }) => (row.isPartial ? 0.55 : 1),
            scale: null,
          },
          insetLeft: gap / 2,
          insetRight: gap / 2,
        } as unknown as Plot.RectYOptions),
      ),
      ...lines.flatMap((series, n) => [
        // A line must differ from bars behind it.
        bars.length > 0
          ? Plot.line(points(n), {
              x: 'x',
              y: 'y',
              stroke: palette('surface'),
              strokeWidth: isSmall ? 4 : 5,
            })
          : null,
        Plot.line(points(n), {
          x: 'x',
          y: 'y',
          stroke: palette(series.color),
          strokeWidth: isSmall ? 1.5 : 2,
          ...(series.isDashed && { strokeDasharray: '4 4' }),
        }),
        // A value between two gaps has no line.
        rows.length <= 60
          ? Plot.dot(points(n), {
              x: 'x',
              y: 'y',
              r: isSmall ? 1.5 : 2.5,
              fill: palette(series.color),
            })
          : null,
      ]),
      Plot.ruleY([0], { stroke: palette('text-muted'), strokeWidth: 1 }),
      isSmall
        ? null
        : Plot.ruleX(
            hovered,
            Plot.pointerX({ x: 'x', stroke: palette('text-muted'), strokeOpacity: 0.5 }),
          ),
      isSmall
        ? null
        : tipOf(
            hovered,
            palette,
            Plot.pointerX({ x: 'x', title: 'title', frameAnchor: 'top' } as Plot.TipOptions),
          ),
    ],
  }
}

const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60]
const DAY = 86_400_000

/** Labels below the middle of some intervals: a day or a month, with the year below it where it changes. */
function labelsOf(rows: TimePlot['rows'], most: number): { at: Date; text: string }[] {
  const second = rows[1]
  const isMonthly = second !== undefined && second.end.getTime() - second.start.getTime() > 20 * DAY
  const fewest = Math.ceil(rows.length / most)
  const step = isMonthly ? (MONTH_STEPS.find((one) => one >= fewest) ?? 120) : fewest
  // Quarters begin with January.
  const offset = isMonthly ? (12 - (second.start.getUTCMonth() - 1)) % Math.min(step, 12) : 0
  const labelled = rows.filter((_, i) => (i - offset) % step === 0)
  return labelled.map((row, i) => {
    const year = formatDatePart(row.start, 'year')
    const isSameYear = i > 0 && formatDatePart(labelled[i - 1]?.start ?? row.start, 'year') === year
    const text = formatDatePart(row.start, isMonthly ? 'month' : 'day')
    return { at: middleOf(row), text: isSameYear ? text : `${text}\n${year}` }
  })
}

const middleOf = ({ start, end }: TimePlot['rows'][number]) =>
  new Date((start.getTime() + end.getTime()) / 2)

function rankOptions(spec: RankPlot, { width, palette, isSmall }: Drawing): Plot.PlotOptions {
  const { bars, format } = spec
  const rows = isSmall ? spec.rows.slice(0, SMALL_ROWS) : spec.rows
  const height = isSmall ? 30 : 44
  const fontSize = isSmall ? 12 : 13
  const stacked = rows.flatMap((row, i) =>
    bars.map((series, n) => ({
      row: i,
      series: n,
      value: row.bars[n] ?? 0,
      color: palette(series.color),
    })),
  )
  const totals = rows.map((row, i) => ({
    row: i,
    label: row.label,
    title: row.title,
    value: row.bars.reduce((sum, value) => sum + value, 0),
  }))
  return {
    height: Math.max(1, rows.length) * height + (isSmall ? 0 : 8),
    marginLeft: 0,
    marginTop: 0,
    marginBottom: isSmall ? 0 : 8,
    marginRight: isSmall ? 0 : 88,
    x: { axis: null, zero: true },
    y: { axis: null, domain: rows.map((_, i) => i), padding: 0 },
    marks: [
      Plot.barX(
        stacked,
        Plot.stackX({
          y: 'row',
          x: 'value',
          z: 'series',
          fill: { value: 'color', scale: null },
          ...(isSmall ? { insetTop: 17, insetBottom: 5 } : { insetTop: 22, insetBottom: 8 }),
          rx2: 2,
        } as unknown as Plot.BarXOptions),
      ),
      Plot.text(totals, {
        y: 'row',
        text: 'label',
        frameAnchor: 'left',
        dy: isSmall ? -6 : -9,
        fill: palette('text'),
        fontSize,
        lineWidth: (width - 8) / fontSize,
        textOverflow: 'ellipsis',
      }),
      isSmall
        ? null
        : Plot.text(totals, {
            y: 'row',
            x: 'value',
            text: (row: { value: number }) => format(row.value),
            textAnchor: 'start',
            dx: 8,
            dy: 7,
            fill: palette('text'),
            fontVariant: 'tabular-nums',
          }),
      isSmall
        ? null
        : tipOf(
            totals,
            palette,
            Plot.pointerY({
              y: 'row',
              x: 'value',
              title: 'title',
              anchor: 'top-left',
            } as Plot.TipOptions),
          ),
    ],
  }
}
