// The frame of a record: loading, missing and failed, then a header, a main column and a column of properties. Beside a list
// there is one column.
import type { ReactNode } from 'react'
import { ErrorState, PendingPage } from '../states.tsx'

export type RecordStateProps = { title: string; error: unknown; onRetry: () => void }

export const RecordLoading = () => (
  <div className="max-w-[880px]">
    <PendingPage lines={10} />
  </div>
)

export const RecordFailed = ({ title, error, onRetry }: RecordStateProps) => (
  <>
    <h1 className="sr-only">{title}</h1>
    <ErrorState error={error} onRetry={onRetry} />
  </>
)

export type RecordFrameProps = {
  label: string
  isBeside: boolean
  header: ReactNode
  banner?: ReactNode
  main: ReactNode
  side: ReactNode
}

export const RecordFrame = ({ label, isBeside, header, banner, main, side }: RecordFrameProps) => (
  <article aria-label={label} className="min-w-0">
    <header className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-1.5 border-b border-border bg-surface px-4 py-1.5">
      {header}
    </header>
    {banner}
    <div
      className={
        isBeside
          ? 'space-y-6 p-4'
          : 'mx-auto grid max-w-[1200px] gap-x-10 gap-y-6 p-4 md:p-6 lg:grid-cols-[minmax(0,1fr)_300px]'
      }
    >
      <div className="min-w-0 space-y-6">{main}</div>
      {side && (
        <aside
          className={
            isBeside ? 'min-w-0 space-y-6' : 'min-w-0 space-y-6 lg:sticky lg:top-16 lg:self-start'
          }
        >
          {side}
        </aside>
      )}
    </div>
  </article>
)
