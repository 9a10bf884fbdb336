// Mails as end users get them, about something invented: for previews and test mails.
import { linkStyle, type Mail, type MailLook } from '../core/mail.ts'
import { type DigestNews, MAILS, renderMail, type Site } from '../texts/mails.ts'
import { type Language, type Sentence, say, t } from '../texts/texts.ts'
import { type News, quoteText, renderDigest, renderNews } from './news-mails.ts'

export const SAMPLE_KINDS = [
  'status',
  'message',
  'comments',
  'merge',
  'announcement',
  'digest',
  'forum_invitation',
  'sign_in',
] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

type Sample = { kind: SampleKind; to: string; language: Language }

/** Its links lead nowhere. */
export function renderSample(
  { kind, to, language }: Sample,
  site: { baseUrl: string; look: MailLook },
): Mail {
  const { baseUrl, look } = site
  const reader = { to, language, unsubscribe: `${baseUrl}/unsubscribe/sample` }
  const id = `sample-${kind}-${Date.now()}`
  if (kind === 'sign_in' || kind === 'forum_invitation') {
    const text = SAMPLE_TEXTS[kind]({ name: look.name, baseUrl }, language)
    const footer = look.texts[language]?.footer ?? null
    return { to, language, look, footer, ...renderMail(text, language, linkStyle(look)) }
  }
  if (kind === 'digest') return renderDigest(site, sampleDigest(language, baseUrl), reader, id)
  return renderNews(site, sampleNews(kind, language), reader, { id, replyTo: null })
}

const TITLE = t`A dark theme for late evenings`
const STATUS = t`Planned`
const ANSWER = t`We start next month. Thank you for **every vote**!`
const COMMENT = t`I read at night, so yes please.`

const SAMPLE_TEXTS = {
  sign_in: (site: Site) =>
    MAILS.emailSignIn(site, { code: '483920', link: 'sample', isOfGuest: false }),
  forum_invitation: (site: Site, language: Language) =>
    MAILS.forumInvitation(site, {
      inviter: null,
      forum: say(t`Early access`, language),
      subject: null,
      message: quoteOf(say(t`Would you like to try it early? Reply to this message.`, language)),
      path: '/forums/0',
    }),
}

const quoteOf = (body: string, baseUrl = '') =>
  quoteText({ body, body_mime_type: 'text/markdown' }, baseUrl)

function sampleDigest(language: Language, baseUrl: string): DigestNews {
  const item = (kind: 'status' | 'comment', text: Sentence) => ({
    kind,
    status: kind === 'status' ? say(STATUS, language) : null,
    author: kind === 'comment' ? 'Kim' : null,
    text: quoteOf(say(text, language), baseUrl),
  })
  const items = [item('status', ANSWER), item('comment', COMMENT)]
  return {
    suggestions: [{ id: 0, forum: 0, title: say(TITLE, language), items, hidden: 0 }],
    announcements: [],
    hidden: 0,
  }
}

type SampleNews = Exclude<SampleKind, 'sign_in' | 'forum_invitation' | 'digest'>

function sampleNews(kind: SampleNews, language: Language): News {
  const words = (sentence: Sentence) => say(sentence, language)
  const texts = (...lines: Sentence[]) => [
    { body: lines.map(words).join('\n'), body_mime_type: 'text/markdown' },
  ]
  const suggestion = { id: 0, forum: 0, title: words(TITLE) }
  switch (kind) {
    case 'status':
      return {
        kind,
        suggestion,
        status: words(STATUS),
        texts: texts(ANSWER),
      }
    case 'message':
      return {
        kind,
        suggestion,
        texts: texts(t`Would you like to try it early? Reply to this message.`),
      }
    case 'comments':
      return {
        kind,
        suggestion,
        isFollower: true,
        comments: [
          { author: 'Kim', text: { body: words(COMMENT), body_mime_type: 'text/markdown' } },
        ],
      }
    case 'merge':
      return { kind, suggestion, merged: [words(t`Night mode`)] }
    case 'announcement':
      return {
        kind,
        id: 0,
        title: words(t`The dark theme is here`),
        texts: texts(t`It follows your system:`, t`- light by day`, t`- dark by night`),
      }
  }
}
