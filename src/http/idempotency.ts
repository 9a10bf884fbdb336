// `Idempotency-Key`: the same call sent again is answered again, and not done again.
import { hash } from 'node:crypto'
import { ApiError } from '../api-error.ts'
import {
  findIdempotentResponse,
  lockIdempotencyKey,
  storeIdempotentResponse,
} from '../write/idempotent-responses.ts'
import { inTransaction } from '../write/transaction.ts'
import { type Call, withTransaction } from './call.ts'
import { refund } from './rate-limit.ts'

/**
 * Runs the call, or answers as it was answered before under its key. `sent` is what the client sent: the same key for
 * something else is a mistake. What is refused did nothing, so no refusal is kept.
 */
export function withIdempotencyKey(
  call: Call,
  sent: unknown,
  run: (call: Call) => Promise<string>,
): Promise<string> {
  const key = readKey(call)
  if (key === undefined) return run(call)
  const { request, reply, context, identity } = call
  const held = { clientId: identity.clientId, key }
  const fingerprint = hash(
    'sha256',
    toCanonicalJson([request.method, request.url, sent ?? null]),
    'base64url',
  )
  return inTransaction(context.db, async (tx) => {
    if (!(await lockIdempotencyKey(tx, held))) throw stillRunning(call)
    const before = await findIdempotentResponse(tx, held)
    if (before === undefined) {
      const body = await run(withTransaction(call, tx))
      const { location = null, etag = null } = reply.getHeaders() as Record<string, string>
      await storeIdempotentResponse(tx, held, {
        fingerprint,
        status: reply.statusCode,
        location,
        etag,
        body,
      })
      return body
    }
    if (before.fingerprint !== fingerprint) throw keyReused(key)
    if (before.body === null) throw responseErased(key)
    refund(request)
    reply.code(before.status).header('idempotency-replayed', 'true')
    if (before.location !== null) reply.header('location', before.location)
    if (before.etag !== null) reply.header('etag', before.etag)
    return before.body
  })
}

/** Whether a call under its key was done before, this one or another. */
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
    throw new ApiError('malformed', 'The body is nested too deep.')
  }
}

/** The members of an object mean the same in any order. */
const sortMembers = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

function readKey({ request }: Call): string | undefined {
  const sent = request.headers['idempotency-key']
  if (sent === undefined) return undefined
  if (typeof sent === 'string' && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(sent)) return sent
  throw new ApiError(
    'malformed',
    'The header Idempotency-Key should be 1 to 255 plain characters, such as a UUID.',
  )
}

function stillRunning({ reply }: Call): ApiError {
  reply.header('retry-after', '1')
  return new ApiError(
    'conflict',
    'A call with this Idempotency-Key is under way; ask again in a moment.',
  )
}

const keyReused = (key: string) =>
  new ApiError(
    'conflict',
    `The Idempotency-Key ${JSON.stringify(key)} was used for another call; use a new key for each.`,
  )

const responseErased = (key: string) =>
  new ApiError(
    'conflict',
    `The call with the Idempotency-Key ${JSON.stringify(key)} was done; its answer told of somebody who was erased since.`,
  )
