// The pages that the URLs in records lead to: portal_url, admin_url, redirect_url and avatar_url.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../../context.ts'
import { users } from '../../resources/users.ts'
import { parseId, scalarText } from '../../values.ts'
import { authorize, type TokenCache } from '../authenticate.ts'
import { adminSuggestionPage, signInPage } from '../pages/admin.ts'
import { avatar } from '../pages/avatar.ts'
import { errorPage } from '../pages/error.ts'
import { forumPage, homePage, portalPath, suggestionPage } from '../pages/portal.ts'
import { oneRecord } from '../pages/records.ts'
import { PAGE_HEADERS } from '../secure-headers.ts'

type Params = { Params: { id: string } }

export function pageRoutes(app: FastifyInstance, { reader }: Context, tokens: TokenCache): void {
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
  app.get<Params>('/avatars/:id', async ({ params }, reply) => {
    const id = idOf(params)
    const user = await oneRecord(reader, users, id)
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(avatar(id, user?.record.name ?? ''))
  })
  adminRoutes(app, reader, tokens)
}

const COOKIE = 'earshot_token'

function adminRoutes(app: FastifyInstance, reader: Context['reader'], tokens: TokenCache): void {
  app.get<Params>('/admin/suggestions/:id', async (request, reply) => {
    if (!(await isSignedIn(request, tokens))) {
      return reply.redirect(`/admin/sign-in?return_to=${encodeURIComponent(request.url)}`)
    }
    return send(reply, await adminSuggestionPage(reader, idOf(request.params)))
  })
  app.get<{ Querystring: { return_to?: unknown } }>('/admin/sign-in', async ({ query }, reply) =>
    send(reply, signInPage(ownPath(scalarText(query.return_to)))),
  )
  app.post<{ Body: Record<string, unknown> | undefined }>(
    '/admin/sign-in',
    async (request, reply) => {
      const token = scalarText(request.body?.token) ?? ''
      const returnTo = ownPath(scalarText(request.body?.return_to))
      request.headers.authorization = `Bearer ${token}`
      if (!(await isSignedIn(request, tokens))) {
        reply.code(401)
        return send(
          reply,
          signInPage(returnTo, 'This token is not valid. Enter the token of a trusted API client.'),
        )
      }
      const secure = reader.baseUrl.startsWith('https:') ? '; Secure' : ''
      return reply
        .header(
          'set-cookie',
          `${COOKIE}=${encodeURIComponent(token)}; HttpOnly; SameSite=Strict; Path=/admin${secure}`,
        )
        .redirect(returnTo, 303)
    },
  )
}

async function isSignedIn(request: FastifyRequest, tokens: TokenCache): Promise<boolean> {
  const [, cookie] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '') ?? []
  if (cookie && !request.headers.authorization) request.headers.authorization = `Bearer ${cookie}`
  try {
    authorize(await tokens.identify(request), 'GET')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Only a path of this service: a sign-in must not redirect to another site. */
const ownPath = (path: string | undefined) =>
  path !== undefined && /^\/admin\/[\w/-]*$/.test(path) ? path : '/'

const idOf = (params: { id: string }) => parseId(params.id) ?? -1

function send(reply: FastifyReply, body: string | undefined): FastifyReply {
  reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8')
  if (body !== undefined) return reply.send(body)
  return reply.code(404).send(errorPage(404, '', reply.request.id))
}
