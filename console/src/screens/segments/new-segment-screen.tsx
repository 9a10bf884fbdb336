import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { queryKeys } from '../../api/query-keys.ts'
import { type Conditions, conditionsQuery, createSegment } from '../../api/segments.ts'
import { useHasRole, useSession } from '../../api/session.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { RecordFailed, RecordLoading } from '../../components/record/record.tsx'
import { EmptyState } from '../../components/states.tsx'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'
import { SegmentForm } from './segment-form.tsx'
import { SegmentsLink } from './segment-screen.tsx'
import { useSegmentDraft } from './use-segment-draft.ts'

export default function NewSegmentScreen() {
  const { data, error, refetch } = useQuery(conditionsQuery)
  const isAdmin = useHasRole('admin')
  const { role } = useSession()
  const title = t('segments.new')
  if (!isAdmin)
    return (
      <EmptyState
        level={1}
        icon={Lock}
        title={t('segments.no_permission')}
        hint={t('segments.no_permission_hint', { role: t(`shell.role.${role}`) })}
      />
    )
  if (error && !data)
    return <RecordFailed title={title} error={error} onRetry={() => void refetch()} />
  return data ? <NewSegment conditions={data} /> : <RecordLoading />
}

const NOTHING = { name: '', filters: { operator: 'and', expressions: [] } }

function NewSegment({ conditions }: { conditions: Conditions }) {
  const search = useSearch({ from: '/segments/new' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const state = useSegmentDraft(NOTHING, search)
  const title = t('segments.new')
  return (
    <>
      <PageTitle name={title} />
      <SegmentForm
        title={title}
        conditions={conditions}
        state={state}
        isEditable
        submitLabel={t('segments.create')}
        onSubmit={async (definition) => {
          const id = await createSegment(definition)
          void queryClient.invalidateQueries({ queryKey: queryKeys.lists('segments') })
          void queryClient.invalidateQueries({ queryKey: queryKeys.collection('segmented_values') })
          notify({ message: t('segments.created', { name: definition.name }), tone: 'success' })
          await navigate({
            to: '/segments/$id',
            params: { id: String(id) },
            search: {},
            ignoreBlocker: true,
          })
        }}
        header={<SegmentsLink />}
      />
    </>
  )
}
