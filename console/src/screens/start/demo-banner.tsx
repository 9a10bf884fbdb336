// While demonstration data is loaded: says so, and offers to remove it.
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useDemoChange, useDemoData } from '../../api/demo-data.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'

const COUNTED = ['suggestions', 'users', 'external_accounts'] as const

const sayRemoved = () => void notify({ message: t('start.demo_removed'), tone: 'success' })

export function DemoBanner() {
  const demo = useDemoData(sayRemoved)
  const remove = useDemoChange('delete')
  const [isAsking, setAsking] = useState(false)
  const hasRecords = Object.keys(demo?.counts ?? {}).length > 0
  if (!demo || !hasRecords) return null
  const isRemoving = demo.state === 'removing'
  const added = Object.values(demo.added).reduce((sum, count) => sum + count, 0)
  return (
    <div
      role={isRemoving ? 'status' : undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-border bg-sunken px-3 py-2 text-sm"
    >
      <Sparkles size={16} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-60">
        {isRemoving ? (
          t('start.demo_removing')
        ) : (
          <>
            <span className="font-medium">{t('start.demo_banner')}</span>{' '}
            <span className="text-muted">{t('start.demo_banner_hint')}</span>
          </>
        )}
        {demo.state === 'failed' && (
          <span className="block break-words text-danger">
            {t('start.demo_failed', { reason: demo.reason })}
          </span>
        )}
      </p>
      {!isRemoving && <Button onPress={() => setAsking(true)}>{t('start.demo_remove')}</Button>}
      <Confirm
        title={t('start.demo_remove_title')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={t('start.demo_remove')}
        isDangerous
        isPending={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: reportFailure,
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>{t('start.demo_goes')}</p>
        <ul className="my-2 list-disc space-y-1 ps-5">
          {COUNTED.map((name) => (
            <li key={name}>{t(`start.demo_count.${name}`, { count: demo.counts[name] ?? 0 })}</li>
          ))}
          {added > 0 && <li>{t('start.demo_added', { count: added })}</li>}
        </ul>
        <p className="text-muted">{t('start.demo_stays')}</p>
      </Confirm>
    </div>
  )
}
