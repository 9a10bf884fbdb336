// What the team announces.
import type { Announcement } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { type ListQuery, pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'
import { MARKDOWN } from './suggestion-writes.ts'

export const TYPES = ['new', 'improved', 'fixed'] as const
export const STATES = ['draft', 'scheduled', 'published'] as const
export type AnnouncementState = (typeof STATES)[number]
export type AnnouncementSort = ListQuery<'/announcements'>['sort']

export type LoadedAnnouncement = {
  /** Of the version, for `If-Match`. */
  etag: string
  announcement: Announcement
}

/** What is edited and saved together. */
export type Content = {
  title: string
  /** Markdown. */
  body: string
  types: string[]
  picture: number | null
  picture_alt: string
  suggestions: number[]
  forums: number[]
  notify_supporters: boolean
}

const toBody = ({ picture, picture_alt, suggestions, forums, ...content }: Content) =>
  ({
    ...content,
    body_mime_type: MARKDOWN,
    picture_alt: picture_alt.trim() || null,
    links: { picture, suggestions, forums },
  }) as RequestBody<'POST', '/announcements'>

type Answer = { etag: string | null; data: { announcements: Announcement[] } }

function read({ etag, data }: Answer): LoadedAnnouncement {
  const [announcement] = data.announcements
  if (!announcement) throw new Error('The response has no announcement.')
  return { etag: etag ?? '*', announcement }
}

export const loadAnnouncement = async (id: number, signal?: AbortSignal) =>
  read(await api.request('GET', '/announcements/{id}', { path: { id }, signal }))

export const announcementQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('announcements', id),
    queryFn: ({ signal }) => loadAnnouncement(id, signal),
  })

const PER_PAGE = 100

export async function readAnnouncementsPage(
  state: AnnouncementState | undefined,
  sort: AnnouncementSort,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ records: Announcement[]; cursor: string | null }> {
  const { announcements, pagination } = await api.get('/announcements', {
    query: {
      sort,
      per_page: PER_PAGE,
      total: false,
      ...(state && { state }),
      ...(cursor !== null && { cursor }),
    },
    signal,
  })
  return { records: announcements, cursor: pagination.cursor ?? null }
}

export async function countAnnouncements(
  state: AnnouncementState | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { pagination } = await api.get('/announcements', {
    query: { per_page: 1, ...(state && { state }) },
    signal,
  })
  return pagination.total_records ?? 0
}

export const createAnnouncement = async (content: Content): Promise<number> => {
  const { announcements } = await api.post('/announcements', { body: toBody(content) })
  return announcements[0]?.id ?? 0
}

const over = (id: number, etag: string) => ({ path: { id }, headers: { 'if-match': etag } })

export const updateAnnouncement = async (id: number, content: Content, etag: string) =>
  read(
    await api.request('PUT', '/announcements/{id}', { ...over(id, etag), body: toBody(content) }),
  )

/** Exactly what the person has seen: not if somebody changed it since. */
export const publishAnnouncement = (id: number, etag: string) =>
  api.put('/announcements/{id}/publish', over(id, etag))
export const scheduleAnnouncement = (id: number, etag: string, publish_at: string) =>
  api.put('/announcements/{id}/schedule', { ...over(id, etag), body: { publish_at } })
export const unpublishAnnouncement = (id: number) =>
  api.put('/announcements/{id}/unpublish', { path: { id } })
export const deleteAnnouncement = (id: number) =>
  api.delete('/announcements/{id}', { path: { id } })

/** How many people it concerns. */
export const recipientsQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.belonging('supporters', 'announcements', id),
    queryFn: async ({ signal }) => {
      const { notification_preview } = await api.get('/announcements/{id}/notification_preview', {
        path: { id },
        signal,
      })
      return notification_preview.people_count
    },
  })

/** Those that mention a suggestion. */
export const announcementsOfQuery = (suggestion: number) =>
  pagesQuery(queryKeys.belonging('announcements', 'suggestions', suggestion), '/announcements', {
    suggestion,
    sort: '-id',
    per_page: 20,
  })
