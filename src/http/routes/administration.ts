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
const oneOf = <T extends string>(...words: T[]) => Type.Optional(Type.Enum(words))

const Member = Type.Object({ links: Type.Object({ team: Id, user: Id }) })

const License = Type.Enum(['fullaccess_admin', 'admin', 'contributor', 'feedback_admin'])
const rights = {
  feedback: oneOf('none', 'view', 'contribute', 'manage'),
  features: oneOf('none', 'view', 'manage'),
  knowledgebase: oneOf('none', 'view', 'manage'),
  settings: oneOf('none', 'manage', 'manage_account'),
  // Nobody has published its values.
  tickets: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description: 'A word of small letters from a to z and _, such as manage.',
    }),
  ),
  reply_to: Type.Optional(Type.Union([EmailAddress, Type.Null()])),
}

const KINDS = ['suggestions', 'suggestion_activity_entries', 'smartvote_experiments'] as const
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
      summary: 'Delete a team; its members stay',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteTeam(tx, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/assign',
      summary: 'Put a user into a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => assignToTeam(tx, links.team, links.user),
    }),
    declareWrite({
      method: 'POST',
      path: '/unassign',
      summary: 'Take a user out of a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => unassignFromTeam(tx, links.team, links.user),
    }),
  ]),
  ...writeOperations(permissions, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Give a person a permission, once; no mail is sent, the code is in the answer',
      body: Type.Object({ email: EmailAddress, license_type: License, ...rights }),
      answer: 'created',
      run: (tx, { actor, input }) => createPermission(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Change a permission',
      body: Type.Object({ license_type: Type.Optional(License), ...rights }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updatePermission(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Take a permission away; the owner keeps theirs',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deletePermission(tx, id),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/resend',
      summary: 'Make a new invitation code; no mail is sent',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => renewInvitation(tx, actor, id),
    }),
  ]),
  ...writeOperations(forum_invitations, [
    declareWrite({
      method: 'POST',
      path: '',
      summary:
        'Invite addresses to a forum, each once; no mail is sent, the codes are in the answer',
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
        kind: Type.Enum([...KINDS, 'users']),
        sub_kind: oneOf(...KINDS, 'supporters'),
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
      summary: 'Show a view to everybody',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => updateRecord(tx, views, actor, id, { links: { user: null } }),
    }),
  ]),
]
