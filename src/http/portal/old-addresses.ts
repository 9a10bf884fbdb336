// Addresses that people have linked and that are no pages: each leads to the page, or says that there is none any more.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { answerArrayOf } from '../../read/answer.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { accessOf, visitorOf } from '../auth/visitors.ts'
import { forumPath, idOfSegment } from './addresses.ts'
import {
  articleGonePage,
  findFate,
  pageNotFound,
  profileGonePage,
  sendGone,
  suggestionGonePage,
} from './gone.ts'

type Params = { Params: { id: string } }
type ForumParams = { Params: { forum: string; id: string } }

/** Private: what somebody may see decides where an address leads. */
const redirect = (reply: FastifyReply, path: string, isPublic: boolean) =>
  reply
    .header('cache-control', isPublic ? 'public, max-age=60' : 'private, no-cache')
    .header('vary', 'cookie')
    .redirect(path, 301)

export function oldAddressRoutes(app: FastifyInstance, context: Context): void {
  const { reader } = context
  app.get<Params>('/suggestions/:id', async (request, reply) => {
    const { userId } = visitorOf(request)
    const id = idOfSegment(request.params.id)
    const fate = await findFate(reader.pool, id, await accessOf(context, request), userId)
    if (fate.kind === 'unknown') throw pageNotFound()
    if (fate.kind === 'gone') return sendGone(reply, suggestionGonePage(fate.forum))
    return redirect(reply, fate.path, userId === null)
  })

  /** `category/30931-azure` and `status/1222` of a forum, as the hosted product had them before the parameters. */
  const filters = { category: 'category_id', status: 'status_id' }
  for (const [name, parameter] of Object.entries(filters))
    app.get<ForumParams>(`/forums/:forum/${name}/:id`, async (request, reply) => {
      const forumId = idOfSegment(request.params.forum)
      const id = idOfSegment(request.params.id)
      const access = await accessOf(context, request)
      if (forumId === undefined || access.decide(forumId, 'see') !== 'yes') throw pageNotFound()
      const [forum] = JSON.parse(await answerArrayOf(reader, portalForums, [forumId]))
      const query = id === undefined ? '' : `?${parameter}=${id}`
      return redirect(reply, forumPath(forum) + query, visitorOf(request).userId === null)
    })

  app.get<Params>('/users/:id', async (request, reply) => {
    const { userId } = visitorOf(request)
    // The own profile is the page about oneself. For everybody else all numbers look the same.
    if (userId !== null && idOfSegment(request.params.id) === userId)
      return reply.header('cache-control', 'private, no-cache').redirect('/me', 302)
    return sendGone(reply, profileGonePage)
  })

  for (const path of ['/knowledgebase', '/knowledgebase/*'])
    app.get(path, async (_, reply) => sendGone(reply, articleGonePage))
}
