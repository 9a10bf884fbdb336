// A real receiver of webhooks, which remembers what it got.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onCleanup } from './cleanup.ts'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string }

export type Receiver = {
  url: string
  received: Received[]
  /** Answers what comes from now on. */
  answer(respond: (response: ServerResponse, request: Received) => void): void
}

const OK = (response: ServerResponse) => void response.end('thanks')

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let respond: (response: ServerResponse, request: Received) => void = OK
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const one = { headers: request.headers, body, path: request.url ?? '' }
        received.push(one)
        respond(response, one)
      },
      () => {},
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onCleanup(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      respond = next
    },
  }
}
