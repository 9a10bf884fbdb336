import { Type } from 'typebox'
import { saved_replies } from '../../resources/saved_replies.ts'
import { createSavedReply, updateSavedReply } from '../../write/saved-replies.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Title = Type.String({ minLength: 1, maxLength: 140 })
const Body = Type.String({ minLength: 1, maxLength: 10_000, description: 'Markdown.' })

export const savedReplyOperations = (): Operation[] =>
  writeOperations(saved_replies, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a saved reply',
      body: Type.Object({ title: Title, body: Body }),
      answer: 'created',
      run: (tx, { actor, input }) => createSavedReply(tx, actor, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a saved reply',
      body: Type.Object({ title: Type.Optional(Title), body: Type.Optional(Body) }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateSavedReply(tx, { id, actor }, input),
    }),
    ...plainWrites(saved_replies, { remove: true }),
  ])
