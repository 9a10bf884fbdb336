// Declares the writes of a collection: input, transaction and response. The HTTP part is shared.
import type { Static, TObject } from 'typebox'
import { type Caller, requirePeople } from '../auth/acting.ts'
import { requirementOf } from '../auth/policy.ts'
import { ApiError, invalidInput, type Problem } from '../core/api-error.ts'
import type { ReadKeys } from '../core/secret-keys.ts'
import type { Db, Tx, WriteOrigin } from '../db/db.ts'
import { answerRecordsOrNone, type Reader, readerInTransaction } from '../read/answer.ts'
import type { Areas } from '../resources/access.ts'
import type { Resource } from '../resources/resource.ts'
import { suggestions } from '../resources/suggestions.ts'
import type { Settings } from '../settings/declarations.ts'
import { type Origin, withSettingAudit } from '../write/core/audit.ts'
import type { Person } from '../write/core/people.ts'
import {
  createRecord,
  deleteRecord,
  findMissingLinks,
  type Input,
  updateRecord,
} from '../write/core/records.ts'
import { inTransaction } from '../write/core/transaction.ts'
import {
  compareRecords,
  isSame,
  noteChange,
  pickRecord,
  type ShownRecord,
} from '../write/recent-changes.ts'
import { EmptyBody } from './body/body-schemas.ts'
import { createInputReader } from './body/input.ts'
import type { Operation } from './operation-declaration.ts'
import { formatAlias } from './resource-routes.ts'
import { mergeInput, originOf, parsePathId, readFields } from './stages/call.ts'
import { respondWithEtag } from './stages/etag.ts'

/** `problems` is empty unless the write has `collectsProblems`. */
export type WriteRequest<Input> = {
  /** The user that the token or session belongs to; the account's owner for a token of the client. */
  actor: number
  /** For rules about other people. */
  caller: Caller
  /** For the audit log and events. */
  origin: Origin & WriteOrigin
  /** What the caller may read, where the write selects records by their members. */
  areas: Areas
  /** A record as the API shows it, in the state of the transaction. */
  readRecord(tx: Tx, resource: Resource, id: number): Promise<ShownRecord | undefined>
  /** Where the service is reached, and whether it sends mail. */
  site: { baseUrl: string; hasMail: boolean }
  /** For secrets that the write stores. */
  readKeys: ReadKeys
  /** Throws for an address that the service must not reach. */
  checkUrl(url: string): unknown
  /** The same for the host of another protocol. */
  checkHost(host: string): void
  /** What applies to the installation now. */
  settings: Settings
  id: number
  input: Input
  problems: readonly Problem[]
}

/** The ids of the records in the response, and for find-or-create whether the record is new. */
export type WriteResult = number | number[] | { id: number; isNew: boolean } | ShownOnce

/** Members of the record that only this response has. The write declares `answersSecret`. */
export type ShownOnce = { id: number; secrets: Record<string, string> }

export type WriteDeclaration = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Relative to the collection's path; `:id` is the record. */
  path: string
  summary: string
  description?: string
  body: TObject
  answer: 'records' | 'created' | 'found_or_created' | 'removed'
  /** Collections that are always side-loaded. */
  defaultIncludes?: string[]
  bodyLimit?: number
  extraMediaTypes?: Operation['extraMediaTypes']
  /** `run` receives partly invalid input, to report all problems together. */
  collectsProblems?: true
  answersSecret?: true
  /** `run` writes to the audit log, where a change of one setting would say too little. */
  auditsItself?: true
  /** The people whom it changes, and those in whose name it writes. Staff among them need more rights (auth/acting.ts). */
  actsOn?(act: { id: number; input: never }): Person[]
  writesAs?(input: never): (Person | undefined)[]
  /** For a write that deletes records named in the body. */
  findRemovedIds?(input: never, db: Db): number[] | Promise<number[]>
  /** How a person undoes it later. An update needs none: the same with the values before undoes it. */
  reversal?: Reversal
  run(tx: Tx, act: WriteRequest<never>): Promise<WriteResult | undefined>
  /** The same as one statement, for frequent writes. Not used where the call is part of a larger transaction. */
  runAlone?(db: Db, act: WriteRequest<never>): Promise<WriteResult>
}

export type Reversal = {
  /** In the list of changes. */
  action: string
  /** What is kept, and must be as the write left it. */
  fields: string[]
  links: string[]
  /** What the API does not show and undoing needs. */
  keep?(tx: Tx, id: number): Promise<ShownRecord>
  /** `before` has what was kept of a record that the write deleted. */
  run(tx: Tx, act: { actor: number; id: number; before: ShownRecord }): Promise<unknown>
}

/** Infers the input type from the body schema. */
export const declareWrite = <T extends TObject>(
  declared: Omit<
    WriteDeclaration,
    'body' | 'actsOn' | 'writesAs' | 'findRemovedIds' | 'run' | 'runAlone'
  > & {
    body: T
    actsOn?(act: { id: number; input: Static<T> }): Person[]
    writesAs?(input: Static<T>): (Person | undefined)[]
    findRemovedIds?(input: Static<T>, db: Db): number[] | Promise<number[]>
    run(tx: Tx, act: WriteRequest<Static<T>>): Promise<WriteResult> | Promise<void>
    runAlone?(db: Db, act: WriteRequest<Static<T>>): Promise<WriteResult>
  },
): WriteDeclaration => declared as WriteDeclaration

/** The write operations of a collection, under each of its names. */
export const writeOperations = (resource: Resource, writes: WriteDeclaration[]): Operation[] =>
  [resource.name, ...resource.aliases].flatMap((key) =>
    writes.map((declared) => writeOperation(resource, key, declared)),
  )

/** Of another scope, but what they hold decides how others work. */
const CONFIGURATION = [
  'segments',
  'segmented_values',
  'categories',
  'labels',
  'product_areas',
  'theme_sets',
  'themes',
]

// People, clients and their sessions say more exactly what happened.
const AUDITS_ITSELF = [
  'permissions',
  'invitations',
  'sessions',
  'api_clients',
  'sso_keys',
  'oidc_providers',
]

/** Collections whose updates people find again and undo. Others hold access, or their updates have further effects. */
const UNDOABLE = [
  'suggestions',
  'features',
  'announcements',
  'comments',
  'notes',
  'feedback_records',
  'labels',
  'categories',
  'forums',
  'statuses',
  'segments',
  'users',
  'external_accounts',
]

/** Other updates that are undone by the same with the values before. A feature that moves back comes last in its column. */
const NAMED_UPDATES: Record<string, string> = {
  'suggestions /:id/assign_owner': 'assign',
  'features /:id/move': 'move',
}

const updates = new Map<string, WriteDeclaration>()
const reversible = new Map<
  string,
  Required<Pick<WriteDeclaration, 'method' | 'path' | 'reversal'>>
>()

/** The write that was noted under this name, where it has a way back of its own. */
export const findReversible = ({ name }: Resource, action: string) =>
  reversible.get(`${name} ${action}`)

/** The update of a record of this collection, where it can be undone. */
export const findUpdate = ({ name }: Resource, action: string): WriteDeclaration | undefined =>
  updates.get(`${name} ${action}`)

/** What an undoable update is called in the list of changes; undefined for other writes. */
function actionOf({ name }: Resource, { method, path }: WriteDeclaration): string | undefined {
  if (method !== 'PUT') return undefined
  if (path === '/:id' && UNDOABLE.includes(name)) return 'update'
  return NAMED_UPDATES[`${name} ${path}`]
}

/** Runs an update by a person, and keeps what undoing it needs. */
const withNote =
  (resource: Resource, action: string, { body, run }: WriteDeclaration): WriteDeclaration['run'] =>
  async (tx, act) => {
    const { caller, id, readRecord } = act
    const before = caller.isPersonal ? await readRecord(tx, resource, id) : undefined
    const outcome = await run(tx, act)
    const after = before && (await readRecord(tx, resource, id))
    if (!before || !after) return outcome
    const { properties } = body as unknown as {
      properties: Record<string, { properties?: object }>
    }
    const { links, ...fields } = properties
    const members = {
      fields: Object.keys(fields),
      links: Object.keys(links?.properties ?? {}),
    }
    const change = compareRecords(before, after, members)
    if (change)
      await noteChange(tx, {
        user: caller.userId,
        action,
        collection: resource.name,
        record: id,
        name: String(after.title ?? after.full_name ?? after.name ?? after.body ?? ''),
        ...change,
      })
    return outcome
  }

/** Runs a write by a person that adds, deletes or moderates a record, and keeps what undoing it needs. */
const withReversal =
  (
    resource: Resource,
    { action, fields, links, keep }: Reversal,
    run: WriteDeclaration['run'],
  ): WriteDeclaration['run'] =>
  async (tx, act) => {
    const { caller, readRecord } = act
    const before =
      caller.isPersonal && act.id !== 0 ? await readRecord(tx, resource, act.id) : undefined
    const unshown = before && (await keep?.(tx, act.id))
    const outcome = await run(tx, act)
    const id = act.id || idOf(outcome)
    if (!caller.isPersonal || id === undefined) return outcome
    const after = await readRecord(tx, resource, id)
    const kept = {
      before: { ...pickRecord(before, { fields, links }), ...unshown },
      after: pickRecord(after, { fields, links }),
    }
    if (isSame(kept.before, kept.after)) return outcome
    const suggestion = (after ?? before)?.links?.suggestion
    const about =
      typeof suggestion === 'number' ? await readRecord(tx, suggestions, suggestion) : undefined
    const shown = after ?? before
    await noteChange(tx, {
      user: caller.userId,
      action,
      collection: resource.name,
      record: id,
      name: String(about?.title ?? (shown?.title || shown?.body || shown?.name) ?? ''),
      ...kept,
    })
    return outcome
  }

/** The record that a write added; undefined when it was there before. */
function idOf(outcome: WriteResult | undefined): number | undefined {
  if (typeof outcome === 'number') return outcome
  return outcome && 'isNew' in outcome && outcome.isNew ? outcome.id : undefined
}

const readShown =
  (reader: Reader): WriteRequest<unknown>['readRecord'] =>
  async (tx, resource, id) => {
    const body = await answerRecordsOrNone(readerInTransaction(reader, tx), resource, [id])
    return JSON.parse(body)[resource.name][0]
  }

function writeOperation(resource: Resource, key: string, declared: WriteDeclaration): Operation {
  const { method, path, summary, description, body, bodyLimit, extraMediaTypes } = declared
  const { answer, defaultIncludes = [], collectsProblems, answersSecret } = declared
  const { auditsItself } = declared
  const { findRemovedIds, actsOn, writesAs, run, runAlone } = declared
  const isSetting =
    requirementOf({ method, path: `/${key}${path}` }).scope === 'settings' ||
    (CONFIGURATION.includes(resource.name) && /^(\/:id)?$/.test(path))
  const runAudited: typeof run =
    isSetting && !auditsItself && !AUDITS_ITSELF.includes(resource.name)
      ? (tx, act) =>
          withSettingAudit(tx, act.origin, { table: resource.name, id: act.id }, () => run(tx, act))
      : run
  const action = actionOf(resource, declared)
  const audited = { ...declared, run: runAudited }
  // An undo is no change to undo.
  if (action) updates.set(`${resource.name} ${action}`, audited)
  const { reversal } = declared
  if (reversal) reversible.set(`${resource.name} ${reversal.action}`, { method, path, reversal })
  const runNoted = action
    ? withNote(resource, action, audited)
    : reversal
      ? withReversal(resource, reversal, runAudited)
      : runAudited
  const reader = createInputReader(body)
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
    ...(answersSecret && { answersSecret }),
    ...(actsOn && { deed: 'acts on' }),
    ...(writesAs && { deed: 'writes as' }),
    answer,
    async handle(call) {
      const includes = [...new Set([...defaultIncludes, ...call.includes])]
      const selections = await readFields(call, resource, includes)
      const problems: Problem[] = []
      const input = (await reader.readInSlices(mergeInput(call), problems)) as never
      if (problems.length > 0 && !(collectsProblems && input)) {
        const { links } = (input ?? {}) as { links?: object }
        const missing = links ? await findMissingLinks(call.context.db, resource, links) : []
        throw invalidInput([...problems, ...missing])
      }
      const id = path.includes(':id') ? parsePathId(resource, call.params) : 0
      const { db } = call.context
      if (actsOn) await requirePeople(db, call.identity, 'acts on', actsOn({ id, input }))
      if (writesAs) {
        const named = writesAs(input).filter((person) => person !== undefined)
        await requirePeople(db, call.identity, 'writes as', named)
      }
      const respond = (ids: number[]) =>
        respondWithEtag(call, resource, ids, { includes, key, selections })
      const execute = async (attempts = MAX_ATTEMPTS): Promise<string> => {
        const { identity: caller } = call
        const { reader, mail, readKeys, settings, outgoing } = call.context
        const site = { baseUrl: reader.baseUrl, hasMail: mail !== null }
        const { areas } = reader
        const origin = originOf(call)
        const readRecord = readShown(call.context.reader)
        const by = { actor: caller.userId, caller, origin }
        const secrets = { readKeys, checkUrl: outgoing.check, checkHost: outgoing.checkHost }
        const act = { ...by, ...secrets, areas, readRecord, site, settings, id, input, problems }
        const removed =
          answer === 'removed'
            ? await respond((await findRemovedIds?.(input, db)) ?? [id])
            : undefined
        // What a person can undo is noted in the same transaction.
        const isNoted = reversal !== undefined && caller.isPersonal
        const outcome =
          runAlone && !db.isTransaction && !isNoted
            ? await runAlone(db, act)
            : ((await inTransaction(db, (tx) => runNoted(tx, act))) ?? id)
        if (removed !== undefined) return removed
        if (typeof outcome === 'number') return respond([outcome])
        if (Array.isArray(outcome)) return respond(outcome)
        if ('secrets' in outcome) return addSecrets(await respond([outcome.id]), key, outcome)
        if (outcome.isNew) call.reply.code(201)
        // Another call can merge or delete the record before the response is built; then find or create it again.
        return respond([outcome.id]).catch((error) => {
          if (isGone(error) && attempts > 1) return execute(attempts - 1)
          throw error
        })
      }
      return execute()
    },
  }
}

function addSecrets(body: string, key: string, { secrets }: ShownOnce): string {
  const answer = JSON.parse(body)
  Object.assign(answer[key][0], secrets)
  return JSON.stringify(answer)
}

/** Of a find-or-create whose record others delete. */
const MAX_ATTEMPTS = 5

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
        run: (tx, { actor, id, input }) =>
          updateRecord(tx, resource, { id, actor }, input as Input),
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
