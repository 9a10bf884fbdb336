// Signing in with a link that is mailed.
import type { FastifyInstance } from 'fastify'
import { requestSignInLink, signInWithLink } from '../../auth/sign-in/link-sign-in.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import { isEmailAddress, scalarText } from '../../core/values.ts'
import { CONSOLE_PATH, codePage } from './pages/sign-in.ts'
import { linkSentPage, MAIL_LINK_PATH, mailedLinkPage } from './pages/sign-in-link.ts'
import {
  createSignInPage,
  ownPath,
  refuseOtherSites,
  sendPage,
  sourceOf,
  startBrowserSession,
} from './sign-in.ts'

const INVALID = 'This link is not valid any more. Ask for another one.'

/** 404 where mail is not configured. */
export function signInLinkRoutes(app: FastifyInstance, context: Context): void {
  const { db, reader } = context
  const renderSignIn = createSignInPage(context)

  app.addHook('onRequest', async () => {
    if (context.mail === null) throw new ApiError('not_found', 'Mail is not configured.')
  })
  app.get(MAIL_LINK_PATH, async (_, reply) => sendPage(reply, mailedLinkPage()))
  app.post<{ Body: Record<string, unknown> | undefined }>(
    MAIL_LINK_PATH,
    async (request, reply) => {
      refuseOtherSites(request, reader.baseUrl)
      const text = (name: string) => scalarText(request.body?.[name])?.trim() ?? ''
      const source = sourceOf(request, reader.baseUrl)
      const [code, email] = [text('code'), text('email')]
      if (code !== '') {
        const result = await signInWithLink(db, code, source)
        if (result.type === 'signed_in') {
          const path = await startBrowserSession(context, { request, reply }, result, CONSOLE_PATH)
          return reply.redirect(path, 303)
        }
        if (result.type === 'code_needed')
          return sendPage(reply, codePage(result.continuation, CONSOLE_PATH))
        request.log.warn({ event: 'sign_in_failed', address: request.ip }, 'sign-in failed')
        return sendPage(reply.code(401), mailedLinkPage(INVALID))
      }
      const form = { returnTo: ownPath(request.body?.return_to), email }
      if (!isEmailAddress(email)) {
        const problem = 'Type your e-mail address to get a link.'
        return sendPage(reply.code(422), renderSignIn({ ...form, problem }))
      }
      await requestSignInLink(db, email, source)
      return sendPage(reply, linkSentPage(email))
    },
  )
}
