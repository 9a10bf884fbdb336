// Moderation of suggestions and comments. Older clients call soft delete `DELETE` and restore `unremove`.
import type { Tx } from '../../db/db.ts'
import type { Resource } from '../../resources/resource.ts'
import type { TargetState } from '../../write/core/moderation.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { declareWrite, type WriteDeclaration } from '../writes.ts'

type Verb = { target: TargetState; summarize(noun: string): string; description?: string }

const VERBS = {
  approve: { target: 'approved', summarize: (noun) => `Approve a ${noun}` },
  publish: { target: 'published', summarize: (noun) => `Publish a ${noun}` },
  spam: { target: 'spam', summarize: (noun) => `Mark a ${noun} as spam` },
  delete: { target: 'deleted', summarize: (noun) => `Soft-delete a ${noun}` },
  restore: { target: 'before', summarize: (noun) => `Restore a deleted or spam ${noun}` },
  unremove: {
    target: 'before',
    summarize: (noun) => `Restore a deleted or spam ${noun}`,
    description: 'Alias of restore.',
  },
  '': {
    target: 'deleted',
    summarize: (noun) => `Soft-delete a ${noun}`,
    description: 'Alias of delete.',
  },
} satisfies Record<string, Verb>

export const moderationWrites = (
  { singular }: Resource,
  verbs: (keyof typeof VERBS)[],
  moderate: (tx: Tx, actor: number, id: number, target: TargetState) => Promise<void>,
): WriteDeclaration[] =>
  verbs.map((verb) => {
    const { target, summarize, description }: Verb = VERBS[verb]
    return declareWrite({
      method: verb === '' ? 'DELETE' : 'PUT',
      path: verb === '' ? '/:id' : `/:id/${verb}`,
      summary: summarize(singular),
      ...(description !== undefined && { description }),
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => moderate(tx, actor, id, target),
    })
  })
