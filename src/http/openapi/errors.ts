// The responses of failed calls.
import type { Json } from './json.ts'
import { rateLimitHeadersOf } from './openapi-rate-limit.ts'

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

export const errorResponses = () =>
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

export function errorReferences(
  takesQuery: boolean,
  hasPathParameter: boolean,
  hasBody = false,
): Json {
  const statuses = ['401', '403', '429', '503']
  if (takesQuery || hasBody) statuses.push('400')
  if (hasPathParameter) statuses.push('400', '404')
  if (hasBody) statuses.push('409', '413', '415', '422')
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/error_${status}` }]),
  )
}
