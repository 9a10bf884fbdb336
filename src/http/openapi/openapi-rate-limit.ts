// The rate limit in the OpenAPI document.

const count = { type: 'integer' }
const text = { type: 'string' }

/** Header components, by header name. */
export const rateLimitHeaders = {
  'X-Rate-Limit-Limit': { schema: count, description: 'Requests allowed per minute.' },
  'X-Rate-Limit-Remaining': { schema: count, description: 'Requests left in this minute.' },
  'X-Rate-Limit-Reset': {
    schema: count,
    description: 'Start of the next minute, as a Unix time in seconds.',
  },
  'X-Rate-Limit-Cost': {
    schema: count,
    description:
      'Cost of this request: 1, or 0 for a 304 or a replayed response, plus 1 for each whole second after the first.',
  },
  RateLimit: {
    schema: text,
    description: 'IETF draft format: requests left, and seconds until the next minute.',
  },
  'RateLimit-Policy': { schema: text, description: 'IETF draft format: the limit.' },
  'Retry-After': {
    schema: count,
    description:
      'When to retry: a Unix time in seconds or, for API clients configured so, the number of seconds to wait.',
  },
}

const referTo = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The rate limit headers of a response with this status. */
export const rateLimitHeadersOf = (status: number) =>
  referTo(Object.keys(rateLimitHeaders).filter((name) => name !== 'Retry-After' || status === 429))

export const RATE_LIMIT_DESCRIPTION = `
**Rate limit.** The account's plan sets the requests per clock minute of each API client. A request costs 1, plus 1 for
each whole second after the first. The headers of every response state the remaining requests. Over the limit, the
status is 429 and \`Retry-After\` states when to retry. Without a valid token, the limit is 60 requests per minute and
address.
`.trim()
