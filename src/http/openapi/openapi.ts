// Generates the OpenAPI 3.1 document from the operations and the resource declarations.

import { neededScopes, requirementOf } from '../../auth/policy.ts'
import { allResources } from '../../resources/index.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { isRecordWrite, type Operation, operationPath } from '../operation-declaration.ts'
import { errorReferences, errorResponses } from './errors.ts'
import type { Json } from './json.ts'
import { oauthPaths } from './oauth.ts'
import {
  RATE_LIMIT_DESCRIPTION,
  rateLimitHeaders,
  rateLimitHeadersOf,
} from './openapi-rate-limit.ts'
import { parametersOf, pathParameterNames, shareParameters } from './parameters.ts'
import { fileForm, filesForm, recordSchemas, responseSchema } from './schemas.ts'
import { isExtension } from './wire-operations.ts'

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

**Reading less.** \`fields=title,links.forum\` limits the members of the records, \`fields.users=name\` those of a side-loaded
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
  'notification_settings',
  'demo_data',
  'staff',
  'roles',
  'settings',
  'jobs',
  'installation',
]

export function openApiDocument(operations: Operation[]): Json {
  const shared = sharedSchemas(operations)
  const paths: Record<string, Json> = oauthPaths()
  const responses: Record<string, Json> = {
    not_modified: { description: 'Not modified', headers: rateLimitHeadersOf(304) },
    ...errorResponses(),
  }
  for (const operation of operations) {
    const path = operationPath(operation).replace(/:(\w+)/g, '{$1}')
    const method = operation.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationObject(operation, shared) }
    if ('resource' in operation) responses[envelopeName(operation)] = envelope(operation)
  }
  const all = Object.values(paths).flatMap((item) => Object.values(item) as OperationObject[])
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
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Token of a trusted API client.' },
      },
      headers: rateLimitHeaders,
      parameters: shareParameters(all),
      responses,
      schemas: {
        ...recordSchemas(),
        ...Object.fromEntries([...shared].map(([schema, name]) => [name, schema])),
      },
    },
  }
}

type OperationObject = Json & { tags: string[]; parameters?: Json[] }

/** Names of the schemas that the document needs more than once: bodies, and answers of several operations. */
function sharedSchemas(operations: Operation[]): Map<object, string> {
  const names = new Map<object, string>()
  const met = new Map<object, string>()
  for (const operation of operations) {
    const { body, answer, takesFile } = operation
    // JSON and forms have the same schema.
    if (body && !takesFile && body !== EmptyBody && !names.has(body))
      names.set(body, `${operationId(operation)}_body`)
    if (typeof answer !== 'object') continue
    const first = met.get(answer)
    if (first !== undefined) names.set(answer, first)
    met.set(answer, first ?? `${operationId(operation)}_answer`)
  }
  return names
}

const operationId = ({ method, path }: Operation) =>
  [
    method.toLowerCase(),
    ...path
      .split('/')
      .filter((part) => part !== '')
      .map((part) => part.replace(/^:/, 'by_')),
  ].join('_')

function operationObject(operation: Operation, shared: Map<object, string>): Json {
  const { method, summary, description, answer, body } = operation
  const requirement = requirementOf(operation)
  const schemaOf = (schema: object) => {
    const name = shared.get(schema)
    return { schema: name === undefined ? schema : { $ref: `#/components/schemas/${name}` } }
  }
  return {
    operationId: operationId(operation),
    summary,
    ...(description !== undefined && { description }),
    ...(isExtension(operation) && { 'x-earshot-extension': true }),
    'x-earshot-role': requirement.role,
    'x-earshot-scope': neededScopes(requirement).join(' '),
    tags: ['resource' in operation ? operation.resource.name : operation.tag],
    parameters: parametersOf(operation),
    ...(body &&
      !operation.takesFile && {
        requestBody: {
          required: (body.required ?? []).length > 0,
          content: {
            'application/json': schemaOf(body),
            'application/x-www-form-urlencoded': schemaOf(body),
            ...Object.fromEntries(
              Object.keys(operation.extraMediaTypes ?? {}).map((type) => [
                type,
                { schema: { type: 'string' } },
              ]),
            ),
          },
        },
      }),
    ...(operation.takesFile && {
      requestBody: body ? filesForm(body) : fileForm,
    }),
    responses: {
      ...Object.fromEntries(
        successStatuses(operation).map((status) => [status, success(operation, schemaOf)]),
      ),
      ...(method === 'GET' &&
        !('stream' in operation) && { 304: { $ref: '#/components/responses/not_modified' } }),
      ...(isRecordWrite(operation) && { 412: { $ref: '#/components/responses/error_412' } }),
      ...errorReferences(
        answer === 'list' || operation.query !== undefined,
        pathParameterNames(operation).length > 0,
        body !== undefined || operation.takesFile !== undefined,
      ),
      ...(operation.takesFile && { 408: { $ref: '#/components/responses/error_408' } }),
    },
  }
}

function successStatuses(operation: Operation): number[] {
  if (operation.answer === 'created') return [201]
  if (operation.answer === 'found_or_created') return [200, 201]
  return [('status' in operation ? operation.status : undefined) ?? 200]
}

function success(operation: Operation, schemaOf: (schema: object) => Json): Json {
  if ('resource' in operation) return { $ref: `#/components/responses/${envelopeName(operation)}` }
  return {
    description: operation.summary,
    headers: rateLimitHeadersOf(200),
    content: {
      ['stream' in operation ? 'text/event-stream' : 'application/json']: schemaOf(
        operation.answer,
      ),
    },
  }
}

type RecordOperation = Extract<Operation, { resource: unknown }>

const envelopeName = ({ resource, key = resource.name, answer }: RecordOperation) =>
  `${key}_${answer === 'list' ? 'list' : 'records'}`

/** The response with records of the collection. */
function envelope({ resource, key, answer }: RecordOperation): Json {
  const isList = answer === 'list'
  const description = 'URL of the next page. Absent on the last page.'
  return {
    description: isList ? 'One page of the list' : 'Records',
    headers: {
      ...rateLimitHeadersOf(200),
      ...(isList && { Link: { schema: { type: 'string' }, description } }),
    },
    content: { 'application/json': { schema: responseSchema(resource, isList, key) } },
  }
}
