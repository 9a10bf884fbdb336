// Thumbnails, each made in its own process: an image that breaks the decoder breaks only that process.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { SOURCE_EXTENSION } from '../core/source-files.ts'

/** Limits for making one thumbnail. */
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

const MAX_OUTPUT_BYTES = 1_000_000
const CHILD = join(import.meta.dirname, `thumbnail-child${SOURCE_EXTENSION}`)

/** A WebP of at most 240 × 240; undefined when the input is not a usable image. Throws only when reading the input fails. */
export async function makeThumbnail(
  input: Readable,
  limits: Partial<Limits> = {},
): Promise<Buffer | undefined> {
  const all = { ...LIMITS, ...limits }
  const child = startChild(all)
  const killed = setTimeout(() => child.kill('SIGKILL'), all.milliseconds)
  let hasEnded = false
  let failure: { error: unknown } | undefined
  const output = collectOutput(child)
  const fed = writeInput(input, child.stdin as Writable).catch((error) => {
    // An error after the input was closed here is not a failure.
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
  // The environment contains secrets.
  return spawn(process.execPath, [...options, CHILD, JSON.stringify(limits)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}

async function writeInput(input: Readable, stdin: Writable): Promise<void> {
  let goOn = () => {}
  // A child that needs no more input closes the pipe; that is not an error.
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

/** The output of the child; undefined unless its exit code is 0. */
function collectOutput(child: ChildProcess): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
    else chunks.push(chunk)
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (code) => {
      resolve(code === 0 && length > 0 ? Buffer.concat(chunks) : undefined)
    })
  })
}
