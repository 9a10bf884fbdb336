// The calls of an API, by method and path. Each client has them for its own operations.
import type { Arguments, BodyIn, OptionsIn, PathIn } from './types.ts'

export type Result<T> = {
  data: T
  status: number
  /** For `If-Match` and `If-None-Match`. */
  etag: string | null
  requestId: string | null
  headers: Headers
  /** Whether the server answered 304 and the data come from the cache. */
  isCached: boolean
}

export type Calls<O extends Record<'GET' | 'POST' | 'PUT' | 'DELETE', unknown>> = {
  /** Any method, with the details of the response. */
  request<M extends keyof O, P extends PathIn<O, M>>(
    method: M,
    path: P,
    ...options: Arguments<OptionsIn<O, M, P>>
  ): Promise<Result<BodyIn<O, M, P>>>
  /** Resolves to the body. */
  get<P extends PathIn<O, 'GET'>>(
    path: P,
    ...options: Arguments<OptionsIn<O, 'GET', P>>
  ): Promise<BodyIn<O, 'GET', P>>
  post<P extends PathIn<O, 'POST'>>(
    path: P,
    ...options: Arguments<OptionsIn<O, 'POST', P>>
  ): Promise<BodyIn<O, 'POST', P>>
  put<P extends PathIn<O, 'PUT'>>(
    path: P,
    ...options: Arguments<OptionsIn<O, 'PUT', P>>
  ): Promise<BodyIn<O, 'PUT', P>>
  delete<P extends PathIn<O, 'DELETE'>>(
    path: P,
    ...options: Arguments<OptionsIn<O, 'DELETE', P>>
  ): Promise<BodyIn<O, 'DELETE', P>>
}

/** The types of the paths exist at compile time only. */
export function callsBy<M extends string, Options>(
  request: (
    method: M | 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: Options,
  ) => Promise<Result<unknown>>,
) {
  const bodyOf =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async (path: string, options?: Options): Promise<unknown> =>
      (await request(method, path, options)).data
  return {
    request,
    get: bodyOf('GET'),
    post: bodyOf('POST'),
    put: bodyOf('PUT'),
    delete: bodyOf('DELETE'),
  }
}
