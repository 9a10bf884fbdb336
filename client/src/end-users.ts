// The typed client of the API of end users: what the people of a portal read and do. Its calls retry, wait and cache like those of
// the other client.
import { type Calls, callsBy, type Result } from './calls.ts'
import { type ClientOptions, createClient } from './client.ts'
import type { Lists, Operations } from './end-user-types.ts'
import type { Arguments, BodyIn, CommonOptions, OptionsIn, PathIn } from './types.ts'
import { END_USERS_PATH } from './url.ts'

export type * from './end-user-types.ts'
export * from './shared.ts'

export type EndUserMethod = keyof Operations
/** Relative to /api/end_users. */
export type EndUserPathOf<M extends EndUserMethod> = PathIn<Operations, M>
export type EndUserOptionsOf<M extends EndUserMethod, P extends EndUserPathOf<M>> = OptionsIn<
  Operations,
  M,
  P
>
/** The body of a successful response. */
export type EndUserBodyOf<M extends EndUserMethod, P extends EndUserPathOf<M>> = BodyIn<
  Operations,
  M,
  P
>

export type EndUserListPath = keyof Lists & EndUserPathOf<'GET'>

export type EndUserClient = Calls<Operations> & {
  /** All records of a list, page by page. */
  records<P extends EndUserListPath>(
    path: P,
    ...options: Arguments<EndUserOptionsOf<'GET', P>>
  ): AsyncGenerator<Lists[P], void, undefined>
  /** Forgets the cached responses. */
  clearCache(): void
}

type Options = CommonOptions & { query?: Record<string, unknown> }

/** The token is one of an end user. Without one, a browser sends the cookie of the portal, and others read as strangers. */
export function createEndUserClient(options: ClientOptions = {}): EndUserClient {
  const client = createClient(options)
  const send = client.request as unknown as (
    method: string,
    path: string,
    options?: Options,
  ) => Promise<Result<unknown>>
  const request = (method: string, path: string, options?: Options) =>
    send(method, `${END_USERS_PATH}${path}`, options)
  async function* records(path: string, options: Options = {}) {
    let query: Record<string, unknown> | undefined = options.query ?? {}
    while (query) {
      const { data, headers } = await request('GET', path, { ...options, query })
      yield* data as unknown[]
      query = nextQuery(query, headers.get('link'))
    }
  }

  return {
    ...callsBy<string, Options>(request),
    records,
    clearCache: client.clearCache,
    // The types of the paths exist at compile time only.
  } as unknown as EndUserClient
}

/** The page that `Link` leads to; undefined on the last one. */
function nextQuery(
  query: Record<string, unknown>,
  link: string | null,
): Record<string, unknown> | undefined {
  const [, address] = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '') ?? []
  if (address === undefined) return undefined
  const next = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const { page: _, cursor: __, ...others } = query
  for (const name of ['page', 'cursor']) {
    const value = next.get(name)
    if (value !== null) return { ...others, [name]: value }
  }
  return undefined
}
