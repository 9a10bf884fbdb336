// Writes of records: each declared once by what is sent, what is done and what is answered. HTTP is the same for all.
import type { Static, TObject } from 'typebox'
import { ApiError, invalidInput, type Problem } from '../api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { createRecord, deleteRecord, type Input, updateRecord } from '../write/records.ts'
import { inOneStatement, inTransaction } from '../write/transaction.ts'
import { mergeInput, parsePathId } from './call.ts'
import { respondWithEtag } from './etag.ts'
import { readInputPartially } from './input.ts'
import { EmptyBody, type Operation } from './operation.ts'

/** What a write is told: who acts, on which record, what was sent, and what is wrong with it where it refuses by itself. */
export type WriteRequest<Input> = {
  actor: number
  id: number
  input: Input
  problems: readonly Problem[]
}

/** The ids of the records to answer with; whether one is new, where the call finds or creates. */
export type WriteResult = number | number[] | { id: number; isNew: boolean }

/** A change of the records of one collection: what is sent, what is done in a transaction, what is answered. */
export type WriteDeclaration = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Below the collection's own path; `:id` names the record. */
  path: string
  summary: string
  body: TObject
  answer: 'records' | 'created' | 'found_or_created' | 'removed'
  /** One statement that holds by itself needs no transaction around it. */
  isOneStatement?: boolean | ((input: never) => boolean)
  /** Collections that the answer has even if the client does not ask for them. */
  defaultIncludes?: string[]
  bodyLimit?: number
  extraMediaTypes?: Operation['extraMediaTypes']
  /** It runs on what could be read, to tell all that is wrong at once. */
  collectsProblems?: true
  /** Of a call that removes the records that its body names. */
  findRemovedIds?(input: never, db: Db): number[] | Promise<number[]>
  run(tx: Tx, act: WriteRequest<never>): Promise<WriteResult | undefined>
}

/** Gives the write the type of its body. */
export const declareWrite = <T extends TObject>(declared: {
  method: WriteDeclaration['method']
  path: string
  summary: string
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

/** The operations of a collection's writes, under every name that the collection has. */
export const writeOperations = (resource: Resource, writes: WriteDeclaration[]): Operation[] =>
  [resource.name, ...resource.aliases].flatMap((key) =>
    writes.map((declared) => writeOperation(resource, key, declared)),
  )

function writeOperation(resource: Resource, key: string, declared: WriteDeclaration): Operation {
  const {
    method,
    path,
    summary,
    body,
    answer,
    isOneStatement = false,
    findRemovedIds: removes,
    run,
  } = declared
  const {
    defaultIncludes: alsoIncludes = [],
    bodyLimit,
    extraMediaTypes: alsoTakes,
    collectsProblems: refusesByItself,
  } = declared
  const also = key === resource.name ? '' : ` (an older name of ${resource.name})`
  return {
    method,
    path: `/${key}${path}`,
    summary: `${summary}${also}`,
    resource,
    key,
    body,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(alsoTakes && { extraMediaTypes: alsoTakes }),
    answer,
    handle(call) {
      const problems: Problem[] = []
      const input = readInputPartially(body, mergeInput(call), problems) as never
      if (problems.length > 0 && !(refusesByItself && input)) throw invalidInput(problems)
      const id = path.includes(':id') ? parsePathId(resource, call.params) : 0
      const includes = [...new Set([...alsoIncludes, ...call.includes])]
      const answered = (ids: number[]) => respondWithEtag(call, resource, ids, includes, key)
      const done = async (): Promise<string> => {
        const { db } = call.context
        const act = { actor: call.identity.userId, id, input, problems }
        const last =
          answer === 'removed' ? await answered((await removes?.(input, db)) ?? [id]) : undefined
        const isBare = typeof isOneStatement === 'function' ? isOneStatement(input) : isOneStatement
        const runIn = isBare ? inOneStatement : inTransaction
        const outcome = (await runIn(db, (tx) => run(tx, act))) ?? id
        if (last !== undefined) return last
        if (typeof outcome === 'number') return answered([outcome])
        if (Array.isArray(outcome)) return answered(outcome)
        if (outcome.isNew) call.reply.code(201)
        const shown = answered([outcome.id])
        // What was found, and is gone before it can be shown, is found or created anew.
        return outcome.isNew
          ? shown
          : shown.catch((error) => (isGone(error) ? done() : Promise.reject(error)))
      }
      return done()
    },
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.kind === 'not_found'

type Plain = {
  /** The body of a new record; without it none can be made. */
  create?: TObject
  update?: TObject
  remove?: boolean
}

/** The writes of a collection whose records follow no rule of their own. */
export function plainWrites(
  resource: Resource,
  { create, update, remove }: Plain,
): WriteDeclaration[] {
  const one = `${/^[aeiou]/i.test(resource.singular) ? 'an' : 'a'} ${resource.singular}`
  const writes: WriteDeclaration[] = []
  if (create) {
    writes.push(
      declareWrite({
        method: 'POST',
        path: '',
        summary: `Create ${one}`,
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
        summary: `Change ${one}`,
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
        summary: `Delete ${one}`,
        body: EmptyBody,
        answer: 'removed',
        run: (tx, { id }) => deleteRecord(tx, resource, id),
      }),
    )
  }
  return writes
}
