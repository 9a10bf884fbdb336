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
}

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
      const { to, subject, text } = mail
      await transport
        .sendMail({
          from,
          // An object: a text could name several addresses.
          to: { name: '', address: to },
          subject,
          text: `${text}\n`,
          html: frame(mail),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
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

/** Answers of mail servers quote addresses, and the error ends in the log and in the queue. */
function redactMailError(error: Error & { code?: string; responseCode?: number }): Error {
  const { code, responseCode } = error
  return new Error(
    `The mail server refused it or did not answer (${[code, responseCode].filter(Boolean).join(', ') || 'unknown reason'}).`,
  )
}

/** A button. */
export const LINK_STYLE =
  'display:inline-block;padding:.5rem 1rem;border-radius:.35rem;background:#0b5cad;color:#fff;text-decoration:none;font-weight:600'

const frame = ({ language, subject, html }: Mail) =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.55 system-ui,sans-serif;max-width:34rem;margin:1.5rem auto;padding:0 1rem">
${html}</body></html>
`
