// To an OpenID provider and back, for staff and for end users. What follows a proven identity is not decided here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audience } from '../../auth/sign-in/oidc-settings.ts'
import { type CodePurpose, createCode, useCode } from '../../auth/sign-in/one-time-codes.ts'
import {
  type ProvenIdentity,
  type Provider,
  ProviderError,
  type ProviderExchange,
} from '../../auth/sign-in/provider.ts'
import type { Context } from '../../context.ts'
import { scalarText } from '../../core/values.ts'
import type { Text } from '../../texts/html.ts'
import { type Sentence, t } from '../../texts/texts.ts'
import { browserOf, markBrowser } from './cookies/exchange-cookie.ts'
import { redirectUriOf } from './pages/oidc.ts'

/** What is kept between the two halves, by the hash of the state. */
type Kept = Omit<ProviderExchange, 'state'> & {
  provider: string
  /** An owner can change the provider between the two halves: the code belongs to the one before. */
  client: string
  browser: string
  returnTo: string
  /** The signed-in person who connects the account; null for a sign-in. */
  connectTo: number | null
}

/** A state of one audience is unknown to the other: its purpose is part of the key that encrypts it. */
const PURPOSES: Record<Audience, CodePurpose> = { staff: 'oidc', end_users: 'end_user_oidc' }

export type Exchange = {
  request: FastifyRequest
  reply: FastifyReply
  who: Audience
  provider: Provider
  pages: ExchangePages
}

/** The pages of the people who sign in: of the team, or of the portal. */
export type ExchangePages = {
  sendContinue(reply: FastifyReply, name: string, address: string): Promise<FastifyReply>
  sendProblem(reply: FastifyReply, problem: Text): Promise<FastifyReply>
}

const clientOf = ({ settings: { issuer, clientId } }: Provider) => `${issuer} ${clientId}`

/** For a proof, the provider asks the person again. */
export async function beginExchange(
  { db, reader: { baseUrl } }: Context,
  exchange: Exchange,
  { isProof, ...kept }: Pick<Kept, 'returnTo' | 'connectTo'> & { isProof: boolean },
): Promise<FastifyReply> {
  const { request, reply, who, provider } = exchange
  const { name, slug } = provider.settings
  const secrets = provider.newSecrets()
  const details: Kept = {
    ...secrets,
    ...kept,
    provider: slug,
    client: clientOf(provider),
    browser: markBrowser(request, reply, baseUrl),
  }
  const state = await createCode(db, PURPOSES[who], { details })
  try {
    const redirectUri = redirectUriOf(baseUrl, slug, who)
    const address = await provider.begin(redirectUri, { state, ...secrets }, isProof)
    return await exchange.pages.sendContinue(reply, name, address.href)
  } catch (error) {
    return sendProviderProblem(exchange, error)
  }
}

/** `accept` gets who the provider says that the person is, in the browser that began. */
export async function completeExchange(
  { db, reader: { baseUrl } }: Context,
  exchange: Exchange,
  accept: (
    account: ProvenIdentity,
    kept: Pick<Kept, 'returnTo' | 'connectTo'>,
  ) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request, reply, who, provider } = exchange
  const state = scalarText((request.query as Record<string, unknown>).state) ?? ''
  const kept = (await useCode(db, PURPOSES[who], state))?.details as Kept | undefined
  const isOurs =
    kept?.provider === provider.settings.slug &&
    kept.client === clientOf(provider) &&
    kept.browser === browserOf(request, baseUrl)
  if (!isOurs) {
    warnOfProvider(exchange, 'unknown state')
    return exchange.pages.sendProblem(reply.code(400), EXPIRED)
  }
  try {
    const { nonce, verifier } = kept
    const callback = callbackUrl(request, baseUrl)
    return await accept(await provider.identify(callback, { state, nonce, verifier }), kept)
  } catch (error) {
    return sendProviderProblem(exchange, error)
  }
}

const callbackUrl = ({ url }: FastifyRequest, baseUrl: string): URL => {
  const { pathname, search } = new URL(url, baseUrl)
  return new URL(`${pathname}${search}`, baseUrl)
}

async function sendProviderProblem(exchange: Exchange, error: unknown): Promise<FastifyReply> {
  if (!(error instanceof ProviderError)) throw error
  const { reply, provider, pages } = exchange
  provider.lastFailure = { at: new Date(), reason: error.reason }
  warnOfProvider(exchange, error.message)
  const { status, text } = PROBLEMS[error.reason]
  return pages.sendProblem(reply.code(status), text(provider.settings.name))
}

export const warnOfProvider = ({ request, provider }: Exchange, reason: string) =>
  request.log.warn(
    { event: 'sign_in_failed', provider: provider.settings.slug, reason, address: request.ip },
    'sign-in failed',
  )

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

export const EXPIRED =
  'This sign-in was begun in another browser, has expired or was finished already. Begin again.'
