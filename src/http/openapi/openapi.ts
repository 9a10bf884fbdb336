// Generates the OpenAPI 3.1 document from the operations and the resource declarations.

import { requirementOf } from '../../auth/policy.ts'
import { RELEVANCE } from '../../read/order.ts'
import { findRankedSearch, MAX_CHARACTERS, MAX_WORDS } from '../../read/search.ts'
import { allResources } from '../../resources/index.ts'
import {
  type Field,
  type Filter,
  hasOwnCustomFields,
  type Link,
  type Resource,
} from '../../resources/resource.ts'
import { VOCABULARY } from '../../resources/segment-expression.ts'
import { isRecordWrite, type Operation, operationPath } from '../operation-declaration.ts'
import {
  RATE_LIMIT_DESCRIPTION,
  rateLimitHeaders,
  rateLimitHeadersOf,
} from './openapi-rate-limit.ts'
import { isExtension } from './wire-operations.ts'

type Json = Record<string, unknown>

const DESCRIPTION = `
A self-hosted feedback service, compatible with the Admin API v2 wire format.

**Authentication.** Send \`Authorization: Bearer <token>\`. Get a token from \`POST /api/v2/oauth/token\` with the key and
secret of an API client.

**Responses.** Records are in an array under the name of their collection, also when there is only one. The \`links\` of a
record contain the ids of associated records. The top-level \`links\` map each association to its collection.

**Side-loading.** \`includes=forums,users\` adds the linked records of these collections to the response. Indirect links
work too: \`/users?includes=external_accounts\` follows the external users.

**Pagination.** Every list supports cursors in every sort order. Pass \`pagination.cursor\` as \`cursor\` until it is absent,
or follow the \`Link\` header. \`page\` and \`per_page\` work too. Totals are exact.

**Reading less.** \`fields=title,state\` limits the members of the records, \`fields.users=name\` those of a side-loaded
collection. \`total=false\` skips the count.

**Incremental reads.** Every list supports \`updated_after\` (inclusive) and \`updated_before\` (exclusive). Consecutive
windows return each record once. \`GET /deletions\` lists deleted records.

**Filters** accept one value or several, separated by commas. A leading \`-\` excludes a value: \`state=-deleted,-spam\`.

**Files.** Upload a file with \`POST /attachments\`. To link it to a suggestion or a note, send the returned \`token\` in
\`attachment_tokens\`.

**Request bodies** are JSON or forms. Dotted names in a form nest: \`title=Dark+mode&links.forum=1\`. A blank form field is
ignored; to clear a member, send null in JSON. Compressed bodies (\`Content-Encoding\`) are rejected.

**Retries.** Send an \`Idempotency-Key\` to retry a POST or PUT safely: the server runs it once and returns the stored
response after that. Every GET response has an \`ETag\`. \`If-None-Match\` returns 304 when nothing changed. \`If-Match\` on
the write of a record returns 412 when the record changed.

${RATE_LIMIT_DESCRIPTION}

**Errors** have a \`message\` for people, a stable \`error\` code and, for an invalid body, \`errors\` that mirror the input.
With \`Accept: application/problem+json\`, errors are RFC 9457 problem details. \`Prefer: handling=strict\` rejects unknown
parameters, which are ignored by default.

**Extensions.** Operations and parameters marked \`x-earshot-extension\` are not part of the Admin API v2 wire format.
`.trim()

/** Of operations that do not belong to a collection. */
const OTHER_TAGS = [
  'translatable_strings',
  'events',
  'reports',
  'demo_data',
  'staff',
  'roles',
  'jobs',
  'installation',
]

export function openApiDocument(operations: Operation[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version: '2',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: DESCRIPTION,
    },
    // Relative to the host that served the document.
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: ['oauth', ...allResources.map(({ name }) => name), ...OTHER_TAGS].map((name) => ({
      name,
    })),
    paths: { ...oauthPaths(), ...paths(operations) },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Token of a trusted API client.' },
      },
      headers: rateLimitHeaders,
      parameters: { ...commonParameters, ...requestHeaders },
      responses: {
        not_modified: {
          description: 'Not modified',
          headers: rateLimitHeadersOf(304),
        },
        ...errorResponses(),
      },
      schemas: {
        ...commonSchemas,
        side_loaded: sideLoadedSchema,
        ...Object.fromEntries(allResources.map((r) => [r.name, recordSchema(r)])),
      },
    },
  }
}

function paths(operations: Operation[]): Json {
  const all: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operationPath(operation).replace(/:(\w+)/g, '{$1}')
    all[path] = { ...all[path], [operation.method.toLowerCase()]: operationObject(operation) }
  }
  return all
}

function operationObject(operation: Operation): Json {
  const { method, path, summary, description, answer, body } = operation
  const segments = path.split('/').filter((part) => part !== '')
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const requirement = requirementOf(operation)
  return {
    operationId: [
      method.toLowerCase(),
      ...segments.map((segment) => segment.replace(/^:/, 'by_')),
    ].join('_'),
    summary,
    ...(description !== undefined && { description }),
    ...(isExtension(operation) && { 'x-earshot-extension': true }),
    'x-earshot-role': requirement.role,
    'x-earshot-scope': `${requirement.scope}:${requirement.access}`,
    tags: ['resource' in operation ? operation.resource.name : operation.tag],
    parameters: [
      ...parameters.map((name) => pathParameter(name, method)),
      ...queryParameters(operation),
      ...headerParameters(operation),
    ],
    ...(body && {
      requestBody: {
        required: (body.required ?? []).length > 0,
        content: {
          'application/json': { schema: body },
          'application/x-www-form-urlencoded': { schema: body },
          ...Object.fromEntries(
            Object.keys(operation.extraMediaTypes ?? {}).map((type) => [
              type,
              { schema: { type: 'string' } },
            ]),
          ),
        },
      },
    }),
    ...(operation.takesFile && { requestBody: fileForm }),
    responses: {
      ...(answer !== 'created' && { [successStatus(operation)]: responseObject(operation) }),
      ...((answer === 'created' || answer === 'found_or_created') && {
        201: responseObject(operation),
      }),
      ...(method === 'GET' &&
        !('stream' in operation) && { 304: { $ref: '#/components/responses/not_modified' } }),
      ...(isRecordWrite(operation) && { 412: { $ref: '#/components/responses/error_412' } }),
      ...errorReferences(
        answer === 'list' || operation.query !== undefined,
        parameters.length > 0,
        body !== undefined || operation.takesFile,
      ),
      ...(operation.takesFile && { 408: { $ref: '#/components/responses/error_408' } }),
    },
  }
}

const fileForm: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            contentMediaType: 'application/octet-stream',
            description: 'The file. The server detects its content type from its bytes.',
          },
        },
      },
    },
  },
}

const successStatus = (operation: Operation) =>
  ('status' in operation ? operation.status : 200) ?? 200

function queryParameters(operation: Operation): Json[] {
  if ('resource' in operation && operation.answer === 'list')
    return listParameters(operation.resource)
  const own = Object.entries(operation.query ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    ...parameter,
  }))
  if (!('resource' in operation)) return own
  return [
    ...own,
    ...['includes', 'fields'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function headerParameters(operation: Operation): Json[] {
  const { method } = operation
  const names = [
    ...('stream' in operation ? ['last_event_id'] : method === 'GET' ? ['if_none_match'] : []),
    ...(method === 'POST' || method === 'PUT' ? ['idempotency_key'] : []),
    ...(isRecordWrite(operation) ? ['if_match'] : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const requestHeaders: Record<string, Json> = {
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

function responseObject(operation: Operation): Json {
  const described = (description: string, schema: Json, headers: Json = {}) => ({
    description,
    headers: { ...rateLimitHeadersOf(200), ...headers },
    content: { ['stream' in operation ? 'text/event-stream' : 'application/json']: { schema } },
  })
  if (!('resource' in operation)) return described(operation.summary, operation.answer)
  const { resource, answer, key } = operation
  if (answer !== 'list') return described('Records', responseSchema(resource, false, key))
  const description = 'URL of the next page. Absent on the last page.'
  return described('One page of the list', responseSchema(resource, true, key), {
    Link: { schema: { type: 'string' }, description },
  })
}

const pathParameter = (name: string, method: string) => ({
  name,
  in: 'path',
  required: true,
  description: PATH_PARAMETERS[`${method} ${name}`] ?? PATH_PARAMETERS[name],
  schema: { type: 'string' },
})

const PATH_PARAMETERS: Record<string, string> = {
  'GET id': 'One id, or several ids separated by commas.',
  id: 'Id of the record.',
  job: 'Id of the job, from the `Location` header.',
  locale: 'Language tag, for example en or pt-BR.',
}

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
    schema: { type: 'string' },
  },
  fields: {
    name: 'fields',
    in: 'query',
    description:
      'Members of the records, separated by commas. Other members are absent, also those that the schema requires; ' +
      '`id` and `links` are always present. Custom fields (cf_…) and segmented values (cv_…) can be named. ' +
      '`fields.users=name` limits the side-loaded users, and so on for every included collection.',
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
    { name, in: 'query', description: filterDescription(filter), schema: filterSchema(filter) },
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
    ...Object.keys(commonParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    {
      name: 'sort',
      in: 'query',
      description: sortDescription(resource),
      schema: sortSchema(resource),
    },
    ...filters,
    ...(resource.customFields.length > 0 ? [customFieldParameters] : []),
  ]
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
  }`

function sortSchema(resource: Resource): Json {
  const { sorts, customFields } = resource
  const ranked = findRankedSearch(resource) ? [RELEVANCE] : []
  if (customFields.length === 0)
    return { type: 'string', enum: [...sorts.flatMap((name) => [name, `-${name}`]), ...ranked] }
  const names = [`-?(${sorts.join('|')}|(\\w+\\.)?cf_\\w+)`, ...ranked]
  return { type: 'string', pattern: `^(${names.join('|')})$` }
}

const filterSchema = ({ takes }: Filter): Json =>
  ({ flag: { type: 'boolean' }, time: { type: 'string', format: 'date-time' } })[
    takes as string
  ] ?? { type: 'string' }

function filterDescription({ takes, among }: Filter): string {
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
    case 'expression':
      return `Segment expression, as JSON. ${VOCABULARY}`
  }
}

function responseSchema(resource: Resource, isList: boolean, key = resource.name): Json {
  const required = [key, 'links', ...(isList ? ['list_meta', 'pagination'] : [])]
  return {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/side_loaded' }],
    required,
    properties: {
      [key]: recordsOf(resource),
      links: { $ref: '#/components/schemas/links_map' },
      ...(isList && {
        list_meta: { type: 'null' },
        pagination: { $ref: '#/components/schemas/pagination' },
      }),
    },
  }
}

const recordsOf = ({ name }: Resource): Json => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
})

/** The collections that `includes` can add to a response. */
const sideLoadedSchema: Json = {
  type: 'object',
  description: 'Records of the collections that `includes` names.',
  properties: Object.fromEntries(
    allResources.flatMap((resource) =>
      [resource.name, ...resource.aliases].map((name) => [name, recordsOf(resource)]),
    ),
  ),
}

function recordSchema(resource: Resource): Json {
  const fields = Object.entries(resource.fields).map(([name, field]) => [name, fieldSchema(field)])
  const links = resource.links && {
    type: 'object',
    required: Object.keys(resource.links),
    properties: Object.fromEntries(
      Object.entries(resource.links).map(([name, link]) => [name, linkSchema(link)]),
    ),
    additionalProperties: false,
  }
  return {
    type: 'object',
    required: [...Object.keys(resource.fields), ...(links ? ['links'] : [])],
    properties: { ...Object.fromEntries(fields), ...(links && { links }) },
    ...(hasOwnCustomFields(resource)
      ? {
          patternProperties: {
            '^cf_[0-9A-Za-z_]+$': { type: ['string', 'number', 'boolean', 'null'] },
            ...(resource.hasSegmentedValues && {
              '^cv_[0-9A-Za-z_.]+$': { type: ['number', 'null'] },
            }),
          },
        }
      : {}),
    additionalProperties: false,
  }
}

const JSON_TYPES: Record<string, string> = { text: 'string', time: 'string', list: 'array' }

function fieldSchema({ kind, nullable, path, items }: Field): Json {
  const typeOf = (kind: string) => JSON_TYPES[kind] ?? kind
  return {
    type: nullable ? [typeOf(kind), 'null'] : typeOf(kind),
    ...(items !== undefined && {
      items: typeof items === 'string' ? { type: typeOf(items) } : membersSchema(items),
    }),
    ...(kind === 'object' && { additionalProperties: {} }),
    ...(kind === 'time' && { format: 'date-time', examples: ['2026-01-31T09:30:00Z'] }),
    ...(path !== undefined && { format: 'uri' }),
  }
}

const membersSchema = (members: Record<string, Field>): Json => ({
  type: 'object',
  required: Object.keys(members),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, fieldSchema(member)]),
  ),
})

function linkSchema({ type: target, arity, nullable }: Link): Json {
  const type = arity === 'one' ? 'integer' : 'array'
  return {
    type: nullable ? [type, 'null'] : type,
    ...(arity === 'many' && { items: { type: 'integer' } }),
    description: `${arity === 'one' ? 'Id' : 'Ids'} of ${target}.`,
  }
}

const commonSchemas: Json = {
  links_map: {
    type: 'object',
    description: 'The associations of every collection in the response.',
    additionalProperties: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' } },
    },
  },
  pagination: {
    type: 'object',
    required: ['page', 'per_page', 'page_size'],
    properties: {
      page: { type: 'integer' },
      per_page: { type: 'integer' },
      page_size: { type: 'integer' },
      total_pages: { type: 'integer', description: 'Absent with total=false.' },
      total_records: { type: 'integer', description: 'Absent with total=false.' },
      cursor: { type: 'string', description: 'Absent on the last page and in page mode.' },
      page_token: { type: 'string', description: 'Alias of cursor.' },
    },
    additionalProperties: false,
  },
  error: {
    type: 'object',
    required: ['message', 'error', 'request_id'],
    properties: {
      message: {
        type: 'string',
        description: 'For people: what is wrong, and what is right.',
      },
      error: { type: 'string', description: 'Stable error code.' },
      errors: {
        type: 'object',
        description: 'Mirrors the input: field → code.',
        additionalProperties: {},
      },
      request_id: { type: 'string' },
    },
  },
}

const ERROR_DESCRIPTIONS: Record<string, string> = {
  400: 'Invalid parameter, or malformed body',
  401: 'Missing, unknown, expired or revoked token',
  403: 'Untrusted or read-only API client',
  404: 'Record not found',
  408: 'Upload timed out',
  409: 'Conflict with a concurrent request or an existing record',
  412: 'The record changed: If-Match does not match',
  413: 'Body too large, or storage quota exceeded',
  415: 'Unsupported content type',
  422: 'Invalid body; `errors` lists the fields',
  429: 'Rate limit exceeded; `Retry-After` states when to retry',
  503: 'Overloaded, or the database or file store is not available',
}

const errorResponses = () =>
  Object.fromEntries(
    Object.entries(ERROR_DESCRIPTIONS).map(([status, description]) => [
      `error_${status}`,
      {
        description,
        headers: rateLimitHeadersOf(Number(status)),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
      },
    ]),
  )

function errorReferences(takesQuery: boolean, hasPathParameter: boolean, hasBody = false): Json {
  const statuses = ['401', '403', '429', '503']
  if (takesQuery || hasBody) statuses.push('400')
  if (hasPathParameter) statuses.push('400', '404')
  if (hasBody) statuses.push('409', '413', '415', '422')
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/error_${status}` }]),
  )
}

function oauthPaths(): Json {
  const parameterBody = (names: Record<string, Json>, required: string[]) => {
    const schema = { type: 'object', properties: names, required }
    return {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    }
  }
  const text = { type: 'string' }
  const errors = {
    400: { $ref: '#/components/responses/error_400' },
    401: { $ref: '#/components/responses/error_401' },
    429: { $ref: '#/components/responses/error_429' },
  }
  return {
    '/api/v2/oauth/token': {
      post: {
        operationId: 'post_oauth_token',
        summary: 'Create an access token for an API client',
        tags: ['oauth'],
        security: [],
        requestBody: parameterBody(
          {
            grant_type: { enum: ['client_credentials', 'password', 'authorization_code'] },
            client_id: text,
            client_secret: text,
            scope: { ...text, description: 'Names with spaces between them, to limit the token.' },
            username: { ...text, description: 'password: the e-mail address of the person.' },
            password: text,
            code: { ...text, description: 'authorization_code: the code that the person allowed.' },
            redirect_uri: text,
            code_verifier: text,
          },
          ['grant_type'],
        ),
        responses: {
          200: {
            description: 'Access token',
            headers: rateLimitHeadersOf(200),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['access_token', 'token_type'],
                  properties: {
                    access_token: text,
                    token_type: { const: 'bearer' },
                    expires_in: { type: 'integer' },
                    scope: { ...text, description: 'When the token is limited.' },
                  },
                },
              },
            },
          },
          ...errors,
        },
      },
    },
    '/api/v2/oauth/revoke': {
      post: {
        operationId: 'post_oauth_revoke',
        summary: 'Revoke an access token',
        tags: ['oauth'],
        security: [],
        requestBody: parameterBody({ token: text, client_id: text, client_secret: text }, [
          'token',
        ]),
        responses: {
          200: { description: 'The token is revoked', headers: rateLimitHeadersOf(200) },
          ...errors,
        },
      },
    },
  }
}
