// The rows of the audit log, with the names of the people.
import type { AuditEntry } from '@earshot/client'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { RowSource } from '../../components/grid/use-rows.ts'
import type { SettingsSearch } from './search.ts'

export type AuditRow = AuditEntry & { person: string | null }
export type AuditFilters = Pick<
  SettingsSearch,
  'action' | 'user' | 'created_after' | 'created_before'
>

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const DAY_MS = 86_400_000

/** When a day of the person begins, as the API takes it. */
const startOf = (day: string, later = 0) =>
  new Date(Date.parse(`${day}T00:00:00`) + later).toISOString()

/** The last day is included. */
export function filtersOf(search: SettingsSearch): AuditFilters {
  const { action, user, created_after: from, created_before: to } = search
  return {
    ...(action && { action }),
    ...(user && { user }),
    ...(isDay(from) && { created_after: startOf(from) }),
    ...(isDay(to) && { created_before: startOf(to, DAY_MS) }),
  }
}

const PAGE = 100

export const auditSource = (filters: AuditFilters, sort = '-created_at'): RowSource<AuditRow> => ({
  key: queryKeys.list('audit_entries', filters, sort),
  readPage: async (cursor, signal) => {
    const { audit_entries, users, pagination } = await api.get('/audit_entries', {
      query: {
        ...filters,
        sort: sort as '-created_at',
        per_page: PAGE,
        total: false,
        includes: 'users',
        'fields.users': 'name,email_address',
        ...(cursor && { cursor }),
      },
      signal,
    })
    const names = new Map(users?.map(({ id, name, email_address }) => [id, name || email_address]))
    return {
      records: audit_entries.map((entry) => ({
        ...entry,
        person: entry.links.user === null ? null : (names.get(entry.links.user) ?? null),
      })),
      cursor: pagination.cursor ?? null,
    }
  },
  totalKey: queryKeys.total('audit_entries', filters),
  readTotal: async (signal) => {
    const { pagination } = await api.get('/audit_entries', {
      query: { ...filters, per_page: 1, fields: 'action' },
      signal,
    })
    return pagination.total_records ?? 0
  },
})
