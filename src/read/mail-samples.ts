// Mails as end users get them, about something invented: for previews and test mails.
import { linkStyle, type Mail, type MailLook } from '../core/mail.ts'
import { MAILS, renderMail } from '../texts/mails.ts'
import { type Language, type Sentence, say, t } from '../texts/texts.ts'
import { type News, renderNews } from './news-mails.ts'

export const SAMPLE_KINDS = ['status', 'message', 'announcement', 'sign_in'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

type Sample = { kind: SampleKind; to: string; language: Language }

/** Its links lead nowhere. */
export function renderSample(
  { kind, to, language }: Sample,
  site: { baseUrl: string; look: MailLook },
): Mail {
  const { baseUrl, look } = site
  if (kind === 'sign_in') {
    const text = MAILS.emailSignIn(
      { name: look.name, baseUrl },
      { code: '483920', link: 'sample', isOfGuest: false },
    )
    const footer = look.texts[language]?.footer ?? null
    return { to, language, look, footer, ...renderMail(text, language, linkStyle(look)) }
  }
  const unsubscribe = `${baseUrl}/unsubscribe/sample`
  return renderNews(
    site,
    sampleNews(kind, language),
    { to, language, unsubscribe },
    { id: `sample-${kind}-${Date.now()}`, replyTo: null },
  )
}

function sampleNews(kind: Exclude<SampleKind, 'sign_in'>, language: Language): News {
  const words = (sentence: Sentence) => say(sentence, language)
  const texts = (...lines: Sentence[]) => [
    { body: lines.map(words).join('\n'), body_mime_type: 'text/markdown' },
  ]
  const suggestion = { id: 0, forum: 0, title: words(t`A dark theme for late evenings`) }
  switch (kind) {
    case 'status':
      return {
        kind,
        suggestion,
        status: words(t`Planned`),
        texts: texts(t`We start next month. Thank you for **every vote**!`),
      }
    case 'message':
      return {
        kind,
        suggestion,
        texts: texts(t`Would you like to try it early? Reply to this message.`),
      }
    case 'announcement':
      return {
        kind,
        id: 0,
        title: words(t`The dark theme is here`),
        texts: texts(t`It follows your system:`, t`- light by day`, t`- dark by night`),
      }
  }
}
