// Thumbnails, and malicious images that get none.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Limits, makeThumbnail } from '../../src/store/thumbnail.ts'

const thumbnailOf = (file: Buffer, limits?: Partial<Limits>) =>
  makeThumbnail(Readable.from([file]), limits)

const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const
const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: 'red', noise: NOISE } })

function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit for each pixel, black or white.
  header[8] = 1
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A complete image of that size in few bytes. */
const blank = (width: number, height: number) =>
  pngOf(width, height, deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1))))

describe('a thumbnail', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const)(
    'of a %s is a small WebP with the same aspect ratio',
    async (format) => {
      const plain = { width: 900, height: 600, channels: 3, background: 'red' } as const
      const file = await sharp({ create: plain }).toFormat(format).toBuffer()
      const thumbnail = await thumbnailOf(file)
      expect(await sharp(thumbnail).metadata()).toMatchObject({
        format: 'webp',
        width: 240,
        height: 160,
      })
    },
  )

  test('is not larger than the image', async () => {
    const thumbnail = await thumbnailOf(await picture(20, 10).png().toBuffer())
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('shows the image', async () => {
    const green = { width: 50, height: 50, channels: 3, background: '#00c000' } as const
    const thumbnail = await thumbnailOf(await sharp({ create: green }).png().toBuffer())
    const { dominant } = await sharp(thumbnail).stats()
    expect(dominant.g).toBeGreaterThan(150)
    expect(dominant.r + dominant.b).toBeLessThan(60)
  })

  test('is upright and contains no location or time', async () => {
    const camera = {
      IFD0: { Orientation: '6', Make: 'Camera' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    }
    const file = await picture().jpeg().withExif(camera).withMetadata({ orientation: 6 }).toBuffer()
    expect((await sharp(file).metadata()).exif).toBeDefined()
    const thumbnail = await thumbnailOf(file)
    const { width, height, exif, icc, xmp, orientation } = await sharp(thumbnail).metadata()
    expect({ width, height }).toEqual({ width: 160, height: 240 })
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(thumbnail?.includes('Camera')).toBe(false)
  })

  test('of a GIF with 100,000 frames reads only one', async () => {
    // 100 × 100 pixels of two colours; every frame sets one pixel.
    const start = Buffer.from('4749463839616400640080000000000000ff00', 'hex')
    const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
    const frames = Array.from({ length: 100_000 }, () => frame)
    const file = Buffer.concat([start, ...frames, Buffer.from(';')])
    const began = performance.now()
    const { width, height, pages } = await sharp(await thumbnailOf(file)).metadata()
    expect({ width, height, pages }).toEqual({ width: 100, height: 100, pages: undefined })
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

const [jpeg, png] = [await picture().jpeg().toBuffer(), await picture().png().toBuffer()]

describe('none is made', () => {
  test('of 50,000 × 50,000 pixels according to the header', async () => {
    const began = performance.now()
    expect(
      await thumbnailOf(pngOf(50_000, 50_000, deflateSync(Buffer.alloc(1_000)))),
    ).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  test('of more than 50 million pixels, also in few bytes', async () => {
    const file = blank(8_000, 8_000)
    expect(file.length).toBeLessThan(50_000)
    expect(await thumbnailOf(file)).toBeUndefined()
    expect(await thumbnailOf(file, { inputPixels: 64_000_000 })).toBeDefined()
  })

  test('of more bytes than the limit', async () => {
    const file = await picture().png().toBuffer()
    expect(await thumbnailOf(file, { inputBytes: file.length - 1 })).toBeUndefined()
    expect(await thumbnailOf(file, { inputBytes: file.length })).toBeDefined()
  })

  test('of an image that needs more memory than the limit', async () => {
    const file = await picture(3_000, 3_000)
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    expect(await thumbnailOf(file, { residentBytes: 90_000_000 })).toBeUndefined()
    expect(await thumbnailOf(file)).toBeDefined()
  })

  test.each([
    ['a JPEG that is cut off', jpeg.subarray(0, 5_000)],
    ['a PNG that is cut off', png.subarray(0, 5_000)],
    ['random bytes', randomBytes(100_000)],
    ['nothing', Buffer.alloc(0)],
    [
      'an SVG, which can refer to other files',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a page', Buffer.from('<html>')],
  ])('of %s', async (_, file) => {
    expect(await thumbnailOf(file)).toBeUndefined()
  })

  test('of a source that stalls, after the timeout', async () => {
    const silent = new Readable({ read() {} })
    const began = performance.now()
    expect(await makeThumbnail(silent, { milliseconds: 700 })).toBeUndefined()
    expect(performance.now() - began).toBeGreaterThan(600)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(silent.destroyed).toBe(true)
  })

  test('of a source that never ends', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536))
      },
    })
    expect(await makeThumbnail(endless)).toBeUndefined()
    expect(endless.destroyed).toBe(true)
  })
})

describe('the child process', () => {
  test('ends when the source fails, and the error is reported', async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('the store is away'))
      },
    })
    await expect(makeThumbnail(failing)).rejects.toThrow('the store is away')
  })

  test('can run in parallel', async () => {
    const file = await picture().png().toBuffer()
    const all = await Promise.all(
      [file, randomBytes(99), file, file].map((one) => thumbnailOf(one)),
    )
    expect(all.map((one) => one !== undefined)).toEqual([true, false, true, true])
  })

  test.runIf(process.platform === 'linux')(
    'gets no environment variables, and none is left',
    async () => {
      process.env.EARSHOT_TEST_SECRET = 's3cret'
      const making = makeThumbnail(new Readable({ read() {} }), { milliseconds: 1_000 })
      expect(childEnvironments().map((text) => text.length)).toEqual([0])
      await making
      expect(childEnvironments()).toEqual([])
    },
  )
})

/** Of child processes that make thumbnails, zombies included. Another child runs the commands of tests. */
function childEnvironments(): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === process.pid)
    .filter((pid) => !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('command-runner'))
    .map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return undefined
  }
}
