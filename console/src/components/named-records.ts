// People, accounts, suggestions and features: found by a text, or by the ids in an address.
import type { ExternalAccount, Feature, Suggestion, User } from '@earshot/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { describeError } from '../api/errors.ts'
import { type ListQuery, listRecords, recordsWithIds } from '../api/pages.ts'
import { queryKeys } from '../api/query-keys.ts'
import { t } from '../core/i18n.ts'
import { useDebounced } from '../core/use-debounced.ts'
import { accountName } from './account.tsx'
import type { Option } from './fields.tsx'
import { nameOf } from './person.tsx'

type NamedRecords = {
  users: Pick<User, 'id' | 'name' | 'email_address'>
  external_accounts: Pick<ExternalAccount, 'id' | 'name' | 'external_id' | 'plan'>
  suggestions: Pick<Suggestion, 'id' | 'title' | 'supporters_count'>
  features: Pick<Feature, 'id' | 'name'>
}
export type NamedCollection = keyof NamedRecords

const FIELDS: Record<NamedCollection, string> = {
  users: 'name,email_address',
  external_accounts: 'name,external_id,plan',
  suggestions: 'title,supporters_count',
  features: 'name',
}

const OPTIONS: { [C in NamedCollection]: (record: NamedRecords[C]) => Option } = {
  users: (user) => ({
    id: String(user.id),
    label: nameOf(user),
    ...(user.name && { hint: user.email_address }),
  }),
  external_accounts: (account) => ({
    id: String(account.id),
    label: accountName(account),
    ...(account.plan && { hint: account.plan }),
  }),
  suggestions: ({ id, title }) => ({ id: String(id), label: title, hint: `#${id}` }),
  features: ({ id, name }) => ({ id: String(id), label: name }),
}

export const optionsOf = <C extends NamedCollection>(
  collection: C,
  records: NamedRecords[C][],
): Option[] => records.map(OPTIONS[collection])

// The service takes texts of 200 characters.
const MAX_TEXT = 200
const DEBOUNCE_MS = 200

/** The first records that match a text. */
export const findMatches = <C extends NamedCollection>(
  collection: C,
  q: string,
  query: Partial<ListQuery<`/${C}`>>,
  signal: AbortSignal,
): Promise<NamedRecords[C][]> =>
  listRecords(
    `/${collection}`,
    {
      ...(q !== '' && { q }),
      ...(collection !== 'suggestions' ? { sort: 'name' } : q !== '' && { sort: 'relevance' }),
      // The author in the place of erased people is nobody.
      ...(collection === 'users' && { erased: false }),
      per_page: 20,
      total: false,
      fields: FIELDS[collection],
      ...query,
    },
    signal,
  )

/** The first records that match a text while it is typed. */
export function useMatches<C extends NamedCollection>(
  collection: C,
  text: string,
  {
    query = {},
    isEnabled = true,
  }: { query?: Partial<ListQuery<`/${C}`>>; isEnabled?: boolean } = {},
) {
  const typed = text.trim().slice(0, MAX_TEXT)
  const q = useDebounced(typed, DEBOUNCE_MS)
  const found = useQuery({
    queryKey: queryKeys.matches(collection, q, query),
    enabled: isEnabled,
    queryFn: ({ signal }) => findMatches(collection, q, query, signal),
    placeholderData: keepPreviousData,
  })
  const records = found.data ?? []
  const isSearching = found.isFetching || q !== typed
  return {
    records,
    options: optionsOf(collection, records),
    /** What an empty list says. */
    empty: isSearching
      ? t('shell.loading')
      : found.error
        ? describeError(found.error).message
        : t('shell.nothing_found'),
  }
}

/** The records with these ids, for the text of a chip. */
export const useNamedOptions = (collection: NamedCollection | undefined, ids: string[]): Option[] =>
  useQuery({
    queryKey: queryKeys.names(collection ?? 'users', ids),
    enabled: collection !== undefined && ids.length > 0,
    queryFn: async ({ signal }) => {
      const named = collection ?? 'users'
      const query = { fields: FIELDS[named] }
      return optionsOf(named, await recordsWithIds(`/${named}`, ids, query, signal))
    },
    placeholderData: keepPreviousData,
  }).data ?? []
