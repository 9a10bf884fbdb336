// A mail as an owner would like it, as a page for a frame of the console.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { frameMail } from '../../core/mail.ts'
import { readMailLook } from '../../read/mail-look.ts'
import { renderSample, SAMPLE_KINDS } from '../../read/mail-samples.ts'
import { findPreview } from '../../settings/portal-preview.ts'
import { isLanguage } from '../../texts/texts.ts'
import { CONSOLE_PATH } from '../auth/pages/sign-in.ts'
import { errorPage } from '../pages/error.ts'
import { renderFor } from '../pages/reading.ts'
import { previewerOf } from '../portal/preview.ts'
import { mailPreviewHeaders } from '../responses/secure-headers.ts'

/** `kind`, `language` and `theme` choose the mail. Texts that the owner tries out are in it for an hour. */
export function mailPreviewRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: Record<string, unknown> }>(
    `${CONSOLE_PATH}/mail-preview`,
    async (request, reply) => {
      const userId = previewerOf(request)
      const { kind: given = 'status', language = 'en', theme = 'light' } = request.query
      const kind = SAMPLE_KINDS.find((one) => one === given)
      const isTheme = theme === 'light' || theme === 'dark'
      reply.type('text/html; charset=utf-8')
      if (userId === undefined || !kind || !isLanguage(language) || !isTheme)
        return reply.code(404).send(renderFor(request, errorPage(404, '', request.id)))
      const { baseUrl } = context.reader
      const changes = await findPreview(context.db, userId)
      const settings = { ...context.settings, ...changes, ...context.fixedSettings }
      const look = readMailLook(settings, baseUrl)
      const mail = renderSample({ kind, to: '', language }, { baseUrl, look })
      return reply
        .headers(mailPreviewHeaders(new URL(baseUrl).origin))
        .send(frameMail(mail, theme).html)
    },
  )
}
