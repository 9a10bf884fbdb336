// A workbook (.xlsx) → the text of a CSV file of its first sheet. What it can cost is bounded before it is read, and it is read in a
// thread of its own (docs/decisions/0038-workbooks.md).
import { Worker } from 'node:worker_threads'
import { SOURCE_EXTENSION } from '../core/source-files.ts'
import { InvalidFileError } from './csv-text.ts'

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const MAX_WORKBOOK_BYTES = 20 * 1024 * 1024
/** Of everything in the archive, unpacked. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const MAX_HEAP_MB = 1024
const MAX_SECONDS = 60

const ZIP = [0x50, 0x4b, 0x03, 0x04]

export const isWorkbook = (head: Uint8Array): boolean => ZIP.every((byte, i) => head[i] === byte)

export type WorkbookTask = { file: Uint8Array; maxUnpackedBytes: number }
export type WorkbookResult = { csv: string } | { problem: string }

/** Throws an `InvalidFileError` for a file that is no workbook, or too large. */
export async function readWorkbook(file: Uint8Array): Promise<string> {
  if (file.length > MAX_WORKBOOK_BYTES)
    throw new InvalidFileError(`it is larger than ${MAX_WORKBOOK_BYTES / 1024 ** 2} MiB; split it`)
  const task: WorkbookTask = { file, maxUnpackedBytes: MAX_UNPACKED_BYTES }
  const worker = new Worker(new URL(`./workbook-worker${SOURCE_EXTENSION}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const result = await new Promise<WorkbookResult>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ problem: TOO_LARGE }) : reject(error),
      )
      timer = setTimeout(() => resolve({ problem: TOO_LARGE }), MAX_SECONDS * 1000)
    })
    if ('problem' in result) throw new InvalidFileError(result.problem)
    return result.csv
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

export const TOO_LARGE =
  'it is a workbook that is too large when it is unpacked; save its first sheet as "CSV UTF-8"'
