// The filters of suggestions.
import { useQuery } from '@tanstack/react-query'
import { customFieldsQuery, segmentsQuery } from '../../../api/options.ts'
import type { Option } from '../../../components/fields.tsx'
import { customFilter, type Filter, namedOptions } from '../../../components/list/filters/filter.ts'
import { formatNumber, type NamesOf, t } from '../../../core/i18n.ts'
import type { FilterName } from '../search.ts'
import { stateLabel } from './cells.tsx'
import { type Names, useNames } from './names.ts'

type Labelled = FilterName & NamesOf<'suggestions.filter'>

const STATES = ['new', 'approved', 'published', 'open', 'closed', 'merged', 'spam', 'deleted']
const DATES: readonly Labelled[] = [
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'engagement_since',
  'no_engagement_since',
]
const FLAGS: readonly Labelled[] = ['category_none', 'status_none', 'has_response']

const labelOf = (name: Labelled) => t(`suggestions.filter.${name}`)

/** All filters. */
export function useSuggestionFilters(): Filter[] {
  const names = useNames()
  const segments = useQuery(segmentsQuery).data ?? []
  const customFields = useQuery(customFieldsQuery).data ?? []
  return [
    choice('state', stateOptions()),
    choice('status', statusOptions(names)),
    choice('forum', forumOptions(names)),
    choice('category', categoryOptions(names)),
    choice('label', labelOptions(names)),
    { name: 'creator', kind: 'search', collection: 'users', label: labelOf('creator') },
    { name: 'owner', kind: 'search', collection: 'users', label: labelOf('owner') },
    { name: 'supporter', kind: 'search', collection: 'users', label: labelOf('supporter') },
    {
      name: 'external_account',
      kind: 'search',
      collection: 'external_accounts',
      label: labelOf('external_account'),
    },
    choice('segment', namedOptions(segments)),
    { name: 'feature', kind: 'search', collection: 'features', label: labelOf('feature') },
    choice('uncategorized_in_forum', forumOptions(names)),
    ...FLAGS.map((name): Filter => ({ name, kind: 'flag', label: labelOf(name) })),
    ...DATES.map((name): Filter => ({ name, kind: 'date', label: labelOf(name) })),
    ...customFields.map(customFilter),
  ]
}

const choice = (name: Labelled, options: Option[]): Filter => ({
  name,
  kind: 'choice',
  label: labelOf(name),
  options,
})

const counted = (count: number) => ({ hint: formatNumber(count) })

const stateOptions = (): Option[] => STATES.map((id) => ({ id, label: stateLabel(id) }))

const statusOptions = ({ statuses }: Names): Option[] =>
  [...statuses.values()].map(({ id, name, hex_color }) => ({
    id: String(id),
    label: name,
    color: hex_color,
  }))

const forumOptions = ({ forums }: Names): Option[] =>
  [...forums.values()].map(({ id, name, suggestions_count }) => ({
    id: String(id),
    label: name,
    ...counted(suggestions_count),
  }))

const categoryOptions = ({ categories, forums }: Names): Option[] =>
  [...categories.values()].map(({ id, name, suggestions_count, links }) => ({
    id: String(id),
    label: forums.size > 1 ? `${name} · ${forums.get(links.forum)?.name ?? ''}` : name,
    ...counted(suggestions_count),
  }))

const labelOptions = ({ labels }: Names): Option[] =>
  [...labels.values()].map(({ id, full_name, open_suggestions_count }) => ({
    id: String(id),
    label: full_name,
    ...counted(open_suggestions_count),
  }))
