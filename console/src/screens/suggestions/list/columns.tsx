// Every field of suggestions as a column.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customFieldsQuery, segmentedValuesOf } from '../../../api/options.ts'
import {
  type CellKind,
  FormattedCell,
  NumberCell,
  TextCell,
  ValueCell,
} from '../../../components/grid/cells.tsx'
import { customColumn, fieldColumn } from '../../../components/grid/field-column.tsx'
import { type NamesOf, t } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'
import { FILTERED } from '../search.ts'
import { LabelsCell, StateCell, StatusCell, stateLabel } from './cells.tsx'
import { useFilteredSupporters } from './filtered-supporters.ts'
import { type Names, useNames } from './names.ts'
import type { SuggestionColumn, SuggestionRow } from './row.ts'

export const DEFAULT_COLUMNS: readonly string[] = [
  'title',
  'status',
  'supporters_count',
  'supporter_revenue',
  'votes_count',
  'comments_count',
  'forum',
  'category',
  'labels',
  'state',
  'created_at',
  'last_support_at',
]

type ColumnName = NamesOf<'suggestions.column'>
type GroupName = NamesOf<'suggestions.columns'>

// The plain fields: their names on the wire, by group and kind.
const FIELDS: [group: GroupName, kind: CellKind, names: ColumnName[]][] = [
  ['support', 'number', ['supporters_count', 'votes_count']],
  ['support', 'amount', ['supporter_revenue']],
  [
    'support',
    'number',
    ['supporting_accounts_count', 'account_supporters_count', 'requests_count'],
  ],
  ['support', 'time', ['first_support_at', 'last_support_at']],
  ['activity', 'time', ['created_at', 'updated_at', 'approved_at', 'closed_at']],
  ['activity', 'number', ['comments_count', 'notes_count', 'inappropriate_flags_count']],
  ['activity', 'number', ['average_engagement', 'recent_engagement', 'engagement_trend']],
  ['satisfaction', 'number', ['supporter_satisfaction_score', 'satisfaction_promoter_count']],
  ['satisfaction', 'number', ['satisfaction_neutral_count', 'satisfaction_detractor_count']],
  ['satisfaction', 'number', ['sentiment_score', 'total_sentiment_score']],
  ['importance', 'number', ['importance_score_average', 'importance_total_count']],
  [
    'importance',
    'number',
    ['importance_high_count', 'importance_medium_count', 'importance_low_count'],
  ],
  ['importance', 'percent', ['importance_high_percent', 'importance_medium_percent']],
  ['importance', 'percent', ['importance_low_percent']],
  ['importance', 'number', ['list_priority']],
  [
    'sales',
    'number',
    ['cv_open_opportunities', 'cv_lost_opportunities', 'cv_open_opportunities_blockers'],
  ],
  ['sales', 'amount', ['cv_potential_revenue', 'cv_lost_revenue', 'cv_potential_revenue_blockers']],
  ['sales', 'percent', ['cv_percent_opportunities_won', 'cv_percent_revenue_won']],
  ['sales', 'flag', ['is_blocker']],
  ['work', 'number', ['merge_candidates_count', 'jira_link_count', 'vsts_link_count']],
  ['work', 'number', ['internal_flags_count', 'all_internal_flags_count']],
  ['work', 'time', ['last_internal_flag_at']],
  ['work', 'flag', ['unmergeable']],
  ['origin', 'text', ['channel', 'creator_browser', 'creator_browser_version', 'creator_os']],
  ['origin', 'flag', ['creator_mobile']],
  ['origin', 'text', ['creator_referrer', 'creator_user_agent']],
  ['origin', 'text', ['portal_url', 'admin_url', 'redirect_url', 'body_mime_type']],
]

/** The API sorts by these. */
const SORTS = new Set<string>([
  'id',
  'title',
  'created_at',
  'updated_at',
  'approved_at',
  'closed_at',
  'first_support_at',
  'last_support_at',
  'inappropriate_flags_count',
  'comments_count',
  'notes_count',
  'requests_count',
  'votes_count',
  'supporters_count',
  'supporting_accounts_count',
  'supporter_revenue',
  'supporter_satisfaction_score',
  'satisfaction_detractor_count',
  'satisfaction_neutral_count',
  'satisfaction_promoter_count',
  'recent_engagement',
  'list_priority',
])

const labelOf = (id: ColumnName) => t(`suggestions.column.${id}`)
const groupOf = (group: GroupName) => t(`suggestions.columns.${group}`)

const plainColumn = (group: GroupName, kind: CellKind, id: ColumnName): SuggestionColumn =>
  fieldColumn({ id, kind, group: groupOf(group), label: labelOf(id), canSort: SORTS.has(id) })

/** With a filter by supporters, the figures of these. The column stays the same in the address. */
function ofSupporters(
  column: SuggestionColumn,
  kind: CellKind,
  supporters: string | undefined,
): SuggestionColumn {
  const member = FILTERED[column.id]
  if (supporters === undefined || member === undefined) return column
  return {
    ...column,
    label: t('suggestions.scope', { column: column.label, of: supporters }),
    width: 176,
    fields: [member],
    csv: member,
    render: (row) => <ValueCell kind={kind} value={(row as Record<string, unknown>)[member]} />,
  }
}

type LinkColumn = Partial<SuggestionColumn> & {
  id: ColumnName
  csv: string
  text: (row: SuggestionRow) => string | null | undefined
}

/** A column whose text comes from a link. */
const linkColumn = (group: GroupName, { id, text, ...rest }: LinkColumn): SuggestionColumn => ({
  id,
  label: labelOf(id),
  group: groupOf(group),
  render: (row) => <TextCell text={text(row)} />,
  ...rest,
})

const userName = ({ related }: SuggestionRow, id: number | null): string | null => {
  const user = id === null ? undefined : related.users.get(id)
  return user ? (user.name ?? user.email_address) : null
}

const labelsOf = ({ labels }: Names, row: SuggestionRow) =>
  (row.links.labels ?? []).flatMap((id) => labels.get(id) ?? [])

const mainColumns = (names: Names): SuggestionColumn[] => [
  {
    ...plainColumn('main', 'text', 'title'),
    width: 360,
    render: (row) => <TextCell text={row.title} />,
  },
  linkColumn('main', {
    id: 'status',
    canEdit: true,
    csv: 'links.status.name',
    text: ({ links }) => names.statuses.get(links.status ?? 0)?.name,
    render: ({ links }) => <StatusCell status={names.statuses.get(links.status ?? 0)} />,
  }),
  linkColumn('main', {
    id: 'state',
    csv: 'state',
    text: ({ state }) => (state ? stateLabel(state) : null),
    width: 104,
    fields: ['state'],
    render: ({ state }) => <StateCell state={state} />,
  }),
  linkColumn('main', {
    id: 'forum',
    canEdit: true,
    csv: 'links.forum.name',
    text: ({ links }) => names.forums.get(links.forum)?.name,
  }),
  linkColumn('main', {
    id: 'category',
    canEdit: true,
    csv: 'links.category.name',
    text: ({ links }) => names.categories.get(links.category ?? 0)?.name,
  }),
  linkColumn('main', {
    id: 'labels',
    canEdit: true,
    csv: 'links.labels.full_name',
    text: (row) =>
      labelsOf(names, row)
        .map(({ full_name }) => full_name)
        .join(', ') || null,
    width: 180,
    render: (row) => <LabelsCell labels={labelsOf(names, row)} />,
  }),
  linkColumn('main', {
    id: 'body',
    csv: 'body',
    text: ({ body }) => body,
    render: ({ body, body_mime_type }) => <FormattedCell text={body} mimeType={body_mime_type} />,
    width: 280,
    fields: ['body', 'body_mime_type'],
  }),
  { ...plainColumn('main', 'number', 'id'), fields: [] },
]

const otherLinks = (): SuggestionColumn[] => [
  linkColumn('people', {
    id: 'created_by',
    csv: 'links.created_by.name',
    text: (row) => userName(row, row.links.created_by),
    includes: ['users'],
  }),
  linkColumn('people', {
    id: 'owner',
    canEdit: true,
    csv: 'links.owner.name',
    text: (row) => userName(row, row.links.owner),
    includes: ['users'],
  }),
  linkColumn('people', {
    id: 'captured_by',
    csv: 'links.captured_by.name',
    text: (row) => userName(row, row.links.captured_by),
    includes: ['users'],
  }),
  linkColumn('work', {
    id: 'last_status_update',
    csv: 'links.last_status_update.body',
    text: () => null,
    render: ({ links, related }) => {
      const update = related.statusUpdates.get(links.last_status_update ?? 0)
      return <FormattedCell text={update?.body} mimeType={update?.body_mime_type} />
    },
    width: 240,
    includes: ['status_updates'],
  }),
  linkColumn('work', {
    id: 'features',
    csv: 'links.features.name',
    text: ({ links, related }) =>
      links.features.flatMap((id) => related.features.get(id)?.name ?? []).join(', ') || null,
    width: 180,
    includes: ['features'],
  }),
  linkColumn('work', {
    id: 'parent_suggestion',
    csv: 'links.parent_suggestion',
    text: ({ links, related }) =>
      links.parent_suggestion === null
        ? null
        : (related.suggestions.get(links.parent_suggestion)?.title ??
          `#${links.parent_suggestion}`),
    width: 200,
    includes: ['parent_suggestions'],
  }),
  linkColumn('work', {
    id: 'linked_suggestions',
    csv: 'links.linked_suggestions',
    text: () => null,
    align: 'end',
    width: 104,
    render: ({ links }) => <NumberCell value={links.linked_suggestions.length} />,
  }),
  linkColumn('work', {
    id: 'ticket',
    csv: 'links.ticket',
    text: ({ links }) => (links.ticket === null ? null : `#${links.ticket}`),
  }),
]

/** All columns: the fields, then custom fields and figures of segments. */
export function useSuggestionColumns(filters: Filters): SuggestionColumn[] {
  const supporters = useFilteredSupporters(filters)
  const names = useNames()
  const customFields = useQuery(customFieldsQuery)
  const segmentedValues = useQuery(segmentedValuesOf('suggestions'))
  return useMemo(
    () => [
      ...mainColumns(names),
      ...FIELDS.flatMap(([group, kind, ids]) =>
        ids.map((id) => ofSupporters(plainColumn(group, kind, id), kind, supporters)),
      ),
      ...otherLinks(),
      ...(customFields.data ?? []).map((field) =>
        customColumn<SuggestionRow>(field, groupOf('custom')),
      ),
      ...(segmentedValues.data ?? []).map(({ key, name }) =>
        fieldColumn<SuggestionRow>({
          id: `cv_${key}`,
          kind: 'number',
          group: groupOf('segments'),
          label: name,
          canSort: false,
        }),
      ),
    ],
    [names, customFields.data, segmentedValues.data, supporters],
  )
}
