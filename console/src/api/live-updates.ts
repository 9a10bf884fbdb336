// Changes by others, as they happen. Without the stream, queries are refreshed every half minute.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ChangedRecord, isConcerned } from './query-keys.ts'

export type Change = ChangedRecord & {
  action: 'created' | 'updated' | 'deleted'
  /** Who did it. */
  user: number | null
  at: string
}

// Many changes at once are one refresh.
const GATHER_MS = 250

type Watcher = (change: Change) => void
const watchers = new Set<Watcher>()

/** For screens that show a change in their own way. */
export function useChanges(onChange: Watcher): void {
  const watch = useEffectEvent(onChange)
  useEffect(() => {
    const watcher: Watcher = (change) => watch(change)
    watchers.add(watcher)
    return () => {
      watchers.delete(watcher)
    }
  }, [])
}

/** Refreshes after changes in a collection, many of them at once as one. */
export function useRefreshOnChange(
  collection: string,
  refresh: () => void,
  gatherMs = GATHER_MS,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useEffectEvent(() => {
    timer.current = undefined
    refresh()
  })
  useChanges((change) => {
    if (change.collection === collection) timer.current ??= setTimeout(() => run(), gatherMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

const POLL_MS = 30_000
const REOPEN_MS = 5_000

/** True while the stream is open. */
export function useLiveUpdates(): boolean {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const gather = createGatherer(queryClient)
    let source: EventSource | undefined
    let lastId = ''
    let hasFailed = false
    let reopening: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      const query = lastId && `?last_event_id=${encodeURIComponent(lastId)}`
      source = new EventSource(`/api/v2/admin/events${query}`)
      source.onopen = () => {
        setLive(true)
        // Without an id to continue from, what changed meanwhile is not sent.
        if (hasFailed && !lastId) void queryClient.invalidateQueries()
        hasFailed = false
      }
      source.onerror = () => {
        setLive(false)
        // A browser gives up after a response with an error, for example while the service restarts.
        if (source?.readyState !== EventSource.CLOSED) return
        source = undefined
        hasFailed = true
        reopening = setTimeout(() => {
          if (!document.hidden && !source) open()
        }, REOPEN_MS)
      }
      source.addEventListener('change', ({ data, lastEventId }) => {
        lastId = lastEventId
        const change = JSON.parse(data) as Change
        for (const watcher of watchers) watcher(change)
        gather.add(change)
      })
      source.addEventListener('reset', () => void queryClient.invalidateQueries())
    }
    // A browser has six connections to a service over HTTP/1.1: hidden tabs keep none of them.
    const follow = () => {
      if (document.hidden) {
        source?.close()
        source = undefined
      } else if (!source) {
        open()
        if (!lastId) void queryClient.invalidateQueries()
      }
    }
    if (!document.hidden) open()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(reopening)
      source?.close()
      gather.stop()
    }
  }, [queryClient])
  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => {
      if (!document.hidden) void queryClient.invalidateQueries()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isLive, queryClient])
  return isLive
}

/** Refreshes what changes concern. */
function createGatherer(queryClient: QueryClient) {
  const waiting = new Map<string, Change>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    const changes = [...waiting.values()]
    waiting.clear()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changes.some((change) => isConcerned(queryKey, change)),
    })
  }
  return {
    add(change: Change) {
      waiting.set(`${change.collection} ${change.id} ${change.suggestion}`, change)
      timer ??= setTimeout(refresh, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
