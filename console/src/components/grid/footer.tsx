import type { ReactNode } from 'react'
import { formatNumber, t } from '../../core/i18n.ts'

/** How much is loaded of how many, and what the screen adds. */
export const Footer = ({
  loaded,
  total,
  isLoading,
  hasFailed,
  children,
}: {
  loaded: number
  total: number | undefined
  isLoading: boolean
  /** Nothing is known about the rows. */
  hasFailed: boolean
  children?: ReactNode
}) => (
  <footer className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-border bg-surface px-4 text-xs text-muted tabular-nums">
    <span role="status">
      {isLoading
        ? t('shell.loading')
        : hasFailed
          ? ''
          : total === undefined
            ? t('grid.loaded', { loaded: formatNumber(loaded) })
            : total <= loaded
              ? t('grid.count', { count: loaded })
              : t('grid.loaded_of', { loaded: formatNumber(loaded), total: formatNumber(total) })}
    </span>
    {children}
  </footer>
)
