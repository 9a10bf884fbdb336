// Images that a browser can safely show inline: the bytes follow the format, and contain no markup.

// A file can be valid in two formats, such as a GIF that is also an HTML page.
const MARKUP =
  /<(!doctype|html|head|body|script|iframe|svg|style|title|object|embed|math|form|base|meta|link|img|div|template)[\s>/:]/i

const HAS_STRUCTURE: Record<string, (head: Buffer) => boolean> = {
  'image/png': isPng,
  'image/jpeg': isJpeg,
  'image/gif': isGif,
  'image/webp': isWebp,
  'image/avif': isAvif,
}

export function isSafeImage(contentType: string, head: Buffer): boolean {
  const hasStructure = HAS_STRUCTURE[contentType]?.(head) ?? false
  return hasStructure && !MARKUP.test(head.toString('latin1'))
}

const tagAt = (head: Buffer, at: number) => head.toString('latin1', at, at + 4)

/** A header chunk with a valid size and depth, and another chunk after it. */
function isPng(head: Buffer): boolean {
  if (head.length < 41 || head.readUInt32BE(8) !== 13 || tagAt(head, 12) !== 'IHDR') return false
  const [width, height, depth] = [head.readUInt32BE(16), head.readUInt32BE(20), head[24] ?? 0]
  const hasSize = width > 0 && height > 0 && width < 2 ** 31 && height < 2 ** 31
  return hasSize && [1, 2, 4, 8, 16].includes(depth) && /^[a-zA-Z]{4}$/.test(tagAt(head, 37))
}

/** Follows the segments to the one with the size, or to the end of the head. */
function isJpeg(head: Buffer): boolean {
  let at = 2
  while (at + 4 <= head.length) {
    const marker = head[at + 1] ?? 0
    if (head[at] !== 0xff || marker < 0xc0 || marker === 0xff) return false
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return true
    at += 2 + head.readUInt16BE(at + 2)
  }
  return at > 2
}

/** A size, the colour table, then an image or an extension. */
function isGif(head: Buffer): boolean {
  if (head.length < 14 || head.readUInt16LE(6) === 0 || head.readUInt16LE(8) === 0) return false
  const flags = head[10] ?? 0
  const colours = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  const next = head[13 + colours]
  const isKnownExtension = [0xf9, 0xfe, 0xff, 0x01].includes(head[14 + colours] ?? 0)
  return next === 0x2c || (next === 0x21 && isKnownExtension)
}

function isWebp(head: Buffer): boolean {
  return head.length >= 30 && ['VP8 ', 'VP8L', 'VP8X'].includes(tagAt(head, 12))
}

/** The box of brands, then the box that describes the image. */
function isAvif(head: Buffer): boolean {
  const length = head.length >= 16 ? head.readUInt32BE(0) : 0
  return length >= 16 && length <= 512 && ['meta', 'moov', 'free'].includes(tagAt(head, length + 4))
}
