// The client of a bucket. The library is large, so it is loaded when a bucket is first used.
import type { S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from '../config.ts'
import { storeUnavailable } from './store-unavailable.ts'

export type S3 = {
  client: S3Client
  commands: typeof import('@aws-sdk/client-s3')
  /** Turns errors of the library into storeUnavailable, without the secret. */
  wrapErrors<T>(operation: Promise<T>): Promise<T>
}

export async function createS3Client(bucket: Bucket): Promise<S3> {
  const commands = await import('@aws-sdk/client-s3')
  const client = new commands.S3Client({
    region: bucket.region,
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    ...(bucket.credentials && { credentials: bucket.credentials }),
    followRegionRedirects: bucket.endpoint === null,
    // Some servers do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      // A slow download occupies a socket and must not block the others.
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200 },
    },
  })
  const wrapErrors = <T>(operation: Promise<T>) =>
    operation.catch((error) => {
      throw storeUnavailable(new Error(describeS3Error(error, bucket)))
    })
  return { client, commands, wrapErrors }
}

/** Names the cause. Never contains the secret, whatever the server answers. */
export function describeS3Error(error: unknown, bucket: Bucket): string {
  const { name, message, code, $metadata } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number }
  }
  const signs = [name, code, $metadata?.httpStatusCode].join(' ')
  const [, describeCause] = CAUSES.find(([pattern]) => pattern.test(signs)) ?? []
  const details = [name, message, code].filter((part) => part && part !== 'Error')
  const reason = details.length === 0 ? 'no reason given' : [...new Set(details)].join(': ')
  const text = `The bucket ${bucket.name} cannot be used: ${
    describeCause ? `${describeCause(bucket)} (${reason})` : reason
  }.`
  const { credentials } = bucket
  return credentials ? text.replaceAll(credentials.secretAccessKey, '…') : text
}

const serverOf = ({ endpoint, region }: Bucket) => endpoint ?? `Amazon S3 in ${region}`

/** By the name of the error, its code and the HTTP status. The first match wins. */
const CAUSES: [RegExp, (bucket: Bucket) => string][] = [
  [/NoSuchBucket/, (bucket) => `it does not exist at ${serverOf(bucket)}`],
  [/InvalidAccessKeyId/, () => 'the server does not know the key'],
  [/SignatureDoesNotMatch/, () => 'the secret is wrong'],
  [
    /CredentialsProviderError/,
    () =>
      'there is no key; add one to FILES_URL, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
  [
    /AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint|\b301\b/,
    ({ region }) => `it is not in the region ${region}; set region= in FILES_URL`,
  ],
  [
    /AccessDenied|\b403\b/,
    () => 'access denied; the key must be allowed to read, write, list and delete below the prefix',
  ],
  [/StorageFull|QuotaExceeded|InsufficientStorage|\b507\b/, () => 'the disk of its server is full'],
  [/ENOTFOUND|EAI_AGAIN/, (bucket) => `the host name of ${serverOf(bucket)} cannot be resolved`],
  [/ECONNREFUSED/, (bucket) => `nothing listens at ${serverOf(bucket)}`],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/,
    (bucket) =>
      `TLS to ${serverOf(bucket)} failed; check the certificate, or set tls=false in FILES_URL for plain HTTP`,
  ],
  [
    /Timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    (bucket) => `${serverOf(bucket)} did not answer in time`,
  ],
]
