// What happens with something that a guest sent: a page of its own, so that nothing is sent again with it.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sentPage } from '../../../portal/pages/sent.ts'
import { EMAIL_CODE_PATH } from '../../../portal/pages/sign-in.ts'
import { SENT_PATH, withQuery } from '../../../portal/paths.ts'
import { visitorPath } from '../auth/visitor-sign-in.ts'
import { pageRoute } from './page-route.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal } from './visit.ts'

export const redirectToSent = (
  reply: FastifyReply,
  confirmation: 'mail' | 'moderator',
  path: string,
): FastifyReply => reply.redirect(withQuery(SENT_PATH, { confirmation, return_to: path }), 303)

export const sentRoute = (app: FastifyInstance, portal: Portal): void => {
  app.get(
    SENT_PATH,
    pageRoute(portal, async (request, reply) => {
      const { view } = await openVisit(portal, request, reply)
      const { confirmation, return_to } = request.query as Record<string, unknown>
      const way = confirmation === 'mail' ? 'mail' : 'moderator'
      return sendPortalPage(reply, sentPage(way, visitorPath(return_to), EMAIL_CODE_PATH), view)
    }),
  )
}
