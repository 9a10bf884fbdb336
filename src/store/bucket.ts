// Files in a bucket of any server that speaks S3.
import type { Readable } from 'node:stream'
import type { Bucket } from '../config.ts'
import { checkKey, FILE_KEYS, type KeyLayout } from './keys.ts'
import { createS3Client, describeS3Error, type S3 } from './s3-client.ts'
import { abortUpload, uploadStream } from './s3-upload.ts'
import type { Store } from './store.ts'

const PRESIGNED_SECONDS = 600

export function bucketStore(bucket: Bucket, keys: KeyLayout = FILE_KEYS): Store {
  let connection: Promise<S3> | undefined
  const connect = () => {
    connection ??= createS3Client(bucket)
    return connection
  }
  const at = (key: string) => ({ Bucket: bucket.name, Key: bucket.prefix + checkKey(key, keys) })
  const keyOf = (name = '') => name.slice(bucket.prefix.length)

  return {
    async put(key, bytes) {
      const place = at(key)
      await uploadStream(await connect(), place, bytes)
    },
    async read(key, part) {
      const place = at(key)
      const { client, commands, wrapErrors } = await connect()
      const Range = part && `bytes=${part.start}-${part.end}`
      const response = undefinedIfAbsent(
        client.send(new commands.GetObjectCommand({ ...place, Range })),
      )
      return (await wrapErrors(response))?.Body as Readable | undefined
    },
    async size(key) {
      const place = at(key)
      const { client, commands, wrapErrors } = await connect()
      const response = undefinedIfAbsent(client.send(new commands.HeadObjectCommand(place)))
      return (await wrapErrors(response))?.ContentLength
    },
    async remove(key) {
      const place = at(key)
      const { client, commands, wrapErrors } = await connect()
      await wrapErrors(client.send(new commands.DeleteObjectCommand(place)))
    },
    async *list() {
      for await (const { Key, Size = 0, LastModified } of listObjects(await connect(), bucket)) {
        const key = keyOf(Key)
        if (keys.isKey(key)) yield { key, size: Size, modifiedAt: LastModified ?? new Date(0) }
      }
    },
    async sweepUnfinished(before) {
      const s3 = await connect()
      let count = 0
      for await (const { Key, UploadId, Initiated } of listUploads(s3, bucket)) {
        const isOld = Initiated !== undefined && Initiated < before
        if (!UploadId || !isOld || !keys.isKey(keyOf(Key))) continue
        await abortUpload(s3, { ...at(keyOf(Key)), UploadId })
        count += 1
      }
      return count
    },
    async presignUrl(key, { contentType, disposition }) {
      const place = at(key)
      const { client, commands } = await connect()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new commands.GetObjectCommand({
        ...place,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
      })
      return getSignedUrl(client, command, { expiresIn: PRESIGNED_SECONDS })
    },
    async check() {
      const { client, commands } = await connect()
      const probe = { Bucket: bucket.name, Key: `${bucket.prefix}probe` }
      try {
        await client.send(new commands.PutObjectCommand({ ...probe, Body: 'probe' }))
        await client.send(new commands.DeleteObjectCommand(probe))
        const where = bucket.endpoint ?? `Amazon S3, ${bucket.region}`
        const text = `Files are in the bucket ${bucket.name} (${where}).`
        return { ok: true, text, freeBytes: null }
      } catch (error) {
        return { ok: false, text: describeS3Error(error, bucket), freeBytes: null }
      }
    },
  }
}

async function* listObjects({ client, commands, wrapErrors }: S3, { name, prefix }: Bucket) {
  const pages = commands.paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })
  for (;;) {
    const { value, done } = await wrapErrors(pages.next())
    if (done) return
    yield* value.Contents ?? []
  }
}

async function* listUploads({ client, commands, wrapErrors }: S3, { name, prefix }: Bucket) {
  let place: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (place) {
    const command: InstanceType<typeof commands.ListMultipartUploadsCommand> =
      new commands.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...place })
    const page = await wrapErrors(client.send(command))
    yield* page.Uploads ?? []
    place = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

const undefinedIfAbsent = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: Error) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') return undefined
    throw error
  })
