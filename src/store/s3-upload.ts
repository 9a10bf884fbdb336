// Uploads a stream of any length: one request for a small file, parts for a large one. The library's own helper leaves the
// parts behind when the last step fails.
import type { Readable } from 'node:stream'
import type { S3 } from './s3-client.ts'

/** The smallest part that S3 allows. At most two are in memory. */
const PART_BYTES = 5 * 1024 * 1024

type Place = { Bucket: string; Key: string }

export async function uploadStream(s3: S3, place: Place, bytes: Readable): Promise<void> {
  const { client, commands, wrapErrors } = s3
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  let UploadId: string | undefined
  try {
    for await (const Body of splitIntoParts(bytes)) {
      if (sent.length === 0 && Body.length < PART_BYTES) {
        await wrapErrors(client.send(new commands.PutObjectCommand({ ...place, Body })))
        return
      }
      UploadId ??= await startUpload(s3, place)
      const part = { ...place, UploadId, PartNumber: sent.length + 1, Body }
      const { ETag } = await wrapErrors(client.send(new commands.UploadPartCommand(part)))
      sent.push({ PartNumber: part.PartNumber, ETag })
    }
    const whole = { ...place, UploadId, MultipartUpload: { Parts: sent } }
    await wrapErrors(client.send(new commands.CompleteMultipartUploadCommand(whole)))
  } catch (error) {
    bytes.destroy()
    // If this fails too, sweepUnfinished removes the parts.
    if (UploadId) await abortUpload(s3, { ...place, UploadId }).catch(() => {})
    throw error
  }
}

export const abortUpload = (
  { client, commands, wrapErrors }: S3,
  upload: Place & { UploadId: string },
) => wrapErrors(client.send(new commands.AbortMultipartUploadCommand(upload)))

async function startUpload({ client, commands, wrapErrors }: S3, place: Place) {
  const { UploadId } = await wrapErrors(
    client.send(new commands.CreateMultipartUploadCommand(place)),
  )
  return UploadId
}

/** Parts of equal size except the last; one empty part for an empty stream. */
async function* splitIntoParts(bytes: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  let isFirst = true
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    let rest = Buffer.concat(chunks)
    for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES)) {
      yield rest.subarray(0, PART_BYTES)
    }
    chunks = [Buffer.from(rest)]
    length = rest.length
    isFirst = false
  }
  if (length > 0 || isFirst) yield Buffer.concat(chunks)
}
