// Files in a bucket of any server that speaks S3.
import type { Readable } from 'node:stream'
import type { Bucket } from '../config.ts'
import { checkKey, isKey } from './keys.ts'
import { createS3Client, type S3, s3Reason } from './s3-client.ts'
import { abort, upload } from './s3-upload.ts'
import type { Store } from './store.ts'

const PRESIGNED_SECONDS = 600

export function bucketStore(bucket: Bucket): Store {
  let connection: Promise<S3> | undefined
  const connected = () => {
    connection ??= createS3Client(bucket)
    return connection
  }
  const at = (key: string) => ({ Bucket: bucket.name, Key: bucket.prefix + checkKey(key) })
  const keyOf = (name = '') => name.slice(bucket.prefix.length)

  return {
    async put(key, bytes) {
      const place = at(key)
      await upload(await connected(), place, bytes)
    },
    async read(key, part) {
      const place = at(key)
      const { client, commands, answered } = await connected()
      const Range = part && `bytes=${part.start}-${part.end}`
      const found = orAbsent(client.send(new commands.GetObjectCommand({ ...place, Range })))
      return (await answered(found))?.Body as Readable | undefined
    },
    async size(key) {
      const place = at(key)
      const { client, commands, answered } = await connected()
      const found = orAbsent(client.send(new commands.HeadObjectCommand(place)))
      return (await answered(found))?.ContentLength
    },
    async remove(key) {
      const place = at(key)
      const { client, commands, answered } = await connected()
      await answered(client.send(new commands.DeleteObjectCommand(place)))
    },
    async *list() {
      for await (const { Key, Size = 0, LastModified } of objectsOf(await connected(), bucket)) {
        const key = keyOf(Key)
        if (isKey(key)) yield { key, size: Size, modifiedAt: LastModified ?? new Date(0) }
      }
    },
    async sweepUnfinished(before) {
      const s3 = await connected()
      let count = 0
      for await (const { Key, UploadId, Initiated } of uploadsOf(s3, bucket)) {
        const isOld = Initiated !== undefined && Initiated < before
        if (!UploadId || !isOld || !isKey(keyOf(Key))) continue
        await abort(s3, { ...at(keyOf(Key)), UploadId })
        count += 1
      }
      return count
    },
    async presigned(key, { contentType, disposition }) {
      const place = at(key)
      const { client, commands } = await connected()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new commands.GetObjectCommand({
        ...place,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
      })
      return getSignedUrl(client, command, { expiresIn: PRESIGNED_SECONDS })
    },
    async state() {
      const { client, commands } = await connected()
      const probe = { Bucket: bucket.name, Key: `${bucket.prefix}probe` }
      try {
        await client.send(new commands.PutObjectCommand({ ...probe, Body: 'probe' }))
        await client.send(new commands.DeleteObjectCommand(probe))
        const where = bucket.endpoint ?? `Amazon, ${bucket.region}`
        const text = `Files live in the bucket ${bucket.name} (${where}).`
        return { ok: true, text, freeBytes: null }
      } catch (error) {
        return { ok: false, text: s3Reason(error, bucket), freeBytes: null }
      }
    },
  }
}

async function* objectsOf({ client, commands, answered }: S3, { name, prefix }: Bucket) {
  const pages = commands.paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })
  for (;;) {
    const { value, done } = await answered(pages.next())
    if (done) return
    yield* value.Contents ?? []
  }
}

async function* uploadsOf({ client, commands, answered }: S3, { name, prefix }: Bucket) {
  let place: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (place) {
    const command: InstanceType<typeof commands.ListMultipartUploadsCommand> =
      new commands.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...place })
    const page = await answered(client.send(command))
    yield* page.Uploads ?? []
    place = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

const orAbsent = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: Error) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') return undefined
    throw error
  })
