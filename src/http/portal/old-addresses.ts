// Addresses that people have linked and that are no pages here: each leads to the page, or says that there is none any more.
import type { FastifyInstance } from 'fastify'
import { articleGonePage, profileGonePage } from '../../../portal/pages/gone.ts'
import { forumPath, leadingId, ME_PATH, withQuery } from '../../../portal/paths.ts'
import { notShown, requireForum } from '../end-users/doors.ts'
import { pageRoute } from './page-route.ts'
import { readForums } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal, viewOf } from './visit.ts'

/** `/forums/1-ideas/category/30931-azure` and `/forums/1-ideas/status/1222`, with the parameters that replaced them. */
const FILTERS = { category: 'category_id', status: 'status_id' }

export function oldAddressRoutes(app: FastifyInstance, portal: Portal): void {
  for (const [name, parameter] of Object.entries(FILTERS))
    app.get(
      `/forums/:forum/${name}/:id`,
      pageRoute(portal, async (request, reply) => {
        const { forum: segment, id } = request.params as { forum: string; id: string }
        const { call, access } = await openVisit(portal, request, reply)
        const forumId = requireForum(access, leadingId(segment))
        const forum = (await readForums(call, access)).find((one) => one.id === forumId)
        if (!forum) throw notShown('forum', segment)
        const path = withQuery(forumPath(forum), { [parameter]: leadingId(id) })
        return reply.redirect(path, 301)
      }),
    )

  app.get(
    '/users/:user',
    pageRoute(portal, async (request, reply) => {
      const view = viewOf(portal, request, reply)
      const { user } = request.params as { user: string }
      // The own profile is the page about oneself. To everybody else all numbers look the same.
      if (view.visitor && leadingId(user) === String(view.visitor.id))
        return reply.redirect(ME_PATH, 302)
      return sendPortalPage(reply.code(410), profileGonePage, view)
    }),
  )

  for (const path of ['/knowledgebase', '/knowledgebase/*'])
    app.get(
      path,
      pageRoute(portal, async (request, reply) =>
        sendPortalPage(reply.code(410), articleGonePage, viewOf(portal, request, reply)),
      ),
    )
}
