// What to answer for the address of a suggestion: the page, where it went, that it is gone, or that there is nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { suggestionGonePage } from '../../../portal/pages/gone.ts'
import { type ForumName, leadingId, suggestionPath } from '../../../portal/paths.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import type { Queries } from '../../db/db.ts'
import { findSuggestionAddress } from '../../read/end-users/addresses.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal } from './visit.ts'

export type SuggestionFate =
  /** It is shown at this path. `isWaiting`: to its author only. */
  | { kind: 'shown'; path: string; isWaiting: boolean }
  /** Merged: 301. */
  | { kind: 'moved'; path: string }
  /** It was deleted, or is spam: 410. */
  | { kind: 'gone'; forum: ForumName }
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
  const maySee = (forum: ForumName) => access.decide(forum.id, 'see') === 'yes'
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

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Around the page of a suggestion: what is not there any more is 410, which search engines forget sooner than 404. */
export const orGone =
  (portal: Portal, handle: Handler): Handler =>
  async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'not_found')) throw error
      const { suggestion = '' } = request.params as { suggestion?: string }
      const { call, access, view } = await openVisit(portal, request, reply)
      const id = parseId(leadingId(suggestion))
      const userId = call.caller?.userId ?? null
      const fate = await findFate(call.context.reader.pool, id, access, userId)
      if (fate.kind !== 'gone') throw error
      return sendPortalPage(reply.code(410), suggestionGonePage(fate.forum), view)
    }
  }
