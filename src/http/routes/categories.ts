import { Type } from 'typebox'
import { categories } from '../../resources/categories.ts'
import { createCategory, deleteCategory, updateCategory } from '../../write/categories.ts'
import { setPositions } from '../../write/core/records.ts'
import { EmptyBody, Id, OrderBody, Position } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })

export const categoryOperations = (): Operation[] =>
  writeOperations(categories, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create a category',
      body: Type.Object({ name: Name, position: Position, links: Type.Object({ forum: Id }) }),
      answer: 'created',
      run: (tx, { input }) => createCategory(tx, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a category',
      body: Type.Object({
        name: Type.Optional(Name),
        position: Position,
        links: Type.Optional(Type.Object({ forum: Type.Optional(Id) })),
      }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateCategory(tx, actor, id, input),
    }),
    declareWrite({
      method: 'PUT',
      path: '/positions',
      summary: 'Set the order of categories',
      description: 'The order of the ids is the order of `sort=position`.',
      body: OrderBody,
      answer: 'records',
      run: (tx, { input: { ids } }) => setPositions(tx, categories, ids),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a category',
      description: 'Its suggestions remain, without a category.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { actor, id }) => deleteCategory(tx, actor, id),
    }),
  ])
