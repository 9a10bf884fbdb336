import type { ReactNode } from 'react'
import { ProgressBar } from 'react-aria-components'
import { formatNumber, t } from '../core/i18n.ts'

export type ProgressLineProps = {
  label: string
  done: number
  total: number
  /** A button to stop it. */
  children?: ReactNode
}

/** How far an action on many records is. */
export const ProgressLine = ({ label, done, total, children }: ProgressLineProps) => (
  <div className="flex items-center gap-3 border-t border-border px-4 py-1.5 text-sm">
    <ProgressBar
      aria-label={label}
      value={done}
      maxValue={Math.max(1, total)}
      className="flex min-w-0 flex-1 items-center gap-3"
    >
      {({ percentage = 0 }) => (
        <>
          <span className="whitespace-nowrap tabular-nums">
            {t('list.selection.progress', {
              label,
              done: formatNumber(done),
              total: formatNumber(total),
            })}
          </span>
          <span className="h-1 min-w-0 flex-1 overflow-hidden rounded bg-hover">
            <span className="block h-full bg-accent" style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
    {children}
  </div>
)
