// Whether the service answers. Every request and the stream of changes tell; while it does not, it is asked again and again.
import { createStore, useStore } from '../core/store.ts'

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 8_000
/** What a proxy answers for a service that is not there. The service's own answers name the request. */
const isFromProxy = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.has('x-request-id')

const isReachable = createStore(true)
let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0

export const useIsReachable = (): boolean => useStore(isReachable, (value) => value)

/** Runs when the service answers again, until it is called off. */
export const onReachable = (run: () => void): (() => void) =>
  isReachable.subscribe(() => isReachable.get() && run())

/** `fetch` that tells whether the service answered. */
export const observedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    if (isFromProxy(response)) doubt()
    else report(true)
    return response
  } catch (error) {
    // A request that was given up says nothing, nor does one that took too long.
    if (!(error instanceof DOMException)) doubt()
    throw error
  }
}

/** Asks the service at once. */
export async function checkService(): Promise<boolean> {
  clearTimeout(timer)
  timer = undefined
  try {
    report(!isFromProxy(await fetch('/healthz', { cache: 'no-store' })))
  } catch {
    report(false)
  }
  return isReachable.get()
}

/** One request can fail alone, for example where a network refuses streams or large files. The service itself is asked. */
function doubt(): void {
  if (isReachable.get()) void checkService()
}

function report(isAnswered: boolean): void {
  if (isAnswered) {
    clearTimeout(timer)
    timer = undefined
    attempts = 0
  } else {
    timer ??= setTimeout(
      () => void checkService(),
      Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts++),
    )
  }
  isReachable.set(isAnswered)
}

addEventListener('online', () => void checkService())

/**
 * Loads a part of the console. A file that the service did not send is asked for again once it answers: the browser would leave
 * the console otherwise. One that a running service does not have belongs to an earlier version, and the page must load anew.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      if (await checkService()) failures += 1
      if (failures > 1) throw error
      if (!isReachable.get()) await untilReachable()
    }
  }
}

const untilReachable = () =>
  new Promise<void>((resolve) => {
    const callOff = onReachable(() => {
      callOff()
      resolve()
    })
  })
