// A filtered and sorted list as CSV, page by page. Its columns are the members that the client asks for, in that order.
import { ApiError } from '../core/api-error.ts'
import { formatValue, parseList } from '../core/values.ts'
import { answerList, type Reader } from '../read/answer.ts'
import { decodeCursor } from '../read/cursor.ts'
import { isCustomField } from '../read/field-selection.ts'
import { type ListRequest, parseListRequest, type Query } from '../read/list-request.ts'
import { readableFields } from '../read/readable.ts'
import { findResource } from '../resources/index.ts'
import { hasOwnCustomFields, type Resource } from '../resources/resource.ts'
import { csvLine } from './csv.ts'

const PAGE_SIZE = 500

/** `links.status` is the id of the linked record, `links.status.name` one of its members. */
const LINK = 'links.'

/** `object` is a member that is an object, of which `member` is the column. */
type Column = {
  name: string
  link?: string
  collection?: string
  member?: string
  object?: string
}

export type ListCsv = { request: ListRequest; columns: Column[] | null }

/** Without `fields` all members are columns. */
export function parseListCsv(resource: Resource, query: Query, strict: boolean): ListCsv {
  const { fields, includes: _, page: __, per_page: ___, cursor, page_token, ...filters } = query
  if (cursor !== undefined || page_token !== undefined)
    throw new ApiError('malformed', 'cursor: not possible with format=csv, which has all pages.', {
      cursor: 'in',
    })
  const names = fields === undefined ? [] : [...new Set(parseList(fields))]
  const columns = names.flatMap((name) => parseColumn(resource, name))
  const own = columns.map(({ name, link, object = name }) =>
    link === undefined ? object : `${LINK}${link}`,
  )
  const linked = columns.filter(({ collection }) => collection !== undefined)
  const collections = [...new Set(linked.map(({ collection = '' }) => collection))]
  const request = parseListRequest(
    resource,
    {
      ...filters,
      ...(columns.length > 0 && { fields: [...new Set(own)].join(',') }),
      includes: collections.join(','),
      ...Object.fromEntries(
        collections.map((collection) => [
          `fields.${collection}`,
          linked.filter((column) => column.collection === collection).map(({ member }) => member),
        ]),
      ),
    },
    strict,
  )
  return {
    request: { ...request, perPage: PAGE_SIZE, hasTotal: false },
    columns: columns.length > 0 ? columns : null,
  }
}

function parseColumn(resource: Resource, name: string): Column[] {
  const links = resource.links ?? {}
  if (name === 'links') return Object.keys(links).map(linkColumn)
  if (!name.startsWith(LINK)) return [fieldColumn(resource, name)]
  const [, link = '', member] = name.split('.')
  const type = Object.hasOwn(links, link) ? links[link]?.type : undefined
  const target = type === undefined ? undefined : findResource(type)
  const isKnown =
    member === undefined
      ? type !== undefined
      : target !== undefined && target !== resource && hasMember(target, member)
  if (!isKnown || name.split('.').length > 3)
    throw new ApiError('malformed', `fields: unknown column ${formatValue(name)}.`, {
      fields: 'in',
    })
  if (member === undefined) return [linkColumn(link)]
  return [{ name, link, member, collection: target?.name ?? '' }]
}

/** Whether a custom field exists is known when the list is read. */
const hasMember = (target: Resource, member: string): boolean =>
  Object.hasOwn(target.fields, member) || (isCustomField(member) && hasOwnCustomFields(target))

/** `traits.account_name` is a member of `traits`. */
function fieldColumn({ fields }: Resource, name: string): Column {
  const [object = '', member, ...rest] = name.split('.')
  const isObject = Object.hasOwn(fields, object) && fields[object]?.kind === 'object'
  return member !== undefined && rest.length === 0 && isObject ? { name, object, member } : { name }
}

const linkColumn = (link: string): Column => ({ name: `${LINK}${link}`, link })

type ApiRecord = { id: number; links?: Record<string, unknown> } & Record<string, unknown>
type Page = Record<string, ApiRecord[]>

export async function* readListCsv(
  reader: Reader,
  resource: Resource,
  { request, columns: asked }: ListCsv,
): AsyncGenerator<string> {
  let columns: Column[] | undefined
  for await (const page of readPages(reader, resource, request)) {
    const records = page[resource.name] as ApiRecord[]
    let text = ''
    if (columns === undefined) {
      columns = asked ?? allColumns(reader, resource, records[0])
      text = csvLine(columns.map(({ name }) => name))
    }
    const cells = columns.map((column) => cellReader(column, page))
    for (const record of records) text += csvLine(cells.map((read) => read(record)))
    yield text
  }
}

async function* readPages(
  reader: Reader,
  resource: Resource,
  first: ListRequest,
): AsyncGenerator<Page> {
  let request: ListRequest | undefined = first
  while (request) {
    const current: ListRequest = request
    const { body, pagination, more } = await answerList(reader, resource, current)
    yield JSON.parse(body)
    // An order without cursors is read by page.
    const { cursor } = pagination
    request = !more
      ? undefined
      : cursor === undefined
        ? { ...current, page: current.page + 1 }
        : { ...current, cursor: decodeCursor(cursor) }
  }
}

/** All records have the same members; those that are not declared are custom fields and values of segments. */
function allColumns(
  { areas }: Reader,
  resource: Resource,
  first: Partial<ApiRecord> = {},
): Column[] {
  const { fields, links } = resource
  const declared = [...Object.keys(fields), 'links']
  const custom = Object.keys(first).filter((name) => !declared.includes(name))
  return [
    ...[...readableFields(areas, resource), ...custom].map((name) => ({ name })),
    ...Object.keys(links ?? {}).map(linkColumn),
  ]
}

function cellReader(
  { name, link, collection, member, object }: Column,
  page: Page,
): (record: ApiRecord) => unknown {
  if (object !== undefined && member !== undefined)
    return (record) => readMember(record[object], member)
  if (link === undefined) return (record) => record[name]
  if (member === undefined) return (record) => record.links?.[link]
  const values = new Map(page[collection ?? '']?.map((record) => [record.id, record[member]]))
  return ({ links }) => {
    const target = links?.[link]
    return Array.isArray(target)
      ? target.map((id) => values.get(id))
      : values.get(Number(target ?? Number.NaN))
  }
}

/** Without the object there is no value. */
const readMember = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? (value as Record<string, unknown>)[member]
    : undefined
