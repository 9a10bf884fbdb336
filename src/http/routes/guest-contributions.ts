// Moderators decide about what guests wrote before they confirm their address.
import { guest_contributions } from '../../resources/guest_contributions.ts'
import {
  approveGuestContribution,
  setGuestContributionState,
  withdrawGuestApproval,
} from '../../write/guest-contributions.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, type Reversal, writeOperations } from '../writes.ts'

const restoring = (action: string): Reversal => ({
  action,
  fields: ['state'],
  links: ['forum', 'suggestion'],
  run: (tx, { actor, id }) => setGuestContributionState(tx, actor, id, 'waiting'),
})

export const guestContributionOperations = (): Operation[] =>
  writeOperations(guest_contributions, [
    declareWrite({
      method: 'PUT',
      path: '/:id/approve',
      summary: 'Approve a guest contribution',
      description:
        'Makes the suggestion, comment or vote, and a user whose address is not confirmed where there is none. `record_id` is the id of what it made.',
      body: EmptyBody,
      answer: 'records',
      reversal: {
        ...restoring('approve'),
        run: (tx, { actor, id }) => withdrawGuestApproval(tx, actor, id),
      },
      run: (tx, { id }) => approveGuestContribution(tx, id),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/spam',
      summary: 'Mark a guest contribution as spam',
      description: 'Confirming the address does not publish it. It is deleted when it expires.',
      body: EmptyBody,
      answer: 'records',
      reversal: restoring('spam'),
      run: (tx, { actor, id }) => setGuestContributionState(tx, actor, id, 'spam'),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/delete',
      summary: 'Soft-delete a guest contribution',
      description: 'Confirming the address does not publish it. It is deleted when it expires.',
      body: EmptyBody,
      answer: 'records',
      reversal: restoring('delete'),
      run: (tx, { actor, id }) => setGuestContributionState(tx, actor, id, 'deleted'),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/restore',
      summary: 'Restore a deleted or spam guest contribution',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => setGuestContributionState(tx, actor, id, 'waiting'),
    }),
  ])
