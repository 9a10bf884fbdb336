// OpenID Connect: what is sent to a provider, and which of its answers are believed.
import * as client from 'openid-client'
import { type Outgoing, OutgoingError } from '../../core/outgoing.ts'
import { isEmailAddress } from '../../core/values.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { type ProvenIdentity, type Provider, ProviderError } from './provider.ts'

export type Fetcher = Pick<Outgoing, 'fetch'>

const METADATA_LIFETIME_MS = 3_600_000
const TIMEOUT_SECONDS = 5

export function createProvider(settings: OidcSettings, outgoing: Fetcher): Provider {
  let known: { metadata: Promise<client.ServerMetadata>; until: number } | undefined
  const getMetadata = () => {
    if (known && performance.now() < known.until) return known.metadata
    const metadata = discover(settings, outgoing)
    known = { metadata, until: performance.now() + METADATA_LIFETIME_MS }
    // The next sign-in tries again.
    metadata.catch(() => {
      known = undefined
    })
    return metadata
  }
  return {
    settings,
    lastFailure: null,
    newSecrets: () => ({
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),
    begin: async (redirectUri, { state, nonce, verifier }, isProof) => {
      const config = configure(settings, await getMetadata(), outgoing)
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Providers that ignore the first may know the second, which also asks for the claim auth_time.
        ...(isProof && { prompt: 'login', max_age: '0' }),
      })
    },
    identify: async (callback, { state, nonce, verifier }) => {
      // A new one for each sign-in reads the keys again, so that a rotated key is known at once.
      const config = configure(settings, await getMetadata(), outgoing)
      try {
        const tokens = await client.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return await readIdentity(config, tokens, settings)
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Throws a ProviderError when the provider does not answer, or calls itself by another name. */
async function discover(settings: OidcSettings, outgoing: Fetcher): Promise<client.ServerMetadata> {
  try {
    return await readMetadata(settings, outgoing)
  } catch (error) {
    throw new ProviderError('unavailable', explain(error).message)
  }
}

/** Throws the errors of the package. */
export async function readMetadata(
  settings: OidcSettings,
  outgoing: Fetcher,
): Promise<client.ServerMetadata> {
  const { issuer, clientId, clientSecret } = settings
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isInsecure(settings) && { execute: [client.allowInsecureRequests] }),
    [client.customFetch]: toCustomFetch(outgoing),
  })
  return config.serverMetadata()
}

// The types of the package differ in what browsers have and Node.js has not.
const toCustomFetch =
  (outgoing: Fetcher): client.CustomFetch =>
  (url, options) =>
    outgoing.fetch(url, options as RequestInit)

// The settings allow it on this machine only.
const isInsecure = ({ issuer }: OidcSettings) => issuer.startsWith('http:')

export function configure(
  settings: OidcSettings,
  metadata: client.ServerMetadata,
  outgoing: Fetcher,
): client.Configuration {
  const { clientId, clientSecret, clientAuth } = settings
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const method =
    clientAuth ??
    (supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post')
  const config = new client.Configuration(
    metadata,
    clientId,
    clientSecret,
    method === 'client_secret_basic'
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret),
  )
  config.timeout = TIMEOUT_SECONDS
  config[client.customFetch] = toCustomFetch(outgoing)
  // Checks the signature of the ID token, also when it came over TLS.
  client.enableNonRepudiationChecks(config)
  if (isInsecure(settings)) client.allowInsecureRequests(config)
  return config
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>
type Claims = Record<string, unknown>

async function readIdentity(
  config: client.Configuration,
  tokens: Tokens,
  { groupsClaim }: OidcSettings,
): Promise<ProvenIdentity> {
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('invalid', 'The answer has no ID token.')
  const isComplete =
    claims.email !== undefined &&
    claims.email_verified !== undefined &&
    (groupsClaim === null || claims[groupsClaim] !== undefined)
  // Many providers send only the subject in the ID token.
  const more: Claims =
    !isComplete && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {}
  // The address and whether it is verified come from the same source.
  const source: Claims = claims.email !== undefined && !('email' in more) ? claims : more
  const { email } = source
  const name = claims.name ?? more.name
  const { amr } = claims as Claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && isEmailAddress(email) ? email : null,
    isEmailVerified: isVerified(source, claims.iss),
    name: typeof name === 'string' ? name.trim().slice(0, MAX_NAME) : '',
    groups: groupsClaim === null ? [] : textsOf(claims[groupsClaim] ?? more[groupsClaim]),
    hasSecondFactor: textsOf(amr).some((method) => SECOND_FACTORS.includes(method)),
    authenticatedAt: readTime(claims.auth_time),
  }
}

// Some providers send it as text.
const isTrue = (value: unknown) => [true, 'true', 1, '1'].includes(value as never)

/**
 * Microsoft Entra sends no email_verified. Its optional claim says that the owner of the domain is verified, without which anyone could
 * type the address of another organisation.
 */
const isVerified = ({ email_verified, xms_edov }: Claims, issuer: string) =>
  email_verified === undefined && issuer.startsWith('https://login.microsoftonline.com/')
    ? isTrue(xms_edov)
    : email_verified === true || email_verified === 'true'

/** Of seconds; a clock that is ahead proves nothing about later. */
const readTime = (seconds: unknown): Date | null =>
  typeof seconds === 'number' && seconds >= 0
    ? new Date(Math.min(seconds * 1000, Date.now()))
    : null

const MAX_NAME = 200

/** Authentication methods (RFC 8176) that prove more than a password. A text message does not. */
const SECOND_FACTORS = ['mfa', 'otp', 'hwk', 'swk', 'sc', 'fpt', 'face', 'iris']

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')

const UNAVAILABLE = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

function explain(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderError('refused', error.error.slice(0, 100))
  if (error instanceof client.ResponseBodyError)
    return new ProviderError('invalid', `token request: ${error.error.slice(0, 100)}`)
  const failed = findOutgoingError(error)
  if (failed) return new ProviderError('unavailable', failed.message)
  const { message, code } = error as Error & { code?: string }
  return new ProviderError(
    UNAVAILABLE.includes(code ?? '') ? 'unavailable' : 'invalid',
    [message, code].filter(Boolean).join(', '),
  )
}

/** The package wraps errors of requests in its own. */
export function findOutgoingError(error: unknown): OutgoingError | undefined {
  const { cause } = error as Error
  return [error, cause].find((one) => one instanceof OutgoingError)
}
