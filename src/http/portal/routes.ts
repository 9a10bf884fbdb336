// The portal: every page and form of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  notSignedInPage,
  VISITOR_SIGN_IN_PATH,
  visitorSignInAddress,
} from '../../../portal/pages/sign-in.ts'
import type { Context } from '../../context.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { isLanguage } from '../../texts/texts.ts'
import { refuseOtherSites } from '../auth/sign-in.ts'
import { canSignIn, visitorPath } from '../auth/visitor-sign-in.ts'
import { addVisitors, withoutParameter } from '../auth/visitors.ts'
import { createUploadSlots } from '../body/upload-slots.ts'
import type { Operation } from '../operation-declaration.ts'
import { avatar } from '../pages/avatar.ts'
import { setLanguageCookie } from '../pages/reading.ts'
import { servePortalAssets } from './assets.ts'
import { requireAudience } from './audience.ts'
import { commentRoutes } from './comments.ts'
import { feedRoutes } from './feeds.ts'
import { forumRoutes } from './forums.ts'
import { meRoutes } from './me.ts'
import { newSuggestionRoutes } from './new-suggestion.ts'
import { oldAddressRoutes } from './old-addresses.ts'
import { ownSuggestionRoutes } from './own-suggestions.ts'
import { createPageCache } from './page-cache.ts'
import { addPreviews } from './preview.ts'
import { providerSignInRoutes } from './provider-sign-in.ts'
import { reportRoutes } from './reports.ts'
import { roadmapRoute } from './roadmap.ts'
import { sendErrorPage, sendSecretPage } from './send.ts'
import { sentRoute } from './sent.ts'
import { sharePictureRoutes } from './share-pictures.ts'
import { signInRoutes } from './sign-in.ts'
import { sitemapRoutes } from './sitemap.ts'
import { createStaffCalls } from './staff-calls.ts'
import { staffRoutes } from './staff-routes.ts'
import { suggestionRoutes } from './suggestions.ts'
import { supporterRoutes } from './supporters.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { updateRoutes } from './updates.ts'
import { type Portal, returnPath } from './visit.ts'

export async function portalRoutes(
  app: FastifyInstance,
  context: Context,
  operations: Operation[],
): Promise<void> {
  const portal: Portal = {
    context,
    assets: await servePortalAssets(app),
    outlines: { kept: undefined },
    pages: createPageCache(),
    uploads: createUploadSlots('one person'),
  }
  app.errorPages.ofPortal = (reply, error) => sendErrorPage(portal, reply, error)
  addVisitors(app, context, (reply, problem) =>
    sendSecretPage(portal, reply, notSignedInPage(problem, canSignIn(context))),
  )
  addPreviews(app, context)
  requireAudience(app, context)
  signInRoutes(app, portal)
  providerSignInRoutes(app, portal)
  forumRoutes(app, portal)
  newSuggestionRoutes(app, portal)
  suggestionRoutes(app, portal)
  ownSuggestionRoutes(app, portal)
  supporterRoutes(app, portal)
  commentRoutes(app, portal)
  reportRoutes(app, portal)
  sentRoute(app, portal)
  roadmapRoute(app, portal)
  updateRoutes(app, portal)
  meRoutes(app, portal)
  unsubscribeRoutes(app, portal)
  oldAddressRoutes(app, portal)
  feedRoutes(app, portal)
  sitemapRoutes(app, context)
  sharePictureRoutes(app, context)
  staffRoutes(app, portal, createStaffCalls(context, operations))
  languageRoute(app, context)
  app.get<{ Params: { id: string } }>('/avatars/:id', async ({ params }, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(avatar(parseId(params.id) ?? -1)),
  )
}

/** The visitor's choice is remembered in a cookie. The page that they come back to must not name another language. */
function languageRoute(app: FastifyInstance, { reader: { baseUrl } }: Context): void {
  app.post<{ Body: Record<string, unknown> | undefined }>('/language', async (request, reply) => {
    refuseOtherSites(request, baseUrl)
    const language = scalarText(request.body?.language)
    if (isLanguage(language)) setLanguageCookie(reply, baseUrl, language)
    const path = signInPageOf(request) ?? returnPath(request, '/')
    return reply.redirect(withoutParameter(path, 'lang'), 303)
  })
}

/** Other forms do not lead there. What the page continues with stays. */
function signInPageOf({ body }: FastifyRequest): string | undefined {
  const text = scalarText((body as Record<string, unknown> | undefined)?.return_to) ?? ''
  const [path, query] = text.split('?', 2)
  if (path !== VISITOR_SIGN_IN_PATH) return undefined
  return visitorSignInAddress(visitorPath(new URLSearchParams(query).get('return_to')))
}
