// What is unusual about this suggestion, and what to do about it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, GitMerge, ShieldAlert, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { mergeInto, unmerge } from '../../../api/merges.ts'
import { namedSuggestionsQuery } from '../../../api/suggestions.ts'
import { Button } from '../../../components/button.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'
import { useModerate } from './use-action.ts'

export function RecordBanner() {
  const { data, can } = useRecord()
  const moderate = useModerate()
  const { state, links } = data.suggestion
  if (links.parent_suggestion !== null) return <MergedBanner into={links.parent_suggestion} />
  if (state === 'deleted')
    return (
      <Banner icon={<Trash2 size={16} aria-hidden />} text={t('record.banner.deleted')}>
        {can.isAdmin && <Button onPress={() => moderate('restore')}>{t('record.restore')}</Button>}
      </Banner>
    )
  if (state === 'spam')
    return (
      <Banner icon={<ShieldAlert size={16} aria-hidden />} text={t('record.banner.spam')}>
        {can.isAdmin && <Button onPress={() => moderate('restore')}>{t('record.not_spam')}</Button>}
      </Banner>
    )
  if (state === 'new')
    return (
      <Banner icon={<CircleCheck size={16} aria-hidden />} text={t('record.banner.new')}>
        {can.isAdmin && (
          <>
            <Button onPress={() => moderate('spam')}>{t('record.spam')}</Button>
            <Button look="primary" onPress={() => moderate('approve')}>
              {t('record.approve')}
            </Button>
          </>
        )}
      </Banner>
    )
  return null
}

function MergedBanner({ into }: { into: number }) {
  const { id, can, refresh } = useRecord()
  const { data: [parent] = [] } = useQuery(namedSuggestionsQuery(id, [into]))
  const takeOut = () =>
    unmerge(id).then(() => {
      refresh()
      notifyDone(t('record.unmerged'), async () => {
        await mergeInto(into, id)
        refresh()
      })
    }, reportFailure)
  return (
    <Banner
      icon={<GitMerge size={16} aria-hidden />}
      text={
        <>
          {t('record.banner.merged')}{' '}
          <Link
            to="/suggestions/$id"
            params={{ id: String(into) }}
            className="text-accent underline [overflow-wrap:anywhere]"
          >
            {parent?.title ?? `#${into}`}
          </Link>
        </>
      }
    >
      {can.isAdmin && <Button onPress={() => void takeOut()}>{t('record.unmerge')}</Button>}
    </Banner>
  )
}

const Banner = ({
  icon,
  text,
  children,
}: {
  icon: ReactNode
  text: ReactNode
  children?: ReactNode
}) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-sunken px-4 py-2 text-sm"
  >
    <span className="text-muted">{icon}</span>
    <p className="min-w-0 flex-1 basis-60">{text}</p>
    <span className="flex gap-2">{children}</span>
  </div>
)
