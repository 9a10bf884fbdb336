// A product that an account is moved from: a server that answers as its API does, and makes mistakes on demand.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from '../cleanup.ts'

// biome-ignore lint/suspicious/noExplicitAny: the bodies of other products.
export type Body = Record<string, any>

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
}

export type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

export type Fault = 'cut' | ((reply: string) => string) | Reply

export type SourceServer = {
  address: string
  asked: Asked[]
  /** Meets the requests that it returns something for. */
  fault: (asked: Asked) => Fault | undefined
}

/** `answer` gets each request and the address of the server. */
export async function startSource(
  answer: (asked: Asked, address: string) => Reply | undefined,
): Promise<SourceServer> {
  const source: SourceServer = { address: '', asked: [], fault: () => undefined }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://source')
    const text = Buffer.concat(pieces).toString()
    const asked = {
      method: request.method ?? '',
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
    source.asked.push(asked)
    const fault = source.fault(asked)
    if (fault === 'cut') return void request.socket.destroy()
    const reply = (typeof fault === 'object' ? fault : undefined) ?? answer(asked, source.address)
    const { status = 200, headers = {}, body } = reply ?? { status: 404, body: { error: 'none' } }
    const bytes = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof fault === 'function' ? fault(bytes.toString()) : bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  source.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return source
}

/** The same numbers each time: accounts are generated, and their records can be compared. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

export const dayOf = (day: number, ms = 0): string =>
  new Date(Date.UTC(2025, 0, 1) + day * 86_400_000 + ms).toISOString()

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Where the files of an account can be fetched, by their keys. */
export async function startFiles(
  files: { key: string; name: string; bytes: Buffer }[],
): Promise<(key: string) => string> {
  const byPath = new Map(files.map((file) => [`/${file.key}/${file.name}`, file]))
  const { address } = await startSource(({ path }) => {
    const file = byPath.get(path)
    const type = file?.name.endsWith('.png') ? 'image/png' : 'text/plain'
    return file && { headers: { 'content-type': type }, body: file.bytes }
  })
  return (key) => {
    const file = files.find((one) => one.key === key)
    return `${address}/${key}/${encodeURIComponent(file?.name ?? '')}`
  }
}
