// Sends pages of the portal.
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { renderPage } from '../../../portal/frame.ts'
import type { Look } from '../../../portal/look.ts'
import { lookStyle } from '../../../portal/look-style.ts'
import { errorPage, type PageError } from '../../../portal/pages/error.ts'
import { notFoundPage } from '../../../portal/pages/not-found.ts'
import type { PortalPage, View } from '../../../portal/view.ts'
import { encodeUtf8 } from '../operation.ts'
import { portalHeaders } from '../responses/secure-headers.ts'
import { computeEtag, matchIfNoneMatch } from '../stages/etag.ts'
import type { RenderedPage } from './page-cache.ts'
import { forgetLastChange, type Portal, viewOf } from './visit.ts'

/** A shared cache may answer strangers for so long. */
const SHARED_SECONDS = 5
const PUBLIC = `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`

// Isolation makes browsers start another process for the page, a third of the time until it is drawn. There is nothing to isolate
// in what everybody can read.
const PUBLIC_HEADERS = { 'cross-origin-opener-policy': 'unsafe-none' }

export const sendPortalPage = async (
  reply: FastifyReply,
  page: PortalPage,
  view: View,
): Promise<FastifyReply> => sendRendered(reply, renderPortalPage(reply, page, view))

export function renderPortalPage(reply: FastifyReply, page: PortalPage, view: View): RenderedPage {
  if (view.lastChange !== null) forgetLastChange(reply, view)
  const body = encodeUtf8(renderPage(page, view))
  const isPublic = isForEverybody(reply, page, view)
  return {
    body,
    headers: {
      ...portalHeaders(styleHashOf(view.look)),
      ...(isPublic && PUBLIC_HEADERS),
      vary: 'cookie, accept-language',
      'cache-control': isPublic ? PUBLIC : isKept(reply, page) ? 'private, no-cache' : 'no-store',
      'content-type': 'text/html; charset=utf-8',
    },
    etag: isKept(reply, page) ? computeEtag(body) : null,
    isPublic,
  }
}

export function sendRendered(
  reply: FastifyReply,
  { body, headers, etag }: RenderedPage,
): FastifyReply {
  reply.headers(headers)
  if (etag !== null) {
    reply.header('etag', etag)
    if (matchIfNoneMatch(reply.request, etag)) return reply.code(304).send()
  }
  return reply.send(body)
}

const isKept = ({ statusCode }: FastifyReply, { isSecret }: PortalPage) =>
  statusCode === 200 && !isSecret

const isForEverybody = (reply: FastifyReply, page: PortalPage, { visitor, preview }: View) =>
  isKept(reply, page) && !visitor && !preview && !page.isPrivate && !reply.hasHeader('set-cookie')

/** Of a sign-in or a link of a mail: the page says nowhere what its address is. */
export const sendSecretPage = (
  portal: Portal,
  reply: FastifyReply,
  page: PortalPage,
  path = '/',
): Promise<FastifyReply> => {
  const view = { ...viewOf(portal, reply.request, reply), path, signInPath: null }
  return sendPortalPage(reply, page, view)
}

/** Needs nothing but the request: the database can be away. */
export const sendErrorPage = (
  portal: Portal,
  reply: FastifyReply,
  error: PageError,
): Promise<FastifyReply> => {
  const view = viewOf(portal, reply.request, reply)
  // A form would come back to where it was sent from.
  const isForm = reply.request.method !== 'GET' && reply.request.method !== 'HEAD'
  const shown = isForm ? { ...view, path: '/', signInPath: null } : view
  return sendPortalPage(reply, error.status === 404 ? notFoundPage(shown) : errorPage(error), shown)
}

/** Also for what the visitor may not see: they do not learn that it exists. */
export const sendNotFound = (reply: FastifyReply, view: View): Promise<FastifyReply> =>
  sendPortalPage(reply.code(404), notFoundPage(view), view)

/** The policy of the pages allows this style in the page, and no other. */
const styleHashOf = (look: Look): string => hash('sha256', lookStyle(look), 'base64')
