// Strong entity tags, hashed from the response bytes. The tag of a single record starts with a hash of the record alone,
// so that If-Match works whatever is side-loaded with it.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import { answerWithRecords } from '../../read/answer.ts'
import type { Selections } from '../../read/field-selection.ts'
import type { Resource } from '../../resources/resource.ts'
import { lockRecord } from '../../write/core/records.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { type Call, parsePathId, withTransaction } from './call.ts'

const HASH_LENGTH = 22

const shortHash = (text: string | Buffer) => hash('sha1', text, 'base64url').slice(0, HASH_LENGTH)

export const computeEtag = (body: Buffer) => `"${shortHash(body)}"`

const computeRecordEtag = (record: string, body: string) =>
  `"${shortHash(record)}.${shortHash(body)}"`

/** Responds with these records. For a single record, sets an ETag that also identifies the whole record. */
export async function respondWithEtag(
  { reply, context: { reader } }: Call,
  resource: Resource,
  ids: number[],
  { includes, key, selections }: { includes: string[]; key: string; selections: Selections },
): Promise<string> {
  // A response with side-loaded records of the same collection, or without some members, does not hold the record alone.
  const isWhole =
    !includes.some((name) => name in resource.selfIncludes) && !selections.has(resource.name)
  // Read first: when the record changes in between, the ETag is out of date and If-Match refuses it.
  const whole =
    ids.length === 1 && !isWhole ? await answerWithRecords(reader, resource, ids) : undefined
  const answer = await answerWithRecords(reader, resource, ids, { includes, key, selections })
  if (ids.length === 1) {
    reply.header('etag', computeRecordEtag((whole ?? answer).records, answer.body))
  }
  return answer.body
}

/** `If-None-Match`. A client that sends the tag has the current version; one that sends `*` has any version or none. */
export function matchIfNoneMatch(
  { headers }: FastifyRequest,
  tag: string,
): 'named' | 'any' | false {
  const tags = parseTags(headers['if-none-match'] ?? '')
  if (tags.includes(tag)) return 'named'
  return tags.includes('*') && 'any'
}

/** `If-Match`: locks the record in the path, compares its tag and runs the write, all in one transaction. */
export function withIfMatch(
  call: Call,
  resource: Resource,
  run: (call: Call) => Promise<string>,
): Promise<string> {
  const expected = call.request.headers['if-match']
  if (expected === undefined) return run(call)
  return inTransaction(call.context.db, async (tx) => {
    const inner = withTransaction(call, tx)
    const id = parsePathId(resource, call.params)
    await lockRecord(tx, resource, id)
    const { records } = await answerWithRecords(inner.context.reader, resource, [id])
    if (!matchesRecord(records, expected)) throw preconditionFailed()
    return run(inner)
  })
}

/** Rejects the header where it cannot be checked: ignoring it could overwrite a newer version. */
export function refuseIfMatch({ headers }: FastifyRequest): void {
  if (headers['if-match'] === undefined) return
  throw new ApiError(
    'malformed',
    'If-Match: not supported by this operation. Use it where the path contains the id of the record to change.',
  )
}

function matchesRecord(record: string, expected: string): boolean {
  const current = shortHash(record)
  return parseTags(expected).some(
    (tag) => tag === '*' || tag.replaceAll('"', '').split('.')[0] === current,
  )
}

const preconditionFailed = () =>
  new ApiError(
    'changed',
    'If-Match: the record has changed. Read it again, then retry with its new ETag.',
  )

const parseTags = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
