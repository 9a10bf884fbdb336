// Announcements and official answers, the newest first, and the page of an announcement.
import { type Html, html } from '../../src/texts/html.ts'
import { sentenceOf, t } from '../../src/texts/texts.ts'
import { day, formatted } from '../parts/format.ts'
import { forumFilter } from '../parts/forum-filter.ts'
import { FEED_ICON } from '../parts/icons.ts'
import { statusBadge } from '../parts/status.ts'
import { voteButton } from '../parts/vote.ts'
import { suggestionPath, UPDATES_FEED_PATH, UPDATES_PATH, updatePath, withQuery } from '../paths.ts'
import type { Decision, Forum, Update } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

/** What the suggestions of updates need to be shown with their votes. */
export type LinkedSuggestions = {
  /** All that the visitor sees. */
  forums: Forum[]
  /** Of voting in a forum. */
  decide(forumId: number): Decision
}

export type UpdatesData = LinkedSuggestions & {
  updates: Update[]
  nextCursor: string | null
  /** Whether the page has the newest ones. */
  isFirst: boolean
  forumId: number | null
  head?: Html
}

export function updatesPage(data: UpdatesData, view: View): PortalPage {
  const { updates, nextCursor, forums, forumId, isFirst } = data
  const path = withQuery(UPDATES_PATH, { forum_id: forumId })
  return {
    title: t`Updates`,
    place: 'updates',
    ...(data.head && { head: data.head }),
    content: html`<div class="es-headline"><h1 class="es-title">${t`Updates`}</h1><a class="es-button es-quiet" href="${UPDATES_FEED_PATH}">${FEED_ICON}${t`Feed`}</a></div>
<p class="es-lead">${t`What is new, and what became of your suggestions.`}</p>
${forumFilter(UPDATES_PATH, forums, forumId)}
${updates.map((update) => entry(update, data, view))}
${updates.length === 0 && html`<p class="es-empty">${t`There is no news yet.`}</p>`}
<p class="es-more">${!isFirst && html`<a class="es-button es-quiet" href="${path}">${t`Newest`}</a> `}${nextCursor !== null && html`<a class="es-button es-quiet" rel="next" href="${withQuery(path, { cursor: nextCursor })}">${t`Show more`}</a>`}</p>`,
  }
}

const entry = (update: Update, data: LinkedSuggestions, view: View): Html =>
  html`<article class="es-update"><p class="es-meta">${day(update.created_at)}${labels(update)}</p>
<h2 dir="auto">${titleOf(update, data)}</h2>${picture(update, true)}
${formatted(update.text, update.text_type)}
${update.type === 'announcement' && linked(update, data, view)}</article>`

/** An official answer is part of the page of its suggestion. */
function titleOf({ type, id, title, ideas: [idea] }: Update, { forums }: LinkedSuggestions) {
  if (type === 'announcement')
    return html`<a href="${updatePath({ id, title: title ?? '' })}">${title}</a>`
  if (!idea) return t`Official answer`
  const forum = forums.find((one) => one.id === idea.forum_id)
  return html`<a href="${forum ? suggestionPath(forum, idea) : `/suggestions/${idea.id}`}">${idea.title}</a>`
}

const labels = ({ type, types, status }: Update): Html =>
  html`${type === 'status_update' && html`<span class="es-label">${t`Official answer`}</span>`}${types.map(
    (name) => html`<span class="es-label">${TYPES[name] ?? name}</span>`,
  )}${statusBadge(status)}`

/** The usual ones, in the language of the reader. */
const TYPES: Record<string, unknown> = {
  new: t`New`,
  improved: t`Improved`,
  fixed: t`Fixed`,
}

const picture = ({ picture_url: url, picture_alt: alt }: Update, isInList = false): Html | '' =>
  url === null
    ? ''
    : html`<img class="es-picture" src="${url}" alt="${alt}"${isInList && { html: ' loading="lazy"' }}>`

/** Votes go on after an announcement. */
function linked({ ideas }: Update, data: LinkedSuggestions, view: View): Html | '' {
  if (ideas.length === 0) return ''
  return html`<section class="es-linked"><p class="es-linked-title">${ideas.length === 1 ? t`The suggestion` : t`The suggestions`}</p><ul>${ideas.map(
    (suggestion) => {
      const { forum_id, closed_at, title, status } = suggestion
      const forum = data.forums.find(({ id }) => id === forum_id) ?? { id: forum_id, name: '' }
      const decision = closed_at === null ? data.decide(forum_id) : 'no'
      return html`<li>${voteButton(suggestion, decision, view)}<div><a href="${suggestionPath(forum, suggestion)}" dir="auto">${title}</a><p class="es-meta">${statusBadge(status)}</p></div></li>`
    },
  )}</ul></section>`
}

export type UpdateData = LinkedSuggestions & {
  update: Update
  newer: { id: number; title: string } | null
  older: { id: number; title: string } | null
  head?: Html
}

export function updatePage(data: UpdateData, view: View): PortalPage {
  const { update, newer, older } = data
  return {
    title: update.title ?? sentenceOf('Updates'),
    place: 'updates',
    ...(data.head && { head: data.head }),
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${UPDATES_PATH}">${t`Updates`}</a></nav>
<article class="es-announcement"><h1 class="es-title" dir="auto">${update.title}</h1><p class="es-meta">${day(update.created_at)}${labels(update)}</p>
${picture(update)}${formatted(update.text, update.text_type)}${linked(update, data, view)}</article>
${
  (newer || older) &&
  html`<nav class="es-neighbors" aria-label="${t`Other updates`}">${newer && html`<a rel="prev" href="${updatePath(newer)}"><span class="es-soft">${t`Newer`}</span><span dir="auto">${newer.title}</span></a>`}${older && html`<a rel="next" class="es-older" href="${updatePath(older)}"><span class="es-soft">${t`Older`}</span><span dir="auto">${older.title}</span></a>`}</nav>`
}`,
  }
}
