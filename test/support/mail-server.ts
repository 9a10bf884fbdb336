// A real SMTP server that remembers what it received.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onCleanup } from './cleanup.ts'

/** `from` is of the envelope; empty for mails that nothing answers. */
export type ReceivedMail = { from: string; to: string[]; body: string; user: unknown }

type MailServer = {
  received: ReceivedMail[]
  port: number
  connections: { opened: number; open(): number; closeAll(): void }
  close(): Promise<void>
}

/** Clients that keep a connection do not delay its end. */
export const CLOSE_TIMEOUT_MS = 20

/**
 * Accepts mail without a user, and any user with this password. What it `refuses` is refused for good, or with the code that it returns.
 * A mail that it does not take ends all connections when a part of it is there. One that it `holds` is accepted when that ends.
 */
export async function startMailServer(
  password: string,
  {
    refuses = () => false,
    port = 0,
    takesData = () => true,
    holds = async () => {},
  }: {
    refuses?: (address: string) => boolean | number
    port?: number
    takesData?: () => boolean
    holds?: (to: string[]) => Promise<unknown>
  } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    closeTimeout: CLOSE_TIMEOUT_MS,
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth: (given, _, done) =>
      given.password === password ? done(null, { user: given.username }) : done(new Error('no')),
    onRcptTo: ({ address }, _, done) => {
      const refused = refuses(address)
      if (!refused) return done()
      const responseCode = refused === true ? 550 : refused
      done(Object.assign(new Error('no such mailbox'), { responseCode }))
    },
    onConnect: (_, done) => {
      connections.opened += 1
      done()
    },
    onData: (stream, { envelope, user }, done) => {
      // A sender that is killed ends its connection within a mail.
      stream.on('error', () => {})
      if (!takesData()) return void stream.once('data', connections.closeAll)
      void text(stream).then(async (body) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        await holds(to)
        received.push({ from, to, body, user })
        done()
      }, done)
    },
  })
  const connections = {
    opened: 0,
    open: () => server.connections.size,
    closeAll: () => {
      for (const connection of server.connections) connection.close()
    },
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  onCleanup(close)
  return { received, port: (server.server.address() as AddressInfo).port, connections, close }
}

export type ReadMail = { headers: Record<string, string>; text: string; html: string }

/** The headers by their names in lower case, and both parts. */
export function readMail({ body }: Pick<ReceivedMail, 'body'>): ReadMail {
  const { headers, rest } = splitPart(body)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '') ?? []
  const parts = rest.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const find = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part ? decode(part.rest, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  return { headers, text: find('text/plain'), html: find('text/html') }
}

function splitPart(part: string): { headers: Record<string, string>; rest: string } {
  const [, head = '', rest = ''] = /^(?:\r\n)?([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(part) ?? []
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())]
  })
  return { headers: Object.fromEntries(headers), rest }
}

const decodeWords = (line: string) =>
  line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind, words) =>
      /b/i.test(kind) ? decode(words, 'base64') : decode(words.replaceAll('_', ' '), 'quoted'),
    )

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
  if (!encoding.startsWith('quoted')) return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
