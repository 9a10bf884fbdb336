// How mails are signed, what the DNS says about them, and what they say besides their news.
import type { BodyOf } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { queryKeys } from './query-keys.ts'

export type DkimKey = BodyOf<'GET', '/settings/mail/dkim_keys'>['dkim_keys'][number]
export type MailCheck = BodyOf<'POST', '/settings/mail/check'>['mail_check']
export type DnsFinding = MailCheck['findings'][number]

export const MAIL_KINDS = [
  'status',
  'message',
  'comments',
  'merge',
  'announcement',
  'digest',
  'forum_invitation',
  'sign_in',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const dkimKeysQuery = queryOptions({
  queryKey: queryKeys.options('settings', 'dkim_keys'),
  queryFn: async ({ signal }) => (await api.get('/settings/mail/dkim_keys', { signal })).dkim_keys,
})

const at = (id: number) => ({ path: { dkim_key: id } })

export const createDkimKey = () => api.post('/settings/mail/dkim_keys', { body: {} })
export const activateDkimKey = (id: number, force: boolean) =>
  api.put('/settings/mail/dkim_keys/{dkim_key}/activate', { ...at(id), body: { force } })
export const removeDkimKey = (id: number) =>
  api.delete('/settings/mail/dkim_keys/{dkim_key}', at(id))

export const checkMailRecords = async (): Promise<MailCheck> =>
  (await api.post('/settings/mail/check', { body: {} })).mail_check

type TestMail = NonNullable<RequestBody<'POST', '/settings/mail/test'>>

/** To the person who asks. Returns their address. */
export async function sendSample(body: TestMail): Promise<string> {
  const { mail_test } = await api.post('/settings/mail/test', { body })
  return mail_test.sent_to
}
