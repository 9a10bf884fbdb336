// GET /<collection> and GET /<collection>/{id[,id…]} for every resource.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, notFound } from '../core/api-error.ts'
import { parseId } from '../core/values.ts'
import { parseListCsv, readListCsv } from '../files/list-csv.ts'
import { answerList } from '../read/answer.ts'
import type { Pagination } from '../read/envelope.ts'
import {
  findUnknown,
  isCsvAsked,
  type ListRequest,
  parseListRequest,
} from '../read/list-request.ts'
import { createdBy, findVisible, visibleTo } from '../read/own-record.ts'
import type { Resource } from '../resources/resource.ts'
import type { Operation } from './operation-declaration.ts'
import { readFields } from './stages/call.ts'
import { respondWithEtag } from './stages/etag.ts'

const MAX_IDS = 1_000

/** The read operations of a collection, under each of its names. */
export const resourceOperations = (resource: Resource): Operation[] =>
  [resource.name, ...resource.aliases].flatMap((key) => readOperations(resource, key))

/** Clients such as Node's fetch refuse more than 16 kB of headers. The body has the cursor too. */
const MAX_LINK_BYTES = 8_192

export const listOperation = (
  resource: Resource,
  path: string,
  key = resource.name,
): Operation => ({
  method: 'GET',
  path,
  summary: `List ${resource.name.replaceAll('_', ' ')}${formatAlias(resource, key)}`,
  key,
  resource,
  answer: 'list',
  async handle({ request, reply, query, isStrict, context: { reader } }) {
    const plan = parseListRequest(resource, query, isStrict)
    limitToPermitted(request, resource, plan)
    warnOfIgnored(reply, findUnknown(resource, query))
    const { body, pagination, more } = await answerList(reader, resource, plan, key)
    if (more) linkToNextPage(request, reply, pagination)
    return body
  },
  download({ request, reply, query, isStrict, context: { reader } }) {
    if (!isCsvAsked(query)) return undefined
    const csv = parseListCsv(resource, query, isStrict)
    limitToPermitted(request, resource, csv.request)
    warnOfIgnored(reply, findUnknown(resource, query))
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${key}.csv`,
      includes: csv.request.includes,
      pieces: readListCsv(reader, resource, csv),
    }
  },
})

export function linkToNextPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pagination: Pagination,
): void {
  const link = `<${nextPageUrl(request.url, pagination)}>; rel=next`
  if (link.length <= MAX_LINK_BYTES) reply.header('link', link)
}

const MAX_NAMED = 10
const MAX_NAME_LENGTH = 60

/** A misspelt filter would otherwise look as if it had matched everything. */
export function warnOfIgnored(reply: FastifyReply, names: string[]): void {
  if (names.length === 0) return
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => name.replaceAll(/[^\w.[\]-]/g, '?').slice(0, MAX_NAME_LENGTH))
  const rest = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : ''
  reply.header('warning', `299 - "Ignored unknown parameters: ${shown.join(', ')}${rest}"`)
}

export function limitToPermitted(
  { state }: FastifyRequest,
  resource: Resource,
  { conditions }: ListRequest,
): void {
  const { recordsOf, privateOf } = state.permit
  if (recordsOf !== null) conditions.push(createdBy(resource, recordsOf))
  if (resource.isPrivate && privateOf !== null) conditions.push(visibleTo(privateOf))
}

/** The suffix of a summary for an older name of the collection. */
export const formatAlias = ({ name }: Resource, key: string) =>
  key === name ? '' : ` (alias of /${name})`

function readOperations(resource: Resource, key: string): Operation[] {
  return [
    listOperation(resource, `/${key}`, key),
    {
      method: 'GET',
      path: `/${key}/:id`,
      summary: `Get one or more ${resource.name.replaceAll('_', ' ')} by id${formatAlias(resource, key)}`,
      key,
      resource,
      answer: 'records',
      async handle(call) {
        const { params, includes, request, context } = call
        const asked = parseIds(resource, params.id ?? '')
        const { privateOf } = request.state.permit
        const ids = await findVisible(context.reader.pool, resource, asked, privateOf)
        if (ids.length === 0) throw notFound(resource, asked.join(','))
        const selections = await readFields(call, resource, includes)
        return respondWithEtag(call, resource, ids, { includes, key, selections })
      },
    },
  ]
}

function parseIds(resource: Resource, text: string): number[] {
  const ids = text.split(',').flatMap((part) => parseId(part.trim()) ?? [])
  if (ids.length === 0) throw notFound(resource, text)
  if (ids.length > MAX_IDS) {
    throw new ApiError('malformed', `id: too many ids (${ids.length}). Maximum: ${MAX_IDS}.`)
  }
  return [...new Set(ids)]
}

/** The same request, for the next page. */
function nextPageUrl(url: string, { cursor, page }: Pagination): string {
  const [path = ''] = url.split('?', 1)
  const next = new URLSearchParams(url.slice(path.length))
  for (const name of ['page', 'cursor', 'page_token']) next.delete(name)
  if (cursor === undefined) next.set('page', String(page + 1))
  else next.set('cursor', cursor)
  return `${path}?${next}`
}
