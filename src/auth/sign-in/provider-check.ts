// Whether an OpenID provider can be used as it is set up, and what is wrong. Nobody signs in.
import * as client from 'openid-client'
import { configure, type Fetcher, findOutgoingError, readMetadata } from './oidc.ts'
import type { OidcSettings } from './oidc-settings.ts'

export const CHECK_PROBLEMS = [
  'unreachable',
  'not_openid',
  'issuer',
  'endpoints',
  'clock',
  'client',
] as const

export type ProviderProblem = { code: (typeof CHECK_PROBLEMS)[number]; message: string }

export type ProviderCheck = {
  /** Empty when it can be used. */
  problems: ProviderProblem[]
  /** What the provider says; null without its metadata. */
  metadata: client.ServerMetadata | null
  /** How far its clock is ahead; null when it does not say. */
  clockSkewSeconds: number | null
  /** Whether the provider knows the client and its secret; unknown where it does not say before there is a code. */
  client: 'accepted' | 'refused' | 'unknown'
}

/** ID tokens are refused when clocks differ by more. */
const MAX_SKEW_SECONDS = 30

const REQUIRED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

export async function checkProvider(
  settings: OidcSettings,
  redirectUri: string,
  outgoing: Fetcher,
): Promise<ProviderCheck> {
  const answer: Answer = { status: null, skewSeconds: null }
  try {
    const metadata = await readMetadata(settings, noteAnswer(answer, outgoing))
    const problems = [...checkEndpoints(metadata), ...checkClock(answer)]
    const known =
      metadata.token_endpoint === undefined
        ? 'unknown'
        : await checkClient({ settings, metadata, redirectUri, outgoing })
    if (known === 'refused')
      problems.push({
        code: 'client',
        message:
          'The provider does not accept the client id with this client secret. Copy both from the client that is registered there.',
      })
    return { problems, metadata, clockSkewSeconds: answer.skewSeconds, client: known }
  } catch (error) {
    const problems = [explain(error, settings.issuer, answer), ...checkClock(answer)]
    return { problems, metadata: null, clockSkewSeconds: answer.skewSeconds, client: 'unknown' }
  }
}

type Answer = { status: number | null; skewSeconds: number | null }

const noteAnswer = (answer: Answer, outgoing: Fetcher): Fetcher => ({
  async fetch(url, options) {
    const response = await outgoing.fetch(url, options)
    const time = Date.parse(response.headers.get('date') ?? '')
    answer.status = response.status
    answer.skewSeconds = Number.isNaN(time) ? null : Math.round((time - Date.now()) / 1000)
    return response
  },
})

const checkEndpoints = (metadata: client.ServerMetadata): ProviderProblem[] => {
  const missing = REQUIRED.filter((name) => typeof metadata[name] !== 'string')
  return missing.length === 0
    ? []
    : [
        {
          code: 'endpoints',
          message: `The metadata of the provider lack ${missing.join(', ')}. Sign-in needs a provider with the authorization code flow.`,
        },
      ]
}

const checkClock = ({ skewSeconds }: Answer): ProviderProblem[] =>
  skewSeconds === null || Math.abs(skewSeconds) <= MAX_SKEW_SECONDS
    ? []
    : [
        {
          code: 'clock',
          message: `The clock of the provider is ${Math.abs(skewSeconds)} seconds ${skewSeconds > 0 ? 'ahead of' : 'behind'} the clock of this server. They may differ by ${MAX_SKEW_SECONDS} seconds; synchronise both with NTP.`,
        },
      ]

/** Asks for tokens with a code that cannot exist. Providers check the client first. */
async function checkClient({
  settings,
  metadata,
  redirectUri,
  outgoing,
}: {
  settings: OidcSettings
  metadata: client.ServerMetadata
  redirectUri: string
  outgoing: Fetcher
}): Promise<ProviderCheck['client']> {
  try {
    await client.genericGrantRequest(
      configure(settings, metadata, outgoing),
      'authorization_code',
      {
        code: client.randomState(),
        redirect_uri: redirectUri,
        code_verifier: client.randomPKCECodeVerifier(),
      },
    )
  } catch (error) {
    // A provider whose endpoints must not be reached cannot be used.
    if (findOutgoingError(error)?.code === 'address_refused') throw error
    if (error instanceof client.WWWAuthenticateChallengeError) return 'refused'
    if (!(error instanceof client.ResponseBodyError)) return 'unknown'
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return 'refused'
    return error.error === 'invalid_grant' ? 'accepted' : 'unknown'
  }
  return 'unknown'
}

const DISCOVERY = '/.well-known/openid-configuration'

function explain(error: unknown, issuer: string, { status }: Answer): ProviderProblem {
  const { message, code, cause } = error as Error & { code?: string }
  const refused = findOutgoingError(error)
  if (refused?.code === 'address_refused') return { code: 'unreachable', message: refused.message }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    const { body } = (cause ?? {}) as { body?: { issuer?: unknown } }
    return {
      code: 'issuer',
      message: `The provider calls itself ${String(body?.issuer).slice(0, 200)}, not ${issuer}. Use its own name as the issuer.`,
    }
  }
  if (status !== null)
    return {
      code: 'not_openid',
      message: `${issuer} does not answer as an OpenID provider: ${DISCOVERY} has the status ${status}${status === 200 ? ' and no valid metadata' : ''}. Is the issuer complete?`,
    }
  return {
    code: 'unreachable',
    message: `${issuer} does not answer (${reasonOf(error) ?? code ?? message}).`,
  }
}

/** The code of the system, such as ECONNREFUSED, which can be some causes deep. */
function reasonOf(error: unknown, depth = 0): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (depth > 4 || error === undefined || error === null) return undefined
  const deeper = reasonOf(cause, depth + 1)
  return deeper ?? (typeof code === 'string' && code !== '' ? code : undefined)
}
