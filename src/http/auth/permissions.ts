// Permissions, the wire format of roles.
import { Type } from 'typebox'
import {
  createPermission,
  deletePermission,
  renewInvitation,
  updatePermission,
} from '../../auth/staff/permissions.ts'
import { permissions } from '../../resources/permissions.ts'
import { EmailAddress, EmptyBody, optionalEnum } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const License = Type.Enum(['fullaccess_admin', 'admin', 'contributor', 'feedback_admin'])

const rights = {
  feedback: optionalEnum('none', 'view', 'contribute', 'manage'),
  features: optionalEnum('none', 'view', 'manage'),
  knowledgebase: optionalEnum('none', 'view', 'manage'),
  settings: optionalEnum('none', 'manage', 'manage_account'),
  // The wire format does not document the values.
  tickets: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description: 'Lowercase letters a to z and _, for example manage.',
    }),
  ),
  reply_to: Type.Optional(Type.Union([EmailAddress, Type.Null()])),
}

export const permissionOperations = (): Operation[] =>
  writeOperations(permissions, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a permission',
      description:
        'A person has at most one permission. No e-mail is sent; the response contains the invitation code.',
      body: Type.Object({ email: EmailAddress, license_type: License, ...rights }),
      answer: 'created',
      run: (tx, { actor, origin, input }) => createPermission(tx, actor, origin, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a permission',
      body: Type.Object({ license_type: Type.Optional(License), ...rights }),
      answer: 'records',
      run: (tx, { actor, origin, id, input }) => updatePermission(tx, origin, { id, actor }, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a permission',
      description:
        'The permission of the last owner cannot be deleted. The sessions of the person end.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { origin, id }) => deletePermission(tx, origin, id),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/resend',
      summary: 'Create a new invitation code',
      description: 'No e-mail is sent; the response contains the code.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => renewInvitation(tx, actor, id),
    }),
  ])
