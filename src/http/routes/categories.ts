import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { categories } from '../../resources/categories.ts'
import { createCategory } from '../../write/categories.ts'
import { Id, type Operation, write } from '../operation.ts'

export function categoryOperations({ db, reader }: Context): Operation[] {
  return [
    write({
      method: 'POST',
      path: '/categories',
      summary: 'Create a category',
      resource: categories,
      answer: 'created',
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        position: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
        links: Type.Object({ forum: Id }),
      }),
      async handle({ input, includes }) {
        const id = await db.transaction().execute((tx) => createCategory(tx, input))
        return answerRecords(reader, categories, [id], includes)
      },
    }),
  ]
}
