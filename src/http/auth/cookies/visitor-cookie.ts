// The cookie of an end user who is signed in on the portal. It is no session of staff, and never becomes one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'

const NAME = 'visitor'
/** As long as a session can last; the settings end it earlier. */
const MAX_AGE_SECONDS = 365 * 86_400

export const readVisitorCookie = (request: FastifyRequest, baseUrl: string) =>
  readCookie(request, baseUrl, NAME, 'visitor')

export const setVisitorCookie = (reply: FastifyReply, baseUrl: string, credential: string) =>
  setCookie(reply, baseUrl, NAME, { value: credential, maxAgeSeconds: MAX_AGE_SECONDS })

export const clearVisitorCookie = (reply: FastifyReply, baseUrl: string) =>
  setCookie(reply, baseUrl, NAME, { value: '', maxAgeSeconds: 0 })
