// The settings of the installation: what applies, what decides it, and changes.
import type { BodyOf } from '@earshot/client'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { setCurrency } from '../core/i18n.ts'
import { api, type RequestBody } from './client.ts'
import { queryKeys } from './query-keys.ts'

export type InstallationSettings = BodyOf<'GET', '/settings'>['settings']
export type SettingsChange = NonNullable<RequestBody<'PUT', '/settings'>>
export type MailBody = NonNullable<SettingsChange['mail']>

export const settingsQuery = queryOptions({
  queryKey: queryKeys.single('settings'),
  queryFn: async ({ signal }) => (await api.get('/settings', { signal })).settings,
})

/** What everybody sees: the name of the installation, the currency of its amounts, and whether it can send mail. */
export const displayQuery = queryOptions({
  queryKey: queryKeys.options('settings', 'display'),
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { display } = await api.get('/settings/display', { signal })
    setCurrency(display.currency)
    return display
  },
})

/** Without a mail server, nobody can be notified. */
export const useHasMail = (): boolean => useSuspenseQuery(displayQuery).data.has_mail

export const changeSettings = (body: SettingsChange) => api.put('/settings', { body })

/** The address that the test mail was sent to. */
export async function testMail(mail: MailBody): Promise<string> {
  const { mail_test } = await api.post('/settings/mail/test', { body: { mail } })
  return mail_test.sent_to
}

export type PreviewBody = NonNullable<RequestBody<'PUT', '/settings/portal_preview'>>

/** Stores what the person tries out, for frames of the portal. */
export async function tryOutPortal(body: PreviewBody, signal: AbortSignal) {
  const { portal_preview } = await api.put('/settings/portal_preview', { body, signal })
  return portal_preview
}
