// Several hosts, one of which is the address of the service: pages of the others lead there.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { isApi } from '../pages/error.ts'

/** Asked by machines at any host: what they need not follow a redirect for. */
const MACHINES = /^\/(healthz|readyz|metrics|\.well-known)([/?]|$)/

/** Not of the API: clients do not send their token along to another host. Responses are not stored, so hosts can change places. */
export function redirectHosts(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    const { portal_hosts: hosts } = context.settings
    if (hosts.length === 0 || !['GET', 'HEAD'].includes(request.method)) return
    const { baseUrl } = context.reader
    const name = request.hostname.toLowerCase().replace(/\.$/, '')
    if (!hosts.includes(name) || name === new URL(baseUrl).hostname) return
    const path = request.url.replace(/^https?:\/\/[^/?]*/i, '')
    if (isApi(path) || MACHINES.test(path)) return
    return reply.redirect(`${baseUrl}${path.startsWith('/') ? path : `/${path}`}`, 301)
  })
}
