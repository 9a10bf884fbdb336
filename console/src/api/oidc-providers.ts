// OpenID providers that owners set up, and what the provider says when it is asked.
import type { BodyOf, OidcProvider } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type NewProvider = RequestBody<'POST', '/oidc_providers'>
export type ProviderChange = RequestBody<'PUT', '/oidc_providers/{id}'>
export type ProviderCheck = BodyOf<'POST', '/oidc_providers/check'>['check']
export type AvailableTo = NonNullable<NewProvider['available_to']>

export const oidcProvidersQuery = recordsQuery(
  queryKeys.options('oidc_providers'),
  '/oidc_providers',
  {},
)

const at = (id: number) => ({ path: { id } })

export const createProvider = (body: NewProvider) => api.post('/oidc_providers', { body })
export const updateProvider = (id: number, body: ProviderChange) =>
  api.put('/oidc_providers/{id}', { ...at(id), body })
export const deleteProvider = (id: number) => api.delete('/oidc_providers/{id}', at(id))

/** Two that change places. Numbers can be the same, so both get new ones. */
export async function orderProviders(ordered: OidcProvider[]): Promise<void> {
  for (const [index, { id, position }] of ordered.entries())
    if (position !== index + 1) await updateProvider(id, { position: index + 1 })
}

/** What is not stored yet. */
export const checkProvider = async (body: RequestBody<'POST', '/oidc_providers/check'>) =>
  (await api.post('/oidc_providers/check', { body })).check

/** Asked anew each time. */
export const providerCheckQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.options('oidc_providers', 'check', id),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.post('/oidc_providers/{id}/check', { ...at(id), signal })).check,
  })
