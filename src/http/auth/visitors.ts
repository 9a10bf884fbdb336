// Who visits the portal: end users who are signed in, and those whom a token of the customer's application signs in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndUserCaller } from '../../auth/end-users/caller.ts'
import { type ForumAccess, readForumAccess } from '../../auth/end-users/forum-access.ts'
import {
  type EndUser,
  endEndUserSession,
  findEndUser,
  sessionLimitsOf,
} from '../../auth/end-users/sessions.ts'
import { signInWithSsoToken } from '../../auth/end-users/sso-sign-in.ts'
import { ANONYMOUS } from '../../auth/end-users/visitor.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { type Sentence, say, t } from '../../texts/texts.ts'
import { prefersPage } from '../pages/error.ts'
import { isPreview, setPreviewCookie } from '../pages/reading.ts'
import { clearVisitorCookie, readVisitorCookie } from './cookies/visitor-cookie.ts'
import { refuseOtherSites } from './sign-in.ts'
import { staffCaller, staffOf } from './staff-caller.ts'
import { adoptGuestContributions, startVisit } from './visitor-sign-in.ts'

/** Who opens a page: staff by their own session, else the end user who is signed in. */
function callerOf(request: FastifyRequest): EndUserCaller | undefined {
  const { identity, visitor } = request.state
  const staff = staffOf(identity)
  if (staff) return staffCaller(request, staff)
  if (!visitor) return undefined
  const { userId, allowForums, denyForums, sessionId } = visitor
  return { userId, allowForums, denyForums, isStaff: false, proof: 'session', sessionId }
}

/** What the visitor may do, in every forum. */
export const accessOf = (context: Context, request: FastifyRequest): Promise<ForumAccess> =>
  readForumAccess(context, callerOf(request) ?? ANONYMOUS)

export async function findVisitor(
  { db, reader, settings }: Context,
  request: FastifyRequest,
): Promise<EndUser | undefined> {
  const credential = readVisitorCookie(request, reader.baseUrl)
  return credential === undefined
    ? undefined
    : findEndUser(db, credential, sessionLimitsOf(settings))
}

/** Sends the page of somebody whose token does not sign in. */
type Refuse = (reply: FastifyReply, problem: Sentence) => Promise<FastifyReply>

/**
 * Adds the visitor to requests of pages. `?sso=TOKEN` on any of them signs in, and `?view=public` shows members of the team what
 * others see. Both lead to the same page without it.
 */
export function addVisitors(app: FastifyInstance, context: Context, refuse: Refuse): void {
  const { db, reader } = context
  app.addHook('preHandler', async (request, reply) => {
    const token = scalarText((request.query as Record<string, unknown>).sso)
    if (request.method === 'GET' && token) return signIn(context, request, reply, { token, refuse })
    const asked = scalarText((request.query as Record<string, unknown>).view)
    if (request.method === 'GET' && asked !== undefined && staffOf(request.state.identity)) {
      setPreviewCookie(reply, reader.baseUrl, isPreview(asked) ? asked : null)
      return reply.redirect(withoutParameter(request.url, 'view'), 303)
    }
    request.state.visitor = await findVisitor(context, request)
    request.state.endUser = callerOf(request)
  })
  app.post('/sign-out', async (request, reply) => {
    refuseOtherSites(request, reader.baseUrl)
    const credential = readVisitorCookie(request, reader.baseUrl)
    if (credential !== undefined) await endEndUserSession(db, credential)
    clearVisitorCookie(reply, reader.baseUrl)
    return reply.redirect('/', 303)
  })
}

async function signIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, refuse }: { token: string; refuse: Refuse },
): Promise<FastifyReply> {
  const { db, readKeys, settings } = context
  const signedIn = await signInWithSsoToken(db, readKeys, token, {
    confirms: adoptGuestContributions,
    maxLifetimeSeconds: settings.sso_token_lifetime_seconds,
    aesSubdomain: settings.sso_aes_subdomain,
    roleClaims: settings.sso_role_claims,
    sessionDays: settings.portal_session_days,
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
  })
  if ('refusal' in signedIn) {
    const { code } = signedIn.refusal
    request.log.warn({ event: 'sso_failed', reason: code, address: request.ip }, 'sign-in failed')
    // Strangers can send tokens: the check of a token tells owners more.
    const problem = t`You could not be signed in (${code}). Go back to the application that you came from, and try again.`
    if (prefersPage(request)) return refuse(reply.code(403), problem)
    throw new ApiError('forbidden', say(problem, 'en'))
  }
  await startVisit(context, { request, reply }, signedIn.credential)
  return reply.redirect(withoutParameter(request.url, 'sso'), 303)
}

/** A path with its query. */
export function withoutParameter(path: string, parameter: string): string {
  const url = new URL(path, 'http://here.invalid')
  url.searchParams.delete(parameter)
  // Without the host: a path that begins with two slashes would be another host.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}`
}
