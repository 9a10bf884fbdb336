// The tar format (POSIX ustar), as far as a backup needs it: plain files one after the other, each led by a block that
// says its name and size. Nothing is held but a piece at a time.

export type Entry = { name: string; size: number; bytes: AsyncIterable<Buffer> | Iterable<Buffer> }

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)

export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, size, bytes } of entries) {
    yield header(name, size)
    let written = 0
    for await (const chunk of bytes) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes and not ${size}.`)
    yield Buffer.alloc(paddingOf(size))
  }
  yield END
}

/** The bytes of an entry are read whole or not at all; then the next may be asked for. */
export async function* unpackTar(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = piecesOf(stream)
  for (;;) {
    const block = await source.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) return source.toEnd()
    const { name, size } = parsed(block)
    const bytes = source.upTo(size)
    yield { name, size, bytes }
    for await (const _ of bytes);
    await source.exactly(paddingOf(size))
  }
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function header(name: string, size: number): Buffer {
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
  block.write(`${octal(sumOf(block), 7)} `, 148)
  return block
}

function parsed(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const [sum, size] = [text(148, 8), text(124, 12)].map((octal) => Number.parseInt(octal, 8))
  if (sum !== sumOf(block) || size === undefined || Number.isNaN(size))
    throw new Error('a header is wrong')
  return { name: text(0, 100), size }
}

/** Of all bytes, those of the sum itself taken for spaces. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (const [i, byte] of block.entries()) if (i < 148 || i >= 156) sum += byte
  return sum
}

function piecesOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function* upTo(size: number): AsyncGenerator<Buffer> {
    let missing = size
    while (missing > 0) {
      if (rest.length === 0) {
        const { done, value } = await chunks.next()
        if (done) throw new Error('it ends too early')
        rest = value
      }
      const piece = rest.subarray(0, missing)
      rest = rest.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }
  return {
    upTo,
    /** Whoever unpacks the stream finds out only at its very end whether it was whole. */
    async toEnd(): Promise<void> {
      while (!(await chunks.next()).done);
    },
    async exactly(size: number): Promise<Buffer> {
      const pieces: Buffer[] = []
      for await (const piece of upTo(size)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}
