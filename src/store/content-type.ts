// What a file is, by its first bytes. What its sender said counts for nothing, and its name only among harmless texts.
import { fileTypeFromBuffer } from 'file-type'
import { isSafeImage } from './safe-image.ts'
import { isText, markupType, textType } from './text-type.ts'

const UNKNOWN = 'application/octet-stream'

/** The same thing under the name that everybody knows. */
const COMMON_NAMES: Record<string, string> = {
  'image/apng': 'image/png',
  'image/avif-sequence': 'image/avif',
}

export type FileType = {
  contentType: string
  /** Whether a browser may show it in place. */
  isSafeImage: boolean
}

/** `head` is the beginning of the file, some thousand bytes or all of it. */
export async function detectContentType(head: Buffer, fileName: string): Promise<FileType> {
  const type =
    markupType(head) ?? (await signedType(head)) ?? textType(head, extensionOf(fileName)) ?? UNKNOWN
  const contentType = COMMON_NAMES[type] ?? type
  return { contentType, isSafeImage: isSafeImage(contentType, head) }
}

/** In small letters; empty where a name has none. */
export const extensionOf = (fileName: string) =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

// Formats whose first bytes may all be letters; any other that seems to begin in a text is a chance of its words.
const TEXTUAL = /^(text\/|application\/(pdf|rtf|postscript|eps)$)/
// Its directory may stand at the end, where we do not see it.
const TIFF = /^(49492a00|4d4d002a)/

async function signedType(head: Buffer): Promise<string | undefined> {
  // Bytes that begin like a format and do not go on like it are of no format.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (isText(head)) return found && TEXTUAL.test(found.mime) ? found.mime : undefined
  return found?.mime ?? (TIFF.test(head.toString('hex', 0, 4)) ? 'image/tiff' : undefined)
}
