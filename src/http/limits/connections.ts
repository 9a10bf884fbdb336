// Limits the connections of one address, so that it cannot take all file descriptors and memory of the service.
import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { clientNetwork } from './network.ts'

const LOG_INTERVAL_MS = 60_000

export function limitConnections(
  server: Server,
  maxPerAddress: number,
  log: FastifyBaseLogger,
): void {
  const open = new Map<string, number>()
  let lastLogged = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= maxPerAddress) {
      if (performance.now() - lastLogged > LOG_INTERVAL_MS) {
        lastLogged = performance.now()
        log.warn({ ip: socket.remoteAddress, maximum: maxPerAddress }, 'too many connections')
      }
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
