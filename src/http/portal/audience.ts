// Who sees anything of the portal. What they see of it, the forums decide (auth/end-users/forum-access.ts).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visitorSignInAddress } from '../../../portal/pages/sign-in.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { SIGN_IN_PATH } from '../auth/pages/sign-in.ts'
import { prefersPage } from '../pages/error.ts'

/** Open to everybody: ways in and out, links of mails, and what has nothing of the portal. */
const OPEN =
  /^\/(sign-in|sign-out|language|unsubscribe|avatars|icon\.svg|favicon\.ico|portal\.(css|js)|robots\.txt|assets|portal\/(pictures|assets))([/?]|$)/

/** Before the handlers of pages and feeds, after the visitor is known. */
export function requireAudience(app: FastifyInstance, context: Context): void {
  app.addHook('preHandler', async (request, reply) => {
    const { portal_audience: audience } = context.settings
    if (audience === 'everyone' || OPEN.test(request.url)) return
    const { isStaff, userId } = request.state.endUser ?? ANONYMOUS
    if (isStaff || (audience === 'signed_in' && userId !== null)) return
    if (audience === 'signed_in' && isPage(request))
      return reply.redirect(visitorSignInAddress(request.url), 303)
    // Somebody of the team who is not signed in yet.
    if (audience === 'staff' && userId === null && isPage(request))
      return reply.redirect(SIGN_IN_PATH, 303)
    throw outsideAudience(audience, userId !== null)
  })
}

const isPage = (request: FastifyRequest) => request.method === 'GET' && prefersPage(request)

const outsideAudience = (audience: 'signed_in' | 'staff', isSignedIn: boolean): ApiError =>
  audience === 'staff' && isSignedIn
    ? new ApiError('forbidden', 'This portal is for the team only.')
    : new ApiError('unauthorized', 'Sign in to see this portal.')
