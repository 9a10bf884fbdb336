// Bounds the work of checking passwords, which anyone can cause, and shares it among networks.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { clientNetwork, widerNetworks } from '../../core/networks.ts'
import { OVERLOADED_MESSAGE } from '../limits/admission.ts'

/** Each check of a password takes 19 MiB and a tenth of a second of CPU. */
const MAX_RUNNING = 2
/** Of browsers that are not known: a flood of them takes half of the work. */
const MAX_RUNNING_UNKNOWN = 1
const MAX_WAITING = 256
/** Of one network; a wider one of IPv6 has twice as many. */
const MAX_WAITING_PER_NETWORK = 16
const MAX_WAIT_MS = 10_000
/** How long a network that had its turn comes after the ones that had none. */
const MEMORY_MS = 600_000
const MAX_NETWORKS = 100_000

export type PasswordHashing = {
  /** Runs the call in its turn. Default for `isKnown`: whether the request has a session. */
  run<T>(request: FastifyRequest, run: () => Promise<T>, isKnown?: boolean): Promise<T>
}

type Waiting = { networks: string[]; isKnown: boolean; start(): void; reject(): void }

/**
 * Browsers that are known go first, then the network that had the fewest turns lately: first by its widest part, then by
 * narrower ones. In a full queue, a call that comes before others takes the place of the last one.
 */
export function createPasswordHashing(): PasswordHashing {
  const waiting = new Set<Waiting>()
  const turns = createTurns()
  const running = { known: 0, unknown: 0 }

  const canStart = (isKnown: boolean) =>
    running.known + running.unknown < MAX_RUNNING &&
    (isKnown || running.unknown < MAX_RUNNING_UNKNOWN)
  const comesBefore = (a: Waiting, b: Waiting): boolean => {
    if (a.isKnown !== b.isKnown) return a.isKnown
    const [ofA, ofB] = [a, b].map(({ networks }) => networks.map(turns.count))
    for (const [i, count] of (ofA ?? []).entries()) {
      const other = ofB?.[i] ?? 0
      if (count !== other) return count < other
    }
    return false
  }
  // Of equals, in turn the newest and the oldest: a person who comes after a burst does not wait for all of it.
  let takesNewest = false
  const findNext = () => {
    takesNewest = !takesNewest
    return [...waiting].reduce<Waiting | undefined>(
      (first, one) =>
        first === undefined || comesBefore(one, first) || (takesNewest && !comesBefore(first, one))
          ? one
          : first,
      undefined,
    )
  }
  const findLast = () =>
    [...waiting].reduce<Waiting | undefined>(
      (last, one) => (last === undefined || !comesBefore(one, last) ? one : last),
      undefined,
    )
  const isCrowded = ({ networks }: Waiting) =>
    networks.some((network, i) => {
      const others = [...waiting].filter((one) => one.networks.includes(network))
      return others.length >= MAX_WAITING_PER_NETWORK * 2 ** (networks.length - 1 - i)
    })
  const makeRoom = (newcomer: Waiting): boolean => {
    if (isCrowded(newcomer)) return false
    if (waiting.size < MAX_WAITING) return true
    const last = findLast()
    if (!last || !comesBefore(newcomer, last)) return false
    last.reject()
    return true
  }

  const wait = (networks: string[], isKnown: boolean) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one: Waiting = {
        networks,
        isKnown,
        start: () => {
          leave()
          resolve()
        },
        reject: () => {
          leave()
          reject(overloaded())
        },
      }
      const timer = setTimeout(one.reject, MAX_WAIT_MS)
      if (makeRoom(one)) waiting.add(one)
      else one.reject()
    })

  return {
    async run(request, run, isKnown = request.state.identity?.session !== undefined) {
      const narrow = clientNetwork(request.ip)
      const networks = [narrow, ...widerNetworks(narrow)].reverse()
      const group = isKnown ? 'known' : 'unknown'
      if (canStart(isKnown)) running[group] += 1
      else await wait(networks, isKnown)
      turns.add(networks)
      try {
        return await run()
      } finally {
        running[group] -= 1
        const next = findNext()
        if (next && canStart(next.isKnown)) {
          running[next.isKnown ? 'known' : 'unknown'] += 1
          next.start()
        }
      }
    },
  }
}

/** Turns of each network in the current and in the previous period. */
function createTurns() {
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()]
  let begun = performance.now()
  return {
    count: (network: string) => (current.get(network) ?? 0) + (previous.get(network) ?? 0),
    add(networks: string[]) {
      if (performance.now() - begun > MEMORY_MS || current.size > MAX_NETWORKS) {
        previous = current
        current = new Map()
        begun = performance.now()
      }
      for (const network of networks) current.set(network, (current.get(network) ?? 0) + 1)
    },
  }
}

const overloaded = () => new ApiError('unavailable', OVERLOADED_MESSAGE)
