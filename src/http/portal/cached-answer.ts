// Answers for programs that come again: an ETag of the bytes, and how long caches may keep them.
import type { FastifyReply } from 'fastify'
import { computeEtag, matchIfNoneMatch } from '../stages/etag.ts'

export type CachedAnswer = {
  type: string
  body: string | Buffer
  /** Null: it differs for each person, and no cache may keep it. */
  sharedSeconds: number | null
  /** Only informs: something older can be changed or deleted, which the ETag notices. */
  modified?: Date
}

export function sendCached(
  reply: FastifyReply,
  { type, body, sharedSeconds, modified }: CachedAnswer,
): FastifyReply {
  const tag = computeEtag(typeof body === 'string' ? Buffer.from(body) : body)
  reply.headers({
    etag: tag,
    // People who are signed in get something else at the same address.
    vary: 'cookie',
    'cache-control':
      sharedSeconds === null ? 'private, no-cache' : `public, max-age=${sharedSeconds}`,
    ...(modified && { 'last-modified': modified.toUTCString() }),
  })
  if (matchIfNoneMatch(reply.request, tag)) return reply.code(304).send()
  return reply.type(type).send(body)
}
