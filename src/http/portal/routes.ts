// The portal: every page and form of it.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { isLanguage } from '../../texts/texts.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { visitorSignInRoutes } from '../auth/visitor-sign-in.ts'
import { addVisitors } from '../auth/visitors.ts'
import { avatar } from '../pages/avatar.ts'
import { setLanguageCookie } from '../pages/reading.ts'
import { servePortalAssets } from './assets.ts'
import { commentRoutes } from './comments.ts'
import { forumRoutes } from './forums.ts'
import { newSuggestionRoutes } from './new-suggestion.ts'
import { ownSuggestionRoutes } from './own-suggestions.ts'
import { reportRoutes } from './reports.ts'
import { sentRoute } from './sent.ts'
import { suggestionRoutes } from './suggestions.ts'
import { type Portal, returnPath } from './visit.ts'

export async function portalRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const portal: Portal = { context, assets: await servePortalAssets(app) }
  addVisitors(app, context)
  visitorSignInRoutes(app, context)
  forumRoutes(app, portal)
  newSuggestionRoutes(app, portal)
  suggestionRoutes(app, portal)
  ownSuggestionRoutes(app, portal)
  commentRoutes(app, portal)
  reportRoutes(app, portal)
  sentRoute(app, portal)
  languageRoute(app, context)
  app.get<{ Params: { id: string } }>('/avatars/:id', async ({ params }, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(avatar(parseId(params.id) ?? -1)),
  )
}

/** The visitor's choice is remembered in a cookie. */
function languageRoute(app: FastifyInstance, { reader: { baseUrl } }: Context): void {
  app.post<{ Body: Record<string, unknown> | undefined }>('/language', async (request, reply) => {
    refuseOtherSites(request, baseUrl)
    const language = scalarText(request.body?.language)
    if (isLanguage(language)) setLanguageCookie(reply, baseUrl, language)
    return reply.redirect(returnPath(request, '/'), 303)
  })
}
