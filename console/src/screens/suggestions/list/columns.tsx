// Every field of suggestions as a column.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customFieldsQuery, segmentedValuesQuery } from '../../../api/options.ts'
import { type CellKind, NumberCell, TextCell } from '../../../components/grid/cells.tsx'
import { customColumn, fieldColumn } from '../../../components/grid/field-column.tsx'
import { type MessageId, t } from '../../../core/i18n.ts'
import { LabelsCell, StateCell, StatusCell, stateLabel } from './cells.tsx'
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

// The plain fields: their names on the wire, by group and kind.
const FIELDS: [group: string, kind: CellKind, names: string][] = [
  ['support', 'number', 'supporters_count votes_count'],
  ['support', 'amount', 'supporter_revenue supporter_mrr'],
  ['support', 'number', 'supporting_accounts_count account_supporters_count requests_count'],
  ['support', 'time', 'first_support_at last_support_at'],
  ['activity', 'time', 'created_at updated_at approved_at closed_at'],
  ['activity', 'number', 'comments_count notes_count inappropriate_flags_count'],
  ['activity', 'number', 'average_engagement recent_engagement engagement_trend'],
  ['satisfaction', 'number', 'supporter_satisfaction_score satisfaction_promoter_count'],
  ['satisfaction', 'number', 'satisfaction_neutral_count satisfaction_detractor_count'],
  ['satisfaction', 'number', 'sentiment_score total_sentiment_score'],
  ['importance', 'number', 'importance_score_average importance_total_count'],
  ['importance', 'number', 'importance_high_count importance_medium_count importance_low_count'],
  ['importance', 'percent', 'importance_high_percent importance_medium_percent'],
  ['importance', 'percent', 'importance_low_percent'],
  ['importance', 'number', 'list_priority'],
  ['sales', 'number', 'cv_open_opportunities cv_lost_opportunities cv_open_opportunities_blockers'],
  ['sales', 'amount', 'cv_potential_revenue cv_lost_revenue cv_potential_revenue_blockers'],
  ['sales', 'percent', 'cv_percent_opportunities_won cv_percent_revenue_won'],
  ['sales', 'flag', 'is_blocker'],
  ['work', 'number', 'merge_candidates_count jira_link_count vsts_link_count'],
  ['work', 'number', 'internal_flags_count all_internal_flags_count'],
  ['work', 'time', 'last_internal_flag_at'],
  ['work', 'flag', 'unmergeable'],
  ['origin', 'text', 'channel creator_browser creator_browser_version creator_os'],
  ['origin', 'flag', 'creator_mobile'],
  ['origin', 'text', 'creator_referrer creator_user_agent'],
  ['origin', 'text', 'portal_url admin_url redirect_url body_mime_type'],
]

/** The API sorts by these. */
const SORTS = new Set(
  `id title created_at updated_at approved_at closed_at first_support_at last_support_at inappropriate_flags_count
  comments_count notes_count requests_count votes_count supporters_count supporting_accounts_count supporter_revenue
  supporter_mrr supporter_satisfaction_score satisfaction_detractor_count satisfaction_neutral_count
  satisfaction_promoter_count recent_engagement list_priority`.split(/\s+/),
)

const labelOf = (id: string) => t(`suggestions.column.${id}` as MessageId)
const groupOf = (group: string) => t(`suggestions.columns.${group}` as MessageId)

const plainColumn = (
  id: string,
  kind: CellKind,
  group: string,
  label: string,
  canSort: boolean,
): SuggestionColumn => fieldColumn({ id, kind, group, label, canSort })

/** A column whose text comes from a link. */
const linkColumn = (
  id: string,
  group: string,
  csv: string,
  text: (row: SuggestionRow) => string | null | undefined,
  rest: Partial<SuggestionColumn> = {},
): SuggestionColumn => ({
  id,
  label: labelOf(id),
  group: groupOf(group),
  render: (row) => <TextCell text={text(row)} />,
  csv,
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
    ...plainColumn('title', 'text', groupOf('main'), labelOf('title'), true),
    width: 360,
    render: (row) => <TextCell text={row.title} />,
  },
  linkColumn(
    'status',
    'main',
    'links.status.name',
    ({ links }) => names.statuses.get(links.status ?? 0)?.name,
    {
      render: ({ links }) => <StatusCell status={names.statuses.get(links.status ?? 0)} />,
    },
  ),
  linkColumn('state', 'main', 'state', ({ state }) => (state ? stateLabel(state) : null), {
    width: 104,
    fields: ['state'],
    render: ({ state }) => <StateCell state={state} />,
  }),
  linkColumn(
    'forum',
    'main',
    'links.forum.name',
    ({ links }) => names.forums.get(links.forum)?.name,
  ),
  linkColumn(
    'category',
    'main',
    'links.category.name',
    ({ links }) => names.categories.get(links.category ?? 0)?.name,
  ),
  linkColumn(
    'labels',
    'main',
    'links.labels.full_name',
    (row) =>
      labelsOf(names, row)
        .map(({ full_name }) => full_name)
        .join(', ') || null,
    { width: 180, render: (row) => <LabelsCell labels={labelsOf(names, row)} /> },
  ),
  linkColumn('body', 'main', 'body', ({ body }) => body, { width: 280, fields: ['body'] }),
  { ...plainColumn('id', 'number', groupOf('main'), labelOf('id'), true), fields: [] },
]

const otherLinks = (): SuggestionColumn[] => [
  linkColumn(
    'created_by',
    'people',
    'links.created_by.name',
    (row) => userName(row, row.links.created_by),
    {
      includes: ['users'],
    },
  ),
  linkColumn('owner', 'people', 'links.owner.name', (row) => userName(row, row.links.owner), {
    includes: ['users'],
  }),
  linkColumn(
    'captured_by',
    'people',
    'links.captured_by.name',
    (row) => userName(row, row.links.captured_by),
    {
      includes: ['users'],
    },
  ),
  linkColumn(
    'last_status_update',
    'work',
    'links.last_status_update.body',
    ({ links, related }) => related.statusUpdates.get(links.last_status_update ?? 0)?.body,
    { width: 240, includes: ['status_updates'] },
  ),
  linkColumn(
    'features',
    'work',
    'links.features.name',
    ({ links, related }) =>
      links.features.flatMap((id) => related.features.get(id)?.name ?? []).join(', ') || null,
    { width: 180, includes: ['features'] },
  ),
  linkColumn(
    'parent_suggestion',
    'work',
    'links.parent_suggestion',
    ({ links, related }) =>
      links.parent_suggestion === null
        ? null
        : (related.suggestions.get(links.parent_suggestion)?.title ??
          `#${links.parent_suggestion}`),
    { width: 200, includes: ['parent_suggestions'] },
  ),
  {
    ...linkColumn('linked_suggestions', 'work', 'links.linked_suggestions', () => null),
    align: 'end',
    width: 104,
    render: ({ links }) => <NumberCell value={links.linked_suggestions.length} />,
  },
  linkColumn('ticket', 'work', 'links.ticket', ({ links }) =>
    links.ticket === null ? null : `#${links.ticket}`,
  ),
]

/** All columns: the fields, then custom fields and figures of segments. */
export function useSuggestionColumns(): SuggestionColumn[] {
  const names = useNames()
  const customFields = useQuery(customFieldsQuery)
  const segmentedValues = useQuery(segmentedValuesQuery)
  return useMemo(
    () => [
      ...mainColumns(names),
      ...FIELDS.flatMap(([group, kind, ids]) =>
        ids
          .split(' ')
          .map((id) => plainColumn(id, kind, groupOf(group), labelOf(id), SORTS.has(id))),
      ),
      ...otherLinks(),
      ...(customFields.data ?? []).map((field) =>
        customColumn<SuggestionRow>(field, groupOf('custom')),
      ),
      ...(segmentedValues.data ?? []).map(({ key, name }) =>
        plainColumn(`cv_${key}`, 'number', groupOf('segments'), name, false),
      ),
    ],
    [names, customFields.data, segmentedValues.data],
  )
}
