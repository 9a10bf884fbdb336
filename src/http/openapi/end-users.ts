// Generates the OpenAPI 3.1 document of the API of end users.
import { ideaComments } from '../../resources/end-users/comments.ts'
import { portalFiles } from '../../resources/end-users/files.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { ideaSupporters } from '../../resources/end-users/supporters.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import type { Resource } from '../../resources/resource.ts'
import { END_USERS_PATH, type EndUserOperation } from '../end-users/declaration.ts'
import { errorReferences, errorResponses } from './errors.ts'
import type { Json } from './json.ts'
import { rateLimitHeaders, rateLimitHeadersOf } from './openapi-rate-limit.ts'
import { requestHeaders } from './parameters.ts'
import { errorSchema, fileForm, recordSchema } from './schemas.ts'

const DESCRIPTION = `
What the people of a portal read and do, for apps, widgets and pages. Operations and paths of the hosted product keep their
form: responses are bare arrays and objects.

**Authentication.** Reading needs none. Writing needs \`Authorization: Bearer <token>\`, with a token of an end user:

- an access token that the person allowed an application, from \`/api/v2/oauth/authorize\` and \`POST /api/v2/oauth/token\`
  with PKCE; the API client has the audience \`end_users\`;
- or a single sign-on token of your own application, which can be sent until it ends.

Pages of the portal use their cookie instead. Tokens of the Admin API do not work here, and these do not work there.

**Who sees what.** A forum that the caller may not see, and everything in it, is answered like something that does not
exist. Ideas and comments that wait for approval are shown to their authors only.

**Pages.** The header \`Link\` leads to the next page, and \`X-Next-Cursor\` has its cursor. \`total=true\` adds
\`X-Total-Count\`. A search by relevance has pages by \`page\`.

**Retries.** Send an \`Idempotency-Key\` to retry a POST or PUT safely. Every GET response has an \`ETag\`.

**Rate limit.** Requests are counted per person and per address in clock minutes. The headers of every response state the
remaining requests of the person, or of the address without a token.
`.trim()

/** The records, by the names of their schemas. */
const RECORDS: [string, Resource][] = [
  ['forum', portalForums],
  ['idea', ideas],
  ['comment', ideaComments],
  ['supporter', ideaSupporters],
  ['update', ideaUpdates],
  ['attachment', portalFiles],
]

export function endUsersDocument(operations: EndUserOperation[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = `${END_USERS_PATH}${operation.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot for end users',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: DESCRIPTION,
    },
    servers: [{ url: '/' }],
    tags: ['forums', 'ideas', 'comments', 'portal', 'me'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Token of an end user.' },
      },
      headers: rateLimitHeaders,
      parameters: {
        if_none_match: requestHeaders.if_none_match,
        idempotency_key: requestHeaders.idempotency_key,
      },
      responses: {
        not_modified: { description: 'Not modified', headers: rateLimitHeadersOf(304) },
        ...errorResponses(),
      },
      schemas: {
        error: errorSchema,
        ...Object.fromEntries(RECORDS.map(([name, resource]) => [name, recordSchema(resource)])),
      },
    },
  }
}

const operationId = ({ method, path }: EndUserOperation) =>
  [
    method.toLowerCase(),
    ...path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => part.replace(/^:/, 'by_')),
  ].join('_')

function operationObject(operation: EndUserOperation): Json {
  const {
    method,
    path,
    summary,
    description,
    tag,
    needs,
    body,
    takesFile,
    query = {},
    status = 200,
  } = operation
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  return {
    operationId: operationId(operation),
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    // Without a token somebody reads what everybody sees.
    security: needs === undefined ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path',
        required: true,
        description: name === 'forum' ? 'Id of the forum.' : 'Id.',
        schema: { type: 'string' },
      })),
      ...Object.entries(query).map(([name, { required = false, ...parameter }]) => ({
        name,
        in: 'query',
        required,
        ...parameter,
      })),
      method === 'GET'
        ? { $ref: '#/components/parameters/if_none_match' }
        : { $ref: '#/components/parameters/idempotency_key' },
    ].filter(({ $ref }: Json) => $ref === undefined || method !== 'DELETE'),
    ...(body && {
      requestBody: {
        required: (body.required ?? []).length > 0,
        content: {
          'application/json': { schema: body },
          'application/x-www-form-urlencoded': { schema: body },
        },
      },
    }),
    ...(takesFile && { requestBody: fileForm }),
    responses: {
      [status]: success(operation),
      ...(method === 'GET' && { 304: { $ref: '#/components/responses/not_modified' } }),
      ...errorReferences(
        Object.keys(query).length > 0,
        names.length > 0,
        body !== undefined || takesFile,
      ),
      ...(takesFile && { 408: { $ref: '#/components/responses/error_408' } }),
    },
  }
}

function success({ summary, hasPages, answer }: EndUserOperation): Json {
  return {
    description: summary,
    headers: {
      ...rateLimitHeadersOf(200),
      ...(hasPages && {
        Link: { schema: { type: 'string' }, description: 'Address of the next page.' },
        'X-Next-Cursor': { schema: { type: 'string' }, description: 'Where the next page begins.' },
      }),
    },
    content: { 'application/json': { schema: answerSchema(answer) } },
  }
}

function answerSchema(answer: EndUserOperation['answer']): Json {
  if ('schema' in answer) return answer.schema as unknown as Json
  const resource = 'arrayOf' in answer ? answer.arrayOf : answer.objectOf
  const record = recordWith(resource, answer.members)
  return 'arrayOf' in answer ? { type: 'array', items: record } : record
}

/** The record, with the members that only this answer has. */
function recordWith(resource: Resource, members: object | undefined): Json {
  const [name] = RECORDS.find(([, known]) => known === resource) as [string, Resource]
  if (!members) return { $ref: `#/components/schemas/${name}` }
  const { properties, required } = recordSchema(resource) as {
    properties: Json
    required: string[]
  }
  const more = members as { properties: Json; required: string[] }
  return {
    type: 'object',
    required: [...required, ...more.required],
    properties: { ...properties, ...more.properties },
    additionalProperties: false,
  }
}
