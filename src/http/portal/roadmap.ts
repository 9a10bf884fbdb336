import type { FastifyInstance } from 'fastify'
import { roadmapPage } from '../../../portal/pages/roadmap.ts'
import { ROADMAP_PATH } from '../../../portal/paths.ts'
import { createEndUserCall } from '../end-users/declaration.ts'
import { forumOf } from './forum-filter.ts'
import { readWithOutline } from './outline.ts'
import { pageRoute } from './page-route.ts'
import { readRoadmap } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openView, type Portal } from './visit.ts'

export function roadmapRoute(app: FastifyInstance, portal: Portal): void {
  app.get(
    ROADMAP_PATH,
    pageRoute(portal, async (request, reply) => {
      const call = createEndUserCall(request, reply, portal.context)
      const view = await openView(portal, call)
      const { outline, found } = await readWithOutline(portal, call, async (current, reading) => {
        const forumId = forumOf(request, current.access)
        const forums = forumId === null ? current.access.forumsToSee : [forumId]
        const statuses = await current.readStatuses()
        return { forumId, lanes: await readRoadmap(reading, statuses, forums) }
      })
      const { access, forums } = outline
      const { forumId, lanes } = found
      const decide = (id: number) => access.decide(id, 'support')
      return sendPortalPage(reply, roadmapPage({ lanes, forums, forumId, decide }, view), view)
    }),
  )
}
