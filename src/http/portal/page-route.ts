// Pages answer people: what is missing, and what they must sign in for, has a page of its own.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { sendNotFound } from './send.ts'
import { type Portal, viewOf } from './visit.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export const pageRoute =
  (portal: Portal, handle: Handler): Handler =>
  async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const view = viewOf(portal, request, reply)
      // A form comes back to the page that it was on, where people send it again.
      if (error.kind === 'unauthorized' && view.signInPath !== null)
        return reply.redirect(view.signInPath, 303)
      if (error.kind === 'not_found' || error.kind === 'unauthorized')
        return sendNotFound(reply, view)
      throw error
    }
  }

/** The address without its query differs from the one that the page has: 301, so that links and search engines follow. */
export function redirectToCanonical(
  request: FastifyRequest,
  reply: FastifyReply,
  canonical: string,
): FastifyReply | undefined {
  const [path = '', query] = request.url.split('?', 2)
  return isSamePath(path, canonical)
    ? undefined
    : reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 301)
}

const isSamePath = (one: string, other: string) => decoded(one) === decoded(other)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
