// Changes by others, as they happen. Without the stream, queries are refreshed every half minute.
import type { Change, Presence } from '@earshot/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from './client.ts'
import { checkService, onReachable } from './connection.ts'
import { onNewSession } from './ended-session.ts'
import { isConcerned } from './query-keys.ts'

export type { Change }

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

const presenceWatchers = new Set<(presence: Presence) => void>()

/** For records that show who else has them open. */
export function watchPresence(onPresence: (presence: Presence) => void): () => void {
  presenceWatchers.add(onPresence)
  return () => void presenceWatchers.delete(onPresence)
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

/** True while the stream is open. */
export function useLiveUpdates(): boolean {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const gather = createGatherer(queryClient)
    let lastEventId: string | undefined
    let hasFailed = false
    let stream: AbortController | undefined
    const onConnection = (isOpen: boolean) => {
      setLive(isOpen)
      if (!isOpen) void checkService()
      // Without an id to continue from, what changed meanwhile is not sent.
      if (isOpen && hasFailed && !lastEventId) void queryClient.invalidateQueries()
      hasFailed = !isOpen
    }
    const open = async (signal: AbortSignal) => {
      for await (const event of api.events({ lastEventId, signal, onConnection })) {
        lastEventId = event.id
        if (event.type === 'reset') void queryClient.invalidateQueries()
        else if (event.type === 'presence')
          for (const watcher of presenceWatchers) watcher(event.presence)
        else {
          for (const watcher of watchers) watcher(event.change)
          gather.add(event.change)
        }
      }
    }
    const start = () => {
      stream = new AbortController()
      // The service refused the stream, for example because the session ended. Queries find out and say so.
      open(stream.signal).catch(() => setLive(false))
    }
    const stop = () => {
      stream?.abort()
      stream = undefined
    }
    // A browser has six connections to a service over HTTP/1.1: hidden tabs keep none of them.
    const follow = () => {
      if (document.hidden) stop()
      else if (!stream) {
        start()
        if (!lastEventId) void queryClient.invalidateQueries()
      }
    }
    /** At once, instead of when the next attempt of the stream is due. */
    const resume = () => {
      if (document.hidden) return
      stop()
      start()
      void queryClient.invalidateQueries()
    }
    if (!document.hidden) start()
    document.addEventListener('visibilitychange', follow)
    const callOff = [onReachable(resume), onNewSession(resume)]
    return () => {
      for (const call of callOff) call()
      document.removeEventListener('visibilitychange', follow)
      stop()
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
