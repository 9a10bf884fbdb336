// The mails that supporters and followers of suggestions get: what they say, and to what they belong.
import { parseMarkdown, spellAddresses, toHtml, toText } from '#markdown'
import { textToHtml } from '../core/escape-html.ts'
import { type Formatted, formattedToText, MARKDOWN } from '../core/formatted-text.ts'
import { linkStyle, type Mail, type MailLook } from '../core/mail.ts'
import { MAILS, type MailText, type Quote, renderMail } from '../texts/mails.ts'
import { isLanguage } from '../texts/texts.ts'

type Suggestion = { id: number; forum: number; title: string }

/** Of an answer, a message or an announcement. */
export type News = { texts: Formatted[] } & (
  | { kind: 'status'; suggestion: Suggestion; status: string | null }
  | { kind: 'message'; suggestion: Suggestion }
  | { kind: 'announcement'; id: number; title: string }
)

export type NewsReader = {
  to: string
  language: string | null
  /** Where they end such mails. */
  unsubscribe: string
}

/** `id` names the mail; it is the same when it is sent again. */
export function renderNews(
  { baseUrl, look }: { baseUrl: string; look: MailLook },
  news: News,
  { to, language, unsubscribe }: NewsReader,
  { id, replyTo }: { id: string; replyTo: string | null },
): Mail {
  const { hostname } = new URL(baseUrl)
  const known = isLanguage(language) ? language : 'en'
  const text = writeNews({ name: look.name, baseUrl }, news, unsubscribe)
  const thread =
    news.kind === 'announcement' ? `announcement-${news.id}` : `suggestion-${news.suggestion.id}`
  return {
    to,
    language: known,
    ...renderMail(text, known, linkStyle(look)),
    look,
    ...look.texts[known],
    messageId: `${id}@${hostname}`,
    thread: `${thread}@${hostname}`,
    unsubscribe,
    ...(replyTo !== null && { replyTo }),
  }
}

function writeNews(site: { name: string; baseUrl: string }, news: News, stop: string): MailText {
  const quotes = news.texts.map((text) => quoteText(text, site.baseUrl))
  const [first = NOTHING] = quotes
  switch (news.kind) {
    case 'status':
      return MAILS.status(site, { ...news, answers: quotes }, { stop })
    case 'message':
      return MAILS.message(site, { ...news, message: first }, { stop })
    case 'announcement':
      return MAILS.announcement(site, { ...news, body: first }, { stop })
  }
}

const NOTHING: Quote = { text: '', html: '' }

/** With complete addresses: a mail is read elsewhere. */
export function quoteText({ body, body_mime_type }: Formatted, baseUrl: string): Quote {
  if (body === '') return NOTHING
  if (body_mime_type !== MARKDOWN) {
    const text = formattedToText(body, body_mime_type)
    return { text, html: textToHtml(text) }
  }
  const blocks = parseMarkdown(body)
  return { text: toText(spellAddresses(blocks, baseUrl)), html: toHtml(blocks, { baseUrl }) }
}
