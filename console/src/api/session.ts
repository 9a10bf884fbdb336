// The person who is signed in, and what the role allows.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

export const ROLES = ['viewer', 'contributor', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const sessionQuery = queryOptions({
  queryKey: queryKeys.single('sessions'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const { sessions, users } = await api.get('/sessions/current', { query: { includes: 'users' } })
    const [session] = sessions
    const user = users?.find(({ id }) => id === session?.links.user)
    if (!session || !user) throw new Error('There is no session.')
    return { user, role: session.role as Role }
  },
})

export const useSession = () => useSuspenseQuery(sessionQuery).data

/** Each role may do what the roles before it may. */
export const hasRole = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)

export function useHasRole(needed: Role): boolean {
  return hasRole(useSession().role, needed)
}

/** Without it, mails stay in the language that they had. */
export function rememberForMails(language: 'en' | 'de'): void {
  api.put('/sessions/current', { body: { language } }).catch(() => {})
}
