// Thumbnails, made in a process of their own: whatever a picture does to the decoder, it does there.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** What making one may cost. */
export type Limits = {
  inputBytes: number
  inputPixels: number
  residentBytes: number
  milliseconds: number
}

const LIMITS: Limits = {
  inputBytes: 50_000_000,
  inputPixels: 50_000_000,
  residentBytes: 512 * 1024 * 1024,
  milliseconds: 10_000,
}

const MOST_OUTPUT_BYTES = 1_000_000
const CHILD = join(import.meta.dirname, 'thumbnail-child.ts')

/** A WebP of at most 240 × 240; undefined when none can be made of this. Only a source that fails throws. */
export async function makeThumbnail(
  input: Readable,
  limits: Partial<Limits> = {},
): Promise<Buffer | undefined> {
  const all = { ...LIMITS, ...limits }
  const child = startChild(all)
  const killed = setTimeout(() => child.kill('SIGKILL'), all.milliseconds)
  let hasEnded = false
  let failure: { error: unknown } | undefined
  const output = collected(child)
  const fed = feed(input, child.stdin as Writable).catch((error) => {
    // A source that we closed ourselves did not fail.
    if (!hasEnded) failure = { error }
    child.kill('SIGKILL')
  })
  const thumbnail = await output
  hasEnded = true
  clearTimeout(killed)
  input.destroy()
  await fed
  if (failure) throw failure.error
  return thumbnail
}

function startChild(limits: Limits): ChildProcess {
  const options = ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning']
  // Nothing of our environment: it holds secrets.
  return spawn(process.execPath, [...options, CHILD, JSON.stringify(limits)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}

async function feed(input: Readable, stdin: Writable): Promise<void> {
  let goOn = () => {}
  // A child that has seen enough closes its end, which is no error of ours.
  stdin
    .on('error', () => {})
    .on('drain', () => goOn())
    .on('close', () => goOn())
  for await (const chunk of input) {
    if (stdin.destroyed) return
    if (stdin.write(chunk)) continue
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
  }
  stdin.end()
}

/** What the child wrote, once it has ended well. */
function collected(child: ChildProcess): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MOST_OUTPUT_BYTES) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => {
      resolve(code === 0 && length > 0 ? Buffer.concat(chunks) : undefined)
    })
  })
}
