// What suggestions can be grouped by.
import { useCallback } from 'react'
import { suggestionGroupsQuery } from '../../../api/suggestions.ts'
import { Swatch } from '../../../components/fields.tsx'
import type { Grouping } from '../../../components/list/declaration.ts'
import { type NamesOf, t } from '../../../core/i18n.ts'
import { useNames } from './names.ts'

type GroupName = NamesOf<'suggestions.group_none'>
const NAMES: readonly GroupName[] = ['status', 'forum', 'category', 'label']

export const suggestionGroups: Grouping = {
  names: NAMES,
  label: (name) => t(`suggestions.filter.${name as GroupName}`),
  query: suggestionGroupsQuery,
  useHead: () => {
    const { statuses, forums, categories, labels } = useNames()
    return useCallback(
      (by: string, id: number | null) => {
        if (id === null) return { label: t(`suggestions.group_none.${by as GroupName}`) }
        const status = by === 'status' ? statuses.get(id) : undefined
        const named = {
          status: status?.name,
          forum: forums.get(id)?.name,
          category: categories.get(id)?.name,
          label: labels.get(id)?.full_name,
        }
        return {
          label: named[by as GroupName] ?? `#${id}`,
          ...(status && { mark: <Swatch color={status.hex_color} /> }),
        }
      },
      [statuses, forums, categories, labels],
    )
  },
}
