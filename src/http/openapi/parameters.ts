// The parameters of operations. Those that several operations have are components.

import {
  ANY_OF,
  KNOWN_INCLUDES,
  MAX_ALTERNATIVES,
  MAX_FILTERS,
  supporterFilters,
} from '../../read/list-request.ts'
import { filteredFigures, RELEVANCE } from '../../read/order.ts'
import { findRankedSearch, MAX_CHARACTERS, MAX_WORDS } from '../../read/search.ts'
import type { Filter, Resource } from '../../resources/resource.ts'
import { VOCABULARY } from '../../resources/segment-expression.ts'
import { isRecordWrite, type Operation } from '../operation-declaration.ts'
import type { Json } from './json.ts'

/** Of the path, the query and the headers, in this order. */
export const parametersOf = (operation: Operation): Json[] => [
  ...pathParameterNames(operation).map((name) =>
    referTo(name === 'id' && operation.method === 'GET' ? 'ids' : name),
  ),
  ...queryParameters(operation),
  ...headerParameters(operation),
]

export const pathParameterNames = ({ path }: Operation) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

function queryParameters(operation: Operation): Json[] {
  if ('resource' in operation && operation.answer === 'list')
    return listParameters(operation.resource)
  const own = Object.entries(operation.query ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    ...parameter,
  }))
  if (operation.ofList) {
    const selecting = listParameters(operation.ofList).filter(
      (one) => one.name !== undefined || one.$ref === '#/components/parameters/total',
    )
    return [...selecting, ...own]
  }
  if (!('resource' in operation)) return own
  return [...own, ...['includes', 'fields'].map(referTo)]
}

function headerParameters(operation: Operation): Json[] {
  const { method } = operation
  const names = [
    ...('stream' in operation ? ['last_event_id'] : method === 'GET' ? ['if_none_match'] : []),
    ...(method === 'POST' || method === 'PUT' ? ['idempotency_key'] : []),
    ...(isRecordWrite(operation) ? ['if_match'] : []),
  ]
  return names.map(referTo)
}

const referTo = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

export const requestHeaders: Record<string, Json> = {
  if_none_match: headerParameter(
    'If-None-Match',
    'ETags that the client has. The status is 304 when one of them is current.',
  ),
  last_event_id: headerParameter(
    'Last-Event-ID',
    'The last `id` that was received. Browsers send it when they connect again.',
  ),
  if_match: headerParameter(
    'If-Match',
    'ETag of the record. The status is 412 when the record has changed.',
  ),
  idempotency_key: headerParameter(
    'Idempotency-Key',
    'A unique key for each request. For 24 hours, a repeated request returns the stored response and is not run again.',
  ),
}

const pathParameter = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})

const pathParameters: Record<string, Json> = {
  ids: pathParameter('id', 'One id, or several ids separated by commas.'),
  id: pathParameter('id', 'Id of the record.'),
  job: pathParameter('job', 'Id of the job, from the `Location` header.'),
  locale: pathParameter('locale', 'Language tag, for example en or pt-BR.'),
  dkim_key: pathParameter('dkim_key', 'Id of a DKIM key.'),
  name: pathParameter('name', 'Name of the role.'),
}

/** Values of a closed set, separated by commas. */
const oneOrMoreOf = (values: string[]): Json => ({
  explode: false,
  schema: { type: 'array', items: { type: 'string', enum: values } },
})

const commonParameters: Record<string, Json> = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Page number, starting at 1.',
    schema: { type: 'integer', minimum: 1 },
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'Records per page. Default: 20. Maximum: 100.',
    schema: { type: 'integer', minimum: 1 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'Cursor from the previous page.',
    schema: { type: 'string' },
  },
  page_token: {
    name: 'page_token',
    in: 'query',
    description: 'Alias of cursor.',
    schema: { type: 'string' },
  },
  includes: {
    name: 'includes',
    in: 'query',
    description: 'Collections to side-load, separated by commas.',
    ...oneOrMoreOf(KNOWN_INCLUDES),
  },
  fields: {
    name: 'fields',
    in: 'query',
    description:
      'Members of the records, separated by commas. Other members are absent, also those that the schema requires; ' +
      '`id` is always present. `links.forum` names one link, `links` all. Custom fields (cf_…) and segmented values (cv_…) can be named. ' +
      '`fields.users=name` limits the side-loaded users, and so on for every included collection. ' +
      'A member outside the scopes of the token is refused with 403.',
    schema: { type: 'string' },
    'x-earshot-extension': true,
  },
  total: {
    name: 'total',
    in: 'query',
    description:
      'Whether to count. With false, `pagination` has no `total_records` and no `total_pages`. Default: true.',
    schema: { type: 'boolean' },
    'x-earshot-extension': true,
  },
  format: {
    name: 'format',
    in: 'query',
    description:
      'With csv the response is the whole list as `text/csv`, with the filters and the order of the list. Its columns are ' +
      'the members in `fields`, in that order, among them `links.status` (the id) and `links.status.name`. Default: json.',
    schema: { type: 'string', enum: ['json', 'csv'] },
    'x-earshot-extension': true,
  },
}

function listParameters(resource: Resource): Json[] {
  const filters = Object.entries(resource.filters).flatMap(([name, filter]) => [
    {
      name,
      in: 'query',
      description: filterDescription(filter),
      ...(filter.scope && { 'x-earshot-scope': `${filter.scope}:read` }),
      ...filterSchema(filter),
    },
    ...(filter.variants
      ? [
          {
            name: filter.variants.parameter,
            in: 'query',
            schema: { type: 'string', enum: Object.keys(filter.variants.sql) },
          },
        ]
      : []),
  ])
  return [
    ...Object.keys(commonParameters).map(referTo),
    {
      name: 'sort',
      in: 'query',
      description: sortDescription(resource),
      schema: sortSchema(resource),
    },
    ...filters,
    anyOfParameter,
    ...(resource.customFields.length > 0 ? [customFieldParameters] : []),
  ]
}

/** Its values are query strings. */
const anyOfParameter: Json = {
  name: ANY_OF,
  in: 'query',
  description:
    `Alternatives, separated by "|", at most ${MAX_ALTERNATIVES}. Each is a query string of up to ${MAX_FILTERS} filters of ` +
    'this list, which must all hold: any_of=status%3D1%26votes_count%3D10..|label%3D2. A record matches when one of them does. ' +
    'The other filters of the list apply as well.',
  schema: { type: 'string' },
  'x-earshot-extension': true,
}

/** Stands for one parameter per custom field; the fields are not known in advance. */
const customFieldParameters: Json = {
  name: 'custom_fields',
  in: 'query',
  description:
    'Filters by custom field key, for example cf_persona=buyer,-user, cf_seats=10..20 or ' +
    'external_accounts.cf_region=north. Values are separated by commas. Numbers and times also accept inclusive ranges. ' +
    'A leading "-" excludes a string, time or boolean. Fields of type text cannot be filtered.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

const sortDescription = (resource: Resource) =>
  `Allowed: ${resource.sorts.join(', ')}${resource.customFields.length > 0 ? ', or a custom field (cf_…)' : ''}. ` +
  `A leading "-" reverses the order. Default: ${resource.defaultSort}.${
    findRankedSearch(resource)
      ? ` With q also ${RELEVANCE}, an extension: matches in the title first. It has pages, but no cursor.`
      : ''
  }${
    filteredFigures(resource).length > 0
      ? ` With ${supporterFilters(resource).join(', ')} also ${filteredFigures(resource).join(', ')}, an extension.`
      : ''
  }`

function sortSchema(resource: Resource): Json {
  const { sorts, customFields } = resource
  const ranked = findRankedSearch(resource) ? [RELEVANCE] : []
  const named = {
    type: 'string',
    enum: [
      ...[...sorts, ...filteredFigures(resource)].flatMap((name) => [name, `-${name}`]),
      ...ranked,
    ],
  }
  if (customFields.length === 0) return named
  return { anyOf: [named, { type: 'string', pattern: '^-?(\\w+\\.)?cf_\\w+$' }] }
}

function filterSchema({ takes, among }: Filter): Json {
  if (takes === 'words' && among)
    return oneOrMoreOf([...among, ...among.map((value) => `-${value}`)])
  if (takes === 'flag') return { schema: { type: 'boolean' } }
  if (takes === 'time') return { schema: { type: 'string', format: 'date-time' } }
  return { schema: { type: 'string' } }
}

const filterDescription = (filter: Filter): string =>
  `${valuesDescription(filter)}${filter.scope ? ` A token needs ${filter.scope}:read.` : ''}`

function valuesDescription({ takes, among }: Filter): string {
  const allowed = among ? ` Allowed: ${among.join(', ')}.` : ''
  switch (takes) {
    case 'ids':
      return 'Ids, separated by commas. A leading "-" excludes an id.'
    case 'words':
      return `Values, separated by commas. A leading "-" excludes a value.${allowed}`
    case 'search':
      return `Search terms, up to ${MAX_CHARACTERS} characters and ${MAX_WORDS} different words.`
    case 'time':
      return 'RFC 3339 time.'
    case 'flag':
      return 'true or false.'
    case 'numbers':
      return 'Numbers and inclusive ranges, separated by commas: 5, 10..20, 10.. or ..20. An extension.'
    case 'expression':
      return `Segment expression, as JSON. ${VOCABULARY}`
  }
}

type OperationObject = { tags: string[]; parameters?: Json[] }

/**
 * Replaces parameters that several operations have by references, and returns the components. Where parameters of one name
 * differ, the names of the components begin with the tag.
 */
export function shareParameters(operations: OperationObject[]): Record<string, Json> {
  const inline = operations.flatMap(({ tags, parameters = [] }) =>
    parameters.filter((one) => !('$ref' in one)).map((one) => ({ one, tag: tags[0] ?? '' })),
  )
  const byText = Map.groupBy(inline, ({ one }) => JSON.stringify(one))
  const byName = Map.groupBy(byText.values(), ([first]) => String(first?.one.name))
  const shared: Record<string, Json> = { ...commonParameters, ...pathParameters, ...requestHeaders }
  const keys = new Map<string, string>()
  for (const [text, [first, second]] of byText) {
    if (!first || !second) continue
    const name = String(first.one.name)
    const isOnly = byName.get(name)?.length === 1 && !(name in shared)
    const key = isOnly ? name : `${first.tag}_${name}`
    // A tag with two parameters of the name: the second one stays where it is.
    if (key in shared) continue
    shared[key] = first.one
    keys.set(text, key)
  }
  for (const operation of operations)
    operation.parameters = operation.parameters?.map((one) => {
      const key = keys.get(JSON.stringify(one))
      return key === undefined ? one : referTo(key)
    })
  return shared
}
