// Mail: a message as text and as HTML, and its look.
import { escapeHtml } from './escape-html.ts'
import { PermanentFailure } from './permanent-failure.ts'

/** Of mailings, by one process. */
export const MAILS_AT_ONCE = 4

/** A server that sends mail. */
export type MailSettings = {
  host: string
  port: number
  /** From the first byte, by STARTTLS, which must succeed, or not at all. */
  tls: 'always' | 'starttls' | 'none'
  auth: { user: string; pass: string } | null
  /** The sender. */
  from: string
}

export type Mail = {
  to: string
  language: string
  subject: string
  text: string
  /** Paragraphs, without the frame around them. */
  html: string
  look: MailLook
  replyTo?: string | undefined
  /** Where reports go that it did not arrive. Empty: there are none, and nothing answers it. Absent: to the sender. */
  bounceTo?: string
  /** Without angle brackets. The same when the mail is sent again. */
  messageId?: string
  /** What the mail belongs to, so that programs show such mails together. */
  thread?: string
  /** Ends mails like this one, by POST and without a session. */
  unsubscribe?: string
} & MailFrame

/** What the installation says before and after, in mails to end users. */
export type MailFrame = { introduction?: FrameText | null; footer?: FrameText | null }

/** As text and as safe HTML. */
export type FrameText = { text: string; html: string }

/** Of the installation. Addresses are complete, colours #rrggbb. */
export type MailLook = {
  name: string
  logo: Themed | null
  accent: Themed
  /** By language; null: none. */
  texts: Record<string, { introduction: FrameText | null; footer: FrameText | null }>
}

type Themed = { light: string; dark: string }

/** The server will not take mail for this address, however often it is asked. */
export class AddressRefused extends PermanentFailure {}

/** A button. Programs that know no style sheets show the light one. */
export const linkStyle = ({ accent }: MailLook) =>
  `display:inline-block;padding:10px 18px;border-radius:6px;background:${accent.light};color:#ffffff;text-decoration:none;font-weight:600`

/** `light` and `dark` are for previews: a mail has both forms, and the program chooses. */
export type MailTheme = 'light' | 'dark'

const DARK_MEDIA = { light: 'not all', dark: 'all', both: '(prefers-color-scheme: dark)' }

/** The dark form has text and surfaces of the portal's dark theme. */
const styles = ({ accent }: MailLook, theme: MailTheme | 'both') => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
img { max-width: 100%; height: auto }
.dark-logo { display: none }
.mail a { color: ${accent.light} }
.mail .foot a { color: #5b6472 }
.mail pre { white-space: pre-wrap }
.mail pre, .mail code { direction: ltr; unicode-bidi: isolate; text-align: left }
.mail blockquote { margin: 12px 0; padding: 0 12px; border: 0 solid #c3c9d2; border-inline-start-width: 3px }
@media ${DARK_MEDIA[theme]} {
  body, .mail { background: #16181d !important; color: #e8eaee !important }
  .mail a { color: ${accent.dark} !important }
  .mail a.button { background: ${accent.dark} !important; color: #0d1830 !important }
  .mail .quote { background: #1e2128 !important }
  .mail .head, .mail .foot, .mail blockquote { border-color: #333842 !important }
  .mail .foot, .mail .foot a { color: #a9b0bc !important }
  .light-logo { display: none !important }
  .dark-logo { display: inline-block !important }
}`

const picture = (name: string, address: string, style: string) =>
  `<img${style} src="${escapeHtml(address)}" alt="${escapeHtml(name)}" height="32" style="height:32px;width:auto;max-width:220px;border:0">`

/** The picture, and in the dark the other one if there is another. */
function heading({ name, logo }: MailLook): string {
  if (logo === null) return escapeHtml(name)
  if (logo.light === logo.dark) return picture(name, logo.light, '')
  return `${picture(name, logo.light, ' class="light-logo"')}<!--[if !mso]><!-->${picture(name, logo.dark, ' class="dark-logo"')}<!--<![endif]-->`
}

const introductionOf = ({ introduction }: Mail) =>
  introduction ? `<div class="own" dir="auto">${introduction.html}</div>\n` : ''

const footerOf = ({ footer }: Mail) =>
  footer
    ? `\n<div class="own foot" dir="auto" style="margin-top:14px;font-size:14px;color:#5b6472">${footer.html}</div>`
    : ''

/** Two hyphens and a space begin a signature: mail programs show it apart, and leave it out of replies. */
export const surroundText = (text: string, { introduction, footer }: MailFrame): string =>
  [introduction?.text, text, footer && `-- \n${footer.text}`].filter(Boolean).join('\n\n')

/** The whole text, and the whole page. */
export function frameMail(
  mail: Mail,
  theme: MailTheme | 'both' = 'both',
): { text: string; html: string } {
  const { language, subject, look } = mail
  const text = surroundText(mail.text, mail)
  const html = `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styles(look, theme)}
</style></head>
<body style="margin:0;padding:0;background:#ffffff;color:#1c2129">
<div class="mail" style="font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:560px;margin:0 auto;padding:24px 20px;overflow-wrap:anywhere">
<div class="head" style="padding-bottom:14px;margin-bottom:20px;border-bottom:1px solid #e3e6ea;font-weight:600">${heading(look)}</div>
${introductionOf(mail)}${mail.html}${footerOf(mail)}</div></body></html>
`
  return { text: `${text}\n`, html }
}
