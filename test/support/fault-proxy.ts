// A proxy in front of the database that simulates network faults.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Fault =
  | 'none'
  /** Refuses connections and closes the open ones. */
  | 'refused'
  /** Drops all data in both directions without closing connections. */
  | 'black hole'
  /** Delays every response. */
  | { delayMs: number }
  /** Sends responses byte by byte. */
  | { msPerByte: number }
  /** Sends what begins with this text 20 ms after what is before it. */
  | { lateText: string }

export type FaultProxy = {
  /** Like that of the server behind it. */
  connection: pg.ClientConfig
  set(fault: Fault): Promise<void>
  /** Closes every connection; new ones are accepted. */
  cut(): void
  /** Drops the response to the next message that matches, and closes its connection. */
  cutAfter(pattern: RegExp): void
  /** The number of open connections. */
  open(): number
  close(): Promise<void>
}

/** Listens on a free port or, given a directory, on a Unix socket in it. */
export async function startFaultProxy(
  target: pg.ClientConfig,
  directory?: string,
): Promise<FaultProxy> {
  const { host, port, user, password, database } = new pg.Client(target)
  const pairs = new Set<Pair>()
  let fault: Fault = 'none'
  let cutAfter: RegExp | undefined

  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const pair = join(near, far, {
      fault: () => fault,
      isLast: (message) => {
        const isLast = cutAfter?.test(message.toString('latin1')) ?? false
        if (isLast) cutAfter = undefined
        return isLast
      },
    })
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
  })
  const path = directory && `${directory}/.s.PGSQL.5432`
  let own = 0
  const listen = async () => {
    if (path) server.listen(path)
    else server.listen(own, '127.0.0.1')
    await once(server, 'listening')
    if (!path) own = (server.address() as AddressInfo).port
  }
  const cut = () => {
    for (const { near } of pairs) near.resetAndDestroy()
  }
  const stopListening = async () => {
    server.close()
    cut()
    if (path) await rm(path, { force: true })
  }
  await listen()
  const place = directory ? { host: directory, port: 5432 } : { host: '127.0.0.1', port: own }
  return {
    connection: { ...place, user, password: password ?? undefined, database },
    async set(next) {
      fault = next
      if (next === 'refused') await stopListening()
      else if (!server.listening) await listen()
    },
    cut,
    cutAfter: (pattern) => {
      cutAfter = pattern
    },
    open: () => pairs.size,
    close: stopListening,
  }
}

type Pair = { near: Socket; far: Socket }
type Road = { fault(): Fault; isLast(message: Buffer): boolean }

function join(near: Socket, far: Socket, { fault, isLast }: Road): Pair {
  // Dropped data is not sent again, so the connection stays silent.
  let isLost = false
  let isLastAnswer = false
  let answered: Promise<unknown> = Promise.resolve()
  const loses = () => {
    isLost ||= fault() === 'black hole'
    return isLost
  }
  near.on('data', (message) => {
    if (loses()) return
    isLastAnswer ||= isLast(message)
    far.write(message)
  })
  far.on('data', (message) => {
    if (isLastAnswer) near.resetAndDestroy()
    if (loses() || near.destroyed) return
    const current = fault()
    answered = answered.then(() => passOn(near, message, current)).catch(() => {})
  })
  for (const socket of [near, far]) {
    socket.on('error', () => {})
    socket.on('close', () => {
      // While data is dropped, neither side learns that the other closed.
      if (socket === far && loses()) return
      near.destroy()
      far.destroy()
    })
  }
  return { near, far }
}

async function passOn(to: Socket, message: Buffer, fault: Fault): Promise<void> {
  if (typeof fault === 'string') {
    to.write(message)
  } else if ('delayMs' in fault) {
    await sleep(fault.delayMs)
    to.write(message)
  } else if ('lateText' in fault) {
    const at = Math.max(0, message.indexOf(fault.lateText))
    to.write(message.subarray(0, at))
    if (at > 0) await sleep(20)
    to.write(message.subarray(at))
  } else {
    for (const byte of message) {
      if (to.destroyed) return
      await sleep(fault.msPerByte)
      to.write(Buffer.of(byte))
    }
  }
}
