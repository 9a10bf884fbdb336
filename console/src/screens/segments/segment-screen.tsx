// A segment: its rules, who matches them, and where its figures are shown.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Copy, MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import {
  type Conditions,
  conditionsQuery,
  type Definition,
  type Expression,
  type LoadedSegment,
  loadSegment,
  segmentQuery,
  updateSegment,
} from '../../api/segments.ts'
import { useHasRole } from '../../api/session.ts'
import { IconButton } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { ConflictDialog } from '../../components/record/conflict-dialog.tsx'
import type { Property } from '../../components/record/property.ts'
import { RecordFailed, RecordLoading } from '../../components/record/record.tsx'
import { BackLink, RecordById, useEditBase } from '../../components/record/record-by-id.tsx'
import { useVersionedSave } from '../../components/record/versioned.ts'
import { t } from '../../core/i18n.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { toExpression, toGroup } from './rules.ts'
import { MAX_NAME, SegmentForm } from './segment-form.tsx'
import { SegmentedValues } from './segmented-values.tsx'
import { useSegmentDraft } from './use-segment-draft.ts'
import { describeExpression } from './words.ts'

export default function SegmentScreen() {
  const { id } = useParams({ from: '/segments/$id' })
  return <RecordById id={id}>{(number) => <Loading id={number} />}</RecordById>
}

function Loading({ id }: { id: number }) {
  const segment = useQuery(segmentQuery(id))
  const conditions = useQuery(conditionsQuery)
  const error = segment.error ?? conditions.error
  if (segment.data && conditions.data)
    return <LoadedScreen id={id} data={segment.data} conditions={conditions.data} />
  if (error)
    return (
      <RecordFailed
        title={t('segments.segment', { id })}
        error={error}
        onRetry={() => {
          void segment.refetch()
          void conditions.refetch()
        }}
      />
    )
  return <RecordLoading />
}

/** The expression as the editor writes it, so that equal rules have equal texts. */
const definitionOf = ({ segment }: LoadedSegment): Definition => ({
  name: segment.name,
  filters: toExpression(toGroup(segment.filters as Expression)),
})

/** Name and rules are saved together: one of them alone could mean something else. */
const definitionProperty = (
  id: number,
  conditions: Conditions,
): Property<LoadedSegment, Definition> => ({
  id: 'definition',
  label: t('segments.definition'),
  read: definitionOf,
  apply: (data, value) => ({ ...data, segment: { ...data.segment, ...value } }),
  send: (value, etag) => updateSegment(id, value, etag),
  show: ({ name, filters }) => `${name}\n${describeExpression(conditions, filters)}`,
  done: () => t('segments.saved'),
})

function LoadedScreen({
  id,
  data,
  conditions,
}: {
  id: number
  data: LoadedSegment
  conditions: Conditions
}) {
  const search = useSearch({ from: '/segments/$id' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isEditable = useHasRole('admin')
  const [isDeleting, setDeleting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const saved = definitionOf(data)
  const state = useSegmentDraft(saved, search)
  const base = useEditBase(saved, state.isDirty)
  const property = definitionProperty(id, conditions)
  const { save, conflict } = useVersionedSave<LoadedSegment>({
    queryKey: segmentQuery(id).queryKey,
    load: () => loadSegment(id),
    properties: [property],
    onSaved: () => {
      state.reset()
      void queryClient.invalidateQueries({ queryKey: queryKeys.lists('segments') })
      void queryClient.invalidateQueries({ queryKey: queryKeys.count('segments', 'members') })
      void queryClient.invalidateQueries({ queryKey: queryKeys.collection('segmented_values') })
    },
  })
  const { name } = data.segment
  const duplicate = () =>
    void navigate({
      to: '/segments/new',
      search: {
        name: t('segments.copy_of', { name }).slice(0, MAX_NAME),
        filters: JSON.stringify(state.definition.filters),
      },
    })
  return (
    <>
      <PageTitle name={name} />
      <SegmentForm
        title={name}
        id={id}
        conditions={conditions}
        state={isLeaving ? { ...state, isDirty: false } : state}
        isEditable={isEditable}
        submitLabel={t('shell.save')}
        onSubmit={(definition) => save(property, definition, base.current)}
        header={
          <>
            <SegmentsLink />
            <span className="flex-1" />
            {isEditable && (
              <Menu
                label={t('segments.more')}
                groups={[
                  {
                    actions: [
                      {
                        id: 'duplicate',
                        label: t('segments.duplicate'),
                        icon: Copy,
                        onAction: duplicate,
                      },
                      {
                        id: 'delete',
                        label: t('segments.delete'),
                        icon: Trash2,
                        isDangerous: true,
                        onAction: () => setDeleting(true),
                      },
                    ],
                  },
                ]}
              >
                <IconButton icon={MoreHorizontal} label={t('segments.more')} />
              </Menu>
            )}
          </>
        }
      >
        <SegmentedValues segment={id} isEditable={isEditable} />
      </SegmentForm>
      {isDeleting && (
        <DeleteDialog
          segment={data.segment}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            setLeaving(true)
            void navigate({ to: '/segments', ignoreBlocker: true })
          }}
        />
      )}
      <ConflictDialog conflict={conflict} />
    </>
  )
}

export const SegmentsLink = () => <BackLink to="/segments">{t('shell.segments')}</BackLink>
