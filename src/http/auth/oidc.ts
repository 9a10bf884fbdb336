// Single sign-on: to an OpenID provider and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Exchange, newSecrets, type Provider, ProviderError } from '../../auth/oidc.ts'
import { createCode, useCode } from '../../auth/one-time-codes.ts'
import { type Refusal, signInWithProvider } from '../../auth/provider-sign-in.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import { browserOf, markBrowser } from './exchange-cookie.ts'
import { continuePage, OIDC_PATH, providerProblemPage, signedInPage } from './pages/oidc.ts'
import { codePage } from './pages/sign-in.ts'
import { callerOf, ownPath, refuseOtherSites, sendPage, startBrowserSession } from './sign-in.ts'

type Params = { Params: { provider: string } }

/** What is kept between the two halves, by the hash of the state. */
type Kept = Omit<Exchange, 'state'> & { provider: string; browser: string; returnTo: string }

export function oidcRoutes(app: FastifyInstance, context: Context): void {
  const { db, reader, providers } = context
  const find = ({ provider }: Params['Params']): Provider => {
    const found = providers.find(({ settings }) => settings.slug === provider)
    if (!found) throw new ApiError('not_found', 'No such provider.')
    return found
  }

  app.post<Params & { Body: Record<string, unknown> | undefined }>(
    `${OIDC_PATH}/:provider`,
    async (request, reply) => {
      const provider = find(request.params)
      refuseOtherSites(request, reader.baseUrl)
      const { name, slug } = provider.settings
      const secrets = newSecrets()
      const details: Kept = {
        ...secrets,
        provider: slug,
        browser: markBrowser(request, reply, reader.baseUrl),
        returnTo: ownPath(request.body?.return_to),
      }
      const state = await createCode(db, 'oidc', { details })
      try {
        const exchange = { state, ...secrets }
        const address = await provider.begin(redirectUri(reader.baseUrl, slug), exchange)
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
        const exchange: Exchange = { state, nonce: kept.nonce, verifier: kept.verifier }
        const account = await provider.identify(callbackUrl(request, reader.baseUrl), exchange)
        const result = await signInWithProvider(db, account, settings, callerOf(request))
        switch (result.type) {
          case 'signed_in': {
            const path = await startBrowserSession(context, reply, result, kept.returnTo)
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
}

/** From the configured address, never from the request: the provider compares it with the registered one. */
const redirectUri = (baseUrl: string, slug: string) => `${baseUrl}${OIDC_PATH}/${slug}/callback`

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
  { status: number; text: (name: string) => string }
> = {
  unavailable: {
    status: 502,
    text: (name) => `${name} does not answer at the moment. Try again later.`,
  },
  refused: { status: 401, text: (name) => `${name} did not sign you in.` },
  invalid: {
    status: 401,
    text: (name) => `The answer of ${name} cannot be verified. Try again.`,
  },
}

const EXPIRED =
  'This sign-in was begun in another browser, has expired or was finished already. Begin again.'

function refusalText(refusal: Refusal, name: string): string {
  switch (refusal) {
    case 'unverified':
      return `${name} has not verified your e-mail address. Verify it there, and sign in again.`
    case 'no_role':
      return 'You have no role here. Ask an owner to invite you.'
    case 'disabled':
      return 'An owner has disabled your access.'
    case 'other_account':
      return `Your e-mail address belongs to a person who signs in with another account of ${name}. Ask an owner.`
  }
}
