// OpenID providers for tests: a real one, and a small one whose ID tokens can be wrong.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { onCleanup } from './cleanup.ts'
import { BASE_URL } from './service.ts'

export const CLIENT = { client_id: 'earshot', client_secret: 'a-secret-of-the-client' }

export type Account = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  groups?: string[]
  amr?: string[]
}

async function listen(handle: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export type RealProvider = {
  issuer: string
  /** Who has an account, and signs in without being asked. */
  signInAs(account: Account): void
  rotateKeys(): Promise<void>
  /** Accepts another redirect URI. */
  allow(redirectUri: string): Promise<void>
  /** From the authorization address to the address that the browser is sent back to. */
  visit(address: string): Promise<string>
}

/** A provider of the package oidc-provider. It has one client, whose redirect URIs are those of these names. */
export async function startProvider(...names: string[]): Promise<RealProvider> {
  const redirectUris = names.flatMap((name) => [
    `${BASE_URL}/admin/oidc/${name}/callback`,
    `${BASE_URL}/sign-in/with/${name}/callback`,
  ])
  let handle: RequestListener = (_, response) => response.end()
  const { address: issuer } = await listen((request, response) => handle(request, response))
  let account: Account = { sub: 'nobody' }

  const start = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
    const provider = new Provider(issuer, {
      ...CONFIGURATION,
      jwks: { keys: [key] } as NonNullable<Configuration['jwks']>,
      clients: [{ ...CLIENT, redirect_uris: redirectUris }],
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...account, sub }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId as string,
          accountId: oidc.session?.accountId as string,
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response)
      const login = { accountId: account.sub, ...(account.amr && { amr: account.amr }) }
      void provider.interactionFinished(request, response, { login })
    }
  }
  await start()

  return {
    issuer,
    signInAs: (person) => {
      account = person
    },
    rotateKeys: start,
    allow: (redirectUri) => {
      redirectUris.push(redirectUri)
      return start()
    },
    visit: async (address) => {
      const cookies = new Map<string, string>()
      let next = address
      while (next.startsWith(issuer)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
        next = new URL(location, next).href
      }
      return next
    },
  }
}

const CONFIGURATION: Configuration = {
  claims: {
    openid: ['sub', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['name', 'groups'],
  },
  cookies: { keys: ['a key of the test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600 },
}

export type SmallProvider = {
  issuer: string
  /** Changes the claims of the next ID tokens. */
  claims: (right: JWTPayload) => JWTPayload
  /** Signs with a key that is not published. */
  hasOtherKey: boolean
  /** The issuer in the metadata. */
  calledIssuer: string
  /** Changes the other metadata. */
  metadata: (right: object) => object
  /** The time on its clock, in the header Date; null for the right one. */
  clock: Date | null
  /** How often the metadata were read. */
  discoveries: number
  isSilent: boolean
  status: number
  /** The nonce of the request, which the ID token repeats. */
  nonce: string
}

/** Answers every code with an ID token for the person `sub: small`, `small@staff.test`. */
export async function startSmallProvider(): Promise<SmallProvider> {
  const [published, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const { address: issuer } = await listen(async (request, response) => {
    const json = (body: object) =>
      response
        .writeHead(state.status, {
          'content-type': 'application/json',
          ...(state.clock && { date: state.clock.toUTCString() }),
        })
        .end(JSON.stringify(body))
    if (state.isSilent) return
    switch (request.url) {
      case '/.well-known/openid-configuration':
        state.discoveries += 1
        return json(
          state.metadata({
            issuer: state.calledIssuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
            id_token_signing_alg_values_supported: ['RS256'],
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
          }),
        )
      case '/keys':
        return json({
          keys: [{ ...(await exportJWK(published.publicKey)), alg: 'RS256', kid: '1' }],
        })
      case '/token': {
        const now = Math.floor(Date.now() / 1000)
        const right = {
          iss: issuer,
          aud: CLIENT.client_id,
          sub: 'small',
          nonce: state.nonce,
          iat: now,
          exp: now + 300,
          email: 'small@staff.test',
          email_verified: true,
        }
        const idToken = await new SignJWT(state.claims(right))
          .setProtectedHeader({ alg: 'RS256', kid: '1' })
          .sign((state.hasOtherKey ? other : published).privateKey)
        return json({ access_token: 'x', token_type: 'Bearer', id_token: idToken })
      }
    }
    response.writeHead(404).end()
  })
  const state: SmallProvider = {
    issuer,
    claims: (right) => right,
    hasOtherKey: false,
    calledIssuer: issuer,
    metadata: (right) => right,
    clock: null,
    discoveries: 0,
    isSilent: false,
    status: 200,
    nonce: '',
  }
  return state
}
