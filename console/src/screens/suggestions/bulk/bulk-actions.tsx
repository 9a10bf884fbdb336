// Bulk actions of the grid: the bar, the keys, the dialogs and the progress.
import { Suspense, useState } from 'react'
import { MAX_SUPPORT, openCapture } from '../../../components/capture.ts'
import { useCommandTarget } from '../../../components/command-target.ts'
import { clearSelection, selectAll, useSelection } from '../../../components/grid/selection.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import type { ListActionsProps } from '../../../components/list/declaration.ts'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'
import type { SuggestionRow } from '../list/row.ts'
import { type ActionName, type BulkInput, changedIds, type Target } from './actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkFailures, BulkProgress } from './progress.tsx'
import { useBulk } from './use-bulk.ts'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

export function BulkActions({
  rows,
  selection,
  filters,
  currentId,
  refresh,
}: ListActionsProps<SuggestionRow>) {
  const { ids, isAll } = useSelection(selection)
  const bulk = useBulk(rows, refresh)
  const [asked, setAsked] = useState<{ action: ActionName; target: Target }>()

  const target = (action?: ActionName): Target | undefined => {
    if (isAll) return { query: filters, count: rows.total ?? rows.records.length }
    const id = currentId()
    const chosen = ids.size > 0 ? [...ids] : id === undefined ? [] : [id]
    if (chosen.length === 0) return undefined
    const changed = action === undefined ? chosen : changedIds(action, chosen, rows.records)
    // Of suggestions that all have it already, the service says that nothing changed.
    const asked = changed.length > 0 ? changed : chosen
    return { ids: asked, count: asked.length }
  }
  const run = (input: BulkInput, on: Target) => {
    clearSelection(selection)
    void bulk.run(input, on)
  }
  const ask = (action: ActionName) => {
    const on = target(action)
    if (!on) return
    // One suggestion is back with one key, so it needs no question.
    const isDirect = on.count === 1 && ['spam', 'delete', 'approve', 'restore'].includes(action)
    if (isDirect) run({ action }, on)
    else setAsked({ action, target: on })
  }
  const support = () => {
    const on = target()
    if (!on) return
    if (!('ids' in on) || on.count > MAX_SUPPORT)
      return void notify({ message: t('shell.add_support.too_many', { max: MAX_SUPPORT }) })
    const titles = new Map(rows.records.map(({ id, title }) => [id, title]))
    openCapture({
      kind: 'support',
      suggestions: on.ids.map((id) => ({ id, label: titles.get(id) ?? `#${id}` })),
      onSaved: () => {
        clearSelection(selection)
        void refresh(on.ids)
      },
    })
  }
  const hasRows = rows.records.length > 0
  useShortcut('v', { label: 'shell.add_support', group: 'list', isEnabled: hasRows }, support)
  useShortcut('l', { label: 'suggestions.bulk.label', group: 'list', isEnabled: hasRows }, () =>
    ask('label'),
  )
  useShortcut('e', { label: 'suggestions.bulk.status', group: 'list', isEnabled: hasRows }, () =>
    ask('status'),
  )
  useShortcut('m', { label: 'suggestions.bulk.merge', group: 'list', isEnabled: hasRows }, () =>
    ask('merge'),
  )
  useShortcut('!', { label: 'suggestions.bulk.spam', group: 'list', isEnabled: hasRows }, () =>
    ask('spam'),
  )
  useShortcut('#', { label: 'suggestions.bulk.delete', group: 'list', isEnabled: hasRows }, () =>
    ask('delete'),
  )
  useShortcut(
    'Delete',
    { label: 'suggestions.bulk.delete', group: 'list', isEnabled: hasRows },
    () => ask('delete'),
  )

  const count = isAll ? (rows.total ?? rows.records.length) : ids.size
  useCommandTarget({
    kind: 'selection',
    count,
    run: (input) => {
      const on = target()
      if (on) run(input, on)
    },
  })
  return (
    <>
      {count > 0 && (
        <BulkBar
          count={count}
          total={rows.total}
          isAll={isAll}
          onAll={() => selectAll(selection)}
          onClear={() => clearSelection(selection)}
          onAction={ask}
          onSupport={support}
        />
      )}
      <BulkProgress running={bulk.running} />
      <Suspense>
        {asked && (
          <BulkDialog
            action={asked.action}
            count={asked.target.count}
            ids={'ids' in asked.target ? asked.target.ids : []}
            onClose={() => setAsked(undefined)}
            onRun={(input) => run(input, asked.target)}
          />
        )}
      </Suspense>
      <BulkFailures
        action={bulk.failed}
        titleOf={(id) => rows.records.find((row) => row.id === id)?.title}
        onClose={bulk.closeFailed}
      />
    </>
  )
}
