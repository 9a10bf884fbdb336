import type { Import, User } from '@earshot/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lightbulb, Users } from 'lucide-react'
import { importsQuery, stateOf } from '../../api/imports.ts'
import { useRefreshOnChange } from '../../api/live-updates.ts'
import { nameOf } from '../../components/person.tsx'
import { NothingHere, RecordList } from '../../components/record/record-list.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'
import { ImportBadge } from './import-badge.tsx'

export function EarlierImports() {
  const queryClient = useQueryClient()
  useRefreshOnChange(
    'imports',
    () => void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  )
  return (
    <Section title={t('import.earlier')}>
      <RecordList
        label={t('import.earlier')}
        query={importsQuery}
        items={(pages) =>
          pages.flatMap(({ imports, users = [] }) =>
            imports.map((one) => ({ one, user: users.find(({ id }) => id === one.links.user) })),
          )
        }
        keyOf={({ one }) => one.id}
        empty={<NothingHere>{t('import.none_yet')}</NothingHere>}
        className="divide-y divide-border rounded border border-border"
      >
        {({ one, user }) => <Item one={one} user={user} />}
      </RecordList>
    </Section>
  )
}

const Item = ({ one, user }: { one: Import; user: User | undefined }) => {
  const Icon = one.type === 'suggestions' ? Lightbulb : Users
  const rows = one.total_rows + one.skipped_rows
  return (
    <Link
      to="/import/$id"
      params={{ id: String(one.id) }}
      className="flex items-center gap-3 px-3 py-2 text-sm hover:bg-hover"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {one.file_name ?? typeText(one)}
        </span>
        <span className="block truncate text-muted">
          {one.file_name !== null && `${typeText(one)} · `}
          {nameOf(user)} ·{' '}
          <time dateTime={one.created_at} title={formatTime(one.created_at)}>
            {formatAge(one.created_at)}
          </time>
        </span>
      </span>
      <span className="shrink-0 text-end text-muted tabular-nums max-md:hidden">
        {t('import.rows', { count: rows, shown: formatNumber(rows) })}
        {one.skipped_rows > 0 &&
          ` · ${t('import.left_out', { count: one.skipped_rows, shown: formatNumber(one.skipped_rows) })}`}
      </span>
      <ImportBadge state={stateOf(one)} />
    </Link>
  )
}

export const typeText = ({ type }: Import): string =>
  t(type === 'suggestions' ? 'import.type.suggestions' : 'import.type.users')
