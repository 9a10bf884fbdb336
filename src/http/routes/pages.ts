// The pages that the URLs in records lead to: portal_url, redirect_url and avatar_url.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { visitorSignInAddress } from '../auth/pages/visitor-sign-in.ts'
import { canSignIn, visitorSignInRoutes } from '../auth/visitor-sign-in.ts'
import { accessOf, addVisitors } from '../auth/visitors.ts'
import { avatar } from '../pages/avatar.ts'
import { errorPage } from '../pages/error.ts'
import type { Page } from '../pages/html.ts'
import { forumPage, homePage, portalPath, suggestionPage } from '../pages/portal.ts'
import { readTheme, renderFor } from '../pages/reading.ts'
import { requireAudience } from '../portal/audience.ts'
import { addPreviews } from '../portal/preview.ts'
import { PAGE_HEADERS, VISITOR_HEADERS } from '../responses/secure-headers.ts'

type Params = { Params: { id: string } }

export function pageRoutes(app: FastifyInstance, context: Context): void {
  const { reader } = context
  addVisitors(app, context)
  addPreviews(app, context)
  requireAudience(app, context)
  visitorSignInRoutes(app, context)
  const send = createSender(context)
  app.get('/', async (request, reply) =>
    send(reply, await homePage(reader, await accessOf(context, request))),
  )
  app.get<Params & { Querystring: { page?: unknown } }>('/forums/:id', async (request, reply) => {
    const number = Math.max(1, parseId(scalarText(request.query.page)) ?? 1)
    const access = await accessOf(context, request)
    return send(reply, await forumPage(reader, idOf(request.params), number, access))
  })
  app.get<Params>('/forums/:forum/suggestions/:id', async (request, reply) => {
    const access = await accessOf(context, request)
    const result = await suggestionPage(reader, idOf(request.params), access)
    return result && 'movedTo' in result
      ? reply.redirect(result.movedTo)
      : send(reply, result?.body)
  })
  app.get<Params>('/suggestions/:id', async (request, reply) => {
    const path = await portalPath(reader, idOf(request.params), await accessOf(context, request))
    return path === undefined ? send(reply, undefined) : reply.redirect(path)
  })
  app.get<Params>('/avatars/:id', async ({ params }, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(avatar(idOf(params))),
  )
}

const idOf = (params: { id: string }) => parseId(params.id) ?? -1

const createSender =
  (context: Context) =>
  (reply: FastifyReply, page: Page | undefined): FastifyReply => {
    const { request } = reply
    const { visitor, identity, siteName } = request.state
    reply
      .headers(visitor || identity ? VISITOR_HEADERS : PAGE_HEADERS)
      .type('text/html; charset=utf-8')
    // The portal is in the language of its content.
    if (page)
      return reply.send(
        page({
          language: 'en',
          theme: readTheme(request),
          name: siteName,
          ...(visitor && { visitor: visitor.name || 'Anonymous' }),
          ...(!visitor &&
            !identity &&
            canSignIn(context) && { signIn: visitorSignInAddress(request.url) }),
        }),
      )
    return reply.code(404).send(renderFor(request, errorPage(404, '', request.id)))
  }
