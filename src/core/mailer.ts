// Sends mail by SMTP. Loaded at its first use, because nodemailer is large.
import { createTransport, type SendMailOptions } from 'nodemailer'
import { domainOfSender, isAligned, SIGNED_HEADERS, type Signing } from './dkim.ts'
import { AddressRefused, frameMail, MAILS_AT_ONCE, type Mail, type MailSettings } from './mail.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 20_000
/** As many as the jobs of a process send at once: beside a mailing, two others run. A connection is replaced after so many mails, and closed soon after the last. */
const POOL = { maxConnections: MAILS_AT_ONCE + 2, maxMessages: 100, idleTimeout: 5000 }
/** Of a mail whose connection ended before the server got any of it. Later attempts are those of its job. */
const MAX_REQUEUES = 2

export type Mailer = {
  /** The key that it was made with; it signs if `isSigned`. */
  signing: Signing | null
  isSigned: boolean
  send(mail: Mail): Promise<void>
  /** Connects and signs in, without sending. */
  check(): Promise<void>
  /** Closes connections as soon as no mail is on its way. What is sent afterwards arrives too. */
  close(): void
}

/**
 * Signs what it sends, if the key is for the domain of the sender. One that `keepsConnections` sends the next mails by the same
 * ones, and is to be closed; another opens one for each mail.
 */
export function createMailer(
  { host, port, tls, auth, from }: MailSettings,
  signing: Signing | null = null,
  { keepsConnections = false }: { keepsConnections?: boolean } = {},
): Mailer {
  const isSigned = signing !== null && isAligned(signing.domain, domainOfSender(from))
  const options = {
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
    ...(isSigned && {
      dkim: {
        domainName: signing.domain,
        keySelector: signing.selector,
        privateKey: signing.privateKey,
        headerFieldNames: SIGNED_HEADERS.join(':'),
      },
    }),
  }
  const single = createTransport(options)
  const openPool = () =>
    createTransport({ ...options, ...POOL, maxRequeues: MAX_REQUEUES, pool: true })
  let pool: ReturnType<typeof openPool> | undefined
  let onTheirWay = 0
  let isClosed = false
  const closeIdle = () => {
    if (!isClosed || onTheirWay > 0) return
    pool?.close()
    pool = undefined
  }
  const transportOf = () => {
    if (!keepsConnections) return single
    pool ??= openPool()
    return pool
  }
  return {
    signing,
    isSigned,
    send: async (mail) => {
      const message = toMessage(mail, from)
      onTheirWay += 1
      await transportOf()
        .sendMail(message)
        .catch((error) => {
          throw redactMailError(error)
        })
        .finally(() => {
          onTheirWay -= 1
          closeIdle()
        })
    },
    check: async () => {
      await single.verify().catch((error) => {
        throw redactMailError(error)
      })
    },
    close: () => {
      isClosed = true
      closeIdle()
    },
  }
}

function toMessage(mail: Mail, from: string): SendMailOptions {
  const { to, replyTo, bounceTo, messageId, thread, unsubscribe } = mail
  return {
    from,
    // An object: a text could name several addresses.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    ...(bounceTo !== undefined && { envelope: { from: bounceTo, to } }),
    ...(messageId !== undefined && { messageId: `<${messageId}>` }),
    ...(thread !== undefined && { references: `<${thread}>`, inReplyTo: `<${thread}>` }),
    subject: mail.subject,
    ...frameMail(mail),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      // One click of a mail program is a POST (RFC 8058).
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Answers of mail servers quote addresses, and the error ends in the log and in the queue. */
function redactMailError(
  error: Error & { code?: string; responseCode?: number; command?: string },
): Error {
  const { code, responseCode, command } = error
  const reason = [code, responseCode].filter(Boolean).join(', ') || 'unknown reason'
  const message = `${problemOf(code, command)} (${reason}).`
  const isAddress = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return isAddress ? new AddressRefused(message) : new Error(message)
}

/** What an operator can change: the name of the error alone says it to nobody. */
function problemOf(code = '', command = ''): string {
  if (code === 'ETLS')
    return 'STARTTLS failed: the mail server does not offer it, or its certificate is not valid. Choose TLS from the first byte, or no TLS, if that is what it expects'
  if (code === 'EAUTH') return 'The mail server refused the user name and password'
  if (command === 'MAIL FROM') return 'The mail server refused the sender'
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS'].includes(code))
    return 'The mail server could not be reached'
  return 'The mail server refused it or did not answer'
}
