// Spreads work that comes at once over time, so that the requests of others do not wait for all of it.
const SLICE_MS = 5
const PAUSE_MS = 15

/** Returns a function that runs tasks in order, a few at a time. */
export function createSpreader(): (task: () => void) => void {
  let tasks: (() => void)[] = []
  let isScheduled = false
  const runSlice = () => {
    const end = performance.now() + SLICE_MS
    let done = 0
    while (done < tasks.length && (done === 0 || performance.now() < end)) {
      tasks[done]?.()
      done += 1
    }
    tasks = tasks.slice(done)
    isScheduled = tasks.length > 0
    if (isScheduled) setTimeout(runSlice, PAUSE_MS)
  }
  return (task) => {
    tasks.push(task)
    if (isScheduled) return
    isScheduled = true
    setImmediate(runSlice)
  }
}
