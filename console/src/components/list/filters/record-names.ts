// The names of people, accounts and suggestions whose ids are in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { Option } from '../../fields.tsx'
import type { NamedCollection } from './filter.ts'

export const nameOf = ({
  name,
  ...record
}: {
  id: number
  name: string | null
  email_address?: string
}) => name || record.email_address || `#${record.id}`

async function readNames(
  collection: NamedCollection,
  ids: string[],
  signal: AbortSignal,
): Promise<Option[]> {
  const path = { id: ids.join(',') }
  if (collection === 'users') {
    const query = { fields: ['name', 'email_address'] }
    const { users } = await api.get('/users/{id}', { path, query, signal })
    return users.map((user) => ({ id: String(user.id), label: nameOf(user) }))
  }
  if (collection === 'suggestions') {
    const query = { fields: ['title'] }
    const { suggestions } = await api.get('/suggestions/{id}', { path, query, signal })
    return suggestions.map(({ id, title }) => ({ id: String(id), label: title }))
  }
  const { external_accounts } = await api.get('/external_accounts/{id}', {
    ...{ path, query: { fields: ['name'] }, signal },
  })
  return external_accounts.map(({ id, name }) => ({ id: String(id), label: name || `#${id}` }))
}

/** The records with these ids, for the text of a chip. */
export const useRecordNames = (collection: NamedCollection | undefined, ids: string[]): Option[] =>
  useQuery({
    queryKey: [collection ?? 'users', 'names', ...ids],
    enabled: collection !== undefined && ids.length > 0,
    queryFn: ({ signal }) => readNames(collection ?? 'users', ids, signal),
    placeholderData: keepPreviousData,
  }).data ?? []
