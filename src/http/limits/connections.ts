// Limits the connections of one network, so that it cannot take all file descriptors and memory of the service, and those
// on which no request has come yet.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { clientNetwork, widerNetworks } from '../../core/networks.ts'

const LOG_INTERVAL_MS = 60_000

/** Without a complete request so far. Clients send one at once, so the oldest ones are closed. */
const MAX_SILENT = 1024
const MAX_SILENT_PER_NETWORK = 64
/** A client that opens many connections together sends its requests within this time. */
const MIN_SILENCE_MS = 2_000

export function limitConnections(
  server: Server,
  maxPerAddress: () => number,
  log: FastifyBaseLogger,
): void {
  const open = new Map<string, Set<Socket>>()
  const silent = new Map<string, Set<Socket>>()
  const silences = new Map<Socket, { networks: string[]; begun: number }>()
  let lastLogged = Number.NEGATIVE_INFINITY

  const isFull = (networks: string[]) =>
    networks.some((network, i) => (open.get(network)?.size ?? 0) >= maxPerAddress() * 2 ** i)
  const endSilence = (socket: Socket) => {
    const silence = silences.get(socket)
    if (!silence) return
    silences.delete(socket)
    remove(silent, silence.networks, socket)
  }
  // Each new connection closes at most a few: they are never closed all at once.
  const closeOldestSilent = (networks: string[]) => {
    for (const [i, network] of networks.entries()) {
      const sockets = silent.get(network)
      if (sockets && sockets.size > MAX_SILENT_PER_NETWORK * 2 ** i) close(sockets)
    }
    if (silences.size > MAX_SILENT) close(silences.keys())
  }
  const close = (sockets: Iterable<Socket>) => {
    const [oldest] = sockets
    const { begun = Number.POSITIVE_INFINITY } = (oldest && silences.get(oldest)) ?? {}
    if (!oldest || performance.now() - begun < MIN_SILENCE_MS) return
    endSilence(oldest)
    oldest.destroy()
  }

  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '')
    // From narrow to wide; each wider network of IPv6 has twice as many.
    const networks = [network, ...widerNetworks(network)]
    if (isFull(networks)) {
      if (performance.now() - lastLogged > LOG_INTERVAL_MS) {
        lastLogged = performance.now()
        log.warn({ ip: socket.remoteAddress, maximum: maxPerAddress() }, 'too many connections')
      }
      socket.destroy()
      return
    }
    add(open, networks, socket)
    add(silent, networks, socket)
    silences.set(socket, { networks, begun: performance.now() })
    socket.once('close', () => {
      remove(open, networks, socket)
      endSilence(socket)
    })
    closeOldestSilent(networks)
  })
  server.on('request', ({ socket }) => endSilence(socket))
}

function add(all: Map<string, Set<Socket>>, networks: string[], socket: Socket): void {
  for (const network of networks) {
    const sockets = all.get(network) ?? new Set()
    all.set(network, sockets.add(socket))
  }
}

function remove(all: Map<string, Set<Socket>>, networks: string[], socket: Socket): void {
  for (const network of networks) {
    const sockets = all.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) all.delete(network)
  }
}
