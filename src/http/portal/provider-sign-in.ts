// Signing in on the portal with an OpenID provider. The paths, states and sessions are not those of staff.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  notSignedInPage,
  providerContinuePage,
  providerStartPage,
} from '../../../portal/pages/sign-in.ts'
import { type EndUserRefusal, signInEndUser } from '../../auth/end-users/provider-sign-in.ts'
import type { ProvenIdentity } from '../../auth/sign-in/provider.ts'
import type { Text } from '../../texts/html.ts'
import { t } from '../../texts/texts.ts'
import { PROVIDER_PATHS } from '../auth/pages/oidc.ts'
import {
  beginExchange,
  completeExchange,
  type Exchange,
  warnOfProvider,
} from '../auth/provider-exchange.ts'
import { findProvider } from '../auth/providers.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { adoptGuestContributions, startVisit, visitorPath } from '../auth/visitor-sign-in.ts'
import { sendSecretPage } from './send.ts'
import type { Portal } from './visit.ts'

type Params = { Params: { provider: string } }

export function providerSignInRoutes(app: FastifyInstance, portal: Portal): void {
  const { context } = portal
  const { db, reader } = context
  const sendProblem = (reply: FastifyReply, problem: Text) =>
    sendSecretPage(portal, reply, notSignedInPage(problem, true))
  const path = `${PROVIDER_PATHS.end_users}/:provider`
  const exchangeOf = (request: FastifyRequest<Params>, reply: FastifyReply): Exchange => ({
    request,
    reply,
    who: 'end_users',
    provider: findProvider(context, request.params.provider, 'end_users'),
    pages: {
      sendContinue: (to, name, address) =>
        sendSecretPage(portal, to, providerContinuePage(name, address)),
      sendProblem,
    },
  })

  // For links. What begins a sign-in is a form: a page of another site cannot send it.
  app.get<Params & { Querystring: { return_to?: unknown } }>(path, async (request, reply) => {
    const { settings } = findProvider(context, request.params.provider, 'end_users')
    const { name, slug } = settings
    const provider = { name, path: `${PROVIDER_PATHS.end_users}/${slug}` }
    const returnTo = visitorPath(request.query.return_to)
    return sendSecretPage(portal, reply, providerStartPage(provider, returnTo))
  })

  app.post<Params & { Body: Record<string, unknown> | undefined }>(path, async (request, reply) => {
    const exchange = exchangeOf(request, reply)
    refuseOtherSites(request, reader.baseUrl)
    return beginExchange(context, exchange, {
      returnTo: visitorPath(request.body?.return_to),
      connectTo: null,
      isProof: false,
    })
  })

  app.get<Params>(`${path}/callback`, async (request, reply) => {
    const exchange = exchangeOf(request, reply)
    return completeExchange(context, exchange, (account, { returnTo }) =>
      signIn(exchange, account, returnTo),
    )
  })

  async function signIn(
    exchange: Exchange,
    account: ProvenIdentity,
    returnTo: string,
  ): Promise<FastifyReply> {
    const { request, reply, provider } = exchange
    const signedIn = await signInEndUser(db, account, provider.settings, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
      sessionDays: context.settings.portal_session_days,
      confirms: adoptGuestContributions,
    })
    if ('refusal' in signedIn) {
      warnOfProvider(exchange, signedIn.refusal)
      const problem = refusalText(signedIn.refusal, provider.settings.name)
      return sendProblem(reply.code(403), problem)
    }
    await startVisit(context, { request, reply }, signedIn.credential)
    return reply.redirect(returnTo, 303)
  }
}

function refusalText(refusal: EndUserRefusal, name: string): Text {
  switch (refusal) {
    case 'unverified':
      return t`${name} has not verified your e-mail address. Verify it there, and sign in again.`
    case 'blocked':
      return 'Your access is blocked.'
    case 'other_account':
      return t`Your e-mail address belongs to a person who signs in with another account of ${name}. Sign in with that account, or ask the team of this site.`
  }
}
