// Which mails the person gets as a member of the team.
import type { BodyOf } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { queryKeys } from './query-keys.ts'

export type NotificationSettings = BodyOf<'GET', '/notification_settings'>['notification_settings']
export type NotificationChange = RequestBody<'PUT', '/notification_settings'>

export const DIGESTS = ['never', 'hourly', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

export const notificationSettingsQuery = queryOptions({
  queryKey: queryKeys.single('notification_settings'),
  queryFn: async ({ signal }) =>
    (await api.get('/notification_settings', { signal })).notification_settings,
})

export const changeNotificationSettings = (body: NotificationChange) =>
  api.put('/notification_settings', { body })
