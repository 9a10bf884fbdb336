// OpenAPI 3.1 from the operations and the declarations: nothing is described by hand that they already say.
import { allResources } from '../resources/index.ts'
import {
  type Field,
  type Filter,
  hasOwnCustomFields,
  type Link,
  type Resource,
} from '../resources/resource.ts'
import { VOCABULARY } from '../segment-expression.ts'
import {
  RATE_LIMIT_DESCRIPTION,
  rateLimitHeaders,
  rateLimitHeadersOf,
} from './openapi-rate-limit.ts'
import { isRecordWrite, type Operation, operationPath } from './operation.ts'

type Json = Record<string, unknown>

const DESCRIPTION = `
A self-hosted feedback administration service that speaks the Admin API v2 wire format.

**Authentication.** Send \`Authorization: Bearer <token>\`. A token comes from \`POST /api/v2/oauth/token\` with the key
and secret of an API client.

**Answers.** Records stand in an array under the name of their collection, one record too. The ids of associated
records are in each record's \`links\`; the answer's own \`links\` tells which collection each association leads to.

**Side-loading.** \`includes=forums,users\` puts the linked records of these collections beside the list, also through
one another: \`/users?includes=external_accounts\` goes by way of their external users.

**Paging.** Every list has a cursor in every order: pass \`pagination.cursor\` back as \`cursor\` until it is absent, or
follow the \`Link\` header. \`page\` and \`per_page\` work too. Totals are exact.

**What changed.** \`updated_after\` (inclusive) and \`updated_before\` (exclusive) work on every list, so consecutive
windows hold every record once.

**Filters** take one value or several, separated by commas; a leading \`-\` excludes: \`state=-deleted,-spam\`.

**Files** are uploaded by \`POST /attachments\`; the \`token\` in the answer links one to a suggestion or a note, in
\`attachment_tokens\`.

**Bodies** are JSON, or forms whose dotted names nest: \`title=Dark+mode&links.forum=1\`. A blank value in a form says
nothing; to clear a member send it as null in JSON. They come as they are: a \`Content-Encoding\` is refused.

**Retries.** With an \`Idempotency-Key\` a POST or PUT can be sent again safely: it is answered as the first time and not
done again. Every read has an \`ETag\`; \`If-None-Match\` saves what was seen, and \`If-Match\` on a write of a record refuses
to overwrite what changed since. \`GET /deletions\` tells what is gone.

${RATE_LIMIT_DESCRIPTION}

**Errors** have a \`message\` for people, a stable \`error\` code and, for a bad body, \`errors\` that mirror the input. With
\`Accept: application/problem+json\` they are RFC 9457 problems. \`Prefer: handling=strict\` refuses unknown parameters,
which are ignored otherwise.
`.trim()

export function openApiDocument(operations: Operation[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version: '2',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: DESCRIPTION,
    },
    // Relative: wherever the document was read, calls go to the same place.
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: ['oauth', ...allResources.map(({ name }) => name), 'translatable_strings'].map(
      (name) => ({ name }),
    ),
    paths: { ...oauthPaths(), ...paths(operations) },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of a trusted API client.' },
      },
      headers: rateLimitHeaders,
      parameters: { ...commonParameters, ...requestHeaders },
      responses: {
        seen: {
          description: 'What the client has seen is the newest.',
          headers: rateLimitHeadersOf(304),
        },
        ...errorResponses(),
      },
      schemas: {
        ...commonSchemas,
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
  const { method, path, summary, answer, body } = operation
  const words = path.split('/').filter((part) => part !== '')
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    operationId: [method.toLowerCase(), ...words.map((word) => word.replace(/^:/, 'by_'))].join(
      '_',
    ),
    summary,
    tags: ['resource' in operation ? operation.resource.name : operation.tag],
    parameters: [
      ...named.map((name) => pathParameter(name, method)),
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
      ...(method === 'GET' && { 304: { $ref: '#/components/responses/seen' } }),
      ...(isRecordWrite(operation) && { 412: { $ref: '#/components/responses/error_412' } }),
      ...errorReferences(
        answer === 'list',
        named.length > 0,
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
            description: 'The file; its type is told from its bytes.',
          },
        },
      },
    },
  },
}

const successStatus = (operation: Operation) =>
  ('status' in operation ? operation.status : 200) ?? 200

function queryParameters(operation: Operation): Json[] {
  if (!('resource' in operation)) return []
  if (operation.answer === 'list') return listParameters(operation.resource)
  return [{ $ref: '#/components/parameters/includes' }]
}

function headerParameters(operation: Operation): Json[] {
  const { method } = operation
  const names = [
    ...(method === 'GET' ? ['if_none_match'] : []),
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
    'Tags that were seen; 304 when the answer is one of them.',
  ),
  if_match: headerParameter(
    'If-Match',
    'The tag of the record as it was seen; 412 when it changed since.',
  ),
  idempotency_key: headerParameter(
    'Idempotency-Key',
    'A new one for each call; the same call under it is answered again for 24 hours, and not done again.',
  ),
}

function responseObject(operation: Operation): Json {
  const described = (description: string, schema: Json, headers: Json = {}) => ({
    description,
    headers: { ...rateLimitHeadersOf(200), ...headers },
    content: { 'application/json': { schema } },
  })
  if (!('resource' in operation)) return described(operation.summary, operation.answer)
  const { resource, answer, key } = operation
  if (answer !== 'list') return described('The records', responseSchema(resource, false, key))
  const description = 'The next page; absent on the last one.'
  return described('A page of the list', responseSchema(resource, true, key), {
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
  'GET id': 'One id, or several separated by commas.',
  id: 'The id of the record.',
  job: 'The id of the job, as `Location` told it.',
  locale: 'A language, such as en or pt-BR.',
}

const commonParameters: Record<string, Json> = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Page mode, from 1.',
    schema: { type: 'integer', minimum: 1 },
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'Records a page; 20 unless told, 100 at most.',
    schema: { type: 'integer', minimum: 1 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The cursor of the page before.',
    schema: { type: 'string' },
  },
  page_token: {
    name: 'page_token',
    in: 'query',
    description: 'Another name of cursor.',
    schema: { type: 'string' },
  },
  includes: {
    name: 'includes',
    in: 'query',
    description: 'Collections to side-load, separated by commas.',
    schema: { type: 'string' },
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

/** One parameter for each custom field, none of which can be known beforehand. */
const customFieldParameters: Json = {
  name: 'custom_fields',
  in: 'query',
  description:
    'Custom fields by their keys, such as cf_persona=buyer,-user, cf_seats=10..20 or external_accounts.cf_region=north: ' +
    'values separated by commas, of numbers and times also spans, both ends in. A string, a time or a boolean with a ' +
    'leading "-" is excluded. Fields of the type text cannot be asked for.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

const sortDescription = ({ sorts, defaultSort, customFields }: Resource) =>
  `${sorts.join(', ')}${customFields.length > 0 ? ', or a custom field (cf_…)' : ''}; a leading "-" turns it round. ` +
  `Without it: ${defaultSort}.`

function sortSchema({ sorts, customFields }: Resource): Json {
  if (customFields.length === 0)
    return { type: 'string', enum: sorts.flatMap((name) => [name, `-${name}`]) }
  return { type: 'string', pattern: `^-?(${sorts.join('|')}|(\\w+\\.)?cf_\\w+)$` }
}

const filterSchema = ({ takes }: Filter): Json =>
  ({ flag: { type: 'boolean' }, time: { type: 'string', format: 'date-time' } })[
    takes as string
  ] ?? { type: 'string' }

function filterDescription({ takes, among }: Filter): string {
  const values = among ? ` Values: ${among.join(', ')}.` : ''
  switch (takes) {
    case 'ids':
      return 'Ids, separated by commas; one with a leading "-" is excluded.'
    case 'words':
      return `Values, separated by commas; one with a leading "-" is excluded.${values}`
    case 'search':
      return 'Words to search for.'
    case 'time':
      return 'A time, RFC 3339.'
    case 'flag':
      return 'true or false.'
    case 'expression':
      return `A segment expression, as JSON. ${VOCABULARY}`
  }
}

function responseSchema(resource: Resource, isList: boolean, key = resource.name): Json {
  const required = [key, 'links', ...(isList ? ['list_meta', 'pagination'] : [])]
  return {
    type: 'object',
    required,
    properties: {
      [key]: { type: 'array', items: { $ref: `#/components/schemas/${resource.name}` } },
      links: { $ref: '#/components/schemas/links_map' },
      ...(isList && {
        list_meta: { type: 'null' },
        pagination: { $ref: '#/components/schemas/pagination' },
      }),
    },
    // Side-loaded collections.
    additionalProperties: { type: 'array', items: { type: 'object' } },
  }
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

function fieldSchema({ kind, nullable, path }: Field): Json {
  const type = { text: 'string', time: 'string', list: 'array' }[kind as string] ?? kind
  return {
    type: nullable ? [type, 'null'] : type,
    ...(kind === 'time' && { format: 'date-time', examples: ['2026-01-31T09:30:00Z'] }),
    ...(path !== undefined && { format: 'uri' }),
  }
}

function linkSchema({ type: target, arity, nullable }: Link): Json {
  const type = arity === 'one' ? 'integer' : 'array'
  return {
    type: nullable ? [type, 'null'] : type,
    ...(arity === 'many' && { items: { type: 'integer' } }),
    description: `${arity === 'one' ? 'An id' : 'Ids'} of ${target}.`,
  }
}

const commonSchemas: Json = {
  links_map: {
    type: 'object',
    description: 'The associations of every collection in the answer.',
    additionalProperties: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string' } },
    },
  },
  pagination: {
    type: 'object',
    required: ['page', 'per_page', 'page_size', 'total_pages', 'total_records'],
    properties: {
      page: { type: 'integer' },
      per_page: { type: 'integer' },
      page_size: { type: 'integer' },
      total_pages: { type: 'integer' },
      total_records: { type: 'integer' },
      cursor: { type: 'string', description: 'Absent on the last page and in page mode.' },
      page_token: { type: 'string', description: 'The same as cursor.' },
    },
    additionalProperties: false,
  },
  error: {
    type: 'object',
    required: ['message', 'error', 'request_id'],
    properties: {
      message: {
        type: 'string',
        description: 'For people: what was wrong and what would be right.',
      },
      error: { type: 'string', description: 'A stable code.' },
      errors: { type: 'object', description: 'Mirrors the input: field → code.' },
      request_id: { type: 'string' },
    },
  },
}

const ERROR_DESCRIPTIONS: Record<string, string> = {
  400: 'A parameter has a value that it cannot have, or the body is malformed',
  401: 'The token is missing, unknown, expired or revoked',
  403: 'The API client is not trusted, or may only read',
  404: 'There is no such record',
  408: 'The upload took too long, or nothing came for too long',
  409: 'Another call changed what this one is about, or there is one like this already',
  412: 'The record is not what If-Match says any more',
  413: 'The body is too large, or there is no room for the file',
  415: 'The body is of another content type',
  422: 'A field of the body is wrong; `errors` says which',
  429: 'The limit of requests in this minute is reached; `Retry-After` says when to come back',
  503: 'The database or the store of files does not answer, or more is asked than the service can do',
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

function errorReferences(isList: boolean, isOfOne: boolean, hasBody = false): Json {
  const statuses = ['401', '403', '429', '503']
  if (isList || hasBody) statuses.push('400')
  if (isOfOne) statuses.push('400', '404')
  if (hasBody) statuses.push('409', '413', '415', '422')
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/error_${status}` }]),
  )
}

function oauthPaths(): Json {
  const parameters = (names: Record<string, Json>, required: string[]) => {
    const schema = { type: 'object', properties: names, required }
    return {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    }
  }
  const text = { type: 'string' }
  const refused = {
    400: { $ref: '#/components/responses/error_400' },
    401: { $ref: '#/components/responses/error_401' },
    429: { $ref: '#/components/responses/error_429' },
  }
  return {
    '/api/v2/oauth/token': {
      post: {
        operationId: 'post_oauth_token',
        summary: 'Get a token for an API client',
        tags: ['oauth'],
        security: [],
        requestBody: parameters(
          { grant_type: { enum: ['client_credentials'] }, client_id: text, client_secret: text },
          ['grant_type'],
        ),
        responses: {
          200: {
            description: 'The token',
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
                  },
                },
              },
            },
          },
          ...refused,
        },
      },
    },
    '/api/v2/oauth/revoke': {
      post: {
        operationId: 'post_oauth_revoke',
        summary: 'Revoke a token',
        tags: ['oauth'],
        security: [],
        requestBody: parameters({ token: text, client_id: text, client_secret: text }, ['token']),
        responses: {
          200: { description: 'It is no longer valid', headers: rateLimitHeadersOf(200) },
          ...refused,
        },
      },
    },
  }
}
