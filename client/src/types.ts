// What a call takes and returns, by method and path, from the generated types.
import type { GetEventsAnswer, Lists, Operation, Operations, Records } from './api-types.ts'

export type Method = keyof Operations

/** The paths with this method: relative to /api/v2/admin, or complete where they are outside of it. */
export type PathOf<M extends Method> = PathIn<Operations, M>

export type CommonOptions = {
  /** Stops the call, also while it waits for a retry. */
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  /** Overrides the option of the client. */
  maxRetries?: number
  /** Overrides the option of the client. */
  maxWaitMs?: number
}

// Of any API whose operations are listed by method and path.
export type PathIn<O, M extends keyof O> = keyof O[M] & string

type AnyOperation = Operation<{ path?: unknown; query?: unknown; body?: unknown }, unknown>
/** Extract tells the compiler what every operation has, also where the path is a type parameter. */
type OperationIn<O, M extends keyof O, P extends PathIn<O, M>> = Extract<O[M][P], AnyOperation>

export type OptionsIn<O, M extends keyof O, P extends PathIn<O, M>> = OperationIn<
  O,
  M,
  P
>['options'] &
  CommonOptions
export type BodyIn<O, M extends keyof O, P extends PathIn<O, M>> = OperationIn<O, M, P>['answer']

/** What a call takes besides the path. */
export type OptionsOf<M extends Method, P extends PathOf<M>> = OptionsIn<Operations, M, P>

/** The options, optional where nothing in them is required. */
export type Arguments<T> = Record<never, never> extends T ? [options?: T] : [options: T]

/** The body of a successful response. */
export type BodyOf<M extends Method, P extends PathOf<M>> = BodyIn<Operations, M, P>

/** The paths of lists with pages. */
export type ListPath = keyof Lists

/** The records of a list. */
export type ListedRecord<P extends ListPath> = Lists[P]

/** The names of the collections. */
export type Collection = keyof Records

/** A record of a collection: `RecordOf<'suggestions'>`. */
export type RecordOf<C extends Collection> = Records[C]

/** A change that `GET /events` reports. */
export type Change = GetEventsAnswer
