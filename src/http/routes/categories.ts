import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { categories } from '../../resources/categories.ts'
import { createCategory, deleteCategory, updateCategory } from '../../write/categories.ts'
import { Id, Nothing, type Operation, write } from '../operation.ts'
import { idIn } from '../resource-routes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Position = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

export function categoryOperations({ db, reader }: Context): Operation[] {
  return [
    write({
      method: 'POST',
      path: '/categories',
      summary: 'Create a category',
      resource: categories,
      answer: 'created',
      body: Type.Object({ name: Name, position: Position, links: Type.Object({ forum: Id }) }),
      async handle({ input, includes }) {
        const id = await db.transaction().execute((tx) => createCategory(tx, input))
        return answerRecords(reader, categories, [id], includes)
      },
    }),
    write({
      method: 'PUT',
      path: '/categories/:id',
      summary: 'Change a category',
      resource: categories,
      answer: 'records',
      body: Type.Object({
        name: Type.Optional(Name),
        position: Position,
        links: Type.Optional(Type.Object({ forum: Type.Optional(Id) })),
      }),
      async handle({ input, params, includes }) {
        const id = idIn(categories, params)
        await db.transaction().execute((tx) => updateCategory(tx, id, input))
        return answerRecords(reader, categories, [id], includes)
      },
    }),
    write({
      method: 'DELETE',
      path: '/categories/:id',
      summary: 'Delete a category; its suggestions stay, without one',
      resource: categories,
      answer: 'records',
      body: Nothing,
      async handle({ params, includes }) {
        const id = idIn(categories, params)
        const last = await answerRecords(reader, categories, [id], includes)
        await db.transaction().execute((tx) => deleteCategory(tx, id))
        return last
      },
    }),
  ]
}
