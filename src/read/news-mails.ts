// The mails that supporters and followers of suggestions get: what they say, and to what they belong.
import { parseMarkdown, spellAddresses, toHtml, toText } from '#markdown'
import { textToHtml } from '../core/escape-html.ts'
import { type Formatted, formattedToText, MARKDOWN } from '../core/formatted-text.ts'
import { linkStyle, type Mail, type MailLook } from '../core/mail.ts'
import {
  type DigestItem,
  type DigestNews,
  MAILS,
  type MailText,
  type Quote,
  renderMail,
} from '../texts/mails.ts'
import { isLanguage } from '../texts/texts.ts'

export type { DigestItem, DigestNews } from '../texts/mails.ts'

type Suggestion = { id: number; forum: number; title: string }

/** What was written about a suggestion since the last mail. */
export type CommentNews = {
  kind: 'comments'
  suggestion: Suggestion
  /** Else somebody answered them. */
  isFollower: boolean
  comments: { author: string | null; text: Formatted }[]
}

/** The titles of what was merged into the suggestion. */
export type MergeNews = { kind: 'merge'; suggestion: Suggestion; merged: string[] }

/** Of several kinds, in the order in which they happened. */
export type SeveralNews = {
  kind: 'several'
  suggestion: Suggestion
  items: (Omit<DigestItem, 'text'> & { text: Formatted })[]
}

/** Of an answer, a message or an announcement; of comments, of merges, or of several of these. */
export type News =
  | ({ texts: Formatted[] } & (
      | { kind: 'status'; suggestion: Suggestion; status: string | null }
      | { kind: 'message'; suggestion: Suggestion }
      | { kind: 'announcement'; id: number; title: string }
    ))
  | CommentNews
  | MergeNews
  | SeveralNews

export type NewsReader = {
  to: string
  language: string | null
  /** Where they end such mails. */
  unsubscribe: string
  /** Where they end all mails about comments. */
  unsubscribeFromComments?: string
}

type NewsSite = { baseUrl: string; look: MailLook }

/** `id` names the mail; it is the same when it is sent again. */
export function renderNews(
  { baseUrl, look }: NewsSite,
  news: News,
  reader: NewsReader,
  { id, replyTo }: { id: string; replyTo: string | null },
): Mail {
  const { hostname } = new URL(baseUrl)
  const { to, language, unsubscribe } = reader
  const known = isLanguage(language) ? language : 'en'
  const text = writeNews({ name: look.name, baseUrl }, news, reader)
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

/** What happened in a day. It belongs to no other mail. */
export function renderDigest(
  { baseUrl, look }: NewsSite,
  digest: DigestNews,
  { to, language, unsubscribe }: NewsReader,
  id: string,
): Mail {
  const known = isLanguage(language) ? language : 'en'
  const text = MAILS.digest({ name: look.name, baseUrl }, digest, { stop: unsubscribe })
  return {
    to,
    language: known,
    ...renderMail(text, known, linkStyle(look)),
    look,
    ...look.texts[known],
    messageId: `${id}@${new URL(baseUrl).hostname}`,
    unsubscribe,
  }
}

function writeNews(
  site: { name: string; baseUrl: string },
  news: News,
  { unsubscribe: stop, unsubscribeFromComments: stopComments = stop }: NewsReader,
): MailText {
  if (news.kind === 'comments') {
    const comments = news.comments.map(({ author, text }) => ({
      author,
      text: excerptOf(text, site.baseUrl, MAX_COMMENT),
    }))
    return MAILS.comments(site, { ...news, comments }, { stop, stopComments })
  }
  if (news.kind === 'merge') return MAILS.merge(site, news, { stop })
  if (news.kind === 'several') {
    const items = news.items.map((item) => ({ ...item, text: quoteItem(item, site.baseUrl) }))
    return MAILS.several(site, { ...news, items }, { stop, stopComments })
  }
  const quotes = news.texts.map((text) => quoteText(text, site.baseUrl))
  const [first = NOTHING] = quotes
  switch (news.kind) {
    case 'status':
      return MAILS.status(site, { ...news, answers: quotes }, { stop })
    case 'message':
      return MAILS.message(site, { ...news, messages: quotes }, { stop })
    case 'announcement':
      return MAILS.announcement(site, { ...news, body: first }, { stop })
  }
}

/** An answer of the team is quoted whole, and what was merged only named. */
function quoteItem({ kind, text }: SeveralNews['items'][number], baseUrl: string): Quote {
  if (kind === 'merge') return { text: text.body, html: '' }
  return kind === 'comment' ? excerptOf(text, baseUrl, MAX_COMMENT) : quoteText(text, baseUrl)
}

const NOTHING: Quote = { text: '', html: '' }

/** Characters of a comment in a mail of its own. */
const MAX_COMMENT = 2000

/** The beginning of a longer text, without its form. */
export function excerptOf(text: Formatted, baseUrl: string, most: number): Quote {
  if (text.body.length <= most) return quoteText(text, baseUrl)
  const whole = formattedToText(text.body, text.body_mime_type)
  const cut = whole.length <= most ? whole : `${whole.slice(0, most).replace(/\s+\S*$/, '')} …`
  return { text: cut, html: textToHtml(cut) }
}

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
