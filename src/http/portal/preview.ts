// The portal as an owner would like it: a page with `?preview=light` or `?preview=dark`, in a frame of the console.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Look } from '../../../portal/look.ts'
import type { Context } from '../../context.ts'
import { findPreview } from '../../settings/portal-preview.ts'
import { isLanguage, type Language } from '../../texts/texts.ts'
import { readLook } from './look.ts'

export type Preview = {
  look: Look
  theme: 'light' | 'dark'
  /** Undefined: that of the visitor. */
  language: Language | undefined
}

/** The owner who looks at the page; undefined for everybody else, who get the page as it is. */
export function previewerOf({ state: { identity } }: FastifyRequest): number | undefined {
  const isOwner = identity?.session && identity.role === 'owner' && !identity.needsSecondFactor
  return isOwner ? identity.userId : undefined
}

/** Before the handlers of pages. Only a preview can be shown in a frame, and only in one of this service. */
export function addPreviews(app: FastifyInstance, context: Context): void {
  app.addHook('preHandler', async (request) => {
    const { preview: theme, preview_language: language } = request.query as Record<string, unknown>
    const userId = previewerOf(request)
    if ((theme !== 'light' && theme !== 'dark') || request.method !== 'GET' || userId === undefined)
      return
    const changes = await findPreview(context.db, userId)
    if (!changes) return
    const settings = { ...context.settings, ...changes, ...context.fixedSettings }
    request.state.preview = {
      look: readLook(settings),
      theme,
      language: isLanguage(language) ? language : undefined,
    }
    request.state.siteName = settings.installation_name
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.state.preview) return payload
    const policy = String(reply.getHeader('content-security-policy'))
    reply.headers({
      'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
    })
    return payload
  })
}
