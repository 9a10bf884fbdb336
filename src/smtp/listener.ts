// Receives replies and bounces by SMTP or LMTP. It takes mails to signed addresses only, so it relays nothing and answers nobody
// later. A mail is acknowledged after it is stored.
import { readFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server'
import { type MailAddress, readMailAddress } from '../auth/end-users/mail-addresses.ts'
import type { Context, MailListening } from '../context.ts'
import { clientNetwork } from '../core/networks.ts'
import { MAX_MAIL_BYTES, noteOf, type Receipt, storeIncomingMail } from '../write/incoming-mails.ts'

const MAX_CONNECTIONS = 50
const MAX_CONNECTIONS_PER_NETWORK = 10
const MAX_RECIPIENTS = 10
/** Of all connections together. */
const MAX_BUFFERED_BYTES = 4 * MAX_MAIL_BYTES
const IDLE_MS = 60_000
/** However slowly it sends. */
const SESSION_MS = 600_000
const CLOSE_MS = 5_000

type ListenerContext = Pick<Context, 'db' | 'readKeys'> & {
  incomingMail: NonNullable<Context['incomingMail']>
}

export type MailListener = {
  /** Null of a Unix socket. */
  port: number | null
  close(): Promise<void>
}

class Refused extends Error {
  readonly responseCode: number
  constructor(code: number, message: string) {
    super(message)
    this.responseCode = code
  }
}

const RECEIPTS: Record<Exclude<Receipt, 'stored' | 'repeated'>, [code: number, text: string]> = {
  full: [452, '4.3.1 Too many mails wait, try again later'],
  unknown: [550, '5.1.1 There is no such recipient any more'],
}

export async function startMailListener(
  { db, readKeys, incomingMail }: ListenerContext,
  listening: MailListening,
  log: { warn(details: object, message: string): void },
): Promise<MailListener> {
  const { domain, note } = incomingMail
  const { protocol, tls } = listening
  const perNetwork = new Map<string, number>()
  const counted = new Map<string, string>()
  let buffered = 0

  const find = async (address: string): Promise<MailAddress> => {
    const found = await readMailAddress({ readKeys, domain }, address).catch((err) => {
      log.warn({ err }, 'incoming mail not checked')
      throw new Refused(451, '4.3.0 Temporarily unavailable')
    })
    if (found) return found
    note('rejected', { reason: 'no_recipient' })
    throw new Refused(550, '5.1.1 No such recipient here')
  }

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await collect(stream)
    const { mailFrom, rcptTo } = session.envelope
    const hasSender = mailFrom !== false && mailFrom.address !== ''
    for (const { address } of rcptTo) {
      const to = await find(address)
      const receipt = await storeIncomingMail(db, { to, raw, hasSender }).catch((err) => {
        log.warn({ err }, 'incoming mail not stored')
        throw new Refused(451, '4.3.0 Temporarily unavailable, try again later')
      })
      note(...noteOf(receipt))
      // A mail that was stored for another recipient before is recognised when it comes again.
      if (receipt === 'full' || receipt === 'unknown') throw new Refused(...RECEIPTS[receipt])
    }
  }

  /** Reads to the end in any case, because the protocol needs it. */
  const collect = async (stream: SMTPServerDataStream): Promise<Buffer> => {
    const chunks: Buffer[] = []
    let size = 0
    let isTooMuch = false
    const forget = () => {
      buffered -= size
      size = 0
      chunks.length = 0
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (isTooMuch || stream.sizeExceeded) {
          forget()
          continue
        }
        size += chunk.length
        buffered += chunk.length
        chunks.push(chunk)
        isTooMuch = buffered > MAX_BUFFERED_BYTES
      }
      if (stream.sizeExceeded) {
        note('rejected', { reason: 'too_large' })
        throw new Refused(552, `5.3.4 A mail has at most ${MAX_MAIL_BYTES} bytes`)
      }
      if (isTooMuch) throw new Refused(452, '4.3.1 Too many mails at once, try again later')
      return Buffer.concat(chunks)
    } finally {
      forget()
    }
  }

  const server = new SMTPServer({
    lmtp: protocol === 'lmtp',
    banner: 'Earshot',
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }),
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onConnect(session, done) {
      // A Unix socket has no address: only local programs reach it.
      const network = session.remoteAddress ? clientNetwork(session.remoteAddress) : ''
      const count = perNetwork.get(network) ?? 0
      if (network !== '' && count >= MAX_CONNECTIONS_PER_NETWORK) {
        note('rejected', { reason: 'connections' })
        return done(new Refused(421, '4.7.0 Too many connections'))
      }
      perNetwork.set(network, count + 1)
      counted.set(session.id, network)
      done()
    },
    onClose(session) {
      const network = counted.get(session.id)
      if (network === undefined) return
      counted.delete(session.id)
      const count = (perNetwork.get(network) ?? 1) - 1
      if (count > 0) perNetwork.set(network, count)
      else perNetwork.delete(network)
    },
    onRcptTo({ address }: SMTPServerAddress, _, done) {
      find(address).then(() => done(), done)
    },
    onData(stream, session, done) {
      receive(stream, session).then(() => done(null, '2.0.0 Stored'), done)
    },
  })
  // Clients that end in the middle of a sentence.
  server.on('error', () => {})
  server.server.on(
    'connection',
    (socket: { destroy(): void; once(event: 'close', f: () => void): void }) => {
      const timer = setTimeout(() => socket.destroy(), SESSION_MS).unref()
      socket.once('close', () => clearTimeout(timer))
    },
  )
  await listen(server, listening)
  return {
    port: listening.path === null ? (server.server.address() as AddressInfo).port : null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function listen(server: SMTPServer, { host, port, path }: MailListening): Promise<void> {
  // Of a process that was killed.
  if (path !== null) await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    const refuse = ({ code }: NodeJS.ErrnoException) =>
      reject(
        new Error(`MAIL_LISTEN: nothing can listen at ${path ?? `${host}:${port}`} (${code}).`),
      )
    server.server.once('error', refuse)
    const done = () => {
      server.server.off('error', refuse)
      resolve()
    }
    if (path === null) server.listen(port, host, done)
    else server.server.listen(path, done)
  })
  // Group members, such as the mail server, may write to it.
  if (path !== null) await chmod(path, 0o660)
}
