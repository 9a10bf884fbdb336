// An event as a message in a channel of Slack, Teams or Discord. What people wrote stays text there: it mentions nobody and
// formats nothing.
import { formattedToText } from '../core/formatted-text.ts'
import { type Language, type Sentence, say, t } from '../texts/texts.ts'

export type ChatEvent = {
  /** Such as `comments.created`. */
  event: string
  /** Null: many records changed. */
  recordId: number | null
  /** As the API shows it; undefined when it is gone. */
  record: Record<string, unknown> | undefined
  suggestion: { title: string; forum: string; status: string | null; supporters: number } | null
  /** Where people of the team read it. */
  url: string
  siteName: string
}

type Message = {
  headline: string
  title: string | null
  text: string | null
  url: string
  open: string
}

const MAX_TITLE = 140
const MAX_TEXT = 500

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text

const HEADLINES: Record<string, Sentence> = {
  'suggestions.created': t`New suggestion`,
  'suggestions.updated': t`Suggestion changed`,
  'suggestions.deleted': t`Suggestion deleted`,
  'comments.created': t`New comment`,
  'comments.updated': t`Comment changed`,
  'notes.created': t`New note`,
  'supporters.created': t`New supporter`,
  'status_updates.created': t`New status update`,
  'announcements.created': t`New announcement`,
  'announcements.updated': t`Announcement changed`,
  'users.created': t`New person`,
  'content_reports.created': t`Somebody reported content`,
  'guest_contributions.created': t`A guest contributed`,
  test: t`The webhook works: this is a test.`,
}

function write(
  { event, recordId, record, suggestion, url, siteName }: ChatEvent,
  language: Language,
): Message {
  const headline =
    recordId === null
      ? t`Many records changed: ${event}`
      : (HEADLINES[event] ?? t`${event}, record ${recordId}`)
  const name = suggestion?.title ?? record?.title ?? record?.name
  const written = textOf(record)
  const facts = suggestion
    ? [
        suggestion.forum,
        ...(suggestion.status === null ? [] : [suggestion.status]),
        say(t`Supporters: ${suggestion.supporters}`, language),
      ].join(' · ')
    : null
  const text = [written === null ? null : cut(written, MAX_TEXT), facts].filter((part) => part)
  return {
    headline: say(headline, language),
    title: typeof name === 'string' && name !== '' ? cut(name, MAX_TITLE) : null,
    text: text.length > 0 ? text.join('\n\n') : null,
    url,
    open: say(t`Open in ${siteName}`, language),
  }
}

function textOf(record: ChatEvent['record']): string | null {
  if (typeof record?.body !== 'string' || record.body === '') return null
  return formattedToText(record.body, String(record.body_mime_type ?? 'text/plain')).trim()
}

export type ChatFormat = 'slack' | 'teams' | 'discord'

export const renderChatMessage = (format: ChatFormat, event: ChatEvent, language: Language) =>
  JSON.stringify(FORMS[format](write(event, language)))

const FORMS: Record<ChatFormat, (message: Message) => object> = {
  // Blocks of plain text; the only formatted one has no word of people in it.
  slack: ({ headline, title, text, url, open }) => ({
    text: escapeSlack(title === null ? headline : `${headline}: ${title}`),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      slackText(headline),
      ...(title === null ? [] : [{ type: 'header', text: plainText(title) }]),
      ...(text === null ? [] : [slackText(text)]),
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `<${encodeSlack(url)}|${escapeSlack(open)}>` }],
      },
    ],
  }),
  // Runs of text are not read as Markdown.
  teams: ({ headline, title, text, url, open }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            richText(headline, { isSubtle: true }),
            ...(title === null ? [] : [richText(title, { weight: 'Bolder', size: 'Medium' })]),
            ...(text === null ? [] : text.split('\n').map((line) => richText(line || ' '))),
          ],
          actions: [{ type: 'Action.OpenUrl', title: open, url }],
        },
      },
    ],
  }),
  discord: ({ headline, title, text, url }) => ({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: cut(headline, MAX_TITLE) },
        title: escapeDiscord(title ?? headline).slice(0, 250),
        url,
        ...(text !== null && { description: escapeDiscord(text) }),
      },
    ],
  }),
}

const plainText = (text: string) => ({ type: 'plain_text', text, emoji: false })
const slackText = (text: string) => ({ type: 'section', text: plainText(text) })
const richText = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
})

const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const encodeSlack = (url: string) => escapeSlack(url).replaceAll('|', '%7C')

/** Marks of Markdown, and the beginning of mentions: an embed notifies nobody, but would show a name. */
const escapeDiscord = (text: string) =>
  text.replace(/[\\*_~`|<>#[\]()-]/g, String.raw`\$&`).replaceAll('@', '@\u200b')
