// `Idempotency-Key`: a repeated call returns the stored response instead of running again.
import { hash } from 'node:crypto'
import { ApiError } from '../api-error.ts'
import { formatValue } from '../values.ts'
import {
  findIdempotentResponse,
  lockIdempotencyKey,
  storeIdempotentResponse,
} from '../write/idempotent-responses.ts'
import { inTransaction } from '../write/transaction.ts'
import { type Call, withTransaction } from './call.ts'
import { refund } from './rate-limit.ts'
import { RETRY_AFTER_SECONDS, RETRY_LATER } from './retry-after.ts'

/**
 * Runs the call, or returns the response stored under its key. `sent` identifies the call: the same key with other
 * input is an error. Errors are not stored, because a failed call changed nothing.
 */
export function withIdempotencyKey(
  call: Call,
  sent: unknown,
  run: (call: Call) => Promise<string>,
): Promise<string> {
  const key = readKey(call)
  if (key === undefined) return run(call)
  const { request, reply, context, identity } = call
  const scope = { clientId: identity.clientId, key }
  const fingerprint = hash(
    'sha256',
    toCanonicalJson([request.method, request.url, sent ?? null]),
    'base64url',
  )
  return inTransaction(context.db, async (tx) => {
    if (!(await lockIdempotencyKey(tx, scope))) throw stillRunning(call)
    const stored = await findIdempotentResponse(tx, scope)
    if (stored === undefined) {
      const body = await run(withTransaction(call, tx))
      const { location = null, etag = null } = reply.getHeaders() as Record<string, string>
      await storeIdempotentResponse(tx, scope, {
        fingerprint,
        status: reply.statusCode,
        location,
        etag,
        body,
      })
      return body
    }
    if (stored.fingerprint !== fingerprint) throw keyReused(key)
    if (stored.body === null) throw responseErased(key)
    refund(request)
    reply.code(stored.status).header('idempotency-replayed', 'true')
    if (stored.location !== null) reply.header('location', stored.location)
    if (stored.etag !== null) reply.header('etag', stored.etag)
    return stored.body
  })
}

/** Whether a response is stored under the key of the call. */
export async function hasStoredResponse(call: Call): Promise<boolean> {
  const key = readKey(call)
  if (key === undefined) return false
  const { identity, context } = call
  return (
    (await findIdempotentResponse(context.db, { clientId: identity.clientId, key })) !== undefined
  )
}

function toCanonicalJson(sent: unknown): string {
  try {
    return JSON.stringify(sent, sortMembers)
  } catch {
    throw new ApiError('malformed', 'Request body: nested too deeply.')
  }
}

/** The order of an object's members has no meaning. */
const sortMembers = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

function readKey({ request }: Call): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key
  throw new ApiError(
    'malformed',
    'Idempotency-Key: invalid. Use 1 to 255 printable ASCII characters, for example a UUID.',
  )
}

function stillRunning({ reply }: Call): ApiError {
  reply.header('retry-after', String(RETRY_AFTER_SECONDS))
  return new ApiError(
    'conflict',
    `Idempotency-Key: a request with this key is in progress. ${RETRY_LATER}`,
  )
}

const keyReused = (key: string) =>
  new ApiError(
    'conflict',
    `Idempotency-Key: ${formatValue(key)} was already used for a different request. Use a new key for each request.`,
  )

const responseErased = (key: string) =>
  new ApiError(
    'conflict',
    `Idempotency-Key: ${formatValue(key)} was already used and its request was applied. The response is no longer available, because it contained data of an erased user.`,
  )
