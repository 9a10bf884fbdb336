// The cookie that binds a sign-in with a provider to the browser that began it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { generateCredential, hashCredential } from '../../auth/credentials.ts'
import { readCookie, setCookie } from './cookies.ts'

const MAX_AGE_SECONDS = 600

const NAME = 'oidc'

/** A hash of the cookie; undefined without one. */
export function browserOf(request: FastifyRequest, baseUrl: string): string | undefined {
  const value = readCookie(request, baseUrl, NAME, 'code')
  return value === undefined ? undefined : hashCredential(value).toString('hex')
}

/** Keeps a cookie that the browser has: it can sign in in several tabs. Returns its hash. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const value = readCookie(request, baseUrl, NAME, 'code') ?? generateCredential('code')
  setCookie(reply, baseUrl, { name: NAME, value, maxAgeSeconds: MAX_AGE_SECONDS })
  return hashCredential(value).toString('hex')
}
