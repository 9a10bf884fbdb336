// The tar format (POSIX ustar), as far as a backup needs it: plain files, each after a header with its name and size.
// Only one chunk is in memory at a time.

export type Entry = { name: string; size: number; bytes: AsyncIterable<Buffer> | Iterable<Buffer> }

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)

export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, size, bytes } of entries) {
    yield formatHeader(name, size)
    let written = 0
    for await (const chunk of bytes) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}.`)
    yield Buffer.alloc(paddingLength(size))
  }
  yield END
}

/** Read the bytes of an entry to their end, or not at all, before the next entry. */
export async function* unpackTar(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = createChunkReader(stream)
  for (;;) {
    const block = await source.readExactly(BLOCK)
    if (block.every((byte) => byte === 0)) return source.readToEnd()
    const { name, size } = parseHeader(block)
    const bytes = source.readUpTo(size)
    yield { name, size, bytes }
    for await (const _ of bytes);
    await source.readExactly(paddingLength(size))
  }
}

const paddingLength = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function formatHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0, 100)
  block.write(octal(0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.floor(Date.now() / 1000), 12), 136)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(checksum(block), 7)} `, 148)
  return block
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const [sum, size] = [text(148, 8), text(124, 12)].map((octal) => Number.parseInt(octal, 8))
  if (sum !== checksum(block) || size === undefined || Number.isNaN(size))
    throw new Error('a header is invalid')
  return { name: text(0, 100), size }
}

/** The sum of all bytes, with spaces in place of the checksum itself. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20
  for (const [i, byte] of block.entries()) if (i < 148 || i >= 156) sum += byte
  return sum
}

function createChunkReader(stream: AsyncIterable<Buffer>) {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function* readUpTo(size: number): AsyncGenerator<Buffer> {
    let missing = size
    while (missing > 0) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next()
        if (done) throw new Error('it is truncated')
        rest = value
      }
      const piece = rest.subarray(0, missing)
      rest = rest.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }
  return {
    readUpTo,
    /** A compressed stream shows only at its end whether it is complete. */
    async readToEnd(): Promise<void> {
      while (!(await iterator.next()).done);
    },
    async readExactly(size: number): Promise<Buffer> {
      const chunks: Buffer[] = []
      for await (const chunk of readUpTo(size)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
