// Writes are sent one after the other, also after the screen was left. Closing the page asks first while some are waiting.
let last: Promise<void> = Promise.resolve()
let pending = 0

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function count(by: 1 | -1): void {
  pending += by
  if (pending > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** `write` handles its own errors: one that fails does not stop those after it. */
export function enqueueWrite(write: () => Promise<void>): void {
  count(1)
  last = last.then(write).finally(() => count(-1))
}
