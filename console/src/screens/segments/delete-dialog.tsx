import type { Segment } from '@earshot/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'
import { deleteSegment, segmentedValuesOfQuery } from '../../api/segments.ts'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { notify } from '../../components/toasts.tsx'
import { t, textOfValue } from '../../core/i18n.ts'

/** Says which columns disappear with the segment. */
export function DeleteDialog({
  segment,
  onClose,
  onDeleted,
}: {
  segment: Segment
  onClose: () => void
  onDeleted: () => void
}) {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(segmentedValuesOfQuery(segment.id))
  const values = query.data?.pages.flatMap((page) => page.segmented_values) ?? []
  const remove = async () => {
    await deleteSegment(segment.id)
    void queryClient.invalidateQueries({ queryKey: queryKeys.collection('segmented_values') })
    void queryClient.invalidateQueries({ queryKey: queryKeys.lists('segments') })
    notify({ message: t('segments.deleted', { name: segment.name }), tone: 'success' })
    onDeleted()
  }
  return (
    <ConfirmName
      title={t('shell.delete_title', { name: segment.name })}
      name={segment.name}
      query={query}
      confirmLabel={t('shell.delete')}
      onConfirm={remove}
      onClose={onClose}
      width="medium"
    >
      <p>{t('segments.delete_hint', { count: values.length })}</p>
      {values.length > 0 && (
        <ul
          aria-label={t('segments.used')}
          className="max-h-48 divide-y divide-border overflow-y-auto rounded border border-border text-sm"
        >
          {values.map((value) => (
            <li key={value.id} className="flex gap-3 px-3 py-1.5">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value.name}</span>
              <span className="shrink-0 text-xs text-muted">
                {textOfValue(`segments.shown_on.${value.object_type}`, value.object_type)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ConfirmName>
  )
}
