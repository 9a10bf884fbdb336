// The history of a suggestion, in sentences.
import type { SuggestionActivityEntry } from '@earshot/client'
import { activityQuery } from '../../../api/suggestions.ts'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { formatAge, formatTime, t } from '../../../core/i18n.ts'
import { describeActivity, type Names } from './activity-text.ts'
import { useRecord } from './context.ts'

type Page = { suggestion_activity_entries: SuggestionActivityEntry[] } & {
  [collection: string]: unknown
}

/** The names of everything that the entries mention. */
function namesOf(page: Page): Names {
  const find = (collection: string, id: number | null): string => {
    const records = (page[collection] ?? []) as Record<string, unknown>[]
    const record = id === null ? undefined : records.find((one) => one.id === id)
    const name = record?.full_name ?? record?.name ?? record?.title
    return String(name || (record?.email_address ?? t('record.none')))
  }
  return { find }
}

export function Activity() {
  const { id } = useRecord()
  return (
    <RecordList
      label={t('record.activity')}
      query={activityQuery(id)}
      items={(pages) =>
        pages.flatMap((page) => {
          const names = namesOf(page as unknown as Page)
          return page.suggestion_activity_entries.map((entry) => ({ entry, names }))
        })
      }
      keyOf={({ entry }) => entry.id}
      empty={<NothingHere>{t('record.no_activity')}</NothingHere>}
    >
      {({ entry, names }) => (
        <div className="flex gap-3 py-2 text-sm">
          <p dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {describeActivity(entry, names)}
          </p>
          <time
            dateTime={entry.created_at}
            title={formatTime(entry.created_at)}
            className="shrink-0 text-xs leading-5 text-muted"
          >
            {formatAge(entry.created_at)}
          </time>
        </div>
      )}
    </RecordList>
  )
}
