// Writes what the list shows to a CSV file: its filters, its order, its columns.
import { useRef, useState } from 'react'
import { loadPart } from '../../api/connection.ts'
import { describeError } from '../../api/errors.ts'
import { t } from '../../core/i18n.ts'
import type { ListSearch } from '../../core/list-search.ts'
import { download } from '../download.ts'
import type { Column } from '../grid/column.ts'
import { notify } from '../toasts.tsx'
import type { ListDeclaration } from './declaration.ts'
import { sortOf } from './source.ts'

export type Export = { done: number | undefined; start: () => void; cancel: () => void }

export function useExport<T extends { id: number }>(
  list: ListDeclaration<T>,
  search: ListSearch,
  columns: Column<T>[],
): Export {
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    try {
      const { readCsv } = await loadPart(() => import('../../api/csv.ts'))
      const file = await readCsv({
        path: `/${list.collection}`,
        query: {
          ...(list.address.filtersOf(search) as Record<string, string>),
          ...sortOf(list, search),
          fields: columns.map(({ csv }) => csv).join(','),
        },
        header: columns.map(({ label }) => label),
        signal: controller.signal,
        onProgress: setDone,
      })
      download(file, `${list.path.slice(1)}-${new Date().toISOString().slice(0, 10)}.csv`)
      notify({ message: t('list.export.done'), tone: 'success' })
    } catch (error) {
      if (!controller.signal.aborted)
        notify({
          message: t('list.export.failed', { reason: describeError(error).message }),
          tone: 'danger',
        })
    } finally {
      running.current = undefined
      setDone(undefined)
    }
  }
  return { done, start: () => void start(), cancel: () => running.current?.abort() }
}
