// Content types are detected from the bytes of a file, never from the client's claim.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { detectContentType } from '../../src/store/content-type.ts'
import { renderIcon } from '../../src/store/icon.ts'

/** Detects from the first 8 KiB, like an upload. */
const typeOf = async (bytes: Buffer | string, fileName = 'file') =>
  (await detectContentType(Buffer.from(bytes).subarray(0, 8192), fileName)).contentType
const isSafe = async (bytes: Buffer | string) =>
  (await detectContentType(Buffer.from(bytes).subarray(0, 8192), 'file')).isSafeImage

const bytes = (text: string) => Buffer.from(text, 'latin1')
const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const
const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: 'red', noise: NOISE } })
const [png, jpeg, gif, webp, avif, tiff] = await Promise.all([
  picture().png().toBuffer(),
  picture().jpeg().toBuffer(),
  picture().gif().toBuffer(),
  picture().webp().toBuffer(),
  picture().avif().toBuffer(),
  picture().tiff({ compression: 'none' }).toBuffer(),
])
const safePictures: [string, Buffer][] = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
  ['image/avif', avif],
]

function zip(files: Record<string, string | Buffer>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const packed = deflateRawSync(content)
    const header = Buffer.alloc(30)
    header.write('PK\u0003\u0004', 'latin1')
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE(8, 8)
    header.writeUInt32LE(crc32(content), 14)
    header.writeUInt32LE(packed.length, 18)
    header.writeUInt32LE(Buffer.byteLength(content), 22)
    header.writeUInt16LE(name.length, 26)
    return [header, Buffer.from(name), packed]
  })
  return Buffer.concat(parts)
}

const office = (main: string, folder: string) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${folder}/main.xml"
      ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`,
    [`${folder}/main.xml`]: '<x/>',
  })
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const ODT = 'application/vnd.oasis.opendocument.text'

const isoMedia = (brand: string) =>
  Buffer.concat([bytes(`\0\0\0\u0018ftyp${brand}\0\0\0\0${brand}mif1`), Buffer.alloc(200)])

describe('images', () => {
  test.each(safePictures)(
    '%s is detected from its bytes and can be served inline',
    async (type, file) => {
      expect(await detectContentType(file.subarray(0, 8192), 'whatever.html')).toEqual({
        contentType: type,
        isSafeImage: true,
      })
    },
  )

  test.each([
    ['image/tiff', tiff],
    ['image/bmp', Buffer.concat([bytes('BM\u0036\u0010\0\0'), Buffer.alloc(100)])],
    ['image/heic', isoMedia('heic')],
    ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is detected and not served inline', async (type, file) => {
    expect(await detectContentType(file.subarray(0, 8192), 'picture.png')).toEqual({
      contentType: type,
      isSafeImage: false,
    })
  })

  test('with large metadata are still images', async () => {
    const camera = {
      IFD0: { Copyright: 'x'.repeat(30_000) },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    }
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const file = await picture().toFormat(type).withExif(camera).toBuffer()
      expect(await detectContentType(file.subarray(0, 8192), 'x')).toEqual({
        contentType: `image/${type}`,
        isSafeImage: true,
      })
    }
  })
})

describe('polyglot files', () => {
  const html = '<html><script>alert(1)</script></html>'

  test.each(safePictures)(
    '%s with HTML in its first bytes is not served inline',
    async (_, file) => {
      const polyglot = Buffer.from(file)
      polyglot.write(html, 400, 'latin1')
      expect(await isSafe(file)).toBe(true)
      expect(await isSafe(polyglot)).toBe(false)
    },
  )

  test.each([
    ['a GIF in name only, then a page', bytes(`GIF89a${html}`)],
    ['a GIF signature, then a script', bytes('GIF89a=1;alert(document.cookie)//\0\0\0')],
    ['a GIF without a size', Buffer.concat([bytes('GIF89a\0\0\0\0'), gif.subarray(10)])],
    ['a PNG in name only', Buffer.concat([png.subarray(0, 8), bytes(`\0\0\0\0${'x'.repeat(60)}`)])],
    [
      'a PNG without a size',
      Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)]),
    ],
    ['a JPEG in name only', Buffer.concat([jpeg.subarray(0, 3), bytes(`\u0001${'x'.repeat(60)}`)])],
    [
      'a WebP in name only',
      Buffer.concat([webp.subarray(0, 12), bytes('x'.repeat(60)), Buffer.alloc(9)]),
    ],
    ['an AVIF in name only', Buffer.concat([avif.subarray(0, 16), bytes('x'.repeat(60))])],
    ['a PNG that ends at once', png.subarray(0, 20)],
    ['a JPEG that ends at once', jpeg.subarray(0, 3)],
  ])('%s is not served inline', async (_, file) => {
    expect(await isSafe(file)).toBe(false)
  })
})

describe('documents, archives and media', () => {
  test.each([
    ['application/pdf', bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n')],
    [WORD, office('wordprocessingml.document', 'word')],
    [EXCEL, office('spreadsheetml.sheet', 'xl')],
    [POWERPOINT, office('presentationml.presentation', 'ppt')],
    [ODT, zip({ mimetype: ODT, 'content.xml': '<x/>' })],
    ['application/zip', zip({ 'notes.txt': 'hello', 'more.bin': png })],
    ['application/gzip', gzipSync('hello')],
    ['application/rtf', bytes('{\\rtf1 hello}')],
    ['video/mp4', isoMedia('mp42')],
    [
      'video/webm',
      Buffer.concat([
        Buffer.from('1a45dfa39342868101428284', 'hex'),
        bytes('webm'),
        Buffer.alloc(40),
      ]),
    ],
    ['audio/mpeg', Buffer.concat([bytes('ID3\u0003\0\0\0\u0006\0\0'), Buffer.alloc(9_000)])],
    ['application/x-msdownload', Buffer.concat([bytes('MZ\u0090'), Buffer.alloc(100)])],
    ['application/octet-stream', Buffer.from('00010203fffefdfc', 'hex')],
  ])('%s is detected from its bytes', async (type, file) => {
    expect(await detectContentType(file.subarray(0, 8192), 'holiday.png')).toEqual({
      contentType: type,
      isSafeImage: false,
    })
  })
})

describe('markup', () => {
  test.each([
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    [
      'image/svg+xml',
      '\ufeff  <?xml version="1.0"?>\n<!-- a <b> --><!DOCTYPE svg PUBLIC "x"><svg/>',
    ],
    ['image/svg+xml', '<!-- made by hand -->\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
    ['text/html', '<!DOCTYPE html><title>x</title>'],
    ['text/html', '\n\n <HTML lang=en>'],
    ['text/html', '<script>alert(1)</script>'],
    ['text/html', '<!-- x --><p>hello'],
    ['text/html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['application/xml', '<?xml version="1.0"?><feed/>'],
    ['application/xml', `<?xml version="1.0"?><!-- ${'x'.repeat(10_000)} --><svg/>`],
  ])('%s is detected whatever its name says: %s', async (type, text) => {
    for (const name of ['file', 'file.txt', 'file.csv', 'file.png'])
      expect(await detectContentType(Buffer.from(text).subarray(0, 8192), name)).toEqual({
        contentType: type,
        isSafeImage: false,
      })
    expect(await typeOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(type)
  })
})

describe('texts', () => {
  test.each([
    ['notes.txt', 'text/plain'],
    ['notes', 'text/plain'],
    ['notes.html', 'text/plain'],
    ['notes.svg', 'text/plain'],
    ['notes.js', 'text/plain'],
    ['notes.constructor', 'text/plain'],
    ['table.CSV', 'text/csv'],
    ['table.tsv', 'text/tab-separated-values'],
    ['data.json', 'application/json'],
    ['read.me.md', 'text/markdown'],
  ])('%s is %s: the name selects only among harmless types', async (name, type) => {
    expect(await typeOf('one,two\n1 < 2,{}\n', name)).toBe(type)
  })

  test.each([
    ['with a character cut at the end of the inspected bytes', `${'x'.repeat(8_191)}é`],
    ['of another code page', bytes('Zw\u00f6lf Stra\u00dfen\n')],
    ['in UTF-16', Buffer.from('\ufeffzwölf\n', 'utf16le')],
    ['that happens to begin like a picture', 'BMW drives well\n'],
    ['that happens to begin like a program', 'MZ is short for something\n'],
    ['that speaks of markup', 'we use <script> and <html>\n'],
  ])('one %s is text', async (_, text) => {
    expect(await typeOf(text)).toBe('text/plain')
  })

  test('an empty file has the text type of its name, or no type', async () => {
    expect(await typeOf('', 'a.txt')).toBe('text/plain')
    expect(await typeOf('', 'a.csv')).toBe('text/csv')
    expect(await typeOf('', 'a.png')).toBe('application/octet-stream')
  })
})

describe('icons', () => {
  test.each([
    ['image/heic', 'a.heic', 'HEIC'],
    ['application/pdf', 'report.pdf', 'PDF'],
    ['application/zip', 'a.zip', 'ZIP'],
    ['application/gzip', 'a.tar.gz', 'GZ'],
    [EXCEL, 'a.xlsx', 'XLSX'],
    ['text/csv', 'a.csv', 'CSV'],
    [POWERPOINT, 'a.pptx', 'PPTX'],
    [WORD, 'a.docx', 'DOCX'],
    [ODT, 'a.odt', 'ODT'],
    ['video/mp4', 'a.mp4', 'MP4'],
    ['audio/mpeg', 'a.mp3', 'MP3'],
    ['text/plain', 'readme', 'TEXT'],
    ['application/octet-stream', 'a', 'FILE'],
    ['application/octet-stream', 'a.superlong', 'SUPER'],
    ['application/octet-stream', '.bashrc', 'FILE'],
  ])('of %s (%s) shows %s and is an image', async (type, name, label) => {
    const icon = renderIcon(type, name)
    expect(icon).toContain(`>${label}</text>`)
    expect(await sharp(Buffer.from(icon)).metadata()).toMatchObject({ width: 240, height: 240 })
  })

  test('differ by type', () => {
    const types = [
      'image/x',
      'application/pdf',
      'application/zip',
      EXCEL,
      POWERPOINT,
      WORD,
      'video/x',
    ]
    const others = ['audio/x', 'text/plain', 'application/octet-stream']
    const icons = [...types, ...others].map((type) => renderIcon(type, 'a.dat'))
    expect(new Set(icons).size).toBe(icons.length)
  })

  test.each(['a.<script>', 'a."/><script>', "a.x'y", 'a.&lt;', 'a.ÄÖ'])(
    'take nothing from the name %j',
    (name) => {
      expect(renderIcon('text/plain', name)).toBe(renderIcon('text/plain', 'a'))
    },
  )
})
