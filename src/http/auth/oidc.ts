// Single sign-on: to an OpenID provider and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCode, useCode } from '../../auth/sign-in/one-time-codes.ts'
import {
  type ProvenIdentity,
  type Provider,
  ProviderError,
  type ProviderExchange,
} from '../../auth/sign-in/provider.ts'
import { connectAccount } from '../../auth/sign-in/provider-accounts.ts'
import { type Refusal, signInWithProvider } from '../../auth/sign-in/provider-sign-in.ts'
import { buildOrigin } from '../../auth/sign-in/sign-in.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { type Sentence, t } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Text } from '../pages/html.ts'
import { browserOf, markBrowser } from './cookies/exchange-cookie.ts'
import {
  connectedPage,
  continuePage,
  OIDC_PATH,
  providerProblemPage,
  redirectUriOf,
  signedInPage,
} from './pages/oidc.ts'
import { codePage, PROFILE_PATH } from './pages/sign-in.ts'
import { CONFIRM_FIRST, findOwnProfile } from './profile.ts'
import { ownPath, refuseOtherSites, sendPage, sourceOf, startBrowserSession } from './sign-in.ts'

type Params = { Params: { provider: string } }

/** What is kept between the two halves, by the hash of the state. */
type Kept = Omit<ProviderExchange, 'state'> & {
  provider: string
  browser: string
  returnTo: string
  /** The signed-in person who connects the account; null for a sign-in. */
  connectTo: number | null
}

export function oidcRoutes(app: FastifyInstance, context: Context): void {
  const { db, reader } = context
  const find = ({ provider }: Params['Params']): Provider => {
    const found = context.providers.find(({ settings }) => settings.slug === provider)
    if (!found) throw new ApiError('not_found', 'No such provider.')
    return found
  }

  app.post<Params & { Body: Record<string, unknown> | undefined }>(
    `${OIDC_PATH}/:provider`,
    async (request, reply) => {
      const provider = find(request.params)
      refuseOtherSites(request, reader.baseUrl)
      const { name, slug } = provider.settings
      const isConnecting = scalarText(request.body?.connect) === 'true'
      const own = isConnecting ? await findOwnProfile(context, request) : undefined
      if (isConnecting && !own?.session.isConfirmed) throw new ApiError('forbidden', CONFIRM_FIRST)
      const secrets = provider.newSecrets()
      const details: Kept = {
        ...secrets,
        provider: slug,
        browser: markBrowser(request, reply, reader.baseUrl),
        returnTo: ownPath(request.body?.return_to),
        connectTo: isConnecting ? (request.state.identity?.userId ?? null) : null,
      }
      const state = await createCode(db, 'oidc', { details })
      try {
        const exchange = { state, ...secrets }
        // Who is signed in signs in again to prove who they are.
        const isProof = Boolean(request.state.identity?.session)
        const address = await provider.begin(redirectUriOf(reader.baseUrl, slug), exchange, isProof)
        return sendPage(reply, continuePage(name, address.href))
      } catch (error) {
        return sendProblem(request, reply, provider, error)
      }
    },
  )

  app.get<Params & { Querystring: { state?: unknown } }>(
    `${OIDC_PATH}/:provider/callback`,
    async (request, reply) => {
      const provider = find(request.params)
      const { settings } = provider
      const state = scalarText(request.query.state) ?? ''
      const kept = (await useCode(db, 'oidc', state))?.details as Kept | undefined
      const isOurs =
        kept?.provider === settings.slug && kept.browser === browserOf(request, reader.baseUrl)
      if (!isOurs) {
        warn(request, settings.slug, 'unknown state')
        return sendPage(reply.code(400), providerProblemPage(EXPIRED))
      }
      try {
        const exchange: ProviderExchange = { state, nonce: kept.nonce, verifier: kept.verifier }
        const account = await provider.identify(callbackUrl(request, reader.baseUrl), exchange)
        if (kept.connectTo !== null) return await connect(request, reply, kept.connectTo, account)
        const rules = { ...settings, hasMail: context.mail !== null }
        const result = await signInWithProvider(
          db,
          account,
          rules,
          sourceOf(request, reader.baseUrl),
        )
        switch (result.type) {
          case 'signed_in': {
            const path = await startBrowserSession(
              context,
              { request, reply },
              result,
              kept.returnTo,
            )
            return sendPage(reply, signedInPage(path))
          }
          case 'code_needed':
            return sendPage(reply, codePage(result.continuation, kept.returnTo))
          case 'not_allowed':
            warn(request, settings.slug, result.refusal)
            return sendPage(
              reply.code(403),
              providerProblemPage(refusalText(result.refusal, settings.name)),
            )
          default:
            throw new Error(`A provider's sign-in cannot be ${result.type}.`)
        }
      } catch (error) {
        return sendProblem(request, reply, provider, error)
      }
    },
  )

  /** The person who began it is still signed in, in this browser. */
  async function connect(
    request: FastifyRequest<Params>,
    reply: FastifyReply,
    userId: number,
    { issuer, subject }: ProvenIdentity,
  ): Promise<FastifyReply> {
    const { name, slug } = find(request.params).settings
    const { identity } = request.state
    if (!identity?.session || identity.userId !== userId)
      return sendPage(reply.code(400), providerProblemPage(EXPIRED))
    const account = { issuer, subject, provider: name, isMailed: context.mail !== null }
    const origin = buildOrigin(sourceOf(request), userId)
    if (await inTransaction(db, (tx) => connectAccount(tx, origin, userId, account)))
      return sendPage(reply, connectedPage(name, `${PROFILE_PATH}?done=account_connected`))
    warn(request, slug, 'account of another person')
    return sendPage(reply.code(409), providerProblemPage(takenText(name)))
  }
}

const takenText = (name: string) =>
  t`This account of ${name} belongs to another person here, or you have connected another one. Disconnect that one first.`

const callbackUrl = ({ url }: FastifyRequest, baseUrl: string): URL => {
  const { pathname, search } = new URL(url, baseUrl)
  return new URL(`${pathname}${search}`, baseUrl)
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  error: unknown,
): FastifyReply {
  if (!(error instanceof ProviderError)) throw error
  const { name, slug } = provider.settings
  provider.lastFailure = { at: new Date(), reason: error.reason }
  warn(request, slug, error.message)
  const { status, text } = PROBLEMS[error.reason]
  return sendPage(reply.code(status), providerProblemPage(text(name)))
}

const warn = ({ log, ip }: FastifyRequest, provider: string, reason: string) =>
  log.warn({ event: 'sign_in_failed', provider, reason, address: ip }, 'sign-in failed')

const PROBLEMS: Record<
  ProviderError['reason'],
  { status: number; text: (name: string) => Sentence }
> = {
  unavailable: {
    status: 502,
    text: (name) => t`${name} does not answer at the moment. Try again later.`,
  },
  refused: { status: 401, text: (name) => t`${name} did not sign you in.` },
  invalid: {
    status: 401,
    text: (name) => t`The answer of ${name} cannot be verified. Try again.`,
  },
}

const EXPIRED =
  'This sign-in was begun in another browser, has expired or was finished already. Begin again.'

function refusalText(refusal: Refusal, name: string): Text {
  switch (refusal) {
    case 'unverified':
      return t`${name} has not verified your e-mail address. Verify it there, and sign in again.`
    case 'no_role':
      return 'You have no role here. Ask an owner to invite you.'
    case 'disabled':
      return 'An owner has disabled your access.'
    case 'not_connected':
      return t`A person with your e-mail address is here already. Sign in as before, and connect ${name} on your profile page.`
    case 'other_account':
      return t`Your e-mail address belongs to a person who signs in with another account of ${name}. Ask an owner.`
  }
}
