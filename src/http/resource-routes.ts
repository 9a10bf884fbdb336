// GET /<collection> and GET /<collection>/{id[,id…]}, for every resource alike.
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { answerList, answerRecords, notFound } from '../read/answer.ts'
import type { Pagination } from '../read/envelope.ts'
import { parseListRequest, refuseUnknown } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import { parseId } from '../values.ts'
import type { Operation } from './operation.ts'

const MOST_IDS = 100

/** The same under every name that the collection has. */
export const resourceOperations = (context: Context, resource: Resource): Operation[] =>
  [resource.name, ...resource.aliases].flatMap((key) => readOperations(context, resource, key))

export const listOperation = (
  { reader }: Context,
  resource: Resource,
  path: string,
  key = resource.name,
): Operation => ({
  method: 'GET',
  path,
  summary: `List ${key.replaceAll('_', ' ')}${olderName(resource, key)}`,
  key,
  resource,
  answer: 'list',
  async handle({ request, reply, query, isStrict }) {
    const wanted = parseListRequest(resource, query, isStrict)
    const { body, pagination, more } = await answerList(reader, resource, wanted, key)
    if (more) reply.header('link', `<${nextPage(request.url, pagination)}>; rel=next`)
    return body
  },
})

const olderName = ({ name }: Resource, key: string) =>
  key === name ? '' : ` (an older name of ${name})`

function readOperations(context: Context, resource: Resource, key: string): Operation[] {
  return [
    listOperation(context, resource, `/${key}`, key),
    {
      method: 'GET',
      path: `/${key}/:id`,
      summary: `Read one or several ${key.replaceAll('_', ' ')} by id${olderName(resource, key)}`,
      key,
      resource,
      answer: 'records',
      async handle({ params, query, includes, isStrict }) {
        if (isStrict) refuseUnknown(query, ['includes'])
        const ids = idsIn(resource, params.id ?? '')
        return answerRecords(context.reader, resource, ids, includes, key)
      },
    },
  ]
}

function idsIn(resource: Resource, text: string): number[] {
  const ids = text.split(',').map((part) => parseId(part.trim()))
  if (ids.some((id) => id === undefined)) throw notFound(resource, text)
  if (ids.length > MOST_IDS) {
    throw new ApiError(
      'malformed',
      `${ids.length} ids were asked for; at most ${MOST_IDS} may be asked for at a time.`,
    )
  }
  return [...new Set(ids)] as number[]
}

// Rule 8: the same request with the place of the next page.
function nextPage(url: string, { cursor, page }: Pagination): string {
  const [path = ''] = url.split('?', 1)
  const next = new URLSearchParams(url.slice(path.length))
  for (const name of ['page', 'cursor', 'page_token']) next.delete(name)
  if (cursor === undefined) next.set('page', String(page + 1))
  else next.set('cursor', cursor)
  return `${path}?${next}`
}
