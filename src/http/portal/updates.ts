// Announcements and official answers.
import type { FastifyInstance } from 'fastify'
import { updatePage, updatesPage } from '../../../portal/pages/updates.ts'
import { leadingId, UPDATES_PATH, updatePath } from '../../../portal/paths.ts'
import type { Update } from '../../../portal/records.ts'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { scalarText } from '../../core/values.ts'
import { findNeighborAnnouncements } from '../../read/updates.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { readAnnouncement, readUpdates } from '../end-users/portal.ts'
import { forumOf } from './forum-filter.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { readForums, readSuggestionsById } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { translateStatus, translationsFor } from './translations.ts'
import { openVisit, type Portal } from './visit.ts'

const PER_PAGE = 15

export function updateRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    UPDATES_PATH,
    pageRoute(portal, async (request, reply) => {
      const { call, access, view } = await openVisit(portal, request, reply)
      const forumId = forumOf(request, access)
      const cursor = scalarText((request.query as Record<string, unknown>).cursor)
      const query = { per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) }
      const found = await readUpdates(
        { ...call, query },
        forumId === null ? access.forumsToSee : [forumId],
      )
      const updates = found.updates.map((update) => translateUpdate(call, update))
      const data = {
        ...(await readLinked(call, access, updates)),
        updates,
        nextCursor: found.cursor,
        isFirst: cursor === undefined,
        forumId,
      }
      return sendPortalPage(reply, updatesPage(data, view), view)
    }),
  )

  app.get<{ Params: { update: string } }>(
    `${UPDATES_PATH}/:update`,
    pageRoute(portal, async (request, reply) => {
      const { update: segment } = request.params as { update: string }
      const { call, access, view } = await openVisit(portal, request, reply)
      const { forumsToSee: forums } = access
      const update = translateUpdate(call, await readAnnouncement(call, forums, leadingId(segment)))
      const path = updatePath({ id: update.id, title: update.title ?? '' })
      const elsewhere = redirectToCanonical(request, reply, path)
      if (elsewhere) return elsewhere
      const [linked, neighbors] = await Promise.all([
        readLinked(call, access, [update]),
        findNeighborAnnouncements(call.context.reader.pool, { forums }, update.id),
      ])
      return sendPortalPage(reply, updatePage({ ...linked, ...neighbors, update }, view), view)
    }),
  )
}

/** The suggestions of announcements, which people vote for there. An official answer only links its own. */
async function readLinked(call: EndUserCall, access: ForumAccess, updates: Update[]) {
  const ids = updates.flatMap(({ type, ideas }) =>
    type === 'announcement' ? ideas.map(({ id }) => id) : [],
  )
  const [suggestions, forums] = await Promise.all([
    readSuggestionsById(call, ids),
    readForums(call, access),
  ])
  return { suggestions, forums, decide: (id: number) => access.decide(id, 'support') }
}

function translateUpdate(call: EndUserCall, update: Update): Update {
  const words = translationsFor(call)
  return words && update.status
    ? { ...update, status: translateStatus(words, update.status) }
    : update
}
