// How the OpenAPI document describes the rate limit: headers that every answer has.

const count = { type: 'integer' }
const text = { type: 'string' }

/** The components, by the names that the headers have on the wire. */
export const rateLimitHeaders = {
  'X-Rate-Limit-Limit': { schema: count, description: 'Requests available each minute.' },
  'X-Rate-Limit-Remaining': { schema: count, description: 'Requests left in this minute.' },
  'X-Rate-Limit-Reset': {
    schema: count,
    description: 'When the next minute begins, in seconds of the epoch.',
  },
  'X-Rate-Limit-Cost': {
    schema: count,
    description:
      'What this call cost: 1, but nothing for 304 and replays, and one more for every whole second after the first.',
  },
  RateLimit: {
    schema: text,
    description: 'The same by the IETF draft: what is left, and seconds until the next minute.',
  },
  'RateLimit-Policy': { schema: text, description: 'The limit by the IETF draft.' },
  'Retry-After': {
    schema: count,
    description:
      'When to come back: a second of the epoch, or seconds to wait for a client that is switched to it.',
  },
}

const references = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What an answer with this status has. */
export const rateLimitHeadersOf = (status: number) =>
  references(
    Object.keys(rateLimitHeaders).filter((name) => name !== 'Retry-After' || status === 429),
  )

export const RATE_LIMIT_DESCRIPTION = `
**Rate limit.** Each API client has so many requests a minute of the clock, by the account's plan. A request costs one,
and one more for every whole second that it takes after the first. Every answer tells what is left. Above the limit
answers are 429, and \`Retry-After\` tells when to come back. Without a valid token an address has 60.
`.trim()
