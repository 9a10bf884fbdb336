// Entity tags: whether a client has seen the newest. Strong: the tag of an answer is made of its bytes. That of one
// record begins with a tag of the record alone, so that it holds whatever is side-loaded beside it.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import { answerWithRecords } from '../read/answer.ts'
import type { Resource } from '../resources/resource.ts'
import type { Call } from './call.ts'

const LENGTH = 22

const shortHash = (text: string | Buffer) => hash('sha1', text, 'base64url').slice(0, LENGTH)

export const tagOf = (body: Buffer) => `"${shortHash(body)}"`

const tagOfRecord = (record: string, body: string) => `"${shortHash(record)}.${shortHash(body)}"`

/** The answer about these records; of one alone its tag holds for the record. */
export async function answerTagged(
  { reply, context: { reader } }: Call,
  resource: Resource,
  ids: number[],
  includes: string[],
  key: string,
): Promise<string> {
  const { body, records } = await answerWithRecords(reader, resource, ids, includes, key)
  if (ids.length === 1) {
    // Others of the same collection may stand beside it.
    const isAlone = !includes.some((name) => name in resource.selfIncludes)
    const record = isAlone ? records : (await answerWithRecords(reader, resource, ids)).records
    reply.header('etag', tagOfRecord(record, body))
  }
  return body
}

/** `If-None-Match`: what the client has is what it would get. */
export function isSeen({ headers }: FastifyRequest, tag: string): boolean {
  const seen = headers['if-none-match']
  return seen !== undefined && tagsIn(seen).some((one) => one === '*' || one === tag)
}

/** `If-Match`: refuses to change a record that is not as the client saw it. The record must be held meanwhile. */
export async function refuseChanged(
  { request: { headers }, context: { reader } }: Call,
  resource: Resource,
  id: number,
): Promise<void> {
  const expected = headers['if-match']
  if (expected === undefined) return
  const { records } = await answerWithRecords(reader, resource, [id])
  const current = shortHash(records)
  const isAsSeen = tagsIn(expected).some(
    (one) => one === '*' || one.replaceAll('"', '').split('.')[0] === current,
  )
  if (isAsSeen) return
  throw new ApiError(
    'changed',
    'The record is not what If-Match says any more; read it again, and then decide.',
  )
}

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
