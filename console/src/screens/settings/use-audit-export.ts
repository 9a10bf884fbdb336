// Writes the entries that the filters select to a CSV file.
import { useState } from 'react'
import type { AuditFilters } from '../../api/audit-log.ts'
import { readCsv } from '../../api/csv.ts'
import { download } from '../../components/download.ts'
import { reportFailure } from '../../components/report-failure.ts'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'

const FIELDS = [
  ...(['time', 'action', 'person', 'subject', 'subject_id', 'before', 'after'] as const),
  ...(['address', 'request'] as const),
]
const NAMES = [
  'created_at',
  'action',
  'links.user.email_address',
  'subject_type',
  'subject_id',
  'before',
  'after',
  'address',
  'request_id',
]

export function useAuditExport(filters: AuditFilters, sort = '-created_at') {
  const [isRunning, setRunning] = useState(false)
  const start = async () => {
    setRunning(true)
    try {
      const file = await readCsv({
        path: '/audit_entries',
        query: { ...(filters as Record<string, string>), sort, fields: NAMES.join(',') },
        header: FIELDS.map((name) => t(`settings.audit.${name}`)),
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      download(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`)
      notify({ message: t('settings.audit.exported'), tone: 'success' })
    } catch (error) {
      reportFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, start: () => void start() }
}
