// What a screen shows instead of its content: loading, empty, failed, missing, forbidden.
import { Forbidden, NetworkError, NotFound } from '@earshot/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { CircleAlert, Lock, SearchX, ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'
import { checkService, useIsReachable } from '../api/connection.ts'
import { describeError } from '../api/errors.ts'
import { useSession } from '../api/session.ts'
import { t } from '../core/i18n.ts'
import { Button, buttonClass } from './button.tsx'

export type EmptyStateProps = {
  icon: LucideIcon
  title: string
  hint?: string
  /** 1 where it is the whole page. */
  level?: 1 | 2
  children?: ReactNode
}

export const EmptyState = ({ icon: Icon, title, hint, level = 2, children }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
    <Icon size={24} aria-hidden className="text-muted" />
    <Heading level={level} className="text-base font-semibold">
      {title}
    </Heading>
    {hint && <p className="max-w-[52ch] text-muted">{hint}</p>}
    {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)

/** The reason, the request's id, and a way to go on. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, requestId } = describeError(error)
  const { role } = useSession()
  const isReachable = useIsReachable()
  // It loads by itself when the service is back.
  if (error instanceof NetworkError && !isReachable) return <Unreachable />
  if (error instanceof NotFound)
    return (
      <EmptyState icon={SearchX} title={t('shell.not_found')} hint={t('shell.not_found_hint')}>
        <Link to="/" className={buttonClass()}>
          {t('shell.to_start')}
        </Link>
      </EmptyState>
    )
  if (error instanceof Forbidden)
    return (
      <EmptyState
        icon={Lock}
        title={t('shell.no_permission')}
        hint={t('shell.no_permission_hint', { role: t(`shell.role.${role}`) })}
      />
    )
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title={t('shell.error')} hint={message}>
        {onRetry && <Button onPress={onRetry}>{t('shell.retry')}</Button>}
        {requestId && (
          <p className="w-full text-xs text-muted">{t('shell.error.request', { id: requestId })}</p>
        )}
      </EmptyState>
    </div>
  )
}

const WIDTHS = ['w-3/4', 'w-full', 'w-5/6', 'w-2/3', 'w-11/12']

/** Lines in the place of a text that is loading. */
export const SkeletonLines = ({ lines = 4 }: { lines?: number }) => (
  <div role="status" aria-label={t('shell.loading')} className="space-y-3 py-1">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
      <span key={line} className={`skeleton ${WIDTHS[line % WIDTHS.length]}`} />
    ))}
  </div>
)

/** In the place of a page or a record that is not there yet. */
export function PendingPage({ lines = 6 }: { lines?: number }) {
  if (!useIsReachable()) return <Unreachable />
  return (
    <div className="p-6">
      <SkeletonLines lines={lines} />
    </div>
  )
}

const Unreachable = () => (
  <EmptyState
    icon={ServerOff}
    title={t('shell.unreachable.title')}
    hint={t('shell.unreachable.hint')}
  >
    <Button onPress={() => void checkService()}>{t('shell.retry')}</Button>
  </EmptyState>
)

/** The data of a query, or what stands in its place. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <PendingLines />
}

function PendingLines() {
  return useIsReachable() ? <SkeletonLines lines={6} /> : <Unreachable />
}
