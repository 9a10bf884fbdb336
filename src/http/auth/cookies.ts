// Cookies that hold a credential. Scripts cannot read them, and on https they belong to this host alone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CredentialType, isCredential } from '../../auth/credentials.ts'

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

// With the prefix, browsers refuse a cookie of this name that another host or path sets.
const nameOf = (name: string, baseUrl: string) =>
  `${isSecure(baseUrl) ? '__Host-' : ''}earshot_${name}`

/** Undefined unless it has the form of such a credential. */
export function readCookie(
  { headers }: FastifyRequest,
  baseUrl: string,
  name: string,
  type: CredentialType,
): string | undefined {
  const prefix = `${nameOf(name, baseUrl)}=`
  const value = headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
  return value !== undefined && isCredential(type, value) ? value : undefined
}

// Lax: a link on another site, or a provider that sends the browser back, opens our pages with it.
export const setCookie = (
  reply: FastifyReply,
  baseUrl: string,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
) =>
  reply.header(
    'set-cookie',
    `${nameOf(name, baseUrl)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`,
  )
