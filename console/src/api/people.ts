// People and accounts with what their records show, and the lists that belong to them.
import type { ExternalAccount, ExternalUser, OptionsOf, Team, User } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type LoadedUser = {
  etag: string
  user: User
  externalUsers: ExternalUser[]
  accounts: ExternalAccount[]
  teams: Team[]
}

const loadUser = async (id: number, signal?: AbortSignal): Promise<LoadedUser> => {
  const { etag, data } = await api.request('GET', '/users/{id}', {
    path: { id },
    query: { includes: 'external_users,external_accounts,teams' },
    signal,
  })
  const [user] = data.users
  if (!user) throw new Error('The response has no user.')
  const { external_users = [], external_accounts = [], teams = [] } = data
  return {
    etag: etag ?? '*',
    user,
    // The latest first: it is the one that the user's traits are of.
    externalUsers: [...external_users].sort((a, b) => b.updated_at.localeCompare(a.updated_at)),
    accounts: external_accounts,
    teams,
  }
}

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('users', id),
    queryFn: ({ signal }) => loadUser(id, signal),
  })

/** Blocks a person, also with everything of theirs hidden, or allows them again and restores it. */
export const setBlocked = (id: number, isBlocked: boolean, hidesContent = false) =>
  isBlocked
    ? api.put('/users/{id}/block', { path: { id }, body: { hide_content: hidesContent } })
    : api.put('/users/{id}/unblock', { path: { id } })

/** Mails go to the address again, after some did not arrive. */
export const mailAgain = (id: number) => api.put('/users/{id}/mail_again', { path: { id } })

/** The id of the person with this e-mail address. */
export async function findOrCreateUser(email: string): Promise<number> {
  const { users } = await api.post('/users/find_or_create', { body: { email } })
  const [user] = users
  if (!user) throw new Error('The response has no user.')
  return user.id
}

/** Undefined when somebody has this address already. */
export async function createUser(email: string, name: string): Promise<number | undefined> {
  const { status, data } = await api.request('POST', '/users/find_or_create', {
    body: { email, name },
  })
  return status === 201 ? data.users[0]?.id : undefined
}

/** The people that match, also those that are not loaded, one after the other. */
export const matchingUsers = (filters: string) =>
  api.records('/users', {
    query: {
      ...Object.fromEntries(new URLSearchParams(filters)),
      fields: 'allowed_state,is_owner,permissions',
      per_page: 100,
      total: false,
    },
  })

/** Everything the service knows about a person. */
export const exportUser = (id: number) => api.put('/users/{id}/export', { path: { id } })

export const updateUser = (id: number, body: RequestBody<'PUT', '/users/{id}'>) =>
  api.put('/users/{id}', { path: { id }, body })

/** `from` is deleted. */
export const mergeUsers = (from_user: number, to_user: number) =>
  api.post('/users/merge', { body: { links: { from_user, to_user } } })

export const eraseUser = (id: number) => api.delete('/users/{id}', { path: { id } })

export const setTeam = (user: number, team: number, isMember: boolean) =>
  api.post(isMember ? '/teams/assign' : '/teams/unassign', { body: { links: { user, team } } })

type ImportedUser = NonNullable<
  NonNullable<OptionsOf<'POST', '/external_users/import'>['body']>['external_users']
>[number]

/** Changes members of an external user. Those that are left out stay. */
export const updateExternalUser = (
  { external_id }: ExternalUser,
  changes: Omit<ImportedUser, 'external_id'>,
) =>
  api.post('/external_users/import', {
    body: { external_users: [{ external_id, ...changes }] },
  })

// What belongs to a person.
const SUGGESTION = 'title,state,supporters_count,supporter_revenue,links'

export const supportedQuery = (user: number) =>
  pagesQuery(queryKeys.belonging('supporters', 'users', user), '/supporters', {
    user,
    sort: '-created_at',
    per_page: 50,
    includes: 'suggestions',
    'fields.suggestions': SUGGESTION,
  })

export const suggestedQuery = (user: number) =>
  pagesQuery(queryKeys.belonging('suggestions', 'users', user), '/suggestions', {
    creator: user,
    sort: '-created_at',
    per_page: 50,
    fields: SUGGESTION,
  })

export const userCommentsQuery = (user: number) =>
  pagesQuery(queryKeys.belonging('comments', 'users', user), '/comments', {
    creator: user,
    sort: '-created_at',
    per_page: 50,
    includes: 'suggestions',
    'fields.suggestions': SUGGESTION,
  })

export const userFeedbackQuery = (user: number) =>
  pagesQuery(queryKeys.belonging('feedback_records', 'users', user), '/feedback_records', {
    user,
    state: 'approved',
    sort: '-created_at',
    per_page: 50,
    includes: 'suggestions',
    'fields.suggestions': SUGGESTION,
  })

export const ratingsQuery = (user: number) =>
  pagesQuery(queryKeys.belonging('nps_ratings', 'users', user), '/nps_ratings', {
    user,
    sort: '-created_at',
    per_page: 50,
  })

/** How many records of each kind a person has: what an erasure deletes, and what it leaves without a name. */
export type Belongings = {
  supporters: number
  nps_ratings: number
  importance_scores: number
  suggestions: number
  comments: number
  feedback_records: number
}

export const belongingsQuery = (user: number) =>
  queryOptions({
    queryKey: queryKeys.count('users', 'belongings', user),
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Belongings> => {
      const one = { per_page: 1, fields: 'id' } as const
      const count = async (page: Promise<{ pagination: { total_records?: number } }>) =>
        (await page).pagination.total_records ?? 0
      const by = { query: { ...one, user }, signal }
      const of = { query: { ...one, creator: user }, signal }
      const [supporters, nps_ratings, importance_scores, suggestions, comments, feedback_records] =
        await Promise.all([
          count(api.get('/supporters', by)),
          count(api.get('/nps_ratings', by)),
          count(api.get('/importance_scores', by)),
          count(api.get('/suggestions', of)),
          count(api.get('/comments', of)),
          count(api.get('/feedback_records', by)),
        ])
      return { supporters, nps_ratings, importance_scores, suggestions, comments, feedback_records }
    },
  })

export type LoadedAccount = { etag: string; account: ExternalAccount }

export const loadAccount = async (id: number, signal?: AbortSignal): Promise<LoadedAccount> => {
  const { etag, data } = await api.request('GET', '/external_accounts/{id}', {
    path: { id },
    signal,
  })
  const [account] = data.external_accounts
  if (!account) throw new Error('The response has no account.')
  return { etag: etag ?? '*', account }
}

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('external_accounts', id),
    queryFn: ({ signal }) => loadAccount(id, signal),
  })

type ImportedAccount = NonNullable<
  NonNullable<OptionsOf<'POST', '/external_accounts/import'>['body']>['external_accounts']
>[number]

export async function updateAccount(
  id: number,
  body: RequestBody<'PUT', '/external_accounts/{id}'>,
  etag: string,
): Promise<LoadedAccount> {
  await api.put('/external_accounts/{id}', { path: { id }, headers: { 'if-match': etag }, body })
  return loadAccount(id)
}

/** Creates an account, or throws when its id is used already. Returns its id in the API. */
export async function createAccount(account: ImportedAccount & { external_id: string }) {
  const found = await api.get('/external_accounts', {
    query: { external_id: account.external_id, per_page: 1, fields: 'id' },
  })
  if (found.external_accounts[0]) return { id: found.external_accounts[0].id, isNew: false }
  const { external_accounts } = await api.post('/external_accounts/import', {
    body: { external_accounts: [account] },
  })
  return { id: external_accounts[0]?.id, isNew: true }
}

export const accountPeopleQuery = (account: number) =>
  pagesQuery(queryKeys.belonging('users', 'external_accounts', account), '/users', {
    external_account: account,
    sort: '-supported_suggestions_count',
    per_page: 50,
    fields: 'name,email_address,job_title,satisfaction_score,supported_suggestions_count',
  })

export const ASK_ORDERS = ['-supporters_count', '-supporter_revenue', '-created_at'] as const
export type AskOrder = (typeof ASK_ORDERS)[number]

/** What the people of an account support. */
export const askedQuery = (account: number, sort: AskOrder) =>
  pagesQuery(
    queryKeys.belonging('suggestions', 'external_accounts', account, sort),
    '/suggestions',
    {
      external_account: account,
      sort,
      per_page: 50,
      fields: SUGGESTION,
    },
  )
