// People of the portal: the single sign-on tokens of a customer's application, sessions, and applications that they allow.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Answer, BASE_URL, type Sent, type TestService } from './service.ts'
import { cookieOf, submit } from './staff.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const seconds = () => Math.floor(Date.now() / 1000)

let people = 0

export type Portal = {
  /** A token as the customer's application makes it. */
  sign(claims: object): string
  /** What the application says about somebody new. */
  somebody(more?: object): { guid: string; email: string; display_name: string; exp: number }
  /** The cookie of a new session. */
  signIn(claims?: object): Promise<string>
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  /** The path is relative to /api/end_users. Without a token it is a stranger's. */
  get(path: string, token?: string | null): Promise<Answer>
  post(path: string, body: unknown, token?: string | null): Promise<Answer>
  put(path: string, body: unknown, token?: string | null): Promise<Answer>
  delete(path: string, token?: string | null, body?: unknown): Promise<Answer>
}

export async function aPortal(at: TestService): Promise<Portal> {
  const { key } = await at.made('/sso_keys', { name: `Website ${randomBytes(4).toString('hex')}` })
  const sign = (claims: object) => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const somebody = (more: object = {}) => {
    people += 1
    const name = `person-${people}-${randomBytes(4).toString('hex')}`
    return {
      guid: name,
      email: `${name}@customer.test`,
      display_name: `Ann ${people}`,
      exp: seconds() + 300,
      ...more,
    }
  }
  const call = (method: string, path: string, sent: Sent = {}) =>
    at.call(method, `/api/end_users${path}`, { token: null, ...sent })
  return {
    sign,
    somebody,
    signIn: async (claims = somebody()) => {
      const answer = await at.get(`//?sso=${sign(claims)}`, { token: null })
      if (answer.status !== 303) throw new Error(answer.text)
      return cookieOf(answer)
    },
    call,
    get: (path, token = null) => call('GET', path, { token }),
    post: (path, body, token = null) => call('POST', path, { token, body }),
    put: (path, body, token = null) => call('PUT', path, { token, body }),
    delete: (path, token = null, body = undefined) =>
      call('DELETE', path, { token, ...(body !== undefined && { body }) }),
  }
}

export const REDIRECT = 'com.example.app:/callback'

export const pkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type TokenAnswer = { access_token: string; refresh_token: string; expires_in: number }

/** The person of the cookie allows the application, which gets its tokens. */
export async function allowApplication(
  at: TestService,
  cookie: string,
  key: string,
  secret?: string,
): Promise<TokenAnswer> {
  const { verifier, challenge } = pkce()
  const asked = {
    response_type: 'code',
    client_id: key,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'x',
  }
  const allowed = await submit(
    at,
    '/api/v2/oauth/authorize',
    { ...asked, decision: 'allow' },
    { cookie, origin: BASE_URL },
  )
  const code = new URL(allowed.headers.location ?? '').searchParams.get('code')
  if (!code) throw new Error(`${allowed.status} ${allowed.headers.location}`)
  const { status, text, body } = await submit(at, '/api/v2/oauth/token', {
    grant_type: 'authorization_code',
    client_id: key,
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...(secret !== undefined && { client_secret: secret }),
  })
  if (status !== 200) throw new Error(text)
  return body
}
