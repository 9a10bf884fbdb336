// All announcements, by state.
import type { Announcement } from '@earshot/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Megaphone, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  type AnnouncementSort,
  countAnnouncements,
  readAnnouncementsPage,
  STATES,
  type AnnouncementState as State,
} from '../../api/announcements.ts'
import { useRefreshOnChange } from '../../api/live-updates.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useHasRole } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/grid/column.ts'
import { Grid } from '../../components/grid/grid.tsx'
import { createSelection } from '../../components/grid/selection.ts'
import { useLayout } from '../../components/grid/use-layout.ts'
import { type RowSource, useRows } from '../../components/grid/use-rows.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { Segments } from '../../components/segments.tsx'
import { EmptyState } from '../../components/states.tsx'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'
import type { AnnouncementsSearch } from './search.ts'
import { AnnouncementState, dateOf, TypeBadge } from './state.tsx'

const DEFAULTS = ['title', 'state', 'date', 'suggestions', 'types', 'updated_at']

const source = (state: State | undefined, sort: AnnouncementSort): RowSource<Announcement> => ({
  key: queryKeys.list('announcements', state ?? '', sort),
  readPage: (cursor, signal) => readAnnouncementsPage(state, sort, cursor, signal),
  totalKey: queryKeys.total('announcements', state ?? ''),
  readTotal: (signal) => countAnnouncements(state, signal),
})

const nameOf = ({ title }: Announcement) => title
const hrefOf = ({ id }: Announcement) => `/admin/announcements/${id}`
const renderCompact = (announcement: Announcement) => <CompactRow announcement={announcement} />

export default function AnnouncementsScreen() {
  const search = useSearch({ from: '/announcements' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isAdmin = useHasRole('admin')
  const [selection] = useState(createSelection)
  const state = STATES.find((one) => one === search.state)
  const sort = search.sort ?? '-created_at'
  const rows = useRows(source(state, sort as AnnouncementSort))
  const columns = useMemo(() => announcementColumns(), [])
  const change = (part: AnnouncementsSearch) =>
    void navigate({ to: '/announcements', search: { ...search, ...part }, replace: true })
  const layout = useLayout({
    columns,
    defaults: DEFAULTS,
    text: search.columns,
    onChange: (text) => change({ columns: text }),
  })
  useRefreshOnChange(
    'announcements',
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.lists('announcements') }),
  )
  const create = () => void navigate({ to: '/announcements/new' })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageTitle name={t('shell.announcements')} />
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
        <h1 className="flex-1 text-xl font-semibold">{t('shell.announcements')}</h1>
        {isAdmin && (
          <Button look="primary" icon={Plus} onPress={create}>
            {t('announcements.new')}
          </Button>
        )}
      </header>
      <div className="shrink-0 overflow-x-auto border-b border-border px-4 py-2">
        <Segments
          label={t('announcements.state')}
          options={[
            { id: '', label: t('announcements.state.all') },
            ...STATES.map((id) => ({ id, label: t(`announcements.state.${id}`) })),
          ]}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
      </div>
      <Grid
        label={t('shell.announcements')}
        rows={rows}
        layout={layout}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selection={selection}
        hasCheck={false}
        nameOf={nameOf}
        hrefOf={hrefOf}
        compact={renderCompact}
        openId={undefined}
        onOpen={(id) => void navigate({ to: '/announcements/$id', params: { id: String(id) } })}
        empty={
          state === undefined ? (
            <EmptyState
              icon={Megaphone}
              title={t('announcements.empty')}
              hint={t('announcements.empty_hint')}
            >
              {isAdmin && (
                <Button look="primary" onPress={create}>
                  {t('announcements.new')}
                </Button>
              )}
            </EmptyState>
          ) : (
            <EmptyState icon={Megaphone} title={t('announcements.none_in_state')}>
              <Button onPress={() => change({ state: '' })}>{t('announcements.show_all')}</Button>
            </EmptyState>
          )
        }
      />
    </div>
  )
}

const DateOf = ({ announcement }: { announcement: Announcement }) => {
  const date = dateOf(announcement)
  return date === null ? null : <time dateTime={date}>{formatTime(date)}</time>
}

const announcementColumns = (): Column<Announcement>[] =>
  [
    {
      id: 'title',
      label: t('announcements.title'),
      width: 320,
      sort: 'title',
      render: ({ title }: Announcement) => title,
    },
    {
      id: 'state',
      label: t('announcements.state'),
      width: 120,
      render: ({ state }: Announcement) => <AnnouncementState state={state} />,
    },
    {
      id: 'date',
      label: t('announcements.date'),
      width: 200,
      sort: 'published_at',
      render: (announcement: Announcement) => <DateOf announcement={announcement} />,
    },
    {
      id: 'suggestions',
      label: t('shell.suggestions'),
      width: 110,
      align: 'end' as const,
      render: ({ links }: Announcement) => formatNumber(links.suggestions.length),
    },
    {
      id: 'types',
      label: t('announcements.types'),
      width: 180,
      render: ({ types }: Announcement) => (
        <span className="flex gap-1">
          {types.map((type) => (
            <TypeBadge key={type} type={type} />
          ))}
        </span>
      ),
    },
    {
      id: 'updated_at',
      label: t('record.updated'),
      width: 130,
      sort: 'updated_at',
      render: ({ updated_at }: Announcement) => (
        <time dateTime={updated_at} title={formatTime(updated_at)}>
          {formatAge(updated_at)}
        </time>
      ),
    },
  ].map((column) => ({ ...column, group: t('shell.announcements'), csv: column.id }))

const CompactRow = ({ announcement }: { announcement: Announcement }) => (
  <span className="block min-w-0">
    <span dir="auto" className="block truncate font-medium">
      {announcement.title}
    </span>
    <span className="flex items-center gap-2 text-xs font-normal text-muted">
      <AnnouncementState state={announcement.state} />
      <DateOf announcement={announcement} />
    </span>
  </span>
)
