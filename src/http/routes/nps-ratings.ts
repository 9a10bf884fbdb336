import { Type } from 'typebox'
import { nps_ratings } from '../../resources/nps_ratings.ts'
import { createRating, deleteRatings } from '../../write/nps-ratings.ts'
import { EmptyBody, Id, Time } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const ratingWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create an NPS rating of a user',
    description: 'The rating is 0 to 10.',
    body: Type.Object({
      rating: Type.Integer({ minimum: 0, maximum: 10 }),
      prompt: Type.Optional(Type.String({ maxLength: 10_000 })),
      body: Type.Optional(Type.String({ maxLength: 10_000 })),
      date: Type.Optional(Time),
      links: Type.Object({ user: Id, ticket: Type.Optional(Id) }),
    }),
    answer: 'created',
    writesAs: ({ links }) => [{ id: links.user }],
    run: (tx, { actor, input }) => createRating(tx, actor, input),
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete an NPS rating',
    description: 'The previous rating of the user counts again.',
    body: EmptyBody,
    answer: 'removed',
    run: (tx, { id }) => deleteRatings(tx, [id]),
  }),
  declareWrite({
    method: 'POST',
    path: '/bulk_delete',
    summary: 'Delete several NPS ratings',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
    answer: 'removed',
    findRemovedIds: ({ ids }) => ids,
    run: (tx, { input }) => deleteRatings(tx, input.ids),
  }),
]

export const npsRatingOperations = (): Operation[] => writeOperations(nps_ratings, ratingWrites)
