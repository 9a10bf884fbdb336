// The rows of the audit log, with the names of the people.

import {
  type AuditFilters,
  type AuditRow,
  type AuditSort,
  countAuditEntries,
  readAuditPage,
} from '../../api/audit-log.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { RowSource } from '../../components/grid/use-rows.ts'
import type { SettingsSearch } from './search.ts'

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const DAY_MS = 86_400_000

/** When a day of the person begins, as the API takes it. */
const startOf = (day: string, later = 0) =>
  new Date(Date.parse(`${day}T00:00:00`) + later).toISOString()

/** The last day is included. */
export function filtersOf(search: SettingsSearch): AuditFilters {
  const { q, action, user, created_after: from, created_before: to } = search
  return {
    ...(q && { q }),
    ...(action && { action }),
    ...(user && { user }),
    ...(isDay(from) && { created_after: startOf(from) }),
    ...(isDay(to) && { created_before: startOf(to, DAY_MS) }),
  }
}

export const auditSource = (
  filters: AuditFilters,
  sort: AuditSort = '-created_at',
): RowSource<AuditRow> => ({
  key: queryKeys.list('audit_entries', filters, sort),
  readPage: (cursor, signal) => readAuditPage({ ...filters, sort }, cursor, signal),
  totalKey: queryKeys.total('audit_entries', filters),
  readTotal: (signal) => countAuditEntries(filters, signal),
})
