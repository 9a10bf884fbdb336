// A stream of any length into a bucket: one request for a small file, parts for a large one.
// Not the library's own helper, which leaves the parts behind when the last step fails.
import type { Readable } from 'node:stream'
import type { S3 } from './s3-client.ts'

/** The smallest part that S3 allows; two of them at most are in memory. */
const PART_BYTES = 5 * 1024 * 1024

type Place = { Bucket: string; Key: string }

export async function upload(s3: S3, place: Place, bytes: Readable): Promise<void> {
  const { client, commands, answered } = s3
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  let UploadId: string | undefined
  try {
    for await (const Body of inParts(bytes)) {
      if (sent.length === 0 && Body.length < PART_BYTES) {
        await answered(client.send(new commands.PutObjectCommand({ ...place, Body })))
        return
      }
      UploadId ??= await begun(s3, place)
      const part = { ...place, UploadId, PartNumber: sent.length + 1, Body }
      const { ETag } = await answered(client.send(new commands.UploadPartCommand(part)))
      sent.push({ PartNumber: part.PartNumber, ETag })
    }
    const whole = { ...place, UploadId, MultipartUpload: { Parts: sent } }
    await answered(client.send(new commands.CompleteMultipartUploadCommand(whole)))
  } catch (error) {
    bytes.destroy()
    // Where this fails too, the sweep of unfinished uploads finds it.
    if (UploadId) await abort(s3, { ...place, UploadId }).catch(() => {})
    throw error
  }
}

export const abort = ({ client, commands, answered }: S3, upload: Place & { UploadId: string }) =>
  answered(client.send(new commands.AbortMultipartUploadCommand(upload)))

async function begun({ client, commands, answered }: S3, place: Place) {
  const { UploadId } = await answered(client.send(new commands.CreateMultipartUploadCommand(place)))
  return UploadId
}

/** All of one size but the last; of an empty stream one empty part. */
async function* inParts(bytes: Readable): AsyncGenerator<Buffer> {
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
