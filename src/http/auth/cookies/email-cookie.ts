// The cookie of a browser that asked for a mail to sign in: the code of the mail works with it only.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'

const NAME = 'email'
/** As long as a mail can wait. The code expires earlier. */
const MAX_AGE_SECONDS = 3600

export const readEmailCookie = (request: FastifyRequest, baseUrl: string) =>
  readCookie(request, baseUrl, NAME, 'code')

export const setEmailCookie = (reply: FastifyReply, baseUrl: string, credential: string) =>
  setCookie(reply, baseUrl, NAME, { value: credential, maxAgeSeconds: MAX_AGE_SECONDS })

export const clearEmailCookie = (reply: FastifyReply, baseUrl: string) =>
  setCookie(reply, baseUrl, NAME, { value: '', maxAgeSeconds: 0 })
