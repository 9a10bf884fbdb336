// A plot on the page: as wide as its place, spoken as one picture with its sentence.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'
import { useWidth } from '../../core/use-width.ts'
import type { Drawn, Palette } from './draw-plot.ts'
import type { PlotSpec, Series } from './view.ts'

/** Colours follow the theme by themselves. */
const palette: Palette = (name) => `var(--${name})`

export function PlotView({
  spec,
  label,
  describedBy,
  isSmall = false,
}: {
  spec: PlotSpec
  label: string
  describedBy: string
  isSmall?: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const navigate = useNavigate()
  const hasLinks = !isSmall && spec.rows.some(({ target }) => target !== undefined)
  useEffect(() => {
    const element = frame.current
    if (!element || width === 0) return
    let isCurrent = true
    let drawn: Drawn | undefined
    const open = () => {
      const row = drawn?.value?.row
      const target = row === undefined ? undefined : spec.rows[row]?.target
      if (target) void navigate(target)
    }
    import('./draw-plot.ts')
      .then(({ drawPlot }) => {
        if (!isCurrent) return
        drawn = drawPlot(spec, { width, palette, isSmall })
        drawn.setAttribute('aria-hidden', 'true')
        if (hasLinks) drawn.addEventListener('click', open)
        element.replaceChildren(drawn)
      })
      .catch((error) => notify({ message: String(error), tone: 'danger' }))
    return () => {
      isCurrent = false
      drawn?.removeEventListener('click', open)
    }
  }, [spec, width, isSmall, hasLinks, navigate])
  return (
    <div
      ref={frame}
      // Time runs from left to right in every language, and labels are placed by that.
      dir="ltr"
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      className={`plot w-full ${isSmall ? 'min-h-[120px]' : 'min-h-60'}`}
      {...(hasLinks && { 'data-links': '' })}
    />
  )
}

/** Which colour is what. With one series the title says it. */
export function Legend({ series }: { series: Series[] }) {
  if (series.length < 2) return null
  return (
    <ul
      aria-label={t('reports.legend')}
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted"
    >
      {series.map(({ label, color, isDashed }) => (
        <li key={label} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden="true" width="14" height="10" className="shrink-0">
            {isDashed ? (
              <line
                x1="0"
                x2="14"
                y1="5"
                y2="5"
                strokeWidth="2"
                strokeDasharray="4 3"
                stroke={`var(--${color})`}
              />
            ) : (
              <rect width="14" height="10" rx="2" fill={`var(--${color})`} />
            )}
          </svg>
          <span dir="auto" className="truncate">
            {label}
          </span>
        </li>
      ))}
    </ul>
  )
}

export const seriesOf = (spec: PlotSpec): Series[] =>
  spec.kind === 'time' ? [...spec.bars, ...spec.lines] : spec.bars
