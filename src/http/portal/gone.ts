// What to answer for the address of a suggestion: the page, where it went, that it is gone, or that there is nothing.
import type { FastifyReply } from 'fastify'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Queries } from '../../db/db.ts'
import { findSuggestionAddress } from '../../read/end-users/addresses.ts'
import { t } from '../../texts/texts.ts'
import { html, type Page, page, type Text, translated } from '../pages/html.ts'
import { renderFor } from '../pages/reading.ts'
import { PAGE_HEADERS } from '../responses/secure-headers.ts'
import { type ForumPlace, forumPath, suggestionPath } from './addresses.ts'

export type SuggestionFate =
  /** It is shown at this path. `isWaiting`: to its author only. */
  | { kind: 'shown'; path: string; isWaiting: boolean }
  /** Merged: 301. */
  | { kind: 'moved'; path: string }
  /** It was deleted, or is spam: 410. */
  | { kind: 'gone'; forum: ForumPlace }
  /** Also what the visitor may not see, so that nobody learns that it exists: 404. */
  | { kind: 'unknown' }

const UNKNOWN: SuggestionFate = { kind: 'unknown' }

export async function findFate(
  pool: Queries,
  id: number | undefined,
  access: ForumAccess,
  userId: number | null,
): Promise<SuggestionFate> {
  const found = id === undefined ? undefined : await findSuggestionAddress(pool, id)
  const maySee = (forum: ForumPlace) => access.decide(forum.id, 'see') === 'yes'
  if (!found || !maySee(found.forum)) return UNKNOWN
  const { state, forum, target, createdById } = found
  const gone: SuggestionFate = { kind: 'gone', forum }
  if (state === 'deleted' || state === 'spam') return gone
  if (target.id !== found.id) {
    if (!maySee(target.forum)) return UNKNOWN
    return target.isVisible ? { kind: 'moved', path: suggestionPath(target.forum, target) } : gone
  }
  const path = suggestionPath(forum, found)
  if (found.isVisible) return { kind: 'shown', path, isWaiting: false }
  const isOwn = state === 'new' && userId !== null && createdById === userId
  return isOwn ? { kind: 'shown', path, isWaiting: true } : UNKNOWN
}

export const pageNotFound = () => new ApiError('not_found', 'Page not found.')

/** 410: search engines remove the address sooner than after 404. */
export const sendGone = (reply: FastifyReply, gone: Page): FastifyReply =>
  reply
    .code(410)
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(renderFor(reply.request, gone))

const gonePage = (title: Text, text: Text, link: { path: string; text: Text }): Page =>
  page(
    title,
    html`<h1>${translated(title)}</h1><p>${translated(text)}</p>
<p><a href="${link.path}">${translated(link.text)}</a></p>`,
  )

export const suggestionGonePage = (forum: ForumPlace): Page =>
  gonePage(t`This suggestion was removed`, t`It is no longer part of the forum ${forum.name}.`, {
    path: forumPath(forum),
    text: t`See the other suggestions`,
  })

const HOME = { path: '/', text: t`See all forums` }

/** Profiles of people were public on portals that moved here. */
export const profileGonePage: Page = gonePage(
  t`Profiles are not public`,
  t`This portal has no pages about people.`,
  HOME,
)

export const articleGonePage: Page = gonePage(
  t`This article is not here`,
  t`This portal has no knowledge base.`,
  HOME,
)
