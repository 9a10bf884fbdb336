// A real SMTP server that remembers what it received.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onCleanup } from './cleanup.ts'

export type ReceivedMail = { to: string[]; body: string; user: unknown }

/** Accepts mail without a user, and any user with this password. */
export async function startMailServer(
  password: string,
): Promise<{ received: ReceivedMail[]; port: number }> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth: (given, _, done) =>
      given.password === password ? done(null, { user: given.username }) : done(new Error('no')),
    onData: (stream, { envelope, user }, done) => {
      void text(stream).then((body) => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), body, user })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onCleanup(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { received, port: (server.server.address() as AddressInfo).port }
}
