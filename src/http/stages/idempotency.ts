// `Idempotency-Key`: a repeated call returns the stored response instead of running again.
import { createHash } from 'node:crypto'
import type { Scopes } from '../../auth/scopes.ts'
import { ApiError } from '../../core/api-error.ts'
import { inSlices } from '../../core/slices.ts'
import { formatValue } from '../../core/values.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  findIdempotentResponse,
  lockIdempotencyKey,
  storeIdempotentResponse,
} from '../../write/service/idempotent-responses.ts'
import { refund } from '../limits/rate-charge.ts'
import { RETRY_AFTER_SECONDS, RETRY_LATER } from '../responses/retry-after.ts'
import { type BareCall, type Call, withTransaction } from './call.ts'

/** Whose key it is, and what the response depends on besides the input. */
type Repeatable = {
  owner: { clientId: number } | { userId: number }
  scopes?: Scopes
  hasSecret?: boolean
  /** Of a form of a page. Default: the header. */
  key?: string | undefined
}

/**
 * Runs the call, or returns the response stored under its key. `sent` identifies the call: the same key with other
 * input is an error. Errors are not stored, because a failed call changed nothing. Of a response with a secret only the
 * fact is stored, so that the call does not run twice.
 */
export async function withIdempotencyKey<C extends BareCall>(
  call: C,
  sent: unknown,
  run: (call: C) => Promise<string>,
  { owner, scopes = null, hasSecret = false, key = readKey(call) }: Repeatable,
): Promise<string> {
  if (key === undefined) return run(call)
  const { request, reply, context } = call
  const scope = { ...owner, key }
  const fingerprint = await computeFingerprint(request, scopes, sent)
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
        etag: hasSecret ? null : etag,
        body: hasSecret ? null : body,
      })
      return body
    }
    if (stored.fingerprint !== fingerprint) throw keyReused(key)
    if (stored.body === null) throw hasSecret ? secretNotStored(key) : responseErased(key)
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

/**
 * In slices, because the body of an import can have 10 MiB. With the scopes, because the stored response has only what they
 * cover: another token of the client can have others.
 */
async function computeFingerprint(
  { method, url }: Call['request'],
  scopes: Scopes,
  sent: unknown,
): Promise<string> {
  const hash = createHash('sha256').update(toCanonicalJson([method, url, ...(scopes ?? [])]))
  for await (const line of inSlices(canonicalLines(sent))) hash.update(`${line}\n`)
  return hash.digest('base64url')
}

const ITEMS_PER_LINE = 20

/** For each member of the input its name and its value, a list in several lines. */
function* canonicalLines(sent: unknown): Generator<string> {
  if (!isObject(sent)) yield toCanonicalJson(sent ?? null)
  else
    for (const [name, value] of sortMembers(sent)) {
      if (value === undefined) continue
      yield `${toCanonicalJson(name)}:`
      if (!Array.isArray(value)) yield toCanonicalJson(value)
      else
        for (let i = 0; i === 0 || i < value.length; i += ITEMS_PER_LINE)
          yield toCanonicalJson(value.slice(i, i + ITEMS_PER_LINE))
    }
}

function toCanonicalJson(sent: unknown): string {
  try {
    return JSON.stringify(sent, (_, value) =>
      isObject(value) ? Object.fromEntries(sortMembers(value)) : value,
    )
  } catch {
    throw new ApiError('malformed', 'Request body: nested too deeply.')
  }
}

/** The order of an object's members has no meaning. */
const sortMembers = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readKey({ request }: BareCall): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key
  throw new ApiError(
    'malformed',
    'Idempotency-Key: invalid. Use 1 to 255 printable ASCII characters, for example a UUID.',
  )
}

function stillRunning({ reply }: BareCall): ApiError {
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

const secretNotStored = (key: string) =>
  new ApiError(
    'conflict',
    `Idempotency-Key: ${formatValue(key)} was already used and its request was applied. The response contained a secret that is shown once. If you do not have it, rotate the secret of the client.`,
  )

const responseErased = (key: string) =>
  new ApiError(
    'conflict',
    `Idempotency-Key: ${formatValue(key)} was already used and its request was applied. The response is no longer available, because it contained a secret or data of an erased user.`,
  )
