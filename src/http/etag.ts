// Entity tags: whether a client has seen the newest. Strong: the tag of an answer is made of its bytes. That of one
// record begins with a tag of the record alone, so that it holds whatever is side-loaded beside it.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { answerWithRecords } from '../read/answer.ts'
import type { Resource } from '../resources/resource.ts'
import { lockRecord } from '../write/records.ts'
import { inTransaction } from '../write/transaction.ts'
import { type Call, parsePathId, withTransaction } from './call.ts'

const HASH_LENGTH = 22

const shortHash = (text: string | Buffer) => hash('sha1', text, 'base64url').slice(0, HASH_LENGTH)

export const computeEtag = (body: Buffer) => `"${shortHash(body)}"`

const computeRecordEtag = (record: string, body: string) =>
  `"${shortHash(record)}.${shortHash(body)}"`

/** The answer about these records; of one alone its tag holds for the record. */
export async function respondWithEtag(
  { reply, context: { reader } }: Call,
  resource: Resource,
  ids: number[],
  includes: string[],
  key?: string,
): Promise<string> {
  const { body, records } = await answerWithRecords(reader, resource, ids, includes, key)
  if (ids.length === 1) {
    // Others of the same collection may stand beside it.
    const isAlone = !includes.some((name) => name in resource.selfIncludes)
    const record = isAlone ? records : (await answerWithRecords(reader, resource, ids)).records
    reply.header('etag', computeRecordEtag(record, body))
  }
  return body
}

/** `If-None-Match`: what the client has is what it would get. Whoever names the tag has read it, with `*` perhaps not. */
export function matchIfNoneMatch(
  { headers }: FastifyRequest,
  tag: string,
): 'named' | 'any' | false {
  const seen = parseTags(headers['if-none-match'] ?? '')
  if (seen.includes(tag)) return 'named'
  return seen.includes('*') && 'any'
}

/** `If-Match`: where the client says what it saw, the record in the path is held, compared and changed in one transaction. */
export function withIfMatch(
  call: Call,
  resource: Resource,
  run: (call: Call) => Promise<string>,
): Promise<string> {
  const expected = call.request.headers['if-match']
  if (expected === undefined) return run(call)
  return inTransaction(call.context.db, async (tx) => {
    const within = withTransaction(call, tx)
    const id = parsePathId(resource, call.params)
    await lockRecord(tx, resource, id)
    const { records } = await answerWithRecords(within.context.reader, resource, [id])
    if (!matchesRecord(records, expected)) throw preconditionFailed()
    return run(within)
  })
}

/** An update that must not be lost would be, if the header were ignored. */
export function refuseIfMatch({ headers }: FastifyRequest): void {
  if (headers['if-match'] === undefined) return
  throw new ApiError(
    'malformed',
    'The header If-Match is understood where the path has the id of the record to change; this call names none to compare.',
  )
}

function matchesRecord(record: string, expected: string): boolean {
  const current = shortHash(record)
  return parseTags(expected).some(
    (one) => one === '*' || one.replaceAll('"', '').split('.')[0] === current,
  )
}

const preconditionFailed = () =>
  new ApiError(
    'changed',
    'The record is not what If-Match says any more; read it again, and then decide.',
  )

const parseTags = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
