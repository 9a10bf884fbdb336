// The client of a bucket. Its library is large, so it is loaded when a bucket is first used.
import type { S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from '../config.ts'
import { storeUnavailable } from './store-unavailable.ts'

export type S3 = {
  client: S3Client
  commands: typeof import('@aws-sdk/client-s3')
  /** What the library throws becomes one refusal, without the secret. */
  answered<T>(operation: Promise<T>): Promise<T>
}

export async function createS3Client(bucket: Bucket): Promise<S3> {
  const commands = await import('@aws-sdk/client-s3')
  const client = new commands.S3Client({
    region: bucket.region,
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    ...(bucket.credentials && { credentials: bucket.credentials }),
    followRegionRedirects: bucket.endpoint === null,
    // Not every server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      // A download that its reader takes slowly holds a socket, and must not hold up the others.
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
  const answered = <T>(operation: Promise<T>) =>
    operation.catch((error) => {
      throw storeUnavailable(new Error(s3Reason(error, bucket)))
    })
  return { client, commands, answered }
}

/** In a sentence without the secret, whatever a server may have put in its answer. */
export function s3Reason(error: unknown, { name, credentials }: Bucket): string {
  const { name: kind, message, code = 'no reason was given' } = error as NodeJS.ErrnoException
  const text = `The bucket ${name} cannot be used: ${kind}: ${message || code}`
  return credentials ? text.replaceAll(credentials.secretAccessKey, '…') : text
}
