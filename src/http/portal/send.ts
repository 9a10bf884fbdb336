// Sends pages of the portal.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { renderPage } from '../../../portal/frame.ts'
import type { Look } from '../../../portal/look.ts'
import { lookStyle } from '../../../portal/look-style.ts'
import { notFoundPage } from '../../../portal/pages/not-found.ts'
import type { PortalPage, View } from '../../../portal/view.ts'
import { encodeUtf8 } from '../operation.ts'
import { portalHeaders } from '../responses/secure-headers.ts'
import { computeEtag, matchIfNoneMatch } from '../stages/etag.ts'

/** A shared cache may answer strangers for so long. */
const SHARED_SECONDS = 5

export async function sendPortalPage(
  reply: FastifyReply,
  page: PortalPage,
  view: View,
): Promise<FastifyReply> {
  reply
    .headers(portalHeaders(styleHashOf(view.look)))
    .header('vary', 'cookie, accept-language')
    .header('cache-control', cacheControlOf(reply, page, view))
    .type('text/html; charset=utf-8')
  const body = encodeUtf8(renderPage(page, view))
  if (reply.statusCode === 200) {
    const tag = computeEtag(body)
    reply.header('etag', tag)
    if (matchIfNoneMatch(reply.request, tag)) return reply.code(304).send()
  }
  return reply.send(body)
}

function cacheControlOf(reply: FastifyReply, { isPrivate }: PortalPage, { visitor }: View): string {
  if (reply.statusCode !== 200) return 'no-store'
  return visitor || isPrivate || reply.hasHeader('set-cookie')
    ? 'private, no-cache'
    : `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`
}

/** Also for what the visitor may not see: they do not learn that it exists. */
export const sendNotFound = (reply: FastifyReply, view: View): Promise<FastifyReply> =>
  sendPortalPage(reply.code(404), notFoundPage(view), view)

const hashes = new WeakMap<Look, string>()

/** The policy of the pages allows this style in the page, and no other. */
function styleHashOf(look: Look): string {
  const known = hashes.get(look)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(lookStyle(look)).digest('base64')
  hashes.set(look, hash)
  return hash
}
