import type { FastifyInstance } from 'fastify'
import { roadmapPage } from '../../../portal/pages/roadmap.ts'
import { ROADMAP_PATH } from '../../../portal/paths.ts'
import { forumOf } from './forum-filter.ts'
import { pageRoute } from './page-route.ts'
import { readForums, readRoadmap } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal } from './visit.ts'

export function roadmapRoute(app: FastifyInstance, portal: Portal): void {
  app.get(
    ROADMAP_PATH,
    pageRoute(portal, async (request, reply) => {
      const { call, access, view } = await openVisit(portal, request, reply)
      const forumId = forumOf(request, access)
      const [forums, lanes] = await Promise.all([
        readForums(call, access),
        readRoadmap(call, forumId === null ? access.forumsToSee : [forumId]),
      ])
      const decide = (id: number) => access.decide(id, 'support')
      return sendPortalPage(reply, roadmapPage({ lanes, forums, forumId, decide }, view), view)
    }),
  )
}
