// What the ways into the portal share. Sessions of end users carry no role: staff sign in elsewhere (sign-in.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endEndUserSession } from '../../auth/end-users/sessions.ts'
import type { Context } from '../../context.ts'
import { scalarText } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import {
  confirmGuestContributions,
  type PublishedContribution,
} from '../../write/guest-contributions.ts'
import { readVisitorCookie, setVisitorCookie } from './cookies/visitor-cookie.ts'
import { listSignInProviders } from './providers.ts'

/** What somebody wrote as a guest becomes theirs when the address is confirmed. Returns the last one. */
export const adoptGuestContributions = (
  tx: Tx,
  { email, userId }: { email: string; userId: number },
): Promise<PublishedContribution | null> => confirmGuestContributions(tx, email, userId)

/** Whether the header of a page offers to sign in. */
export const canSignIn = (context: Context): boolean =>
  context.mail !== null || listSignInProviders(context, 'end_users').length > 0

/** Sets the cookie of a session. One that the browser had before ends: a sign-in never continues a session. */
export async function startVisit(
  { db, reader: { baseUrl } }: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  credential: string,
): Promise<void> {
  const previous = readVisitorCookie(request, baseUrl)
  if (previous !== undefined) await endEndUserSession(db, previous)
  request.log.info({ event: 'visitor_signed_in' }, 'signed in')
  setVisitorCookie(reply, baseUrl, credential)
}

const MAX_RETURN_PATH = 2000

/** Only a path of the portal, as browsers read it: a sign-in redirects neither to another site nor to pages that need a role. */
export function visitorPath(value: unknown): string {
  const text = scalarText(value) ?? ''
  const here = 'http://here.invalid'
  const url = text.startsWith('/') && text.length <= MAX_RETURN_PATH ? URL.parse(text, here) : null
  if (url === null || url.origin !== here) return '/'
  if (url.searchParams.has('sso')) url.searchParams.delete('sso')
  const path = `${url.pathname}${url.search}${url.hash}`
  // Dots and tabs are gone: two slashes would be a host.
  if (path.startsWith('//') || /^\/(admin|sign-in|sign-out)([/?#]|$)/i.test(path)) return '/'
  return path.length <= MAX_RETURN_PATH ? path : '/'
}
