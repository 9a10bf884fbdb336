// The filters of suggestions.
import { useQuery } from '@tanstack/react-query'
import { customFieldsQuery, segmentsQuery } from '../../../api/options.ts'
import type { Option } from '../../../components/fields.tsx'
import {
  customFilter,
  type Filter,
  namedOptions,
  numberFilters,
} from '../../../components/list/filters/filter.ts'
import { formatNumber, type NamesOf, t } from '../../../core/i18n.ts'
import type { FilterName } from '../search.ts'
import { stateLabel } from './cells.tsx'
import { type Names, useNames } from './names.ts'

type Labelled = NamesOf<'suggestions.filter'>

const STATES = ['new', 'approved', 'published', 'open', 'closed', 'merged', 'spam', 'deleted']
const DATES: readonly Labelled[] = [
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'engagement_since',
  'no_engagement_since',
]
const FLAGS: readonly Labelled[] = ['category_none', 'status_none', 'label_none', 'has_response']

/** Under the labels of their columns. */
const NUMBERS = [
  'supporters_count',
  'votes_count',
  'supporting_accounts_count',
  'requests_count',
  'comments_count',
  'notes_count',
  'recent_engagement',
  'supporter_satisfaction_score',
] as const satisfies readonly (FilterName & NamesOf<'suggestions.column'>)[]

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
    { name: 'mention', kind: 'search', collection: 'users', label: labelOf('mention') },
    ...supporterFilters(namedOptions(segments)),
    { name: 'feature', kind: 'search', collection: 'features', label: labelOf('feature') },
    choice('uncategorized_in_forum', forumOptions(names)),
    { name: 'import', kind: 'text', label: labelOf('import'), hint: t('list.filter.values_hint') },
    ...FLAGS.map((name): Filter => ({ name, kind: 'flag', label: labelOf(name) })),
    ...numberFilters([
      ...NUMBERS.map((name) => [name, t(`suggestions.column.${name}`)] as const),
      ['supporter_revenue', t('suggestions.column.supporter_revenue'), true],
    ]),
    ...DATES.map(
      (name): Filter => ({
        name,
        kind: 'date',
        label: labelOf(name),
        group: t('list.filter.group.dates'),
      }),
    ),
    ...customFields.map(customFilter),
  ]
}

/** Filters by supporters: they also say whose figures the list shows. */
function supporterFilters(segments: Option[]): Filter[] {
  const group = t('list.filter.group.people')
  return [
    { name: 'supporter', kind: 'search', collection: 'users', label: labelOf('supporter'), group },
    {
      name: 'external_account',
      kind: 'search',
      collection: 'external_accounts',
      label: labelOf('external_account'),
      group,
    },
    { ...choice('segment', segments), group },
    {
      name: 'external_accounts.mrr',
      kind: 'number',
      isAmount: true,
      label: labelOf('account_mrr'),
      group,
    },
    {
      name: 'external_accounts.ltv',
      kind: 'number',
      isAmount: true,
      label: labelOf('account_ltv'),
      group,
    },
    {
      name: 'external_accounts.plan',
      kind: 'text',
      hint: t('list.filter.values_hint'),
      label: labelOf('account_plan'),
      group,
    },
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
