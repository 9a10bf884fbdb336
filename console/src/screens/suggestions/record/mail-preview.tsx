// The mail that supporters would get, as the service renders it.
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { mailPreviewQuery } from '../../../api/suggestions.ts'
import { RichText } from '../../../components/record/rich-text.tsx'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { t } from '../../../core/i18n.ts'
import { useDebounced } from '../../../core/use-debounced.ts'
import { useRecord } from './context.ts'

const DEBOUNCE_MS = 400

export function MailPreview({ body, status }: { body: string; status: number | null }) {
  const { id } = useRecord()
  const settled = useDebounced(body.trim(), DEBOUNCE_MS)
  const { data, error, refetch } = useQuery(mailPreviewQuery(id, settled, status))
  return (
    <section
      aria-label={t('record.mail_preview')}
      className="rounded border border-border bg-surface"
    >
      <h3 className="flex items-center gap-2 border-b border-border px-3 py-2 text-sm text-muted">
        <Mail size={16} aria-hidden />
        {t('record.mail_preview')}
      </h3>
      <div className="max-h-80 overflow-y-auto p-3 text-sm">
        {data ? (
          <>
            <p dir="auto" className="mb-2 font-medium [overflow-wrap:anywhere]">
              {data.subject}
            </p>
            <RichText text={data.html} mimeType="text/html" />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </div>
    </section>
  )
}
