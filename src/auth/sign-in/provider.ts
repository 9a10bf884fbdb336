// What the service knows of an OpenID provider. oidc.ts implements it, and is loaded only where there is one.
import { createOutgoing, EVERYWHERE, type Outgoing } from '../../core/outgoing.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What the second half of a sign-in is compared with. */
export type ProviderExchange = { state: string; nonce: string; verifier: string }

/** Who the provider says that the person is. */
export type ProvenIdentity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string
  groups: string[]
  hasSecondFactor: boolean
  /** When the person last proved to the provider who they are; null when it does not say. */
  authenticatedAt: Date | null
}

export type Provider = {
  settings: OidcSettings
  newSecrets(): Omit<ProviderExchange, 'state'>
  /** Where the browser continues. The address leads back to `redirectUri`. For a proof the provider asks the person again. */
  begin(redirectUri: string, exchange: ProviderExchange, isProof: boolean): Promise<URL>
  /** Exchanges the code in the address that the browser came back to. */
  identify(callback: URL, exchange: ProviderExchange): Promise<ProvenIdentity>
  /** Of this process; null when it had none. */
  lastFailure: { at: Date; reason: ProviderError['reason'] } | null
}

/** `message` is for the log; it never contains a token or a claim. */
export class ProviderError extends Error {
  readonly reason: 'unavailable' | 'refused' | 'invalid'

  constructor(reason: ProviderError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const ofOperator = createOutgoing({ networks: EVERYWHERE })

/**
 * OIDC_PROVIDERS is the word of the operator, who may name any address. Not for settings that come with a request: they have no id
 * either.
 */
export const outgoingOf = ({ id }: OidcSettings, outgoing: Outgoing): Outgoing =>
  id === null ? ofOperator : outgoing
