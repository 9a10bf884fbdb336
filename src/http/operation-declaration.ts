// An API operation, declared once for both the router and the OpenAPI document.
import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { Deed } from '../auth/acting.ts'
import type { Context } from '../context.ts'
import type { Resource } from '../resources/resource.ts'
import type { BodyParser } from './body/request-body.ts'
import type { EventStreams } from './event-streams.ts'
import type { Call } from './stages/call.ts'

/** The prefix of the operations. */
export const ADMIN_PATH = '/api/v2/admin'

/** The full path of an operation. */
export const operationPath = ({ path }: Pick<Operation, 'path'>) =>
  path.startsWith('/api/') ? path : `${ADMIN_PATH}${path}`

type OperationBase = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /api/v2/admin, unless it starts with /api. */
  path: string
  summary: string
  /** Effects and limits that the summary does not name. */
  description?: string
  body?: TObject
  /** Query parameters of its own, other than those of its kind, as in OpenAPI. */
  query?: Record<string, QueryParameter>
  /** It takes the filters, the order and `total` of the list of these records. */
  ofList?: Resource
  /** In bytes, where it differs from the default. */
  bodyLimit?: number
  /** Media types accepted besides JSON and forms, each with the function that converts it to the declared body. */
  extraMediaTypes?: Record<string, BodyParser>
  /** The body is a multipart form with one file, or `several` and the members of `body`, which the operation streams itself. */
  takesFile?: true | 'several'
  /** The response contains a secret that is shown once: it is not stored for a repeated call. */
  answersSecret?: true
  /** Runs before the answer is sent. The handler can be part of a larger transaction: what it wrote is committed only here. */
  afterCommit?: (context: Context) => Promise<void>
  /** What it does to the people that it names, who can be staff: auth/acting.ts decides who may. */
  deed?: Deed
}

export type Operation = OperationBase &
  (((RecordOperation | CustomOperation) & Handled) | StreamOperation)

type Handled = {
  handle(call: Call): Promise<string>
  /** A response too long to be built at once; undefined for the usual one. */
  download?(call: Call): Download | undefined
}

/** The text of a file in pieces. Each is made when the client has received those before it. */
export type Download = {
  contentType: string
  fileName: string
  /** Collections whose records are in it. */
  includes: string[]
  pieces: AsyncGenerator<string>
}

export type QueryParameter = {
  description: string
  required?: boolean
  example?: string
  schema: object
}

type RecordOperation = {
  resource: Resource
  /** The collection's key in the response, where the path uses an alias. */
  key?: string
  answer: 'list' | 'records' | 'created' | 'found_or_created' | 'removed'
}

/** The response is not an envelope of records and has its own schema. */
type CustomOperation = {
  tag: string
  answer: TSchema
  /** 200 by default. */
  status?: number
}

type Answering<A extends TSchema> =
  | { handle(call: Call): Promise<Static<A>>; render?: never }
  /** JSON text that the database rendered. */
  | { render(call: Call): Promise<string>; handle?: never }

/** An operation with a schema of its own for the answer: the compiler checks what `handle` returns. */
export function declareOperation<A extends TSchema>(
  declared: OperationBase &
    Omit<CustomOperation, 'answer'> & { answer: A } & Pick<Handled, 'download'> &
    Answering<A>,
): Operation {
  const { handle, render, ...operation } = declared
  return { ...operation, handle: render ?? (async (call) => JSON.stringify(await handle(call))) }
}

/** The response is a stream of events; the schema is that of the data of one. */
type StreamOperation = Omit<CustomOperation, 'status'> & {
  stream(call: Call, streams: EventStreams): Promise<Readable>
}

/** Whether the operation writes the record whose id is in the path. */
export const isRecordWrite = (
  operation: Operation,
): operation is Operation & RecordOperation & Handled =>
  operation.method !== 'GET' &&
  'resource' in operation &&
  operation.path.includes('/:id') &&
  !isOfAnother(operation)

/** Answers with a record of another collection than that of the path. */
const isOfAnother = ({ path, resource }: Operation & RecordOperation): boolean => {
  const [, collection = ''] = path.split('/')
  return collection !== 'api' && ![resource.name, ...resource.aliases].includes(collection)
}
