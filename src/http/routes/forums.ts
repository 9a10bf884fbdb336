import { Type } from 'typebox'
import { forums } from '../../resources/forums.ts'
import { createForum, deleteForum, updateForum } from '../../write/forums.ts'
import { ClearableText, EmptyBody, Flag } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })

const settings = {
  welcome_message: ClearableText,
  prompt: ClearableText,
  example: ClearableText,
  is_public: Flag,
  is_private: Flag,
  is_open: Flag,
  is_default: Flag,
  category_required: Flag,
  classic_voting: Flag,
  importance_enabled: Flag,
  moderation_enabled: Flag,
}

export const forumOperations = (): Operation[] =>
  writeOperations(forums, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a forum',
      body: Type.Object({ name: Name, ...settings }),
      answer: 'created',
      run: (tx, { actor, input }) => createForum(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a forum',
      body: Type.Object({ name: Type.Optional(Name), ...settings }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateForum(tx, actor, id, input),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete an empty forum',
      description:
        'Also deletes its categories and invitations. 409 while it has suggestions, also deleted ones, or is the default.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteForum(tx, id),
    }),
  ])
