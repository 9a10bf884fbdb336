// Single sign-on of staff: with an OpenID provider, and connecting an account of one.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProvenIdentity } from '../../auth/sign-in/provider.ts'
import { connectAccount } from '../../auth/sign-in/provider-accounts.ts'
import { type Refusal, signInWithProvider } from '../../auth/sign-in/provider-sign-in.ts'
import { buildOrigin } from '../../auth/sign-in/sign-in.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { scalarText } from '../../core/values.ts'
import type { Text } from '../../texts/html.ts'
import { t } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  connectedPage,
  continuePage,
  PROVIDER_PATHS,
  providerProblemPage,
  signedInPage,
} from './pages/oidc.ts'
import { codePage, PROFILE_PATH } from './pages/sign-in.ts'
import { CONFIRM_FIRST, findOwnProfile } from './profile.ts'
import {
  beginExchange,
  completeExchange,
  EXPIRED,
  type Exchange,
  type ExchangePages,
  warnOfProvider,
} from './provider-exchange.ts'
import { findProvider } from './providers.ts'
import { ownPath, refuseOtherSites, sendPage, sourceOf, startBrowserSession } from './sign-in.ts'

type Params = { Params: { provider: string } }

const PAGES: ExchangePages = {
  sendContinue: async (reply, name, address) => sendPage(reply, continuePage(name, address)),
  sendProblem: async (reply, problem) => sendPage(reply, providerProblemPage(problem)),
}

export function oidcRoutes(app: FastifyInstance, context: Context): void {
  const { db, reader } = context
  const exchangeOf = (request: FastifyRequest<Params>, reply: FastifyReply): Exchange => ({
    request,
    reply,
    who: 'staff',
    provider: findProvider(context, request.params.provider, 'staff'),
    pages: PAGES,
  })

  app.post<Params & { Body: Record<string, unknown> | undefined }>(
    `${PROVIDER_PATHS.staff}/:provider`,
    async (request, reply) => {
      const exchange = exchangeOf(request, reply)
      refuseOtherSites(request, reader.baseUrl)
      const isConnecting = scalarText(request.body?.connect) === 'true'
      const own = isConnecting ? await findOwnProfile(context, request) : undefined
      if (isConnecting && !own?.session.isConfirmed) throw new ApiError('forbidden', CONFIRM_FIRST)
      const { identity } = request.state
      return beginExchange(context, exchange, {
        returnTo: ownPath(request.body?.return_to),
        connectTo: isConnecting ? (identity?.userId ?? null) : null,
        // Who is signed in signs in again to prove who they are.
        isProof: Boolean(identity?.session),
      })
    },
  )

  app.get<Params>(`${PROVIDER_PATHS.staff}/:provider/callback`, async (request, reply) => {
    const exchange = exchangeOf(request, reply)
    return completeExchange(context, exchange, (account, { connectTo, returnTo }) =>
      connectTo === null
        ? signIn(exchange, account, returnTo)
        : connect(exchange, account, connectTo),
    )
  })

  async function signIn(
    exchange: Exchange,
    account: ProvenIdentity,
    returnTo: string,
  ): Promise<FastifyReply> {
    const { request, reply } = exchange
    const { settings } = exchange.provider
    const rules = { ...settings, hasMail: context.mail !== null }
    const source = sourceOf(request, reader.baseUrl)
    const result = await signInWithProvider(db, account, rules, source)
    switch (result.type) {
      case 'signed_in': {
        const path = await startBrowserSession(context, { request, reply }, result, returnTo)
        return sendPage(reply, signedInPage(path))
      }
      case 'code_needed':
        return sendPage(reply, codePage(result.continuation, returnTo))
      case 'not_allowed':
        warnOfProvider(exchange, result.refusal)
        return sendPage(
          reply.code(403),
          providerProblemPage(refusalText(result.refusal, settings.name)),
        )
      default:
        throw new Error(`A provider's sign-in cannot be ${result.type}.`)
    }
  }

  /** The person who began it is still signed in, in this browser. */
  async function connect(
    exchange: Exchange,
    { issuer, subject }: ProvenIdentity,
    userId: number,
  ): Promise<FastifyReply> {
    const { request, reply, provider } = exchange
    const { name } = provider.settings
    const { identity } = request.state
    if (!identity?.session || identity.userId !== userId)
      return sendPage(reply.code(400), providerProblemPage(EXPIRED))
    const account = { issuer, subject, provider: name, isMailed: context.mail !== null }
    const origin = buildOrigin(sourceOf(request), userId)
    if (await inTransaction(db, (tx) => connectAccount(tx, origin, userId, account)))
      return sendPage(reply, connectedPage(name, `${PROFILE_PATH}?done=account_connected`))
    warnOfProvider(exchange, 'account of another person')
    return sendPage(reply.code(409), providerProblemPage(takenText(name)))
  }
}

const takenText = (name: string) =>
  t`This account of ${name} belongs to another person here, or you have connected another one. Disconnect that one first.`

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
