// Frees received buffers early. Their bytes are outside of the JavaScript heap, which hardly grows with them, so V8 would
// collect the whole heap instead of the young generation.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECT_EVERY_BYTES = 8 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

let received = 0

/** Counts bytes of buffers that are garbage soon, and collects the young generation from time to time. */
export function countReceived(bytes: number): void {
  received += bytes
  if (received < COLLECT_EVERY_BYTES) return
  received = 0
  collect({ type: 'minor' })
}
