// The verbs of moderation. The older generation of clients deletes by DELETE and calls restoring unremove.
import type { Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import type { TargetState } from '../write/moderation.ts'
import { EmptyBody } from './operation.ts'
import { declareWrite, type WriteDeclaration } from './writes.ts'

const VERBS = {
  approve: { says: 'Approve', wanted: 'approved' },
  publish: { says: 'Publish', wanted: 'published' },
  spam: { says: 'Mark as spam', wanted: 'spam' },
  delete: { says: 'Delete, to be restored if need be:', wanted: 'deleted' },
  restore: { says: 'Restore what was deleted or spam:', wanted: 'before' },
  unremove: { says: 'Restore (an older name of restore)', wanted: 'before' },
  '': { says: 'Delete (an older form of delete)', wanted: 'deleted' },
} as const satisfies Record<string, { says: string; wanted: TargetState }>

export const moderationWrites = (
  { singular }: Resource,
  verbs: (keyof typeof VERBS)[],
  moderate: (tx: Tx, actor: number, id: number, wanted: TargetState) => Promise<void>,
): WriteDeclaration[] =>
  verbs.map((verb) => {
    const { says, wanted } = VERBS[verb]
    return declareWrite({
      method: verb === '' ? 'DELETE' : 'PUT',
      path: verb === '' ? '/:id' : `/:id/${verb}`,
      summary: `${says} a ${singular}`,
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => moderate(tx, actor, id, wanted),
    })
  })
