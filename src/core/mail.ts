// Mail: a message as text and as HTML, sent by SMTP.
import { createTransport } from 'nodemailer'
import { escapeHtml } from './escape-html.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 20_000

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
}

/** Of the installation. Addresses are complete, colours #rrggbb. */
export type MailLook = {
  name: string
  logo: Themed | null
  accent: Themed
}

type Themed = { light: string; dark: string }

export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Connects and signs in, without sending. */
  check(): Promise<void>
}

export function createMailer({ host, port, tls, auth, from }: MailSettings): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(auth && { auth }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail) => {
      const { to, subject, text, replyTo, bounceTo, messageId, thread, unsubscribe } = mail
      await transport
        .sendMail({
          from,
          // An object: a text could name several addresses.
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          ...(bounceTo !== undefined && { envelope: { from: bounceTo, to } }),
          ...(messageId !== undefined && { messageId: `<${messageId}>` }),
          ...(thread !== undefined && { references: `<${thread}>`, inReplyTo: `<${thread}>` }),
          subject,
          text: `${text}\n`,
          html: frame(mail),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': mail.language,
            // One click of a mail program is a POST (RFC 8058).
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        .catch((error) => {
          throw redactMailError(error)
        })
    },
    check: async () => {
      await transport.verify().catch((error) => {
        throw redactMailError(error)
      })
    },
  }
}

/** The server will not take mail for this address, however often it is asked. */
export class AddressRefused extends Error {}

/** Answers of mail servers quote addresses, and the error ends in the log and in the queue. */
function redactMailError(
  error: Error & { code?: string; responseCode?: number; command?: string },
): Error {
  const { code, responseCode, command } = error
  const message = `The mail server refused it or did not answer (${[code, responseCode].filter(Boolean).join(', ') || 'unknown reason'}).`
  const isAddress = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return isAddress ? new AddressRefused(message) : new Error(message)
}

/** A button. Programs that know no style sheets show the light one. */
export const linkStyle = ({ accent }: MailLook) =>
  `display:inline-block;padding:10px 18px;border-radius:6px;background:${accent.light};color:#ffffff;text-decoration:none;font-weight:600`

/** The dark form has text and surfaces of the portal's dark theme. */
const styles = ({ accent }: MailLook) => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
img { max-width: 100%; height: auto }
.dark-logo { display: none }
.mail a { color: ${accent.light} }
.mail .foot a { color: #5b6472 }
@media (prefers-color-scheme: dark) {
  body, .mail { background: #16181d !important; color: #e8eaee !important }
  .mail a { color: ${accent.dark} !important }
  .mail a.button { background: ${accent.dark} !important; color: #0d1830 !important }
  .mail .quote { background: #1e2128 !important }
  .mail .head, .mail .foot { border-color: #333842 !important }
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

const frame = ({ language, subject, html, look }: Mail) =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styles(look)}
</style></head>
<body style="margin:0;padding:0;background:#ffffff;color:#1c2129">
<div class="mail" style="font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;max-width:560px;margin:0 auto;padding:24px 20px;overflow-wrap:anywhere">
<div class="head" style="padding-bottom:14px;margin-bottom:20px;border-bottom:1px solid #e3e6ea;font-weight:600">${heading(look)}</div>
${html}</div></body></html>
`
