// Reads a mail that somebody sent, in a thread of its own: a hostile one ends only that thread.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MailReport } from './mail-report.ts'
import { SOURCE_EXTENSION } from './source-files.ts'

export type MailFile = { name: string; bytes: Uint8Array }

export type IncomingMessage = {
  /** In lower case; empty without one. */
  from: string
  /** Sent by a program: an absence note, a list, a receipt. */
  isAutomatic: boolean
  /** What the person wrote, without quotes and signatures. */
  text: string
  files: MailFile[]
  /** Files beyond the limits. */
  omittedFiles: number
  report: MailReport | undefined
}

export type ReadOptions = { markers: string[]; maxFiles: number; maxFileBytes: number }

const MAX_MILLISECONDS = 10_000
const MAX_HEAP_MB = 192
const READER = join(import.meta.dirname, `mail-message-reader${SOURCE_EXTENSION}`)

/** Undefined when it cannot be read within the limits of time and memory. */
export function readMessage(
  raw: Uint8Array,
  options: ReadOptions,
  milliseconds = MAX_MILLISECONDS,
): Promise<IncomingMessage | undefined> {
  const worker = new Worker(READER, {
    workerData: { raw, options },
    // The environment contains secrets.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MB,
      maxYoungGenerationSizeMb: 16,
      stackSizeMb: 2,
    },
  })
  return new Promise((resolve) => {
    const end = (message?: IncomingMessage) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(message)
    }
    const timer = setTimeout(end, milliseconds)
    worker.once('message', end)
    worker.once('error', () => end())
    worker.once('exit', () => end())
  })
}
