// Declares the writes of a collection: input, transaction and response. The HTTP part is shared.
import type { Static, TObject } from 'typebox'
import { ApiError, invalidInput, type Problem } from '../api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { createRecord, deleteRecord, type Input, updateRecord } from '../write/records.ts'
import { inOneStatement, inTransaction } from '../write/transaction.ts'
import { mergeInput, parsePathId, readFields } from './call.ts'
import { respondWithEtag } from './etag.ts'
import { readInputPartially } from './input.ts'
import { EmptyBody, type Operation } from './operation.ts'
import { formatAlias } from './resource-routes.ts'

/** `problems` is empty unless the write has `collectsProblems`. */
export type WriteRequest<Input> = {
  actor: number
  id: number
  input: Input
  problems: readonly Problem[]
}

/** The ids of the records in the response, and for find-or-create whether the record is new. */
export type WriteResult = number | number[] | { id: number; isNew: boolean }

export type WriteDeclaration = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Relative to the collection's path; `:id` is the record. */
  path: string
  summary: string
  description?: string
  body: TObject
  answer: 'records' | 'created' | 'found_or_created' | 'removed'
  /** A single atomic statement needs no transaction. */
  isOneStatement?: boolean | ((input: never) => boolean)
  /** Collections that are always side-loaded. */
  defaultIncludes?: string[]
  bodyLimit?: number
  extraMediaTypes?: Operation['extraMediaTypes']
  /** `run` receives partly invalid input, to report all problems together. */
  collectsProblems?: true
  /** For a write that deletes records named in the body. */
  findRemovedIds?(input: never, db: Db): number[] | Promise<number[]>
  run(tx: Tx, act: WriteRequest<never>): Promise<WriteResult | undefined>
}

/** Infers the input type from the body schema. */
export const declareWrite = <T extends TObject>(declared: {
  method: WriteDeclaration['method']
  path: string
  summary: string
  description?: string
  body: T
  answer: WriteDeclaration['answer']
  isOneStatement?: boolean | ((input: Static<T>) => boolean)
  defaultIncludes?: string[]
  bodyLimit?: number
  extraMediaTypes?: Operation['extraMediaTypes']
  collectsProblems?: true
  findRemovedIds?(input: Static<T>, db: Db): number[] | Promise<number[]>
  run(tx: Tx, act: WriteRequest<Static<T>>): Promise<WriteResult> | Promise<void>
}): WriteDeclaration => declared as WriteDeclaration

/** The write operations of a collection, under each of its names. */
export const writeOperations = (resource: Resource, writes: WriteDeclaration[]): Operation[] =>
  [resource.name, ...resource.aliases].flatMap((key) =>
    writes.map((declared) => writeOperation(resource, key, declared)),
  )

function writeOperation(resource: Resource, key: string, declared: WriteDeclaration): Operation {
  const { method, path, summary, description, body, bodyLimit, extraMediaTypes } = declared
  const { answer, isOneStatement = false, defaultIncludes = [], collectsProblems } = declared
  const { findRemovedIds, run } = declared
  return {
    method,
    path: `/${key}${path}`,
    summary: `${summary}${formatAlias(resource, key)}`,
    ...(description !== undefined && { description }),
    resource,
    key,
    body,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(extraMediaTypes && { extraMediaTypes }),
    answer,
    async handle(call) {
      const includes = [...new Set([...defaultIncludes, ...call.includes])]
      const selections = await readFields(call, resource, includes)
      const problems: Problem[] = []
      const input = readInputPartially(body, mergeInput(call), problems) as never
      if (problems.length > 0 && !(collectsProblems && input)) throw invalidInput(problems)
      const id = path.includes(':id') ? parsePathId(resource, call.params) : 0
      const respond = (ids: number[]) =>
        respondWithEtag(call, resource, ids, includes, key, selections)
      const execute = async (): Promise<string> => {
        const { db } = call.context
        const act = { actor: call.identity.userId, id, input, problems }
        const removed =
          answer === 'removed'
            ? await respond((await findRemovedIds?.(input, db)) ?? [id])
            : undefined
        const isAtomic =
          typeof isOneStatement === 'function' ? isOneStatement(input) : isOneStatement
        const runIn = isAtomic ? inOneStatement : inTransaction
        const outcome = (await runIn(db, (tx) => run(tx, act))) ?? id
        if (removed !== undefined) return removed
        if (typeof outcome === 'number') return respond([outcome])
        if (Array.isArray(outcome)) return respond(outcome)
        if (outcome.isNew) call.reply.code(201)
        const response = respond([outcome.id])
        // Another call can delete the record before the response is built; then find or create it again.
        return outcome.isNew
          ? response
          : response.catch((error) => (isGone(error) ? execute() : Promise.reject(error)))
      }
      return execute()
    },
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.kind === 'not_found'

type Plain = {
  /** The body of a new record; omit it for collections without create. */
  create?: TObject
  update?: TObject
  remove?: boolean
}

/** The writes of a collection without business rules. */
export function plainWrites(
  resource: Resource,
  { create, update, remove }: Plain,
): WriteDeclaration[] {
  const noun = `${/^[aeiou]/i.test(resource.singular) ? 'an' : 'a'} ${resource.singular}`
  const writes: WriteDeclaration[] = []
  if (create) {
    writes.push(
      declareWrite({
        method: 'POST',
        path: '',
        summary: `Create ${noun}`,
        body: create,
        answer: 'created',
        run: (tx, { actor, input }) => createRecord(tx, resource, actor, input as Input),
      }),
    )
  }
  if (update) {
    writes.push(
      declareWrite({
        method: 'PUT',
        path: '/:id',
        summary: `Update ${noun}`,
        body: update,
        answer: 'records',
        run: (tx, { actor, id, input }) => updateRecord(tx, resource, actor, id, input as Input),
      }),
    )
  }
  if (remove) {
    writes.push(
      declareWrite({
        method: 'DELETE',
        path: '/:id',
        summary: `Delete ${noun}`,
        body: EmptyBody,
        answer: 'removed',
        run: (tx, { id }) => deleteRecord(tx, resource, id),
      }),
    )
  }
  return writes
}
