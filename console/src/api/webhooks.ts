// Webhooks: where events are sent, and each delivery with what was answered.
import type { WebhookDelivery as Delivery, Webhook } from '@earshot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { pagesQuery, recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type { Delivery, Webhook }
export type NewWebhook = RequestBody<'POST', '/webhooks'>
export type WebhookChange = RequestBody<'PUT', '/webhooks/{id}'>

export const FORMATS = ['standard', 'service_hook', 'slack', 'teams', 'discord'] as const
export type Format = (typeof FORMATS)[number]
export const SIGNATURES = ['hmac', 'ed25519'] as const
export type Signature = (typeof SIGNATURES)[number]
export const DATA_FORMATS = ['json', 'xml'] as const
export type DataFormat = (typeof DATA_FORMATS)[number]
export const ENCODINGS = ['hex', 'base64'] as const
export type Encoding = (typeof ENCODINGS)[number]
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Chat services know nothing of signatures. */
export const isChat = (format: string) => format !== 'standard' && format !== 'service_hook'

export const isEnabled = ({ state }: Webhook) => state === 'enabled'

/** Or almost. */
export const isDue = (time: string): boolean => Date.parse(time) <= Date.now() + POLL_MS

/** Deliveries have no events. */
const POLL_MS = 5_000
const SOON_MS = 1_000

export const webhooksQuery = queryOptions({
  ...recordsQuery(queryKeys.options('webhooks'), '/webhooks', { sort: 'name' }),
  refetchInterval: POLL_MS,
})

const PER_PAGE = 50

/** Without headers and bodies, which can be long. */
const LISTED = [
  'event',
  'state',
  'attempts',
  'next_attempt_at',
  'http_status',
  'error',
  'created_at',
] as const
export type ListedDelivery = Pick<Delivery, 'id' | (typeof LISTED)[number]>

/** The newest first. */
export const deliveriesQuery = (webhook: number, state: DeliveryState | undefined) =>
  infiniteQueryOptions({
    ...pagesQuery(
      queryKeys.belonging('webhook_deliveries', 'webhooks', webhook, state ?? 'all'),
      '/webhook_deliveries',
      {
        webhook,
        ...(state && { state }),
        sort: '-id',
        per_page: PER_PAGE,
        total: false,
        fields: LISTED.join(','),
      },
    ),
    // Older pages hardly change.
    refetchInterval: ({ state: { data } }) => (data?.pages.length ?? 0) <= 1 && POLL_MS,
  })

export const deliveryQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('webhook_deliveries', id),
    queryFn: async ({ signal }) =>
      first((await api.get('/webhook_deliveries/{id}', { ...at(id), signal })).webhook_deliveries),
    refetchInterval: ({ state: { data } }) =>
      data?.next_attempt_at != null && (isDue(data.next_attempt_at) ? SOON_MS : POLL_MS),
  })

function first<T>([one]: T[]): T {
  if (!one) throw new Error('The response has no record.')
  return one
}

const at = (id: number) => ({ path: { id } })

export const createWebhook = async (body: NewWebhook): Promise<Webhook> =>
  first((await api.post('/webhooks', { body })).webhooks)
export const updateWebhook = (id: number, body: WebhookChange) =>
  api.put('/webhooks/{id}', { ...at(id), body })
export const deleteWebhook = (id: number) => api.delete('/webhooks/{id}', at(id))

/** With the new secret. The old one signs too until the overlap ends. */
export const rotateSecret = async (id: number, overlap_seconds: number): Promise<Webhook> =>
  first(
    (await api.post('/webhooks/{id}/rotate_secret', { ...at(id), body: { overlap_seconds } }))
      .webhooks,
  )

/** The delivery, which waits. */
export const sendTestEvent = async (id: number): Promise<Delivery> =>
  first((await api.post('/webhooks/{id}/test', at(id))).webhook_deliveries)

/** The new delivery. */
export const sendAgain = async (id: number): Promise<Delivery> =>
  first((await api.post('/webhook_deliveries/{id}/replay', at(id))).webhook_deliveries)

/** How many deliveries are sent again. */
export const sendRangeAgain = async (
  id: number,
  range: { from: string; to: string; only_undelivered: boolean },
): Promise<number> =>
  (await api.post('/webhooks/{id}/replay', { ...at(id), body: range })).replay.deliveries_count

/** One that waits is sent anyway, and a disabled webhook sends nothing. */
export const canRepeat = (webhook: Webhook, { state }: Pick<Delivery, 'state'>): boolean =>
  isEnabled(webhook) && state !== 'waiting'
