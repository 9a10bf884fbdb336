// What people changed lately, with undo.
import { createPeopleGuard, requirePeople } from '../../auth/acting.ts'
import { requirementOf } from '../../auth/policy.ts'
import { includesRole } from '../../auth/roles.ts'
import { ApiError, notFound } from '../../core/api-error.ts'
import type { Tx } from '../../db/db.ts'
import { undoImport } from '../../imports/undo.ts'
import { findResource } from '../../resources/index.ts'
import { recent_changes } from '../../resources/recent_changes.ts'
import type { Resource } from '../../resources/resource.ts'
import { undoBulkAction } from '../../write/bulk-actions.ts'
import {
  inputToUndo,
  lockChange,
  markUndone,
  type RecentChange,
} from '../../write/recent-changes.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import {
  declareWrite,
  findReversible,
  findUpdate,
  type WriteRequest,
  writeOperations,
} from '../writes.ts'

type Act = WriteRequest<unknown>

async function undo(tx: Tx, act: Act): Promise<void> {
  const change = await lockChange(tx, act.id)
  if (change.undone_at !== null) return
  if (change.bulk_action_id !== null) {
    requireRole(act, 'PUT', '/bulk_actions/:id/undo')
    await undoBulkAction(tx, change.bulk_action_id)
  } else if (change.import_id !== null) {
    requireRole(act, 'PUT', '/imports/:id/undo')
    await undoImport(tx, act.origin, change.import_id, createPeopleGuard(act.caller))
  } else await undoUpdate(tx, act, change)
  await markUndone(tx, change.id)
}

/** By the operation that made the change, so its rules hold. */
async function undoUpdate(tx: Tx, act: Act, change: RecentChange): Promise<void> {
  const resource = findResource(change.collection)
  const reversible = resource && findReversible(resource, change.action)
  if (reversible && change.record_id !== null)
    return reverse(tx, act, { change, resource, id: change.record_id, reversible })
  const update = resource && findUpdate(resource, change.action)
  const id = change.record_id
  if (!update || id === null)
    throw new ApiError('conflict', `Change ${change.id}: cannot be undone.`)
  const current = await act.readRecord(tx, resource, id)
  if (!current) throw notFound(resource, id)
  const input = inputToUndo(change, current)
  const { role, own } = requirementOf({
    method: update.method,
    path: `/${resource.name}${update.path}`,
  })
  const isAllowed =
    hasRole(act, role) ||
    (own !== undefined &&
      hasRole(act, own.role) &&
      membersOf(input).every((name) => own.members?.includes(name) ?? true) &&
      current.links?.created_by === act.caller.userId)
  if (!isAllowed) throw notAllowed(act, role)
  if (update.actsOn)
    await requirePeople(tx, act.caller, 'acts on', update.actsOn({ id, input: input as never }))
  await update.run(tx, { ...act, id, input: input as never })
}

type Reversed = {
  change: RecentChange
  resource: Resource
  id: number
  reversible: NonNullable<ReturnType<typeof findReversible>>
}

/** Who may still do it may undo what they did: a contributor gets back the comment that they deleted. */
async function reverse(
  tx: Tx,
  act: Act,
  { change, resource, id, reversible: { method, path, reversal } }: Reversed,
): Promise<void> {
  const { role, own } = requirementOf({ method, path: `/${resource.name}${path}` })
  if (!hasRole(act, role) && !(own && hasRole(act, own.role))) throw notAllowed(act, role)
  const before = inputToUndo(change, await act.readRecord(tx, resource, id))
  await reversal.run(tx, { actor: act.actor, id, before })
}

const membersOf = ({ links = {}, ...fields }: { links?: object }): string[] => [
  ...Object.keys(fields),
  ...Object.keys(links).map((name) => `links.${name}`),
]

type Role = Parameters<typeof includesRole>[1]

const hasRole = ({ caller }: Act, needed: Role) =>
  caller.role !== null && includesRole(caller.role, needed)

const notAllowed = ({ caller }: Act, needed: Role) =>
  new ApiError('forbidden', `The role ${caller.role} may not do this. Needed: ${needed}.`)

function requireRole(act: Act, method: string, path: string): void {
  const { role } = requirementOf({ method, path })
  if (!hasRole(act, role)) throw notAllowed(act, role)
}

export const recentChangeOperations = (): Operation[] =>
  writeOperations(recent_changes, [
    declareWrite({
      method: 'PUT',
      path: '/:id/undo',
      summary: 'Undo a recent change',
      description:
        'Possible until `undo_until`, unless `undo_problem` says otherwise. Answers 409 when somebody changed the same members ' +
        'since; then nothing is undone. Bulk actions and imports are undone in the background, record by record.',
      body: EmptyBody,
      answer: 'records',
      run: undo,
    }),
  ])
