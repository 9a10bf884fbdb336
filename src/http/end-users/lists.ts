// Lists of the API of end users: the parameters of pages, and the headers that lead to the next one.
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { ApiError } from '../../core/api-error.ts'
import { answerArray } from '../../read/answer.ts'
import type { Condition } from '../../read/list-plan.ts'
import {
  addedCondition,
  invalidValue,
  type ListRequest,
  parseListRequest,
  type Query,
  singleValue,
} from '../../read/list-request.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import type { Resource } from '../../resources/resource.ts'
import type { QueryParameter } from '../operation-declaration.ts'
import { linkToNextPage } from '../resource-routes.ts'
import { type EndUserCall, personOf } from './declaration.ts'
import { readWithAccess } from './kept-tiers.ts'

const text = { type: 'string' }
const positive = { type: 'integer', minimum: 1 }

/** Of lists without numbered pages. */
export const cursorParameters: Record<string, QueryParameter> = {
  per_page: { description: 'Records of a page, at most 100. Default: 20.', schema: positive },
  cursor: {
    description: 'Where the next page begins: X-Next-Cursor of the last response, or follow Link.',
    schema: text,
  },
}

export const pageParameters: Record<string, QueryParameter> = {
  ...cursorParameters,
  page: { description: 'The number of the page, where there is no cursor.', schema: positive },
  fields: {
    description: 'The members of the records, with commas between them. Default: all.',
    schema: text,
  },
  total: {
    description: 'true: the response has X-Total-Count.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
}

/** Leads to the next page of a list without numbered pages. */
export function linkToCursor({ request, reply }: EndUserCall, cursor: string): void {
  const [path = ''] = request.url.split('?', 1)
  const next = new URLSearchParams(request.url.slice(path.length))
  next.set('cursor', cursor)
  reply.header('x-next-cursor', cursor).header('link', `<${path}?${next}>; rel=next`)
}

/** Of all forums, or of these. An empty list is no list of all. */
export const inForums = (resource: Resource, forums: number[] | null): Condition[] =>
  forums === null ? [] : [addedCondition(resource, 'forum', forums)]

/** Only the parameters of pages and `asked` come from the client. The service adds the conditions. */
export const readPage = (
  call: EndUserCall,
  resource: Resource,
  asked: Query,
  conditions: Condition[],
): Promise<AnswerPage> =>
  answerArray(call.context.reader, resource, pageRequest(call, resource, asked, conditions))

export function pageRequest(
  { query }: EndUserCall,
  resource: Resource,
  asked: Query,
  conditions: Condition[],
): ListRequest {
  const { per_page, page, cursor, fields, total = 'false' } = query
  const paging = { per_page, page, cursor, fields, total }
  const list = parseListRequest(resource, { ...paging, ...asked }, false)
  list.conditions.push(...conditions)
  return list
}

type AnswerPage = Awaited<ReturnType<typeof answerArray>>

export const answerPage = async (...parameters: Parameters<typeof readPage>): Promise<string> =>
  sendPage(parameters[0], await readPage(...parameters))

/** The headers lead to the next page. */
function sendPage({ request, reply }: EndUserCall, { body, pagination, more }: AnswerPage): string {
  if (more) linkToNextPage(request, reply, pagination)
  if (pagination.cursor !== undefined) reply.header('x-next-cursor', pagination.cursor)
  if (pagination.total_records !== undefined)
    reply.header('x-total-count', String(pagination.total_records))
  return body
}

const ORDERS: Record<string, string> = {
  top: '-supporters_count',
  hot: '-recent_engagement',
  new: '-id',
  relevance: 'relevance',
}

const ids = (what: string): QueryParameter => ({
  description: `Ids of ${what}, with commas between them. A leading - excludes one.`,
  schema: text,
})
const flag = (description: string): QueryParameter => ({
  description,
  schema: { type: 'string', enum: ['true', 'false'] },
})

export const ideaParameters: Record<string, QueryParameter> = {
  sort: {
    description:
      'top: by supporters. hot: by what happened lately. new: the newest first. relevance: the best matches of q first. Default: top, or relevance with q.',
    schema: { type: 'string', enum: Object.keys(ORDERS) },
  },
  q: { description: 'Words that the idea contains.', schema: text },
  status: ids('statuses'),
  category: ids('categories'),
  open: flag('Whether the idea is open. Default: open and closed ones.'),
  mine: flag('true: what the caller suggested, also what waits for approval.'),
  voted: flag('true: what the caller supports.'),
  following: flag('true: what the caller follows.'),
  ...pageParameters,
}

/** A page of ideas in these forums that everybody sees there, or of the caller's own ones. */
export const answerIdeas = async (
  call: EndUserCall,
  forumsOf: (access: ForumAccess) => number[] | null,
  { query }: { query: Query } = call,
): Promise<string> =>
  sendPage(
    call,
    await readWithAccess(call.context.tiers, call, async (access, watched) =>
      readIdeas(watched, forumsOf(access), { query }),
    ),
  )

export function readIdeas(
  call: EndUserCall,
  forums: number[] | null,
  { query }: { query: Query } = call,
): Promise<AnswerPage> {
  const isAsked = (name: string) => parseFlag(query, name)
  const own = ['mine', 'voted', 'following'].filter(isAsked)
  const conditions = [
    ...inForums(ideas, forums),
    ...own.map((name) => addedCondition(ideas, name, [personOf(call)])),
    // The own ones have states of their own.
    ...(own.includes('mine') ? [] : [addedCondition(ideas, 'visible')]),
  ]
  const { status, category, open, q } = query
  return readPage(call, ideas, { status, category, open, q, sort: parseOrder(query) }, conditions)
}

function parseFlag(query: Query, name: string): boolean {
  const value = singleValue(query, name) ?? 'false'
  if (value !== 'true' && value !== 'false')
    throw invalidValue(name, value, 'true or false', 'bool')
  return value === 'true'
}

/** Undefined: the order of the cursor. */
function parseOrder(query: Query): string | undefined {
  const name = singleValue(query, 'sort')
  if (name === undefined) {
    if (singleValue(query, 'cursor') !== undefined) return undefined
    return singleValue(query, 'q') === undefined ? ORDERS.top : ORDERS.relevance
  }
  const order = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined
  if (order === undefined)
    throw invalidValue('sort', name, `one of ${Object.keys(ORDERS).join(', ')}`, 'in')
  return order
}

const MAX_TITLE_CHARACTERS = 140

/** The title of a search for similar ideas. */
export function parseTitle(query: Query): string {
  const title = singleValue(query, 'title')
  const { length } = [...(title ?? '')]
  if (title === undefined || title.includes('\0') || length > MAX_TITLE_CHARACTERS)
    throw new ApiError(
      'malformed',
      `title: ${title === undefined ? 'required' : 'invalid'}. Expected 1 to ${MAX_TITLE_CHARACTERS} characters.`,
      { title: title === undefined ? 'required' : 'max_runes' },
    )
  return title
}
