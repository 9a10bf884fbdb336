// The list of feedback: what customers said.
import type { FeedbackRecord, Suggestion, User } from '@earshot/client'
import { MessageSquareQuote } from 'lucide-react'
import { useMemo } from 'react'
import { feedbackRecordQuery } from '../../api/feedback.ts'
import { openCapture } from '../../components/capture.ts'
import { type CellKind, FormattedCell, TextCell } from '../../components/grid/cells.tsx'
import type { Column } from '../../components/grid/column.ts'
import { fieldColumn } from '../../components/grid/field-column.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import type { ListDeclaration } from '../../components/list/declaration.ts'
import type { Filter } from '../../components/list/filters/filter.ts'
import { byId } from '../../components/list/source.ts'
import { nameOf } from '../../components/person.tsx'
import { PlainText, wordsOfHtml } from '../../components/record/plain-text.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { type NamesOf, t, textOfValue } from '../../core/i18n.ts'
import { feedbackAddress, feedbackOrder } from './search.ts'

type FeedbackRow = Pick<FeedbackRecord, 'id' | 'links'> &
  Partial<FeedbackRecord> & {
    related: { users: ReadonlyMap<number, User>; suggestions: ReadonlyMap<number, Suggestion> }
  }

type ColumnName = NamesOf<'feedback.column'>
type GroupName = NamesOf<'feedback.columns'>

const FIELDS: [group: GroupName, kind: CellKind, names: ColumnName[]][] = [
  ['source', 'text', ['channel', 'source_type', 'source_title', 'source_url', 'source_guid']],
  ['source', 'text', ['prompt', 'referrer']],
  ['feedback', 'number', ['severity']],
  ['feedback', 'flag', ['has_attachments']],
  ['feedback', 'time', ['created_at', 'updated_at']],
]

/** The API sorts by these. */
const SORTS = new Set<string>(['id', 'created_at', 'updated_at'])

const plainColumn = (group: GroupName, kind: CellKind, id: ColumnName): Column<FeedbackRow> =>
  fieldColumn({
    id,
    kind,
    group: t(`feedback.columns.${group}`),
    label: t(`feedback.column.${id}`),
    canSort: SORTS.has(id),
  })

/** A person that the record links to. */
const personColumn = (
  id: 'user' | 'created_by',
  link: keyof FeedbackRecord['links'],
): Column<FeedbackRow> => ({
  ...plainColumn('feedback', 'text', id),
  fields: [],
  includes: ['users'],
  render: (row) => <TextCell text={personOf(row, row.links[link])} />,
  csv: `links.${link}.name`,
})

const personOf = ({ related }: FeedbackRow, id: number | null): string | null => {
  const user = id === null ? undefined : related.users.get(id)
  return user ? nameOf(user) : null
}

const suggestionOf = ({ links, related }: FeedbackRow) =>
  related.suggestions.get(links.suggestion ?? 0)?.title

const columnsOf = (): Column<FeedbackRow>[] => [
  {
    ...plainColumn('feedback', 'text', 'body'),
    width: 300,
    fields: ['body', 'body_mime_type'],
    render: (row) => <FormattedCell text={row.body} mimeType={row.body_mime_type} />,
  },
  personColumn('user', 'user'),
  {
    ...plainColumn('feedback', 'text', 'suggestion'),
    width: 200,
    fields: [],
    includes: ['suggestions'],
    render: (row) => <TextCell text={suggestionOf(row)} />,
    csv: 'links.suggestion.title',
  },
  {
    ...plainColumn('feedback', 'text', 'state'),
    width: 104,
    render: ({ state }) => (state ? <StateBadge state={state} /> : null),
  },
  ...FIELDS.flatMap(([group, kind, names]) => names.map((name) => plainColumn(group, kind, name))),
  personColumn('created_by', 'created_by'),
  { ...plainColumn('feedback', 'number', 'id'), fields: [] },
]

/** For the names of rows. */
const textOf = ({ body = '', body_mime_type }: FeedbackRow): string =>
  body_mime_type === 'text/html' ? wordsOfHtml(body) : body

const STATES = ['approved', 'deleted'] as const
const TEXTS = ['channel', 'source_type', 'source_url', 'source_guid', 'ticket'] as const
const DATES = ['created_after', 'created_before', 'updated_after', 'updated_before'] as const

function useFeedbackFilters(): Filter[] {
  const label = (name: NamesOf<'feedback.filter'>) => t(`feedback.filter.${name}`)
  const hint = t('list.filter.values_hint')
  return [
    {
      name: 'state',
      kind: 'choice',
      label: label('state'),
      options: STATES.map((id) => ({ id, label: t(`record.state.${id}`) })),
    },
    { name: 'user', kind: 'search', collection: 'users', label: label('user') },
    { name: 'suggestion', kind: 'search', collection: 'suggestions', label: label('suggestion') },
    ...TEXTS.map((name): Filter => ({ name, kind: 'text', label: label(name), hint })),
    ...DATES.map((name): Filter => ({ name, kind: 'date', label: label(name) })),
  ]
}

const isDeleted = ({ state }: FeedbackRow) => state === 'deleted'

const compact = (row: FeedbackRow) => (
  <>
    <span dir="auto" className="block truncate">
      <PlainText text={row.body} mimeType={row.body_mime_type} />
    </span>
    <span className="flex gap-3 text-xs font-normal text-muted">
      <span dir="auto" className="shrink-0">
        {personOf(row, row.links.user)}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        {suggestionOf(row)}
      </span>
    </span>
  </>
)

export const feedbackList: ListDeclaration<FeedbackRow> = {
  path: '/feedback',
  collection: 'feedback_records',
  address: feedbackAddress,
  icon: MessageSquareQuote,
  texts: {
    title: 'shell.feedback',
    created: 'feedback.new',
    noMatch: 'feedback.no_match',
    empty: 'feedback.empty',
    emptyHint: 'feedback.empty_hint',
    record: 'feedback.open_record',
  },
  viewLabel: (name) => textOfValue(`feedback.view.${name}`, name),
  useColumns: () => useMemo(columnsOf, []),
  defaultColumns: [
    'body',
    'user',
    'suggestion',
    'channel',
    'created_at',
    'state',
    'source_type',
    'source_url',
  ],
  ...feedbackOrder,
  useFilters: useFeedbackFilters,
  fields: ['body', 'body_mime_type', 'state'],
  includedFields: { users: ['name', 'email_address'], suggestions: ['title'] },
  toRows: (body) => {
    const related = {
      users: byId<User>(body.users),
      suggestions: byId<Suggestion>(body.suggestions),
    }
    return (body.feedback_records as FeedbackRecord[]).map((record) => ({ ...record, related }))
  },
  nameOf: textOf,
  isMuted: isDeleted,
  useCompact: () => compact,
  changedId: ({ collection, id }) => (collection === 'feedback_records' ? id : null),
  recordQuery: feedbackRecordQuery,
  Record: lazyPart(() => import('./feedback-record.tsx')),
  create: {
    role: 'contributor',
    label: 'shell.add_support',
    run: () => openCapture({ kind: 'support' }),
  },
}
