// What a call takes and returns, by method and path, derived from the generated types.
import type { components, paths } from './api-types.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type AdminPath = '/api/v2/admin'
type Relative<P> = P extends `${AdminPath}${infer R}` ? R : P
type Absolute<P extends string> = P extends keyof paths
  ? P
  : Extract<`${AdminPath}${P}`, keyof paths>

/** The paths with this method: relative to /api/v2/admin, or complete where they are outside of it. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][Lowercase<M>] extends { responses: unknown } ? Relative<P> : never
}[keyof paths]

type OperationOf<M extends Method, P extends string> = paths[Absolute<P>][Lowercase<M>]

type OneOrMore = string | number | readonly (string | number)[]
/** A parameter of type string takes one value or several; the client joins them with commas. */
type Widened<T> = { [K in keyof T]: string extends NonNullable<T[K]> ? OneOrMore : T[K] }

/** Parameters whose names the document cannot list. */
type OpenParameters = {
  [name: `fields.${string}`]: OneOrMore
  [name: `cf_${string}`]: OneOrMore | boolean
  [name: `${string}.cf_${string}`]: OneOrMore | boolean
}

type PathOption<O> = O extends { parameters: { path: infer T extends object } }
  ? { path: Widened<T> }
  : { path?: undefined }

type QueryOption<O> = O extends { parameters: { query: infer T extends object } }
  ? { query: Widened<T> & OpenParameters }
  : O extends { parameters: { query?: infer T extends object } }
    ? { query?: Widened<T> & OpenParameters }
    : { query?: undefined }

type BodyIn<C> = C extends { 'application/json': infer B } ? B : FormData

type BodyOption<O> = O extends { requestBody: { content: infer C } }
  ? { body: BodyIn<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: BodyIn<C> }
    : { body?: undefined }

export type CommonOptions = {
  /** Stops the call, also while it waits for a retry. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** Overrides the option of the client. */
  maxRetries?: number
  /** Overrides the option of the client. */
  maxWaitMs?: number
}

type Options<O> = PathOption<O> & QueryOption<O> & BodyOption<O> & CommonOptions

/** What a call takes besides the path. */
export type OptionsOf<M extends Method, P extends string> = M extends Method
  ? P extends string
    ? Options<OperationOf<M, P>>
    : never
  : never

type Empty = Record<never, never>

/** The options, optional where nothing in them is required. */
export type Arguments<T> = Empty extends T ? [options?: T] : [options: T]

type Content<R> = R extends { content: { 'application/json': infer B } } ? B : undefined

/** The body of a successful response. */
export type BodyOf<M extends Method, P extends string> =
  OperationOf<M, P> extends { responses: infer R }
    ? { [S in keyof R]: Content<R[S]> }[keyof R]
    : never

/** The paths of lists with pages. */
export type ListPath = {
  [P in PathOf<'GET'>]: BodyOf<'GET', P> extends { pagination: unknown } ? P : never
}[PathOf<'GET'>]

type RequiredKey<B> = { [K in keyof B]-?: Empty extends Pick<B, K> ? never : K }[keyof B]

/** The records of a list: the one array that its body always has. */
export type ListedRecord<P extends string> =
  BodyOf<'GET', P> extends infer B
    ? B[RequiredKey<B>] extends infer V
      ? V extends readonly (infer R)[]
        ? R
        : never
      : never
    : never

type Schemas = components['schemas']

/** The names of the collections. */
export type Collection = Exclude<
  keyof Schemas,
  'links_map' | 'pagination' | 'error' | 'side_loaded'
>

/** A record of a collection: `RecordOf<'suggestions'>`. */
export type RecordOf<C extends Collection> = Schemas[C]

export type Pagination = Schemas['pagination']
