// The content type of a file, from its first bytes. The type that the client sent is ignored; the file name decides only
// between harmless text types.
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { isSafeImage } from './safe-image.ts'
import { isText, markupType, textType } from './text-type.ts'

const UNKNOWN = 'application/octet-stream'

/** Replaces rare names of a type by the common one. */
const COMMON_NAMES: Record<string, string> = {
  'image/apng': 'image/png',
  'image/avif-sequence': 'image/avif',
}

const THUMBNAIL_TYPES = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'].map(
  (format) => `image/${format}`,
)

/** Whether files of this type get a thumbnail. */
export const isPicture = (contentType: string): boolean => THUMBNAIL_TYPES.includes(contentType)

export type FileType = {
  contentType: string
  /** Whether a browser can safely show it inline. */
  isSafeImage: boolean
}

/** Enough of a file to know its type. */
export const HEAD_BYTES = 8192

/** Of a file that is on disk. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** `head` is the first few thousand bytes of the file, or all of it. */
export async function detectContentType(head: Buffer, fileName: string): Promise<FileType> {
  const type =
    markupType(head) ??
    (await detectBySignature(head)) ??
    textType(head, extensionOf(fileName)) ??
    UNKNOWN
  const contentType = COMMON_NAMES[type] ?? type
  return { contentType, isSafeImage: isSafeImage(contentType, head) }
}

/** In lower case; empty where the name has none. */
export const extensionOf = (fileName: string) =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

// Formats that can start with text only. A match of any other format in a text is accidental.
const TEXTUAL = /^(text\/|application\/(pdf|rtf|postscript|eps)$)/
// Its directory can be at the end of the file, beyond the head.
const TIFF = /^(49492a00|4d4d002a)/

async function detectBySignature(head: Buffer): Promise<string | undefined> {
  // Throws on bytes that start like a format and continue differently.
  const detected = await fileTypeFromBuffer(head).catch(() => undefined)
  if (isText(head)) return detected && TEXTUAL.test(detected.mime) ? detected.mime : undefined
  return detected?.mime ?? (TIFF.test(head.toString('hex', 0, 4)) ? 'image/tiff' : undefined)
}
