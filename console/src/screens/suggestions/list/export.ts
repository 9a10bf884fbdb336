// Writes what the list shows to a CSV file: its filters, its order, its columns.
import { useRef, useState } from 'react'
import { readCsv } from '../../../api/csv.ts'
import { describeError } from '../../../api/errors.ts'
import { download } from '../../../components/download.ts'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { filtersOf, type SuggestionsSearch } from '../search.ts'
import { type SuggestionColumn, sortOf } from './row.ts'

export type Export = { done: number | undefined; start: () => void; cancel: () => void }

export function useExport(search: SuggestionsSearch, columns: SuggestionColumn[]): Export {
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    try {
      const file = await readCsv({
        path: '/suggestions',
        query: {
          ...(filtersOf(search) as Record<string, string>),
          ...sortOf(search),
          fields: columns.map(({ csv }) => csv).join(','),
        },
        header: columns.map(({ label }) => label),
        signal: controller.signal,
        onProgress: setDone,
      })
      download(file, `suggestions-${new Date().toISOString().slice(0, 10)}.csv`)
      notify({ message: t('suggestions.export.done'), tone: 'success' })
    } catch (error) {
      if (!controller.signal.aborted)
        notify({
          message: t('suggestions.export.failed', { reason: describeError(error).message }),
          tone: 'danger',
        })
    } finally {
      running.current = undefined
      setDone(undefined)
    }
  }
  return { done, start: () => void start(), cancel: () => running.current?.abort() }
}
