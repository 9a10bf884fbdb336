// What waits for a moderator besides suggestions: comments, what guests wrote, and what readers reported. One queue, the oldest first.
import type { Comment, RecordOf, Suggestion, User } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

const PAGE_SIZE = 100

export type ContentReport = RecordOf<'content_reports'>
export type GuestContribution = RecordOf<'guest_contributions'>

/** What a queue shows of a suggestion or comment. */
type Text = { body: string; mimeType: string }

export type WaitingItem = {
  /** Such as `comment 7`. */
  key: string
  kind: 'comment' | 'guest' | 'report'
  /** Of the comment, the guest contribution, or the first report. */
  id: number
  createdAt: string
  /** The suggestion that it is, or is about; undefined for a new one of a guest. */
  suggestion: { id: number; title: string } | undefined
  title: string | undefined
  text: Text
  author: { id: number | null; name: string; email: string } | undefined
  /** What a report is about. */
  thing: 'suggestion' | 'comment' | undefined
  guestKind: string | undefined
  reports: ContentReport[]
}

export const waitingKey = queryKeys.list('comments', 'waiting')

export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: async ({ signal }): Promise<WaitingItem[]> => {
    const [reports, comments, guests] = await Promise.all([
      readReports(signal),
      readComments(signal),
      readGuests(signal),
    ])
    // A comment that reports hid is shown with them.
    const reported = new Set(reports.map(({ key }) => key))
    return [...reports, ...comments.filter(({ key }) => !reported.has(key)), ...guests].sort(
      (a, b) => a.createdAt.localeCompare(b.createdAt),
    )
  },
  refetchOnWindowFocus: false,
})

const USER_FIELDS = 'name,email_address'
const COMMENT_FIELDS = 'body,body_mime_type,created_at,links'
const SUGGESTION_FIELDS = 'title,body,body_mime_type,created_at,links'

const authorOf = (users: User[] | undefined, id: number | null): WaitingItem['author'] => {
  const user = users?.find((one) => one.id === id)
  return user && { id: user.id, name: user.name, email: user.email_address }
}

const titleOf = (suggestions: Suggestion[] | undefined, id: number | null) => {
  const suggestion = suggestions?.find((one) => one.id === id)
  return suggestion && { id: suggestion.id, title: suggestion.title }
}

const nothing = { title: undefined, thing: undefined, guestKind: undefined, reports: [] }

async function readComments(signal: AbortSignal): Promise<WaitingItem[]> {
  const { comments, users, suggestions } = await api.get('/comments', {
    query: {
      state: 'new',
      sort: 'created_at',
      per_page: PAGE_SIZE,
      includes: 'users,suggestions',
      fields: COMMENT_FIELDS,
      'fields.users': USER_FIELDS,
      'fields.suggestions': 'title',
      total: false,
    },
    signal,
  })
  return comments.map((comment) => ({
    ...nothing,
    key: `comment ${comment.id}`,
    kind: 'comment',
    id: comment.id,
    createdAt: comment.created_at,
    suggestion: titleOf(suggestions, comment.links.suggestion),
    text: textOf(comment),
    author: authorOf(users, comment.links.created_by),
  }))
}

const textOf = ({ body, body_mime_type }: Pick<Comment, 'body' | 'body_mime_type'>): Text => ({
  body,
  mimeType: body_mime_type,
})

async function readGuests(signal: AbortSignal): Promise<WaitingItem[]> {
  const { guest_contributions, suggestions } = await api.get('/guest_contributions', {
    query: {
      state: 'waiting',
      sort: 'created_at',
      per_page: PAGE_SIZE,
      includes: 'suggestions',
      'fields.suggestions': 'title',
      total: false,
    },
    signal,
  })
  return guest_contributions.map((guest) => ({
    ...nothing,
    key: `guest ${guest.id}`,
    kind: 'guest',
    id: guest.id,
    createdAt: guest.created_at,
    suggestion: titleOf(suggestions, guest.links.suggestion),
    title: guest.title || undefined,
    text: { body: guest.body, mimeType: 'text/plain' },
    author: { id: null, name: guest.name, email: guest.email_address },
    guestKind: guest.kind,
  }))
}

/** Reports of the same thing are one item. */
async function readReports(signal: AbortSignal): Promise<WaitingItem[]> {
  const { content_reports: reports } = await api.get('/content_reports', {
    query: { state: 'open', sort: 'created_at', per_page: PAGE_SIZE, total: false },
    signal,
  })
  if (reports.length === 0) return []
  const idsOf = (link: 'suggestion' | 'comment') => [
    ...new Set(reports.flatMap(({ links }) => links[link] ?? [])),
  ]
  const [ofComments, ofSuggestions] = await Promise.all([
    readByIds('/comments/{ids}', idsOf('comment'), signal),
    readByIds('/suggestions/{ids}', idsOf('suggestion'), signal),
  ])
  const items: WaitingItem[] = []
  for (const report of reports) {
    const { comment: commentId, suggestion: suggestionId } = report.links
    const key = commentId === null ? `suggestion ${suggestionId}` : `comment ${commentId}`
    const earlier = items.find((item) => item.key === key)
    if (earlier) {
      earlier.reports.push(report)
      continue
    }
    const comment = ofComments.comments?.find(({ id }) => id === commentId)
    const all = [...(ofSuggestions.suggestions ?? []), ...(ofComments.suggestions ?? [])]
    const suggestion = all.find(({ id }) => id === (comment?.links.suggestion ?? suggestionId))
    const thing = comment ?? suggestion
    if (!thing) continue
    items.push({
      key,
      kind: 'report',
      id: report.id,
      createdAt: report.created_at,
      suggestion: suggestion && { id: suggestion.id, title: suggestion.title },
      title: comment ? undefined : suggestion?.title,
      text: textOf(thing),
      author: authorOf(
        [...(ofComments.users ?? []), ...(ofSuggestions.users ?? [])],
        thing.links.created_by,
      ),
      thing: comment ? 'comment' : 'suggestion',
      guestKind: undefined,
      reports: [report],
    })
  }
  return items
}

type Found = { comments?: Comment[]; suggestions?: Suggestion[]; users?: User[] }

async function readByIds(
  path: '/comments/{ids}' | '/suggestions/{ids}',
  ids: number[],
  signal: AbortSignal,
): Promise<Found> {
  if (ids.length === 0) return {}
  const collection = path === '/comments/{ids}' ? '/comments/{id}' : '/suggestions/{id}'
  return (await api.get(collection, {
    path: { id: ids.join() as unknown as number },
    query: {
      includes: 'users,suggestions',
      fields: path === '/comments/{ids}' ? COMMENT_FIELDS : SUGGESTION_FIELDS,
      'fields.users': USER_FIELDS,
    },
    signal,
  })) as Found
}

export type WaitingVerb = 'approve' | 'spam' | 'delete'

/** A reported thing is kept or removed by deciding its reports. */
export const decide = ({ kind, id }: WaitingItem, verb: WaitingVerb): Promise<unknown> => {
  const path = { id }
  if (kind === 'report')
    return verb === 'approve'
      ? api.put('/content_reports/{id}/dismiss', { path })
      : api.put('/content_reports/{id}/uphold', {
          path,
          body: { state: verb === 'spam' ? 'spam' : 'deleted' },
        })
  if (kind === 'comment')
    return api.put(`/comments/{id}/${verb}` as '/comments/{id}/approve', { path })
  return api.put(`/guest_contributions/{id}/${verb}` as '/guest_contributions/{id}/approve', {
    path,
  })
}

export const COLLECTIONS = {
  comment: 'comments',
  guest: 'guest_contributions',
  report: 'content_reports',
} as const
