// The cookie that holds a session, and from where a browser may send it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'

const NAME = 'session'
/** As long as a session can last. */
const MAX_AGE_SECONDS = 90 * 86_400

export const readSessionCookie = (request: FastifyRequest, baseUrl: string) =>
  readCookie(request, baseUrl, NAME, 'session')

export const setSessionCookie = (reply: FastifyReply, baseUrl: string, credential: string) =>
  setCookie(reply, baseUrl, NAME, { value: credential, maxAgeSeconds: MAX_AGE_SECONDS })

export const clearSessionCookie = (reply: FastifyReply, baseUrl: string) =>
  setCookie(reply, baseUrl, NAME, { value: '', maxAgeSeconds: 0 })

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

/** Whether the browser says that one of our own pages sent the request. Undefined when it says nothing. */
export function isSameOrigin(request: FastifyRequest, baseUrl: string): boolean | undefined {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && isSafe(request.method))
  if (origin === undefined) return undefined
  const { protocol } = new URL(baseUrl)
  return origin === new URL(baseUrl).origin || origin === `${protocol}//${host}`
}

/** The browser adds the cookie to requests of any site: only our own pages may use it. */
export const mayUseCookie = (request: FastifyRequest, baseUrl: string): boolean =>
  isSameOrigin(request, baseUrl) ?? isSafe(request.method)
