// What is new since the last visit, what waits for the person, and how the programme is going.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { totalQuery } from '../../api/start.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { rememberVisit } from '../../core/visits.ts'
import { Begin } from './begin.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { Figures } from './figures.tsx'
import { NewSince } from './new-since.tsx'
import { Waiting } from './waiting.tsx'

export default function StartScreen() {
  const { user } = useSession()
  const [{ since, isFirst }] = useState(() => rememberVisit(user.id))
  const { data: total, error, refetch } = useQuery(totalQuery)
  if (error && total === undefined)
    return (
      <Page>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (total === undefined || total === 0)
    return <Page>{total === 0 ? <Begin /> : <SkeletonLines lines={6} />}</Page>
  return (
    <Page>
      <DemoBanner />
      <p className="text-sm text-muted">
        <time dateTime={since} title={formatTime(since)}>
          {isFirst ? t('start.first_visit') : t('start.since', { age: formatAge(since) })}
        </time>
      </p>
      <Figures />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <NewSince since={since} />
        <Waiting user={user.id} />
      </div>
    </Page>
  )
}

const Page = ({ children }: { children: React.ReactNode }) => (
  <div className="mx-auto max-w-[1080px] space-y-6 p-4 md:p-6">
    <PageTitle name={t('shell.start')} />
    <h1 className="text-xl font-semibold">{t('shell.start')}</h1>
    {children}
  </div>
)
