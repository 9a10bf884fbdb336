// What mails say: one template for each. The text and the HTML of a mail are made of the same.
import { escapeHtml } from '../core/escape-html.ts'
import { fillIn, isSentence, type Language, type Sentence, say, sentenceOf, t } from './texts.ts'

export type MailText = {
  subject: Sentence
  before: Sentence
  /** To be typed elsewhere, and what follows it. */
  code?: { value: string; after: Sentence }
  /** What people wrote. */
  quotes?: Quote[]
  /** What happened, one after the other. */
  parts?: MailPart[]
  link: Link
  after: Sentence
  /** How to get fewer of these mails. */
  footer?: Link[]
}

type Link = { text: Sentence; address: string }

/** As text and as safe HTML. */
export type Quote = { text: string; html: string }

export type MailPart = {
  title?: Link
  lines: { text: Sentence; quote?: Quote }[]
  /** Where the rest is. */
  more?: Link
}

/** Where the reader of a notification ends such mails. */
export type Ways = { stop: string }

/** Which installation writes. */
export type Site = { name: string; baseUrl: string }

/** How long the code and the link of a mail to an end user work. */
export const EMAIL_CODE_MINUTES = 10

const profileOf = ({ baseUrl }: Site) => ({
  text: t`Open your profile`,
  address: `${baseUrl}/admin/profile`,
})

/** By the reason. */
const ANSWERS_TO_REPLIES: Record<string, Sentence> = {
  another_sender: t`Your reply did not become a comment, because it came from another address than this one. Reply from this address, or write on the page. If it was not you, somebody has a mail that was meant for you.`,
  empty: t`Your reply did not become a comment, because there was no text above the quoted mail. Write above it, or on the page.`,
  too_long: t`Your reply did not become a comment, because it has more than 10,000 characters. Send a shorter one.`,
  closed: t`Your reply did not become a comment, because you cannot comment there.`,
  gone: t`Your reply did not become a comment, because what it is about is not shown any more.`,
  files_left_out: t`Your reply arrived, but some of its files were left out. Pictures, PDF, text and CSV files are kept: ten, of up to 10 MB each, and not very many within an hour.`,
  too_many: t`Your reply did not become a comment, because you wrote very much within an hour. Try again later.`,
}

export const MAILS = {
  invitation: (
    site: Site,
    { inviter, role, code }: { inviter: string | null; role: string; code: string },
  ): MailText => ({
    subject: t`Invitation to ${site.name}`,
    before: inviter
      ? t`${inviter} invites you to ${site.name} at ${site.baseUrl}, with the role ${sentenceOf(role)}.`
      : t`An owner invites you to ${site.name} at ${site.baseUrl}, with the role ${sentenceOf(role)}.`,
    link: { text: t`Accept`, address: `${site.baseUrl}/admin/welcome#${code}` },
    after: t`The link works once, for 7 days. If you do not know the sender, ignore this message.`,
  }),

  forumInvitation: (
    { name, baseUrl }: Site,
    invitation: {
      inviter: string | null
      forum: string
      /** As the team wrote them. */
      subject: string | null
      message: Quote | null
      path: string
    },
  ): MailText => {
    const { inviter, forum, subject, message, path } = invitation
    return {
      subject: subject ? t`${subject}` : t`Invitation to ${forum}`,
      before: inviter
        ? t`${inviter} invites you to “${forum}” of ${name}.`
        : t`You are invited to “${forum}” of ${name}.`,
      ...(message && { quotes: [message] }),
      link: { text: t`Open ${forum}`, address: `${baseUrl}${path}` },
      after: t`The invitation is for this address: sign in with it. If you do not know the sender, ignore this message.`,
    }
  },

  signIn: ({ name, baseUrl }: Site, { code }: { code: string }): MailText => ({
    subject: t`Sign in to ${name}`,
    before: t`Open this link to sign in. It works once, for 15 minutes.`,
    link: { text: t`Sign in`, address: `${baseUrl}/admin/sign-in-link#${code}` },
    after: t`If you did not ask for it, ignore this message. Nobody can sign in without the link.`,
  }),

  emailSignIn: (
    { name, baseUrl }: Site,
    { code, link, isOfGuest }: { code: string; link: string; isOfGuest: boolean },
  ): MailText => ({
    subject: isOfGuest ? t`Confirm what you sent to ${name}` : t`Sign in to ${name}`,
    before: isOfGuest
      ? t`What you sent to ${name} waits for your confirmation. Type this code on the page where you sent it:`
      : t`Type this code on the page where you asked for it:`,
    code: {
      value: code,
      after: t`Or open this link on any device. The code and the link work once, for ${EMAIL_CODE_MINUTES} minutes.`,
    },
    link: {
      text: isOfGuest ? t`Confirm` : t`Sign in`,
      address: `${baseUrl}/sign-in/link/${link}`,
    },
    after: isOfGuest
      ? t`If you sent nothing, ignore this message: nothing is published then. Give the code to nobody: with it, another person could sign in as you.`
      : t`If you did not ask for it, ignore this message. Give the code to nobody: with it, another person could sign in as you.`,
  }),

  connected: (site: Site, { provider }: { provider: string }): MailText => ({
    subject: t`Your ${site.name} account is connected with ${provider}`,
    before: t`From now on you can sign in to ${site.name} at ${site.baseUrl} with an account of ${provider}.`,
    link: profileOf(site),
    after: t`If it was not you, disconnect the account on your profile page, and tell an owner.`,
  }),

  address: (
    { name, baseUrl }: Site,
    { email, code }: { email: string; code: string },
  ): MailText => ({
    subject: t`Confirm your address at ${name}`,
    before: t`Open this link to sign in to ${name} as ${email} from now on. It works once, for an hour.`,
    link: { text: t`Confirm`, address: `${baseUrl}/admin/confirm-address#${code}` },
    after: t`If you did not ask for it, ignore this message. Nothing changes without the link.`,
  }),

  changedAddress: (site: Site, { email }: { email: string }): MailText => ({
    subject: t`Your address at ${site.name} was changed`,
    before: t`From now on you sign in to ${site.name} at ${site.baseUrl} as ${email}.`,
    link: profileOf(site),
    after: t`If it was not you, tell an owner at once.`,
  }),

  answerToReply: (
    { name, baseUrl }: Site,
    { reason, title, place }: { reason: string; title: string | null; place: string },
  ): MailText => ({
    subject: title === null ? t`Your reply to ${name}` : t`Your reply about “${title}”`,
    before: ANSWERS_TO_REPLIES[reason] ?? t`Your reply did not become a comment.`,
    link: {
      text: place === '' ? t`Open ${name}` : t`View the suggestion`,
      address: `${baseUrl}/${place}`,
    },
    after: t`You get this message because a reply to a mail of ${name} was received for you.`,
  }),

  mention: (
    { name, baseUrl }: Site,
    mention: {
      author: string | null
      kind: 'note' | 'comment'
      suggestion: { id: number; title: string }
      excerpt: string
    },
  ): MailText => {
    const { kind, excerpt } = mention
    const { id, title } = mention.suggestion
    const author = mention.author ?? t`Somebody`
    return {
      subject: t`${author} mentioned you: ${title}`,
      before:
        kind === 'note'
          ? t`${author} mentioned you in a note on “${title}”: ${excerpt}`
          : t`${author} mentioned you in a comment on “${title}”: ${excerpt}`,
      link: {
        text: kind === 'note' ? t`Open the note` : t`Open the comment`,
        address: `${baseUrl}/admin/suggestions/${id}?tab=${kind}s`,
      },
      after: t`You get this message because a colleague mentioned you in ${name}.`,
    }
  },

  disabledWebhook: (
    site: Site,
    { id, name, reason }: { id: number; name: string; reason: string },
  ): MailText => ({
    subject: t`The webhook ${name} was disabled`,
    before:
      reason === 'gone'
        ? t`The address of the webhook “${name}” answered that it is gone. Nothing is sent to it any more.`
        : t`Nothing that was sent to the webhook “${name}” arrived for three days. Nothing is sent to it any more.`,
    link: {
      text: t`Open the webhook`,
      address: `${site.baseUrl}/admin/settings/webhooks?open=${id}`,
    },
    after: t`When its address works again, enable the webhook and replay what was not delivered. Changes while it is disabled are not sent. You get this message because you own ${site.name} or saved the webhook.`,
  }),

  test: ({ name, baseUrl }: Site): MailText => ({
    subject: t`Test mail of ${name}`,
    before: t`${name} at ${baseUrl} can send mails.`,
    link: { text: t`Open ${name}`, address: `${baseUrl}/admin` },
    after: t`You asked for this message in the settings.`,
  }),

  status: (
    site: Pick<Site, 'baseUrl'>,
    news: AboutSuggestion & { status: string | null; answers: Quote[] },
    ways: Ways,
  ): MailText => {
    const { status, answers, suggestion } = news
    const { title } = suggestion
    return {
      subject: status ? t`${title}: ${status}` : t`${title}`,
      before: status
        ? t`The status of “${title}” is now “${status}”.`
        : t`There is news about “${title}”.`,
      quotes: answers,
      ...aboutSuggestion(site, suggestion, ways),
    }
  },

  message: (
    site: Pick<Site, 'baseUrl'>,
    { suggestion, messages }: AboutSuggestion & { messages: Quote[] },
    ways: Ways,
  ): MailText => ({
    subject: t`Message about “${suggestion.title}”`,
    before: t`The team wrote to everybody who supports “${suggestion.title}”:`,
    quotes: messages,
    ...aboutSuggestion(site, suggestion, ways),
  }),

  comments: (
    site: Pick<Site, 'baseUrl'>,
    { suggestion, comments, isFollower }: AboutSuggestion & NewComments,
    { stop, stopComments }: Ways & { stopComments: string },
  ): MailText => {
    const { title } = suggestion
    const count = comments.length
    const { link, after, footer } = aboutSuggestion(site, suggestion, { stop })
    const aboutComments = { text: t`Stop mails about comments`, address: stopComments }
    return {
      subject: count === 1 ? t`New comment: ${title}` : t`${count} new comments: ${title}`,
      before:
        count === 1
          ? t`There is a new comment on “${title}”.`
          : t`There are ${count} new comments on “${title}”.`,
      parts: [{ lines: comments.map(lineOfComment) }],
      link,
      after: isFollower
        ? after
        : t`You get this message because somebody answered your comment on this suggestion.`,
      footer: isFollower
        ? [...footer.slice(0, 1), aboutComments, ...footer.slice(1)]
        : [aboutComments, ...footer.slice(1)],
    }
  },

  merge: (
    site: Pick<Site, 'baseUrl'>,
    { suggestion, merged }: AboutSuggestion & { merged: string[] },
    ways: Ways,
  ): MailText => {
    const { title } = suggestion
    const [only = '', ...others] = merged
    const hidden = merged.length - MAX_MERGED
    return {
      subject: t`Merged: ${title}`,
      before:
        others.length === 0
          ? t`“${only}” was merged into “${title}”. You now follow that suggestion.`
          : t`Suggestions that you follow were merged into “${title}”. You now follow that suggestion.`,
      ...(others.length > 0 && {
        parts: [
          {
            lines: [
              ...merged.slice(0, MAX_MERGED).map((one) => ({ text: t`“${one}”` })),
              ...(hidden > 0 ? [{ text: t`and ${hidden} more` }] : []),
            ],
          },
        ],
      }),
      ...aboutSuggestion(site, suggestion, ways),
    }
  },

  several: (
    site: Pick<Site, 'baseUrl'>,
    { suggestion, items }: AboutSuggestion & { items: DigestItem[] },
    { stop, stopComments }: Ways & { stopComments: string },
  ): MailText => {
    const { title } = suggestion
    const status = items.findLast((item) => item.status !== null)?.status
    const merges = items.filter(({ kind }) => kind === 'merge')
    const unnamed = new Set(merges.slice(MAX_MERGED))
    const { link, after, footer } = aboutSuggestion(site, suggestion, { stop })
    const aboutComments = { text: t`Stop mails about comments`, address: stopComments }
    const hasComments = items.some(({ kind }) => kind === 'comment')
    return {
      subject: status ? t`${title}: ${status}` : t`News: ${title}`,
      before: t`This is new about “${title}”:`,
      parts: [
        {
          lines: items.filter((item) => !unnamed.has(item)).map(lineOfItem),
          ...(unnamed.size > 0 && {
            more: { text: t`and ${unnamed.size} more`, address: link.address },
          }),
        },
      ],
      link,
      after,
      footer: hasComments ? [...footer.slice(0, 1), aboutComments, ...footer.slice(1)] : footer,
    }
  },

  digest: (
    { name, baseUrl }: Site,
    { suggestions, announcements, hidden }: DigestNews,
    { stop }: Ways,
  ): MailText => {
    const all = `${baseUrl}/me?show=notifications`
    return {
      subject: t`${name}: your daily summary`,
      before: t`This is new about what you follow:`,
      parts: [
        ...announcements.map(({ id, title, body }) => ({
          title: { text: t`${title}`, address: `${baseUrl}/updates/${id}` },
          lines: [{ text: t`Announcement`, quote: body }],
        })),
        ...suggestions.map(({ id, forum, title, items, hidden: rest }) => {
          const address = `${baseUrl}/forums/${forum}/suggestions/${id}`
          return {
            title: { text: t`${title}`, address },
            lines: items.map(lineOfItem),
            ...(rest > 0 && { more: { text: t`and ${rest} more`, address } }),
          }
        }),
        ...(hidden > 0
          ? [
              {
                lines: [],
                more: {
                  text:
                    hidden === 1
                      ? t`News about 1 more suggestion`
                      : t`News about ${hidden} more suggestions`,
                  address: all,
                },
              },
            ]
          : []),
      ],
      link: { text: t`View all news`, address: all },
      after: t`You get this message because you chose one mail per day about what you support or follow.`,
      footer: [{ text: t`Stop daily mails`, address: stop }, settingsOf(baseUrl)],
    }
  },

  announcement: (
    { name, baseUrl }: Site,
    { id, title, body }: { id: number; title: string; body: Quote },
    { stop }: Ways,
  ): MailText => ({
    subject: t`${title}`,
    before: t`${name} announces: “${title}”.`,
    quotes: [body],
    link: { text: t`Read the announcement`, address: `${baseUrl}/updates/${id}` },
    after: t`You get this message because you support or follow a suggestion that it is about.`,
    footer: [{ text: t`Stop mails about announcements`, address: stop }, settingsOf(baseUrl)],
  }),
}

/** More titles are only counted. */
const MAX_MERGED = 10

type Comment = { author: string | null; text: Quote }

export type NewComments = { comments: Comment[]; isFollower: boolean }

export type DigestItem = {
  kind: 'status' | 'message' | 'comment' | 'merge'
  /** Of a status update that changed it. */
  status: string | null
  /** Of a comment. */
  author: string | null
  /** Of a merge, the title of what was merged. */
  text: Quote
}

export type DigestNews = {
  /** `hidden`: how many more things happened to it. */
  suggestions: {
    id: number
    forum: number
    title: string
    items: DigestItem[]
    hidden: number
  }[]
  announcements: { id: number; title: string; body: Quote }[]
  /** How many more suggestions. */
  hidden: number
}

const lineOfComment = ({ author, text }: Comment) => ({
  text: t`${author ?? t`Anonymous`} wrote:`,
  quote: text,
})

function lineOfItem({ kind, status, author, text }: DigestItem) {
  switch (kind) {
    case 'status':
      return {
        text: status ? t`The status is now “${status}”.` : t`The team answered:`,
        quote: text,
      }
    case 'message':
      return { text: t`The team wrote to everybody who supports it:`, quote: text }
    case 'comment':
      return lineOfComment({ author, text })
    case 'merge':
      return { text: t`“${text.text}” was merged into it. You now follow this suggestion.` }
  }
}

type AboutSuggestion = { suggestion: { id: number; forum: number; title: string } }

const settingsOf = (baseUrl: string): Link => ({
  text: t`Notification settings`,
  address: `${baseUrl}/me/settings`,
})

const aboutSuggestion = (
  { baseUrl }: Pick<Site, 'baseUrl'>,
  { id, forum }: AboutSuggestion['suggestion'],
  { stop }: Ways,
) => ({
  link: {
    text: t`View the suggestion`,
    address: `${baseUrl}/forums/${forum}/suggestions/${id}`,
  },
  after: t`You get this message because you support or follow this suggestion.`,
  footer: [{ text: t`Stop mails about this suggestion`, address: stop }, settingsOf(baseUrl)],
})

const CODE_STYLE = 'font-size:1.75rem;font-weight:600;letter-spacing:.2em;margin:.5rem 0'
const QUOTE_STYLE = 'background:#f3f5f8;border-radius:8px;padding:1px 16px;margin:16px 0'
const LINE_STYLE = 'margin:16px 0 -8px'
const TITLE_STYLE = 'font-size:18px;line-height:1.35;margin:28px 0 8px'
const FOOT_STYLE =
  'border-top:1px solid #e3e6ea;margin-top:24px;padding-top:14px;font-size:14px;color:#5b6472'

export type RenderedMail = { subject: string; text: string; html: string }

/** `html` is what the mail or the page around it frames; `linkStyle` is for mails, which have no style sheet. */
export function renderMail(
  { subject, before, code, quotes = [], parts = [], link, after, footer = [] }: MailText,
  language: Language,
  linkStyle = '',
): RenderedMail {
  const inText = (sentence: Sentence) => say(sentence, language)
  // A title or a name can be written in the other direction than the words around it.
  const inHtml = (sentence: Sentence): string =>
    fillIn(sentence, language, {
      text: escapeHtml,
      value: (value) =>
        isSentence(value) ? inHtml(value) : `<bdi>${escapeHtml(String(value))}</bdi>`,
    })
  const styled = (name: string, style: string) =>
    linkStyle && `${name && ` class="${name}"`} style="${style}"`
  const anchor = ({ text, address }: Link, attributes: string) =>
    `<a href="${escapeHtml(address)}"${attributes}>${inHtml(text)}</a>`
  const quoteOf = ({ html }: Quote) =>
    `<div dir="auto"${styled('quote', QUOTE_STYLE)}>${html}</div>`
  const isWritten = (quote: Quote | undefined): quote is Quote =>
    quote !== undefined && (quote.text !== '' || quote.html !== '')
  const end = [
    `<p>${inHtml(after)}</p>`,
    footer.length > 0 && `<p>${footer.map((one) => anchor(one, '')).join(' · ')}</p>`,
  ]
    .filter(Boolean)
    .join('')
  return {
    subject: inText(subject),
    text: [
      inText(before),
      code?.value,
      code && inText(code.after),
      ...quotes.filter(isWritten).map(({ text }) => text),
      ...parts.flatMap(({ title, lines, more }) => [
        title && `${inText(title.text)}\n${title.address}`,
        ...lines.flatMap(({ text, quote }) => [inText(text), isWritten(quote) && quote.text]),
        more && `${inText(more.text)}: ${more.address}`,
      ]),
      link.address,
      inText(after),
      footer.map(({ text, address }) => `${inText(text)}: ${address}`).join('\n'),
    ]
      .filter((part) => part)
      .join('\n\n'),
    html: [
      `<p dir="auto">${inHtml(before)}</p>`,
      code && `<p style="${CODE_STYLE}">${escapeHtml(code.value)}</p><p>${inHtml(code.after)}</p>`,
      ...quotes.filter(isWritten).map(quoteOf),
      ...parts.flatMap(({ title, lines, more }) => [
        title && `<h2 dir="auto"${styled('', TITLE_STYLE)}>${anchor(title, '')}</h2>`,
        ...lines.flatMap(({ text, quote }) => [
          `<p dir="auto"${isWritten(quote) ? styled('', LINE_STYLE) : ''}>${inHtml(text)}</p>`,
          isWritten(quote) && quoteOf(quote),
        ]),
        more && `<p>${anchor(more, '')}</p>`,
      ]),
      `<p>${anchor(link, styled('button', linkStyle))}</p>`,
      `<div${styled('foot', FOOT_STYLE)}>${end}</div>`,
    ]
      .filter(Boolean)
      .join(''),
  }
}
