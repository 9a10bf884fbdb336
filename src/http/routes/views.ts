import { Type } from 'typebox'
import { requireOwnRecord } from '../../auth/acting.ts'
import { views } from '../../resources/views.ts'
import { updateRecord } from '../../write/core/records.ts'
import { createView } from '../../write/views.ts'
import { ClearableText, EmptyBody, Flag, Id, optionalEnum, Position } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const VIEW_KINDS = ['suggestions', 'suggestion_activity_entries', 'smartvote_experiments'] as const

const view = {
  name: Type.Optional(Type.String({ maxLength: 255 })),
  params: ClearableText,
  subscribed: Flag,
  subscription_params: ClearableText,
}

export const viewOperations = (): Operation[] =>
  writeOperations(views, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a view',
      description:
        'It is private until it is shared: only its user sees it. People create views for themselves; a token of the client without scopes creates them for everybody.',
      body: Type.Object({
        kind: Type.Enum([
          ...VIEW_KINDS,
          'users',
          'external_accounts',
          'feedback_records',
          'features',
        ]),
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
      async run(tx, { actor, caller, input }) {
        requireOwnRecord(caller, input.links?.user)
        return createView(tx, actor, input)
      },
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
      run: (tx, { actor, id }) => updateRecord(tx, views, { id, actor }, { links: { user: null } }),
    }),
  ])
