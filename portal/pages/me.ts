// What a person did on the portal, and what happened since.
import { formattedToText } from '../../src/core/formatted-text.ts'
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { day, formatted } from '../parts/format.ts'
import { statusBadge } from '../parts/status.ts'
import { suggestionRow } from '../parts/suggestion-row.ts'
import { COMMENTS_PER_PAGE, ME_PATH, SETTINGS_PATH, suggestionPath, withQuery } from '../paths.ts'
import type { Comment, Decision, Forum, ListedSuggestion, Notification } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export const OWN_LISTS = ['suggestions', 'votes', 'following', 'comments', 'notifications'] as const
export type OwnList = (typeof OWN_LISTS)[number]

const NAMES: Record<OwnList, Sentence> = {
  suggestions: t`My suggestions`,
  votes: t`I vote for`,
  following: t`I follow`,
  comments: t`My comments`,
  notifications: t`Notifications`,
}

const NOTHING: Record<OwnList, Sentence> = {
  suggestions: t`You have not suggested anything yet.`,
  votes: t`You have not voted yet.`,
  following: t`You do not follow any suggestion yet. Follow one to hear what becomes of it.`,
  comments: t`You have not commented yet.`,
  notifications: t`Nothing has happened yet to what you follow.`,
}

export type MeData = {
  list: OwnList
  /** Of the lists of suggestions, or those that the comments are on. */
  suggestions: ListedSuggestion[]
  comments: Comment[]
  notifications: Notification[]
  nextCursor: string | null
  forums: Forum[]
  /** Of voting in a forum. */
  decide(forumId: number): Decision
  /** What a form did. */
  saved: 'read' | null
}

const listPath = (list: OwnList) =>
  withQuery(ME_PATH, { show: list === 'suggestions' ? undefined : list })

export function mePage(data: MeData, view: View): PortalPage {
  const { list, nextCursor } = data
  const entries = entriesOf(data, view)
  return {
    title: t`My feedback`,
    place: 'me',
    isPrivate: true,
    content: html`<div class="es-headline"><h1 class="es-title">${t`My feedback`}</h1><a class="es-button es-quiet" href="${SETTINGS_PATH}">${t`Settings`}</a></div>
<nav class="es-tabs es-forum-tabs" aria-label="${t`My feedback`}">${OWN_LISTS.map(
      (name) =>
        html`<a href="${listPath(name)}"${name === list && { html: ' aria-current="page"' }}>${NAMES[name]}</a>`,
    )}</nav>
${data.saved === 'read' && html`<p class="es-notice es-saved" role="status">${t`All notifications are marked as read.`}</p>`}
${list === 'notifications' && markRead(data.notifications)}
${entries.length === 0 ? html`<div class="es-empty"><p>${NOTHING[list]}</p><p><a class="es-button" href="/">${t`Look around`}</a></p></div>` : html`<div class="es-list">${entries}</div>`}
${nextCursor !== null && html`<p class="es-more"><a class="es-button es-quiet" rel="next" href="${withQuery(ME_PATH, { show: list, cursor: nextCursor })}">${t`Show more`}</a></p>`}`,
  }
}

function entriesOf(data: MeData, view: View): Html[] {
  if (data.list === 'comments') return data.comments.map((comment) => commentEntry(comment, data))
  if (data.list === 'notifications') return data.notifications.map((one) => notice(one, data))
  return data.suggestions.map((suggestion) =>
    suggestionRow(suggestion, {
      forum: forumOf(data, suggestion.forum_id),
      decision: data.decide(suggestion.forum_id),
      view,
      showsForum: data.forums.length > 1,
    }),
  )
}

const forumOf = ({ forums }: MeData, id: number) =>
  forums.find((forum) => forum.id === id) ?? { id, name: '' }

function commentEntry(comment: Comment, data: MeData): Html {
  const suggestion = data.suggestions.find(({ id }) => id === comment.idea_id)
  const path = suggestion
    ? suggestionPath(forumOf(data, suggestion.forum_id), suggestion)
    : `/suggestions/${comment.idea_id}`
  // One of a longer discussion is shown with its thread.
  const isLong = (suggestion?.comments_count ?? 0) > COMMENTS_PER_PAGE
  return html`<article class="es-row"><div><h2 dir="auto"><a href="${path}${isLong ? `?comment=${comment.id}` : ''}#comment-${comment.id}">${suggestion?.title ?? t`A suggestion`}</a></h2>
${formatted(comment.text, comment.text_type)}<p class="es-meta">${comment.state === 'waiting' && html`<span class="es-status">${t`Waits for approval`}</span>`}<span>${day(comment.created_at)}</span></p></div></article>`
}

/** Everything until the newest one on the page: what comes meanwhile stays unread. */
function markRead([newest, ...others]: Notification[]): Html | '' {
  if (!newest || [newest, ...others].every(({ is_read }) => is_read)) return ''
  return html`<form class="es-mark-read" method="post" action="${withQuery(ME_PATH, { show: 'notifications' })}"><input type="hidden" name="read_until" value="${newest.created_at}"><button class="es-button es-quiet">${t`Mark all as read`}</button></form>`
}

function notice(news: Notification, data: MeData): Html {
  const { id, idea_id, idea_title, forum_id, status, created_at, is_read } = news
  const text = formattedToText(news.text, news.text_type).trim()
  const path = suggestionPath(forumOf(data, forum_id), { id: idea_id, title: idea_title })
  const isComment = news.kind === 'comment'
  // With its thread, wherever in the discussion it is.
  const place = isComment
    ? `?${new URLSearchParams({ comment: id.slice('comment-'.length) })}#${id}`
    : ''
  return html`<article class="es-row${is_read ? '' : ' es-unread'}"><div><p class="es-meta">${!is_read && html`<span class="es-badge">${t`New`}</span>`}<span>${deedOf(news)}</span>${news.kind === 'status' && statusBadge(status)}${day(created_at)}</p>
<h2 dir="auto"><a href="${path}${place}">${idea_title}</a></h2>${text !== '' && html`<p class="es-excerpt" dir="auto">${isComment && news.creator_name !== null && html`<b>${news.creator_name}</b> `}${text}</p>`}</div></article>`
}

const deedOf = ({ kind }: Notification): Sentence =>
  kind === 'comment'
    ? t`New comment`
    : kind === 'merge'
      ? t`Another suggestion was merged into it`
      : t`Official answer`
