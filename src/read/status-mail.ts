// The mail about a status update that supporters of a suggestion get.
import { invalidInput, notFound } from '../core/api-error.ts'
import { type MailFrame, type MailLook, surroundText } from '../core/mail.ts'
import { suggestions } from '../resources/suggestions.ts'
import { MAILS, type RenderedMail, renderMail } from '../texts/mails.ts'
import type { Language } from '../texts/texts.ts'
import type { Reader } from './answer.ts'
import { quoteText } from './news-mails.ts'
import { type PortalTranslations, translatedName, wordsOf } from './translatable-strings.ts'

export type StatusUpdateText = {
  body?: string | undefined
  body_mime_type?: string | undefined
  /** Null for none; undefined when it stays what it is. */
  status?: number | null | undefined
  language: Language
}

type Subject = {
  title: string
  forum_id: number
  status_id: number | null
  status: string | null
  isMissing: boolean
}

/** Without styles: the mail or the page around it has them. */
export async function renderStatusMail(
  {
    pool,
    baseUrl,
    texts,
    translations,
  }: Pick<Reader, 'pool' | 'baseUrl'> &
    Pick<MailLook, 'texts'> & { translations: PortalTranslations },
  suggestion: number,
  { body = '', body_mime_type = 'text/plain', status, language }: StatusUpdateText,
): Promise<RenderedMail> {
  const { rows } = await pool.query<Subject>(
    `select s.title, s.forum_id, t.id as status_id, t.name as status, $2::bigint is not null and t.id is null as "isMissing"
      from suggestions s left join statuses t on t.id = case when $3 then s.status_id else $2::bigint end where s.id = $1`,
    [suggestion, status ?? null, status === undefined],
  )
  const [found] = rows
  if (!found) throw notFound(suggestions, suggestion)
  if (found.isMissing) {
    const message = `links.status: no status has the id ${status}.`
    throw invalidInput([{ path: ['links', 'status'], code: 'not_found', message }])
  }
  const { title, forum_id } = found
  const mail = MAILS.status(
    { baseUrl },
    {
      suggestion: { id: suggestion, forum: forum_id, title },
      status: translatedName(
        wordsOf(translations, language),
        `status.${found.status_id}`,
        found.status,
      ),
      answers: [quoteText({ body, body_mime_type }, baseUrl)],
    },
    // Each mail has an address of its own; this one is refused.
    { stop: `${baseUrl}/unsubscribe/preview` },
  )
  const { subject, text, html } = renderMail(mail, language)
  const frame: MailFrame = texts[language] ?? {}
  const parts = [frame.introduction?.html, html, frame.footer?.html]
  return { subject, text: surroundText(text, frame), html: parts.filter(Boolean).join('\n') }
}
