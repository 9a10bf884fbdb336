// The list of suggestions.
import { Lightbulb } from 'lucide-react'
import { useCallback } from 'react'
import { suggestionQuery } from '../../../api/suggestions.ts'
import { openCapture } from '../../../components/capture.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import type { ListDeclaration } from '../../../components/list/declaration.ts'
import { textOfValue } from '../../../core/i18n.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { FILTERED, suggestionsAddress, suggestionsOrder } from '../search.ts'
import { DEFAULT_COLUMNS, useSuggestionColumns } from './columns.tsx'
import { CompactRow } from './compact-row.tsx'
import { useCountedOptions } from './counts.ts'
import { useSuggestionFilters } from './filters.ts'
import { suggestionGroups } from './groups.tsx'
import { useNames } from './names.ts'
import { type SuggestionRow, toRows } from './row.ts'

export const suggestionList: ListDeclaration<SuggestionRow> = {
  path: '/suggestions',
  collection: 'suggestions',
  address: suggestionsAddress,
  icon: Lightbulb,
  texts: {
    title: 'shell.suggestions',
    search: 'suggestions.search',
    created: 'suggestions.new',
    noMatch: 'suggestions.no_match',
    empty: 'suggestions.empty',
    emptyHint: 'suggestions.empty_hint',
    record: 'suggestions.open_record',
  },
  viewLabel: (name) => textOfValue(`suggestions.view.${name}`, name),
  useColumns: useSuggestionColumns,
  defaultColumns: DEFAULT_COLUMNS,
  useFilters: useSuggestionFilters,
  useCountedOptions,
  // A narrow grid shows the votes and the revenue, and what is deleted looks so.
  fields: ['title', 'state', 'votes_count', 'supporter_revenue', 'filtered_supporter_revenue'],
  includedFields: {
    users: ['name', 'email_address'],
    features: ['name'],
    status_updates: ['body', 'body_mime_type'],
  },
  toRows,
  ...suggestionsOrder,
  // A row that is read by its id has no figures of filtered supporters.
  withKept: (row, before) => ({
    ...row,
    ...Object.fromEntries(
      Object.values(FILTERED).map((name) => [name, before[name as keyof SuggestionRow]]),
    ),
  }),
  nameOf: ({ title }) => title ?? '',
  isMuted: ({ state }) => state === 'deleted' || state === 'spam',
  useCompact: () => {
    const names = useNames()
    return useCallback((row: SuggestionRow) => <CompactRow row={row} names={names} />, [names])
  },
  changedId: ({ collection, id, suggestion }) => (collection === 'suggestions' ? id : suggestion),
  recordQuery: suggestionQuery,
  Record: lazyPart(() => import('../record/suggestion-record.tsx')),
  create: {
    role: 'contributor',
    label: 'shell.new_suggestion',
    keys: 'c',
    run: () => openCapture({ kind: 'suggestion' }),
  },
  actions: { role: 'admin', Bar: BulkActions },
  grouping: suggestionGroups,
  CellEditor: lazyPart(() => import('./cell-editor.tsx')),
}
