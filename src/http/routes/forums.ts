import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { forums } from '../../resources/forums.ts'
import { createForum, updateForum } from '../../write/forums.ts'
import { Flag, type Operation, write } from '../operation.ts'
import { idIn } from '../resource-routes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const ClearableText = Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]))

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

export function forumOperations({ db, reader }: Context): Operation[] {
  return [
    write({
      method: 'POST',
      path: '/forums',
      summary: 'Create a forum (our extension)',
      resource: forums,
      answer: 'created',
      body: Type.Object({ name: Name, ...settings }),
      async handle({ input, identity, includes }) {
        const id = await db.transaction().execute((tx) => createForum(tx, identity.userId, input))
        return answerRecords(reader, forums, [id], includes)
      },
    }),
    write({
      method: 'PUT',
      path: '/forums/:id',
      summary: 'Change a forum (our extension)',
      resource: forums,
      answer: 'records',
      body: Type.Object({ name: Type.Optional(Name), ...settings }),
      async handle({ input, params, identity, includes }) {
        const id = idIn(forums, params)
        await db.transaction().execute((tx) => updateForum(tx, identity.userId, id, input))
        return answerRecords(reader, forums, [id], includes)
      },
    }),
  ]
}
