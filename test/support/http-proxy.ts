// An HTTP proxy in front of the service that records requests and simulates faults.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from './cleanup.ts'

export type Fault =
  /** Closes the connection without passing the request on. */
  | 'cut'
  /** Passes the request on and closes the connection instead of sending the response. */
  | 'lose response'
  /** Never responds. */
  | 'hang'
  /** Responds itself. */
  | { status: number; headers?: Record<string, string>; body?: string }

export type Passed = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Undefined when the proxy sent no response. */
  status?: number
}

export type HttpProxy = {
  url: string
  passed: Passed[]
  faults: Fault[]
  /** Which fault a request meets; undefined for the next of the list. */
  findFault(request: Passed): Fault | undefined
}

/** Each request meets the next of `faults`, and none when the list is empty. */
export async function startHttpProxy(target: string): Promise<HttpProxy> {
  const passed: Passed[] = []
  const faults: Fault[] = []
  const proxy: HttpProxy = { url: '', passed, faults, findFault: () => undefined }
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const entry: Passed = { method, url, headers }
    passed.push(entry)
    const fault = proxy.findFault(entry) ?? faults.shift()
    if (fault === 'cut') incoming.socket.destroy()
    else if (fault === 'hang') incoming.resume()
    else if (typeof fault === 'object') {
      incoming.resume()
      entry.status = fault.status
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    } else passOn(target, { incoming, outgoing }, entry, fault === 'lose response')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

function passOn(
  target: string,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  entry: Passed,
  isLost: boolean,
): void {
  const { method, url, headers } = incoming
  const forwarded = request(target + url, { method: method as string, headers }, (response) => {
    if (isLost) {
      response.resume().on('end', () => incoming.socket.destroy())
      return
    }
    entry.status = response.statusCode as number
    outgoing.writeHead(entry.status, response.headers)
    response.pipe(outgoing)
  })
  forwarded.on('error', () => incoming.socket.destroy())
  incoming.on('error', () => forwarded.destroy())
  incoming.pipe(forwarded)
}
