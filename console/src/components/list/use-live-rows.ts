// Changes by others: a loaded row is read again in place, new records are counted.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChanges } from '../../api/live-updates.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { Rows } from '../grid/use-rows.ts'
import type { ListDeclaration } from './declaration.ts'
import { type ListQuery, readRows } from './source.ts'

const GATHER_MS = 400
const PER_READ = 100
/** Up to so many rows the whole list is read again, so that rows also leave it. */
const RELOAD_UP_TO = 300

export type LiveRows = {
  /** How many were created since the list was read. */
  newCount: number
  showNew: () => void
  /** Reads rows again after a change of the person; without ids, all that are loaded. */
  refresh: (ids: number[] | undefined) => Promise<void>
}

/** Records that were created since a list was read. */
type News = { list: string; ids: readonly number[] }

function withNew(news: News, list: string, id: number): News {
  const ids = news.list === list ? news.ids : []
  return { list, ids: ids.includes(id) ? ids : [...ids, id] }
}

export function useLiveRows<T extends { id: number }>(
  list: ListDeclaration<T>,
  rows: Rows<T>,
  query: ListQuery,
  key: readonly unknown[],
): LiveRows {
  const queryClient = useQueryClient()
  // Another list has its own news.
  const shown = JSON.stringify(key)
  const [news, setNews] = useState<News>({ list: shown, ids: [] })
  const created = news.list === shown ? news.ids : []
  const waiting = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const readAgain = async (ids: number[]) => {
    const loaded = new Set(rows.records.map(({ id }) => id))
    const wanted = ids.filter((id) => loaded.has(id))
    for (let from = 0; from < wanted.length; from += PER_READ) {
      const part = wanted.slice(from, from + PER_READ)
      const fresh = new Map((await readRows(list, query, part)).map((row) => [row.id, row]))
      rows.patch((row) => {
        const read = fresh.get(row.id)
        if (read) return list.withKept?.(read, row) ?? read
        return part.includes(row.id) ? null : row
      })
    }
  }
  const flush = useEffectEvent(() => {
    timer.current = undefined
    const ids = [...waiting.current]
    waiting.current.clear()
    // What fails here is read with the next change.
    readAgain(ids).catch(() => {})
  })
  useChanges((change) => {
    const id = list.changedId(change)
    if (id === null) return
    if (change.collection === list.collection && change.action === 'deleted')
      return void rows.patch((row) => (row.id === id ? null : row))
    const isLoaded = rows.records.some((row) => row.id === id)
    const isNew = change.collection === list.collection && change.action === 'created'
    if (isNew && !isLoaded) setNews((before) => withNew(before, shown, id))
    if (!isLoaded) return
    waiting.current.add(id)
    timer.current ??= setTimeout(() => flush(), GATHER_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    // Those that the person created are loaded meanwhile.
    newCount: created.filter((id) => !rows.records.some((row) => row.id === id)).length,
    showNew: () => {
      setNews({ list: shown, ids: [] })
      void rows.reload()
    },
    refresh: async (ids) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.total(list.collection) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.records(list.collection) })
      if (rows.records.length <= RELOAD_UP_TO)
        await queryClient.invalidateQueries({ queryKey: queryKeys.list(list.collection) })
      else await readAgain(ids ?? rows.records.map(({ id }) => id))
    },
  }
}
