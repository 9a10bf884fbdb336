// All announcements, by state.
import type { Announcement } from '@earshot/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useMemo } from 'react'
import {
  type AnnouncementSort,
  countAnnouncements,
  readAnnouncementsPage,
  STATES,
  type AnnouncementState as State,
} from '../../api/announcements.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useHasRole } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/grid/column.ts'
import { PlainList, updatedColumn } from '../../components/grid/plain-list.tsx'
import { type RowSource, useRows } from '../../components/grid/use-rows.ts'
import { Segments } from '../../components/segments.tsx'
import { EmptyState } from '../../components/states.tsx'
import { formatNumber, formatTime, t } from '../../core/i18n.ts'
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
  const isAdmin = useHasRole('admin')
  const state = STATES.find((one) => one === search.state)
  const sort = search.sort ?? '-created_at'
  const rows = useRows(source(state, sort as AnnouncementSort))
  const columns = useMemo(() => announcementColumns(), [])
  const change = (part: AnnouncementsSearch) =>
    void navigate({ to: '/announcements', search: { ...search, ...part }, replace: true })
  return (
    <PlainList
      title={t('shell.announcements')}
      collection="announcements"
      create={
        isAdmin
          ? {
              label: t('announcements.new'),
              onPress: () => void navigate({ to: '/announcements/new' }),
            }
          : null
      }
      toolbar={
        <Segments
          label={t('announcements.state')}
          options={[
            { id: '', label: t('announcements.state.all') },
            ...STATES.map((id) => ({ id, label: t(`announcements.state.${id}`) })),
          ]}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
      }
      rows={rows}
      columns={columns}
      defaults={DEFAULTS}
      shown={search.columns}
      onShown={(text) => change({ columns: text })}
      sort={sort}
      onSort={(next) => change({ sort: next })}
      nameOf={nameOf}
      hrefOf={hrefOf}
      compact={renderCompact}
      onOpen={(id) => void navigate({ to: '/announcements/$id', params: { id: String(id) } })}
      empty={{
        icon: Megaphone,
        title: t('announcements.empty'),
        hint: t('announcements.empty_hint'),
      }}
      {...(state !== undefined && {
        notFound: (
          <EmptyState icon={Megaphone} title={t('announcements.none_in_state')}>
            <Button onPress={() => change({ state: '' })}>{t('announcements.show_all')}</Button>
          </EmptyState>
        ),
      })}
    />
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
    updatedColumn<Announcement>(),
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
