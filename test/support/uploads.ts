// Builds multipart forms byte by byte, and lists the stored files.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Store } from '../../src/store/store.ts'
import type { Answer, Sent, Shown, TestService } from './service.ts'

const BOUNDARY = 'fence'
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

export type FormPart = { disposition: string; type?: string; bytes: Buffer | string }

export const filePart = (bytes: Buffer | string, name = 'a.bin', type?: string): FormPart => ({
  disposition: `form-data; name="file"; filename="${name}"`,
  bytes,
  ...(type !== undefined && { type }),
})

export const form = (...parts: FormPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ disposition, type, bytes }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n` +
          `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

export const send = (at: TestService, body: Buffer | string, sent: Sent = {}): Promise<Answer> =>
  at.call('POST', '/attachments', { ...sent, body, headers: { ...FORM, ...sent.headers } })

/** Uploads a file, which must succeed. Returns the record. */
export async function uploaded(
  at: TestService,
  bytes: Buffer | string,
  name?: string,
  type?: string,
): Promise<Shown> {
  const answer = await send(at, form(filePart(bytes, name, type)))
  if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body.attachments[0]
}

export async function storedKeys(store: Store): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}

export type Line = { socket: Socket; received(): string; ended: Promise<string> }

/** Opens a raw connection to the service. */
export async function lineTo({ service }: TestService): Promise<Line> {
  const { port } = service.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close').then(() => received)
  await once(socket, 'connect')
  return { socket, received: () => received, ended }
}

export const uploadHead = (token: string, more: string) =>
  `POST /api/v2/admin/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: ${FORM['content-type']}\r\n${more}\r\n\r\n`
