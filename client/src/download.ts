// Files: lists and reports as CSV, and attachments.
import { chunksOf } from './stream.ts'

/** A file that arrives piece by piece. Iterate over it, or read it as a whole; once. */
export type Download = AsyncIterable<Uint8Array<ArrayBuffer>> & {
  /** From the header `Content-Disposition`. */
  fileName: string | null
  contentType: string | null
  headers: Headers
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  text(): Promise<string>
  blob(): Promise<Blob>
}

export function toDownload(name: string, response: Response): Download {
  const { headers } = response
  const contentType = headers.get('content-type')
  const read = () => chunksOf(name, response)
  const blob = async () => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for await (const part of read()) parts.push(part)
    return new Blob(parts, contentType === null ? {} : { type: contentType })
  }
  return {
    fileName: fileNameOf(headers),
    contentType,
    headers,
    [Symbol.asyncIterator]: read,
    bytes: async () => new Uint8Array(await (await blob()).arrayBuffer()),
    text: async () => (await blob()).text(),
    blob,
  }
}

/** The encoded name has every character; the plain one is for old programs. */
function fileNameOf(headers: Headers): string | null {
  const text = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(text)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/i.exec(text)?.[1] ?? null
}
