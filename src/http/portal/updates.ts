// Announcements and official answers.
import type { FastifyInstance } from 'fastify'
import { updatePage, updatesPage } from '../../../portal/pages/updates.ts'
import { leadingId, UPDATES_PATH, updatePath } from '../../../portal/paths.ts'
import type { Update } from '../../../portal/records.ts'
import { scalarText } from '../../core/values.ts'
import type { Update as FoundUpdate } from '../../read/updates.ts'
import { createEndUserCall, type EndUserCall } from '../end-users/declaration.ts'
import { readAnnouncement, readUpdates, renderUpdate } from '../end-users/portal.ts'
import { forumOf } from './forum-filter.ts'
import { type Outline, readWithOutline } from './outline.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { sendPortalPage } from './send.ts'
import { translateStatus, translationsFor } from './translations.ts'
import { openView, type Portal } from './visit.ts'

const PER_PAGE = 15

export function updateRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    UPDATES_PATH,
    pageRoute(portal, async (request, reply) => {
      const call = createEndUserCall(request, reply, portal.context)
      const view = await openView(portal, call)
      const cursor = scalarText((request.query as Record<string, unknown>).cursor)
      const query = { per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) }
      const { outline, found } = await readWithOutline(portal, call, async (current, reading) => {
        const forumId = forumOf(request, current.access)
        const forums = forumId === null ? current.access.forumsToSee : [forumId]
        return { forumId, ...(await readUpdates({ ...reading, query }, forums)) }
      })
      const data = {
        ...linkedOf(outline),
        updates: found.updates.map((update) => toPage(call, update)),
        nextCursor: found.cursor,
        isFirst: cursor === undefined,
        forumId: found.forumId,
      }
      return sendPortalPage(reply, updatesPage(data, view), view)
    }),
  )

  app.get<{ Params: { update: string } }>(
    `${UPDATES_PATH}/:update`,
    pageRoute(portal, async (request, reply) => {
      const { update: segment } = request.params as { update: string }
      const call = createEndUserCall(request, reply, portal.context)
      const view = await openView(portal, call)
      const { outline, found } = await readWithOutline(portal, call, ({ access }, reading) =>
        readAnnouncement(reading, access.forumsToSee, leadingId(segment)),
      )
      const { update, newer, older } = found
      const path = updatePath({ id: update.id, title: update.title ?? '' })
      const elsewhere = redirectToCanonical(request, reply, path)
      if (elsewhere) return elsewhere
      const data = { ...linkedOf(outline), newer, older, update: toPage(call, update) }
      return sendPortalPage(reply, updatePage(data, view), view)
    }),
  )
}

/** The suggestions of announcements, which people vote for there. An official answer only links its own. */
const linkedOf = ({ access, forums }: Outline) => ({
  forums,
  decide: (id: number) => access.decide(id, 'support'),
})

function toPage(call: EndUserCall, found: FoundUpdate): Update {
  const update = { ...renderUpdate(call.context.reader.baseUrl, found), ideas: found.suggestions }
  const words = translationsFor(call)
  if (!words) return update
  return {
    ...update,
    status: update.status && translateStatus(words, update.status),
    ideas: update.ideas.map((idea) => ({
      ...idea,
      status: idea.status && translateStatus(words, idea.status),
    })),
  }
}
