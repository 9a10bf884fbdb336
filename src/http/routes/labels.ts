import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { labels } from '../../resources/labels.ts'
import { createLabel } from '../../write/labels.ts'
import { ClearableId, Flag, type Operation, write } from '../operation.ts'

export function labelOperations({ db, reader }: Context): Operation[] {
  return [
    write({
      method: 'POST',
      path: '/labels',
      summary: 'Create a label',
      resource: labels,
      answer: 'created',
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 128 }),
        can_recommend: Flag,
        links: Type.Optional(Type.Object({ parent: ClearableId })),
      }),
      async handle({ input, includes }) {
        const id = await db.transaction().execute((tx) => createLabel(tx, input))
        return answerRecords(reader, labels, [id], includes)
      },
    }),
  ]
}
