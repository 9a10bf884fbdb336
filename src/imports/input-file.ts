// A file to import, which is read more than once: standard input and pipes are copied to a temporary file first.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { rethrowDiskFull } from '../core/disk-full.ts'
import { isWorkbook, MAX_WORKBOOK_BYTES, readWorkbook } from './workbook.ts'

const MAX_SPOOLED_BYTES = 1024 ** 3

export type InputFile = {
  /** Reads the file from its beginning, each time it is called. */
  read(): AsyncIterable<Buffer>
  /** Its first bytes. */
  readHead(bytes: number): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a file by its path, or a stream such as standard input. */
export async function openInputFile(
  source: string | Readable,
  { signal, maxSpooledBytes = MAX_SPOOLED_BYTES }: OpenOptions = {},
): Promise<InputFile> {
  if (typeof source !== 'string') return fileOf(await spool(source, signal, maxSpooledBytes))
  const file = await open(source)
  if ((await file.stat()).isFile()) return fileOf(file)
  return fileOf(await spool(createReadStream('', { fd: file }), signal, maxSpooledBytes))
}

type OpenOptions = { signal?: AbortSignal | undefined; maxSpooledBytes?: number }

function fileOf(file: FileHandle): InputFile {
  return {
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    readHead: async (bytes) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

/** The temporary file has no name any more when it is filled, so that it goes with the process, however that ends. */
async function spool(
  source: Readable,
  signal: AbortSignal | undefined,
  maxBytes: number,
): Promise<FileHandle> {
  const path = join(tmpdir(), `earshot-import-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  const stop = () => source.destroy(signal?.reason)
  signal?.addEventListener('abort', stop)
  let size = 0
  try {
    signal?.throwIfAborted()
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes)
        throw new Error(
          `The input is larger than ${maxBytes / 1024 ** 2} MiB; save it as a file and import that.`,
        )
      await file.appendFile(chunk)
    }
    return file
  } catch (error) {
    await file.close()
    return rethrowDiskFull(error, tmpdir())
  } finally {
    signal?.removeEventListener('abort', stop)
    source.destroy()
  }
}

/** Of a workbook the first sheet as CSV; any other file as it is. */
export async function unpackWorkbook(file: InputFile): Promise<InputFile> {
  if (!isWorkbook(await file.readHead(ZIP_BYTES))) return file
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file.read()) {
    size += chunk.length
    // What is too large is refused by its size.
    if (size <= MAX_WORKBOOK_BYTES + chunk.length) chunks.push(chunk)
  }
  const csv = Buffer.from(await readWorkbook(Buffer.concat(chunks)))
  return {
    ...file,
    read: async function* readSheet() {
      yield csv
    },
  }
}

const ZIP_BYTES = 4
