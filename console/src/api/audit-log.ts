// The audit log, with the names of the people.
import type { AuditEntry, OptionsOf } from '@earshot/client'
import { api } from './client.ts'

export type AuditRow = AuditEntry & { person: string | null }

type AuditQuery = NonNullable<OptionsOf<'GET', '/audit_entries'>['query']>
export type AuditFilters = {
  q?: string
  action?: string
  user?: string
  created_after?: string
  created_before?: string
}
export type AuditSort = NonNullable<AuditQuery['sort']>

const PER_PAGE = 100

export async function readAuditPage(
  query: AuditFilters & { sort: AuditSort },
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ records: AuditRow[]; cursor: string | null }> {
  const { audit_entries, users, pagination } = await api.get('/audit_entries', {
    query: {
      ...query,
      per_page: PER_PAGE,
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
}

export async function countAuditEntries(
  filters: AuditFilters,
  signal: AbortSignal,
): Promise<number> {
  const { pagination } = await api.get('/audit_entries', {
    query: { ...filters, per_page: 1, fields: 'action' },
    signal,
  })
  return pagination.total_records ?? 0
}
