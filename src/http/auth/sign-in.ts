// The sign-in page, with a password and a code, and what all ways in share: the session of the browser.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { relyingPartyOf } from '../../auth/sign-in/passkeys.ts'
import {
  continueSignIn,
  type RequestSource,
  type SignInResult,
  signInWithPassword,
  signOut,
} from '../../auth/sign-in/sign-in.ts'
import { endSession } from '../../auth/staff/sessions.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { scalarText } from '../../core/values.ts'
import { html } from '../../texts/html.ts'
import { t } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Page } from '../pages/html.ts'
import { askedLanguage, renderFor } from '../pages/reading.ts'
import { weightsOf } from '../responses/accept.ts'
import { SIGN_IN_HEADERS } from '../responses/secure-headers.ts'
import { readDeviceCookie, setDeviceCookie } from './cookies/device-cookie.ts'
import {
  clearSessionCookie,
  isSameOrigin,
  readSessionCookie,
  setSessionCookie,
} from './cookies/session-cookie.ts'
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
import type { PasswordHashing } from './password-hashing.ts'
import { listSignInProviders } from './providers.ts'

/** The page with the ways in that are configured. */
export const createSignInPage =
  (context: Context) =>
  (form: SignInForm): Page => {
    const { mail, reader } = context
    const providers = listSignInProviders(context, 'staff')
    return signInPage(
      { ...form, hasPasskeys: relyingPartyOf(reader.baseUrl) !== undefined },
      mail || providers.length > 0
        ? html`<p class="or">${t`or`}</p>${mail && mailLinkButton}${providerButtons(providers, form.returnTo)}`
        : '',
    )
  }

const WRONG = 'The e-mail address or the password is wrong.'
const WRONG_CODE = 'The code is wrong or was used already. Wait for the next one.'

type Form = { Body: Record<string, unknown> | undefined }

export function signInRoutes(
  app: FastifyInstance,
  context: Context,
  hashing: PasswordHashing,
): void {
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
    const source = sourceOf(request, reader.baseUrl)
    const continuation = text('continuation')
    const typed = { code: text('code'), readKeys: context.readKeys }
    const email = text('email').trim()
    const result = continuation
      ? await continueSignIn(db, continuation, typed, source)
      : await signInWithPassword(
          db,
          { email, password: text('password'), typed: typed.code ? typed : undefined },
          source,
          (isKnown, check) => hashing.run(request, check, isKnown),
        )
    if (weightsOf(request.headers.accept ?? '').has('application/json'))
      return answerJson(request, reply, result, returnTo)
    switch (result.type) {
      case 'signed_in':
        return enter(request, reply, result, returnTo)
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
    const { identity } = request.state
    if (credential && identity)
      await inTransaction(db, (tx) => signOut(tx, credential, sourceOf(request)))
    context.forgetIdentities()
    // The cookie is cleared by its own header, and a shared computer keeps nothing else.
    reply.header('clear-site-data', '"cache", "storage"')
    return clearSessionCookie(reply, reader.baseUrl).redirect(SIGN_IN_PATH, 303)
  })

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    result: SignedIn,
    returnTo: string,
  ) => reply.redirect(await startBrowserSession(context, { request, reply }, result, returnTo), 303)

  /** For the console, which asks for the password without leaving the screen. */
  const answerJson = async (
    request: FastifyRequest,
    reply: FastifyReply,
    result: SignInResult,
    returnTo: string,
  ) => {
    const { type } = result
    const send = (status: number, rest: object = {}) => reply.code(status).send({ type, ...rest })
    switch (type) {
      case 'signed_in': {
        const next = await startBrowserSession(context, { request, reply }, result, returnTo)
        return send(200, { next })
      }
      case 'code_needed':
        return send(401, { continuation: result.continuation })
      case 'blocked':
        request.log.warn({ event: 'sign_in_blocked', address: request.ip }, 'sign-in blocked')
        reply.header('retry-after', result.seconds)
        return send(429, { seconds: result.seconds })
      case 'refused':
        request.log.warn({ event: 'sign_in_failed', address: request.ip }, 'sign-in failed')
        return send(401)
    }
  }
}

type SignedIn = SignInResult & { type: 'signed_in' }

/**
 * Sets the cookie of the session. One that the browser had before ends: a sign-in never continues a session. Returns the
 * path where the person continues.
 */
export async function startBrowserSession(
  { db, reader, forgetIdentities }: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { session, device }: SignedIn,
  returnTo: string,
): Promise<string> {
  const previous = readSessionCookie(request, reader.baseUrl)
  if (previous) await endSession(db, { credential: previous })
  forgetIdentities()
  request.log.info({ event: 'signed_in', session: session.id }, 'signed in')
  setSessionCookie(reply, reader.baseUrl, session.credential)
  setDeviceCookie(reply, reader.baseUrl, device)
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

/** With the address of the service, also from which device. */
export const sourceOf = (request: FastifyRequest, baseUrl?: string): RequestSource => ({
  address: request.ip,
  network: clientNetwork(request.ip),
  userAgent: request.headers['user-agent'] ?? null,
  requestId: request.id,
  language: askedLanguage(request),
  device: baseUrl === undefined ? undefined : readDeviceCookie(request, baseUrl),
})

export const waitText = (seconds: number) =>
  seconds === 1
    ? t`Too many attempts. Try again in 1 second.`
    : seconds < 120
      ? t`Too many attempts. Try again in ${seconds} seconds.`
      : t`Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`

export const sendPage = (reply: FastifyReply, page: Page) =>
  reply
    .headers(SIGN_IN_HEADERS)
    .type('text/html; charset=utf-8')
    .send(renderFor(reply.request, page))
