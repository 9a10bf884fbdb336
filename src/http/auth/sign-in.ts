import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { relyingPartyOf } from '../../auth/passkeys.ts'
import { endSession } from '../../auth/sessions.ts'
import {
  type Caller,
  continueSignIn,
  type SignInResult,
  signInWithPassword,
} from '../../auth/sign-in.ts'
import { signOut } from '../../auth/welcome.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Admission } from '../limits/admission.ts'
import { clientNetwork } from '../limits/network.ts'
import { html } from '../pages/html.ts'
import { SIGN_IN_HEADERS } from '../responses/secure-headers.ts'
import { providerButtons } from './pages/oidc.ts'
import {
  CONSOLE_PATH,
  codePage,
  PROFILE_PATH,
  SIGN_IN_PATH,
  type SignInForm,
  signInPage,
} from './pages/sign-in.ts'
import { mailLinkButton } from './pages/sign-in-link.ts'
import {
  clearSessionCookie,
  isSameOrigin,
  readSessionCookie,
  setSessionCookie,
} from './session-cookie.ts'

/** The page with the ways in that are configured. */
export const createSignInPage =
  ({ providers, mail, reader }: Context) =>
  (form: SignInForm): string =>
    signInPage(
      { ...form, hasPasskeys: relyingPartyOf(reader.baseUrl) !== undefined },
      mail || providers.length > 0
        ? html`<p class="or">or</p>${mail && mailLinkButton}${providerButtons(providers, form.returnTo)}`
        : '',
    )

const WRONG = 'The e-mail address or the password is wrong.'
const WRONG_CODE = 'The code is wrong or was used already. Wait for the next one.'

type Form = { Body: Record<string, unknown> | undefined }

export function signInRoutes(app: FastifyInstance, context: Context, hashing: Admission): void {
  const { db, reader } = context
  const renderSignIn = createSignInPage(context)

  app.get<{ Querystring: { return_to?: unknown } }>(SIGN_IN_PATH, async ({ query }, reply) =>
    sendPage(reply, renderSignIn({ returnTo: ownPath(query.return_to) })),
  )
  app.post<Form>(SIGN_IN_PATH, async (request, reply) => {
    refuseOtherSites(request, reader.baseUrl)
    const { body } = request
    const returnTo = ownPath(body?.return_to)
    const text = (name: string) => scalarText(body?.[name]) ?? ''
    const caller = callerOf(request)
    const continuation = text('continuation')
    const email = text('email').trim()
    const result = await hashing.run(0, () =>
      continuation
        ? continueSignIn(db, continuation, text('code'), caller)
        : signInWithPassword(
            db,
            { email, password: text('password'), code: text('code') || undefined },
            caller,
          ),
    )
    switch (result.type) {
      case 'signed_in':
        return enter(reply, result, returnTo)
      case 'code_needed':
        return sendPage(reply.code(401), codePage(result.continuation, returnTo))
      case 'blocked':
        reply.code(429).header('retry-after', result.seconds)
        request.log.warn({ event: 'sign_in_blocked', address: request.ip }, 'sign-in blocked')
        return sendPage(
          reply,
          continuation
            ? codePage(continuation, returnTo, waitText(result.seconds))
            : renderSignIn({ returnTo, email, problem: waitText(result.seconds) }),
        )
      case 'refused':
        request.log.warn({ event: 'sign_in_failed', address: request.ip }, 'sign-in failed')
        reply.code(401)
        return sendPage(
          reply,
          continuation
            ? codePage(continuation, returnTo, WRONG_CODE)
            : renderSignIn({ returnTo, email, problem: WRONG }),
        )
    }
  })
  app.post('/admin/sign-out', async (request, reply) => {
    const credential = readSessionCookie(request, reader.baseUrl)
    const { caller } = request.state
    if (credential && caller)
      await inTransaction(db, (tx) => signOut(tx, credential, callerOf(request)))
    context.forgetCallers()
    return clearSessionCookie(reply, reader.baseUrl).redirect(SIGN_IN_PATH, 303)
  })

  const enter = async (reply: FastifyReply, result: SignedIn, returnTo: string) =>
    reply.redirect(await startBrowserSession(context, reply, result, returnTo), 303)
}

type SignedIn = SignInResult & { type: 'signed_in' }

/**
 * Sets the cookie of the session. One that the browser had before ends: a sign-in never continues a session. Returns the
 * path where the person continues.
 */
export async function startBrowserSession(
  { db, reader, forgetCallers }: Context,
  reply: FastifyReply,
  { session }: SignedIn,
  returnTo: string,
): Promise<string> {
  const { request } = reply
  const previous = readSessionCookie(request, reader.baseUrl)
  if (previous) await endSession(db, { credential: previous })
  forgetCallers()
  request.log.info({ event: 'signed_in', session: session.id }, 'signed in')
  setSessionCookie(reply, reader.baseUrl, session.credential)
  return session.needsSecondFactor ? PROFILE_PATH : returnTo
}

/** Only a path of this service: a sign-in must not redirect to another site. */
export function ownPath(value: unknown): string {
  const path = scalarText(value) ?? ''
  const isOurs = /^(\/admin(\/[\w/-]*)?|\/api\/v2\/oauth\/authorize)(\?[\w=&%.,+*-]*)?$/.test(path)
  return isOurs && !path.startsWith(SIGN_IN_PATH) ? path : CONSOLE_PATH
}

export function refuseOtherSites(request: FastifyRequest, baseUrl: string): void {
  if (isSameOrigin(request, baseUrl) === false)
    throw new ApiError('forbidden', 'This form was sent by another site.')
}

export const callerOf = ({ ip, headers, id }: FastifyRequest): Caller => ({
  address: ip,
  network: clientNetwork(ip),
  userAgent: headers['user-agent'] ?? null,
  requestId: id,
})

export const waitText = (seconds: number) =>
  `Too many attempts. Try again in ${seconds === 1 ? '1 second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`

export const sendPage = (reply: FastifyReply, body: string) =>
  reply.headers(SIGN_IN_HEADERS).type('text/html; charset=utf-8').send(body)
