// The cookie of a browser in which somebody signed in. It gives no rights: strangers cannot delay such a browser.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashCredential } from '../../../auth/credentials.ts'
import { DEVICE_DAYS } from '../../../auth/sign-in/devices.ts'
import { readCookie, setCookie } from './cookies.ts'

const NAME = 'device'

/** A hash of the cookie; undefined without one. */
export function readDeviceCookie(request: FastifyRequest, baseUrl: string): Buffer | undefined {
  const value = readCookie(request, baseUrl, NAME, 'device')
  return value === undefined ? undefined : hashCredential(value)
}

export const setDeviceCookie = (reply: FastifyReply, baseUrl: string, value: string) =>
  setCookie(reply, baseUrl, NAME, { value, maxAgeSeconds: DEVICE_DAYS * 86_400 })
