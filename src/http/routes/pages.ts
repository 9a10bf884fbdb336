// The pages that the URLs in records lead to: portal_url, redirect_url and avatar_url.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { avatar } from '../pages/avatar.ts'
import { errorPage } from '../pages/error.ts'
import type { Page } from '../pages/html.ts'
import { forumPage, homePage, portalPath, suggestionPage } from '../pages/portal.ts'
import { readTheme, renderFor } from '../pages/reading.ts'
import { PAGE_HEADERS } from '../responses/secure-headers.ts'

type Params = { Params: { id: string } }

export function pageRoutes(app: FastifyInstance, { reader }: Context): void {
  app.get('/', async (_, reply) => send(reply, await homePage(reader)))
  app.get<Params & { Querystring: { page?: unknown } }>(
    '/forums/:id',
    async ({ params, query }, reply) =>
      send(
        reply,
        await forumPage(reader, idOf(params), Math.max(1, parseId(scalarText(query.page)) ?? 1)),
      ),
  )
  app.get<Params>('/forums/:forum/suggestions/:id', async ({ params }, reply) => {
    const result = await suggestionPage(reader, idOf(params))
    return result && 'movedTo' in result
      ? reply.redirect(result.movedTo)
      : send(reply, result?.body)
  })
  app.get<Params>('/suggestions/:id', async ({ params }, reply) => {
    const path = await portalPath(reader, idOf(params))
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

function send(reply: FastifyReply, page: Page | undefined): FastifyReply {
  reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8')
  const { request } = reply
  // The portal is in the language of its content.
  if (page)
    return reply.send(
      page({ language: 'en', theme: readTheme(request), name: request.state.siteName }),
    )
  return reply.code(404).send(renderFor(request, errorPage(404, '', request.id)))
}
