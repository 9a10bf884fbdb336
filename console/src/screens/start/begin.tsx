// Instead of empty sections: three ways to begin.
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp, Lightbulb, type LucideIcon, MessagesSquare, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDemoChange, useDemoData } from '../../api/demo-data.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useHasRole } from '../../api/session.ts'
import { createForum } from '../../api/settings.ts'
import { Button, buttonClass } from '../../components/button.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { reportFailure } from '../../components/report-failure.ts'
import { EmptyState } from '../../components/states.tsx'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'

const MAX_NAME_LENGTH = 128

export function Begin() {
  const canSetUp = useHasRole('admin')
  const demo = useDemoData()
  if (!canSetUp)
    return <EmptyState icon={Lightbulb} title={t('start.empty')} hint={t('start.empty_reader')} />
  return (
    <section aria-label={t('start.empty')}>
      <h2 className="text-xl font-semibold">{t('start.empty')}</h2>
      <p className="mt-1 max-w-[60ch] text-muted">{t('start.empty_hint')}</p>
      <ul className={`mt-6 grid gap-4 ${demo ? 'lg:grid-cols-3' : 'max-w-[720px] lg:grid-cols-2'}`}>
        {demo && (
          <Way icon={Sparkles} title={t('start.demo')} hint={t('start.demo_hint')} isFirst>
            <LoadDemo {...demo} />
          </Way>
        )}
        <Way icon={FileUp} title={t('start.import')} hint={t('start.import_hint')}>
          <Link to="/import" className={buttonClass()}>
            {t('start.import_open')}
          </Link>
          <Link to="/import/$id" params={{ id: 'move' }} className={buttonClass('quiet')}>
            {t('start.move_open')}
          </Link>
        </Way>
        <Way icon={MessagesSquare} title={t('start.forum')} hint={t('start.forum_hint')}>
          <FirstForum />
        </Way>
      </ul>
    </section>
  )
}

type WayProps = {
  icon: LucideIcon
  title: string
  hint: string
  isFirst?: boolean
  children: ReactNode
}

const Way = ({ icon: Icon, title, hint, isFirst = false, children }: WayProps) => (
  <li
    className={`flex flex-col rounded border bg-surface p-4 ${isFirst ? 'border-accent' : 'border-border'}`}
  >
    <span className="flex size-8 items-center justify-center rounded bg-sunken text-accent">
      <Icon size={18} aria-hidden />
    </span>
    <h3 className="mt-3 font-semibold">{title}</h3>
    <p className="mt-1 mb-4 text-sm text-muted">{hint}</p>
    <div className="mt-auto">{children}</div>
  </li>
)

function LoadDemo({ state, reason, can_load }: NonNullable<ReturnType<typeof useDemoData>>) {
  const load = useDemoChange('post')
  if (state === 'loading' || state === 'removing')
    return (
      <div role="status" className="text-sm text-muted">
        <span className="skeleton mb-2 w-full" />
        {t(state === 'loading' ? 'start.demo_loading' : 'start.demo_removing')}
      </div>
    )
  return (
    <>
      {state === 'failed' && reason && (
        <p role="alert" className="mb-2 text-sm break-words text-danger">
          {t('start.demo_failed', { reason })}
        </p>
      )}
      {can_load ? (
        <Button
          look="primary"
          isPending={load.isPending}
          onPress={() => load.mutate(undefined, { onError: reportFailure })}
        >
          {t('start.demo_load')}
        </Button>
      ) : (
        <p className="text-sm text-muted">{t('start.demo_unavailable')}</p>
      )}
    </>
  )
}

function FirstForum() {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = async () => {
    const { forums } = await createForum({ name: name.trim() })
    await queryClient.invalidateQueries({ queryKey: queryKeys.collection('forums') })
    notify({ message: t('start.forum_created', { name: forums[0]?.name }), tone: 'success' })
    await navigate({ to: '/suggestions', search: { forum: String(forums[0]?.id) } })
  }
  return (
    <Form onSubmit={create} submitLabel={t('start.forum_create')} isIncomplete={name.trim() === ''}>
      <TextField
        name="name"
        label={t('start.forum_name')}
        value={name}
        onChange={setName}
        maxLength={MAX_NAME_LENGTH}
      />
    </Form>
  )
}
