// Teams, permissions, invitations and saved views.
import { Type } from 'typebox'
import { forum_invitations } from '../../resources/forum_invitations.ts'
import { permissions } from '../../resources/permissions.ts'
import { teams } from '../../resources/teams.ts'
import { views } from '../../resources/views.ts'
import { inviteToForum } from '../../write/forum-invitations.ts'
import {
  createPermission,
  deletePermission,
  renewInvitation,
  updatePermission,
} from '../../write/permissions.ts'
import { updateRecord } from '../../write/records.ts'
import { assignToTeam, deleteTeam, unassignFromTeam } from '../../write/teams.ts'
import { createView } from '../../write/views.ts'
import {
  ClearableText,
  EmailAddress,
  EmptyBody,
  Flag,
  Id,
  type Operation,
  Position,
} from '../operation.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const optionalEnum = <T extends string>(...values: T[]) => Type.Optional(Type.Enum(values))

const Member = Type.Object({ links: Type.Object({ team: Id, user: Id }) })

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

const VIEW_KINDS = ['suggestions', 'suggestion_activity_entries', 'smartvote_experiments'] as const
const view = {
  name: Type.Optional(Type.String({ maxLength: 255 })),
  params: ClearableText,
  subscribed: Flag,
  subscription_params: ClearableText,
}

export const administrationOperations = (): Operation[] => [
  ...writeOperations(teams, [
    ...plainWrites(teams, {
      create: Type.Object({ name: Name }),
      update: Type.Object({ name: Type.Optional(Name) }),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a team',
      description: 'The users of the team are not deleted.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteTeam(tx, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/assign',
      summary: 'Add a user to a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => assignToTeam(tx, links.team, links.user),
    }),
    declareWrite({
      method: 'POST',
      path: '/unassign',
      summary: 'Remove a user from a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => unassignFromTeam(tx, links.team, links.user),
    }),
  ]),
  ...writeOperations(permissions, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a permission',
      description:
        'A person has at most one permission. No e-mail is sent; the response contains the invitation code.',
      body: Type.Object({ email: EmailAddress, license_type: License, ...rights }),
      answer: 'created',
      run: (tx, { actor, input }) => createPermission(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a permission',
      body: Type.Object({ license_type: Type.Optional(License), ...rights }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updatePermission(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a permission',
      description: 'The permission of the account owner cannot be deleted.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deletePermission(tx, id),
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
  ]),
  ...writeOperations(forum_invitations, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Invite e-mail addresses to a forum',
      description:
        'An address is invited to a forum once. No e-mail is sent; the response contains the codes.',
      body: Type.Object({
        email: Type.Array(EmailAddress, { minItems: 1, maxItems: 1000 }),
        subject: Type.Optional(Type.String({ maxLength: 255 })),
        reply_to: Type.Optional(EmailAddress),
        message: Type.Optional(Type.String({ maxLength: 10_000 })),
        links: Type.Object({ forum: Id }),
      }),
      answer: 'created',
      run: (tx, { actor, input }) => inviteToForum(tx, actor, input),
    }),
    ...plainWrites(forum_invitations, { remove: true }),
  ]),
  ...writeOperations(views, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a view',
      body: Type.Object({
        kind: Type.Enum([...VIEW_KINDS, 'users']),
        sub_kind: optionalEnum(...VIEW_KINDS, 'supporters'),
        ...view,
        links: Type.Optional(
          Type.Object({
            user: Type.Optional(Id),
            suggestion: Type.Optional(Id),
            smartvote_experiment: Type.Optional(Id),
          }),
        ),
      }),
      answer: 'created',
      run: (tx, { actor, input }) => createView(tx, actor, input),
    }),
    ...plainWrites(views, {
      update: Type.Object({ ...view, position: Position }),
      remove: true,
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/share',
      summary: 'Share a view with all users',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => updateRecord(tx, views, actor, id, { links: { user: null } }),
    }),
  ]),
]
