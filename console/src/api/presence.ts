// Who else has a record open. The service forgets what is not repeated.
import type { User } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type RequestBody } from './client.ts'
import { watchPresence } from './live-updates.ts'
import { recordsWithIds } from './pages.ts'
import { queryKeys } from './query-keys.ts'
import { useSession } from './session.ts'

type Visit = RequestBody<'PUT', '/presence'>
export type VisitedCollection = Visit['collection']

const REPEAT_MS = 20_000

/** Of this tab. Browsers offer random ids over https only. */
const TAB = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) =>
  part.toString(36),
).join('')

const say = async (
  collection: VisitedCollection,
  id: number,
  is_open = true,
): Promise<number[]> => {
  const body = { tab: TAB, collection, id, is_open }
  return (await api.put('/presence', { body })).presence.users
}

/** A page that is closed sends nothing else any more. */
const sayLast = (visit: Visit): void =>
  void fetch('/api/v2/admin/presence', {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(visit),
  }).catch(() => {})

/** The other people who have the record open. A hidden tab counts as closed. */
export function useOtherVisitors(
  collection: VisitedCollection,
  id: number,
): Pick<User, 'id' | 'name' | 'email_address'>[] {
  const { user } = useSession()
  const [ids, setIds] = useState<number[]>([])
  useEffect(() => {
    let isOver = false
    const show = (users: number[]) => {
      if (!isOver) setIds(users.filter((one) => one !== user.id))
    }
    // Without an answer nobody is shown. The record itself says when the service is away.
    const open = () => void say(collection, id).then(show, () => show([]))
    const leave = () => void say(collection, id, false).catch(() => {})
    const leaveWithPage = () => sayLast({ tab: TAB, collection, id, is_open: false })
    const follow = () => (document.hidden ? leave() : open())
    if (!document.hidden) open()
    const timer = setInterval(() => document.hidden || open(), REPEAT_MS)
    const unwatch = watchPresence((presence) => {
      if (presence.collection === collection && presence.id === id) show(presence.users)
    })
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('pagehide', leaveWithPage)
    return () => {
      isOver = true
      clearInterval(timer)
      unwatch()
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('pagehide', leaveWithPage)
      leave()
    }
  }, [collection, id, user.id])
  const texts = ids.map(String)
  const { data = [] } = useQuery({
    queryKey: queryKeys.names('users', texts),
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      recordsWithIds<Pick<User, 'id' | 'name' | 'email_address'>>(
        '/users',
        texts,
        { fields: 'name,email_address' },
        signal,
      ),
  })
  return ids.length === 0 ? [] : data
}
