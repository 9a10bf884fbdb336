// In front of an Earshot that is the source of a move: makes the mistakes of bad sources, and counts what is asked.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from './cleanup.ts'
import { BASE_URL } from './service.ts'

export type Asked = {
  path: string
  query: URLSearchParams
  headers: NodeJS.Dict<string | string[]>
}

export type Fault =
  | 'cut'
  /** No answer. */
  | 'silent'
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Changes the body of the response. */
  | ((body: Buffer) => Buffer)

export type FindFault = (asked: Asked) => Fault | undefined | Promise<Fault | undefined>

/** Passes requests on. Addresses in responses lead to the proxy. Returns its address. */
export async function startSourceProxy(target: string, findFault: FindFault): Promise<string> {
  let own = ''
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://proxy')
    const asked = { path: pathname, query: searchParams, headers: incoming.headers }
    const fault = await findFault(asked)
    if (fault === 'silent') return
    if (fault === 'cut') return incoming.socket.destroy()
    if (typeof fault === 'object') {
      incoming.resume()
      return outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '{}')
    }
    pass({ target, own, change: fault ?? ((body) => body) }, incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return own
}

type Passing = { target: string; own: string; change(body: Buffer): Buffer }

function pass(
  { target, own, change }: Passing,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method = 'GET', headers } = incoming
  const passed = request(`${target}${incoming.url}`, { method, headers }, async (response) => {
    const { 'content-length': _, ...kept } = response.headers
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const isJson = String(kept['content-type']).includes('json')
    const body = isJson ? Buffer.from(bytes.toString().replaceAll(BASE_URL, own)) : bytes
    outgoing.writeHead(response.statusCode ?? 500, kept).end(change(body))
  })
  passed.on('error', () => incoming.socket.destroy())
  incoming.pipe(passed)
}
