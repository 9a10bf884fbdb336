// Invitations to staff.
import { Type } from 'typebox'
import { ROLES } from '../../auth/roles.ts'
import {
  createInvitation,
  resendInvitation,
  revokeInvitation,
} from '../../auth/staff/invitations.ts'
import { invitations } from '../../resources/invitations.ts'
import { EmailAddress, EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { WELCOME_PATH } from './pages/sign-in.ts'

export const invitationOperations = (): Operation[] =>
  writeOperations(invitations, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Invite a person to staff',
      description:
        'Only this response contains `url`, the link with which the person accepts. It works once, for 7 days. It is also mailed where mail is configured. An `Idempotency-Key` prevents a second invitation, but the response is not stored: a repeated request gets 409.',
      body: Type.Object({ email: EmailAddress, role: Type.Enum([...ROLES]) }),
      answer: 'created',
      answersSecret: true,
      run: async (tx, { origin, input, site }) => {
        const isMailed = site.hasMail
        const { id, code } = await createInvitation(tx, origin, { ...input, isMailed })
        return { id, secrets: { url: `${site.baseUrl}${WELCOME_PATH}#${code}` } }
      },
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/resend',
      summary: 'Send an invitation again',
      description:
        'Only this response contains the new `url`. Earlier links end, and 7 days begin again. 409 for one that was accepted.',
      body: EmptyBody,
      answer: 'records',
      answersSecret: true,
      run: async (tx, { origin, id, site }) => {
        const code = await resendInvitation(tx, origin, id, site.hasMail)
        return { id, secrets: { url: `${site.baseUrl}${WELCOME_PATH}#${code}` } }
      },
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Revoke an invitation',
      description: 'Its link does not work any more. A role that was accepted stays.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { origin, id }) => revokeInvitation(tx, origin, id),
    }),
  ])
