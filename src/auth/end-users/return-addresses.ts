// What a mail needs so that replies and bounces come back.
import { escapeHtml } from '../../core/escape-html.ts'
import type { Mail } from '../../core/mail.ts'
import { isLanguage, LANGUAGES, say, t } from '../../texts/texts.ts'
import { bounceAddress, type MailSite, replyAddress } from './mail-addresses.ts'

// Short, so that no program wraps it.
const REPLY_LINE = t`Reply above this line to comment`

const markerIn = (language: string) =>
  `## ${say(REPLY_LINE, isLanguage(language) ? language : 'en')} ##`

/** Below it a reply quotes our mail. */
export const REPLY_MARKERS: string[] = LANGUAGES.map(markerIn)

const LINE_STYLE = 'margin:0 0 16px;font-size:13px;color:#5b6472'

/** Unchanged where no mails are received. An address to reply to that the team has chosen stays. */
export async function withReturnAddresses(
  site: MailSite,
  mail: Mail,
  about: { userId: number; suggestionId: number | null; commentId?: number | null },
): Promise<Mail> {
  if (site.domain === null) return mail
  const { userId, suggestionId, commentId = null } = about
  const bounceTo = await bounceAddress(site, { userId, email: mail.to })
  if (suggestionId === null || mail.replyTo !== undefined) return { ...mail, bounceTo }
  const marker = markerIn(mail.language)
  return {
    ...mail,
    bounceTo,
    replyTo: await replyAddress(site, { userId, suggestionId, commentId }),
    text: `${marker}\n\n${mail.text}`,
    html: `<p style="${LINE_STYLE}">${escapeHtml(marker)}</p>${mail.html}`,
  }
}
