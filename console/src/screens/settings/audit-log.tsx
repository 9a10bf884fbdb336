// The audit log: who did what, when and from where.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, ScrollText, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AuditRow, AuditSort } from '../../api/audit-log.ts'
import { staffQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SearchField, Select, TextField } from '../../components/fields.tsx'
import { Grid } from '../../components/grid/grid.tsx'
import { createSelection } from '../../components/grid/selection.ts'
import { useLayout } from '../../components/grid/use-layout.ts'
import { useRows } from '../../components/grid/use-rows.ts'
import { EmptyState } from '../../components/states.tsx'
import { formatTime, t } from '../../core/i18n.ts'
import {
  AUDIT_ACTIONS,
  actionText,
  auditColumns,
  changesOf,
  subjectPath,
  subjectText,
} from './audit-columns.tsx'
import { auditSource, filtersOf } from './audit-rows.ts'
import { Facts } from './parts.tsx'
import { useAuditExport } from './use-audit-export.ts'
import { useSettingsSearch } from './use-search.ts'

const ALL = 'all'
const DEFAULT_COLUMNS = ['time', 'action', 'person', 'subject', 'change', 'address'] as const

const nameOf = (entry: AuditRow) => formatTime(entry.created_at)
const hrefOf = ({ id }: AuditRow) => `/admin/settings/audit?open=${id}`
const compact = (entry: AuditRow) => <Compact entry={entry} />

export default function AuditLog() {
  const { search, change } = useSettingsSearch()
  const filters = filtersOf(search)
  const rows = useRows<AuditRow>(auditSource(filters, search.sort as AuditSort | undefined))
  const columns = useMemo(() => auditColumns(), [])
  const layout = useLayout({
    columns,
    defaults: DEFAULT_COLUMNS,
    text: search.columns,
    onChange: (text) => change({ columns: text }, true),
  })
  const [selection] = useState(createSelection)
  const exported = useAuditExport(filters, search.sort)
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => change({ q: '', action: '', user: '', created_after: '', created_before: '' })
  const open = rows.records.find(({ id }) => String(id) === search.open)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="space-y-3 border-b border-border px-4 py-4">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-semibold">{t('settings.audit')}</h1>
            <p className="mt-1 text-sm text-muted">{t('settings.audit.hint')}</p>
          </div>
          <Button icon={Download} isPending={exported.isRunning} onPress={exported.start}>
            {t('settings.audit.export')}
          </Button>
        </div>
        <Filters search={search} onChange={change} />
      </header>
      <Grid
        label={t('settings.audit')}
        rows={rows}
        layout={layout}
        sort={search.sort ?? '-created_at'}
        onSort={(sort) => change({ sort })}
        selection={selection}
        hasCheck={false}
        nameOf={nameOf}
        hrefOf={hrefOf}
        compact={compact}
        openId={open?.id}
        onOpen={(id) => change({ open: String(id) })}
        empty={
          <EmptyState
            icon={isFiltered ? SearchX : ScrollText}
            title={t(isFiltered ? 'settings.audit.no_match' : 'settings.audit.empty')}
          >
            {isFiltered && <Button onPress={clear}>{t('settings.audit.clear')}</Button>}
          </EmptyState>
        }
      />
      {open && <EntryDialog entry={open} onClose={() => change({ open: '' })} />}
    </div>
  )
}

function Filters({
  search,
  onChange,
}: {
  search: ReturnType<typeof useSettingsSearch>['search']
  onChange: ReturnType<typeof useSettingsSearch>['change']
}) {
  const staff = useQuery(staffQuery).data ?? []
  const choose = (name: 'action' | 'user') => (id: string) =>
    onChange({ [name]: id === ALL ? '' : id })
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <div className="self-end max-lg:col-span-2">
        <AuditSearch key={search.q} q={search.q ?? ''} onSearch={(q) => onChange({ q })} />
      </div>
      <Select
        label={t('settings.audit.action')}
        value={search.action ?? ALL}
        options={[
          { id: ALL, label: t('settings.audit.any_action') },
          ...AUDIT_ACTIONS.map((id) => ({ id, label: actionText(id) })),
        ]}
        onChange={choose('action')}
      />
      <Select
        label={t('settings.audit.person')}
        value={search.user ?? ALL}
        options={[
          { id: ALL, label: t('settings.audit.anybody') },
          ...staff.map(({ id, name, email_address }) => ({
            id: String(id),
            label: name || email_address,
          })),
        ]}
        onChange={choose('user')}
      />
      {(['created_after', 'created_before'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`settings.audit.${name}`)}
          type="date"
          value={search[name] ?? ''}
          onChange={(day) => onChange({ [name]: day }, true)}
        />
      ))}
    </div>
  )
}

/** Searches with Enter, and shows everything again when it is cleared. */
function AuditSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  return (
    <SearchField
      label={t('settings.audit.search')}
      value={text}
      onChange={(next) => {
        setText(next)
        if (next === '' && q !== '') onSearch('')
      }}
      onSubmit={(next) => onSearch(next.trim())}
    />
  )
}

const Compact = ({ entry }: { entry: AuditRow }) => (
  <span className="block min-w-0">
    <span className="block truncate font-medium">{actionText(entry.action)}</span>
    <span className="block truncate text-xs text-muted">
      {[entry.person ?? t('settings.audit.nobody'), formatTime(entry.created_at)].join(' · ')}
    </span>
  </span>
)

function EntryDialog({ entry, onClose }: { entry: AuditRow; onClose: () => void }) {
  const path = subjectPath(entry)
  const changes = changesOf(entry)
  return (
    <Dialog title={actionText(entry.action)} isOpen onClose={onClose} width="medium">
      <Facts
        facts={[
          [t('settings.audit.time'), formatTime(entry.created_at)],
          [t('settings.audit.person'), entry.person ?? t('settings.audit.nobody')],
          [
            t('settings.audit.subject'),
            path ? (
              <Link key="subject" to={path} className="text-accent hover:underline">
                {subjectText(entry)}
              </Link>
            ) : (
              subjectText(entry) || t('settings.none')
            ),
          ],
          [
            t('settings.audit.change'),
            changes.length === 0 ? t('settings.none') : <Changes key="changes" changes={changes} />,
          ],
          [t('settings.audit.address'), entry.address ?? t('settings.none')],
          [t('settings.audit.request'), entry.request_id ?? t('settings.none')],
        ]}
      />
    </Dialog>
  )
}

const Changes = ({ changes }: { changes: ReturnType<typeof changesOf> }) => (
  <table className="w-full text-sm">
    <thead>
      <tr className="align-baseline text-xs text-muted">
        <th scope="col" className="pe-3 pb-1 font-normal">
          {t('settings.audit.member')}
        </th>
        <th scope="col" className="pe-3 pb-1 font-normal">
          {t('settings.audit.before')}
        </th>
        <th scope="col" className="pb-1 font-normal">
          {t('settings.audit.after')}
        </th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ name, before, after }) => (
        <tr key={name} className="align-baseline [overflow-wrap:anywhere]">
          <th scope="row" className="pe-3 py-0.5 font-normal text-muted">
            {name}
          </th>
          <td className="pe-3 py-0.5">{before ?? '–'}</td>
          <td className="py-0.5">{after ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
