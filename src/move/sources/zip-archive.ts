// A ZIP file of a source. Its entries are read one at a time and never unpacked by their names; what could fill the disk or the memory is
// refused before it is read.
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { SourceError } from './source-client.ts'

export type ZipLimits = {
  entries: number
  /** Of one entry, and of all together, when they are unpacked. */
  entryBytes: number
  totalBytes: number
  /** How many times larger than packed an entry may be. Small ones are not measured. */
  ratio: number
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 200_000,
  entryBytes: 4 * 1024 ** 3,
  totalBytes: 64 * 1024 ** 3,
  ratio: 200,
}

const MEASURED_BYTES = 64 * 1024 ** 2

export class ZipArchive {
  readonly #file: ZipFile
  readonly #path: string
  readonly #entries: Map<string, Entry>

  constructor(file: ZipFile, path: string, entries: Map<string, Entry>) {
    this.#file = file
    this.#path = path
    this.#entries = entries
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0
  }

  /** The bytes of an entry. It has no more of them than it says. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw new SourceError(`${this.#path} has no ${name}.`)
    let stream: Readable
    try {
      stream = await this.#file.openReadStreamPromise(entry)
    } catch (error) {
      throw this.#damaged(name, error)
    }
    try {
      for await (const chunk of stream) yield chunk as Buffer
    } catch (error) {
      throw error instanceof SourceError ? error : this.#damaged(name, error)
    } finally {
      stream.destroy()
    }
  }

  #damaged(name: string, error: unknown): SourceError {
    return new SourceError(`${this.#path}: ${name} is damaged: ${(error as Error).message}.`)
  }
}

/** Reads the list of entries, and closes the file afterwards. */
export async function withZip<T>(
  path: string,
  read: (zip: ZipArchive) => Promise<T>,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<T> {
  let file: ZipFile
  try {
    file = await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw new SourceError(`${path} is no ZIP file that can be read: ${(error as Error).message}.`)
  }
  try {
    return await read(new ZipArchive(file, path, await listEntries(file, path, limits)))
  } finally {
    file.close()
  }
}

async function listEntries(
  file: ZipFile,
  path: string,
  limits: ZipLimits,
): Promise<Map<string, Entry>> {
  if (file.entryCount > limits.entries)
    throw new SourceError(
      `${path} has ${file.entryCount} entries; at most ${limits.entries} are read.`,
    )
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of eachEntry(file, path)) {
    if (entry.fileName.endsWith('/')) continue
    const problem = findProblem(entry, entries, limits)
    if (problem) throw new SourceError(`${path}: ${problem}`)
    total += entry.uncompressedSize
    if (total > limits.totalBytes)
      throw new SourceError(
        `${path} has more than ${limits.totalBytes} bytes when it is unpacked; it is not read.`,
      )
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** The library refuses names such as `../../file`, absolute ones and those with a backslash. */
async function* eachEntry(file: ZipFile, path: string): AsyncGenerator<Entry> {
  try {
    yield* file.eachEntry()
  } catch (error) {
    throw new SourceError(`${path}: ${(error as Error).message}.`)
  }
}

function findProblem(
  entry: Entry,
  entries: Map<string, Entry>,
  limits: ZipLimits,
): string | undefined {
  const { fileName, uncompressedSize, compressedSize } = entry
  const name = JSON.stringify(fileName.slice(0, 100))
  if (entries.has(fileName)) return `the entry ${name} is there twice.`
  if (entry.isEncrypted()) return `the entry ${name} is encrypted. Give a file without a password.`
  if (uncompressedSize > limits.entryBytes)
    return `the entry ${name} has ${uncompressedSize} bytes; at most ${limits.entryBytes} are read.`
  const isBomb =
    uncompressedSize > MEASURED_BYTES && uncompressedSize > compressedSize * limits.ratio
  if (isBomb)
    return `the entry ${name} is ${Math.round(uncompressedSize / Math.max(compressedSize, 1))} times as large as it is packed; at most ${limits.ratio} times is read.`
  return undefined
}
