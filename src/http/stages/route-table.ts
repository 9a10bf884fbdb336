// The routes of the service: which methods a path has, and how a path is logged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { PATH_NOT_FOUND } from '../responses/errors.ts'
import { nestedPathHint } from './nested-path-hint.ts'

export type RouteTable = {
  /** Collects the routes that are added from now on, and refuses all other requests. */
  watch(app: FastifyInstance): void
  /** Keeps literal segments and ids of the path. Other segments can be personal or secret, such as file keys. */
  redactPath(url: string): string
}

export function createRouteTable(): RouteTable {
  const routes: { method: string; url: string }[] = []
  /** The literal segments of all routes. */
  const words = new Set<string>()

  const hasRoute = (method: string, path: string) =>
    routes.some((route) => route.method === method && matchesRoute(route.url, path))

  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = new Set(
      routes.filter(({ url }) => matchesRoute(url, path)).map(({ method }) => method),
    )
    if (allowed.size === 0)
      throw new ApiError(
        'not_found',
        `${PATH_NOT_FOUND}${nestedPathHint(request.method, path, hasRoute)}`,
      )
    const methods = [...allowed].join(', ')
    reply.header('allow', methods)
    throw new ApiError('method_not_allowed', `Method not allowed. Allowed: ${methods}.`)
  }

  return {
    watch(app) {
      app.addHook('onRoute', ({ method, url }) => {
        for (const name of [method].flat()) routes.push({ method: name, url })
        for (const part of url.split('/')) if (!/[:*]/.test(part)) words.add(part)
      })
      // In a hook, because the body is read before the handler.
      app.addHook('onRequest', async (request, reply) => {
        if (request.is404) refuse(request, reply)
      })
      app.setNotFoundHandler(refuse)
    },
    redactPath: (url) =>
      (url.split('?', 1)[0] ?? '')
        .split('/')
        .map((part) => (words.has(part) || /^\d{1,16}(,\d{1,16})*$/.test(part) ? part : '…'))
        .join('/'),
  }
}

/** A segment that starts with a colon matches any text. */
function matchesRoute(route: string, path: string): boolean {
  const segments = path.replace(/\/$/, '').split('/')
  const parts = route.replace(/\/$/, '').split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
  )
}
