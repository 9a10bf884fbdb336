// The portal: forums that the visitor may see and their visible suggestions, without e-mail addresses and notes.

import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { formattedToHtml } from '../../core/formatted-text.ts'
import type { Reader } from '../../read/answer.ts'
import { comments } from '../../resources/comments.ts'
import { forums } from '../../resources/forums.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { type Html, html, type Page, page, pluralize } from './html.ts'
import { byId, oneRecord, type PageRecord, someRecords } from './records.ts'

const VISIBLE = 'approved,published'

const maySee = (access: ForumAccess, forumId: unknown) =>
  access.decide(Number(forumId), 'see') === 'yes'

export async function homePage(reader: Reader, access: ForumAccess): Promise<Page> {
  const { records } = await someRecords(reader, forums, { sort: 'name', per_page: 100 })
  const open = records.filter(({ id }) => maySee(access, id))
  return page(
    'Feedback',
    html`<h1>Feedback</h1><p class="soft">Choose a forum to read its suggestions. Developers: see the <a href="/docs">API reference</a>.</p>
${open.length === 0 && html`<p>There is no public forum yet.</p>`}
${open.map(
  (forum) => html`<div class="entry"><div><a href="/forums/${forum.id}">${forum.name}</a>
<p class="soft">${pluralize(forum.open_suggestions_count, 'open suggestion')}</p></div></div>`,
)}`,
  )
}

export async function forumPage(
  reader: Reader,
  id: number,
  number: number,
  access: ForumAccess,
): Promise<Page | undefined> {
  const forum = await oneRecord(reader, forums, id)
  if (!forum || !maySee(access, id)) return undefined
  const query = {
    forum: id,
    state: `${VISIBLE},-merged`,
    sort: '-supporters_count',
    includes: 'statuses',
    page: number,
    per_page: 50,
  }
  const { records, answer, total, pages } = await someRecords(reader, suggestions, query)
  const others = [
    number > 1 && html`<a rel="prev" href="?page=${number - 1}">Previous page</a> `,
    number < pages && html`<a rel="next" href="?page=${number + 1}">Next page</a>`,
  ]
  return page(
    forum.record.name,
    html`<h1>${forum.record.name}</h1><p class="soft">${pluralize(total, 'suggestion')}, sorted by votes</p>
${records.map(
  (
    suggestion,
  ) => html`<div class="entry"><div class="count"><b>${suggestion.supporters_count}</b><span class="soft">${suggestion.supporters_count === 1 ? 'vote' : 'votes'}</span></div>
<div><a href="/forums/${id}/suggestions/${suggestion.id}">${suggestion.title}</a><p class="soft">${statusName(answer, suggestion)}</p></div></div>`,
)}${pages > 1 && html`<nav aria-label="Pages"><p>${others}</p></nav>`}`,
  )
}

/** The public path of a suggestion; undefined when only administrators can see it. */
export async function portalPath(
  reader: Reader,
  id: number,
  access: ForumAccess,
): Promise<string | undefined> {
  const suggestion = await visibleSuggestion(reader, id, access)
  return suggestion && `/forums/${suggestion.record.links.forum}/suggestions/${id}`
}

/** The page, the path of the suggestion that this one was merged into, or undefined when it is not public. */
export async function suggestionPage(
  reader: Reader,
  id: number,
  access: ForumAccess,
): Promise<{ body: Page } | { movedTo: string } | undefined> {
  const suggestion = await visibleSuggestion(reader, id, access)
  if (!suggestion) return undefined
  const { record, answer } = suggestion
  if (record.redirect_url) return { movedTo: `/suggestions/${record.links.parent_suggestion}` }
  const forum = byId(answer.forums, record.links.forum)
  const query = { suggestion: id, state: VISIBLE, sort: 'id', per_page: 100, includes: 'users' }
  const discussion = await someRecords(reader, comments, query)
  const response = byId(answer.status_updates, record.links.last_status_update)
  const body = page(
    record.title,
    html`<p class="soft"><a href="/forums/${forum?.id}">${forum?.name}</a></p><h1>${record.title}</h1>
<p class="soft">${pluralize(record.supporters_count, 'supporter')} · ${day(record.created_at)} · ${author(answer, record)}</p>
${statusBadge(answer, record)}${formatted(record.body, record.body_mime_type)}
${response?.body ? html`<div class="box"><h2>Response</h2>${formatted(response.body, response.body_mime_type)}<p class="soft">${day(response.created_at)}</p></div>` : ''}
<h2>${pluralize(discussion.total, 'comment')}</h2>${discussion.records.map((comment) => commentEntry(discussion.answer, comment))}`,
  )
  return { body }
}

async function visibleSuggestion(reader: Reader, id: number, access: ForumAccess) {
  const includes = ['forums', 'statuses', 'status_updates', 'users']
  const suggestion = await oneRecord(reader, suggestions, id, includes)
  const isShown = suggestion && VISIBLE.split(',').includes(suggestion.record.state)
  const forum = isShown ? byId(suggestion.answer.forums, suggestion.record.links.forum) : undefined
  return forum && maySee(access, forum.id) ? suggestion : undefined
}

const commentEntry = (
  answer: Record<string, PageRecord[]>,
  comment: PageRecord<typeof comments>,
): Html =>
  html`<div class="entry"><img src="/avatars/${comment.links.created_by}" alt="" width="36" height="36"><div>
<span class="soft">${author(answer, comment)} · ${day(comment.created_at)}</span>${formatted(comment.body, comment.body_mime_type)}</div></div>`

const formatted = (text: unknown, mimeType: unknown): Html | string =>
  text ? { html: formattedToHtml(String(text), String(mimeType)) } : ''

// Some users have their e-mail address as their name.
function author(
  answer: Record<string, PageRecord[]>,
  { links }: { links: Record<string, unknown> },
): string {
  const name = String(byId(answer.users, links.created_by)?.name ?? '')
  return name === '' || name.includes('@') ? 'Anonymous' : name
}

const statusName = (
  answer: Record<string, PageRecord[]>,
  { links }: { links: Record<string, unknown> },
) => byId(answer.statuses, links.status)?.name

function statusBadge(
  answer: Record<string, PageRecord[]>,
  record: { links: Record<string, unknown> },
): Html | string {
  const name = statusName(answer, record)
  return name ? html`<span class="status">${name}</span>` : ''
}

const day = (time: unknown) => String(time).slice(0, 10)
