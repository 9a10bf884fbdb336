// Mailings: the mails about a status update, a message, a comment, a merge or an announcement, with their progress.
import type { BodyOf, Mailing } from '@earshot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type { Mailing }
export type MailingPage = BodyOf<'GET', '/mailings'>

export const MAILING_STATES = ['sending', 'sent', 'stopped'] as const
export type MailingState = (typeof MAILING_STATES)[number]

/** Counts have no events. */
const SENDING_MS = 2_000
const PER_PAGE = 25

const isSending = ({ state }: Mailing) => state === 'sending'

/** The newest first, with what they are about. */
export const mailingsQuery = (state: MailingState | undefined) =>
  infiniteQueryOptions({
    ...pagesQuery(queryKeys.options('mailings', 'pages', state ?? 'all'), '/mailings', {
      ...(state && { state }),
      sort: '-id',
      per_page: PER_PAGE,
      total: false,
      includes: 'announcements,comments,status_updates,suggestions,supporter_messages',
    }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ mailings }) => mailings.some(isSending)) === true && SENDING_MS,
  })

/** Null for a status update that was not mailed. */
export const mailingOfQuery = (statusUpdate: number) =>
  queryOptions({
    queryKey: queryKeys.options('mailings', 'status_update', statusUpdate),
    queryFn: async ({ signal }) => {
      const query = { status_update: statusUpdate, per_page: 1, total: false }
      return (await api.get('/mailings', { query, signal })).mailings[0] ?? null
    },
    refetchInterval: ({ state: { data } }) => !!data && isSending(data) && SENDING_MS,
  })

export type Concerned = { suggestion: number } | { announcement: number }

/** How many people will be mailed, while their mails are still added. */
export const concernedQuery = (of: Concerned) =>
  queryOptions({
    queryKey: queryKeys.options('mailings', 'concerned', of),
    queryFn: async ({ signal }) => {
      const { notification_preview } = await ('suggestion' in of
        ? api.get('/suggestions/{id}/notification_preview', { path: { id: of.suggestion }, signal })
        : api.get('/announcements/{id}/notification_preview', {
            path: { id: of.announcement },
            signal,
          }))
      return notification_preview.people_count
    },
  })

export const stopMailing = (id: number) => api.post('/mailings/{id}/stop', { path: { id } })
