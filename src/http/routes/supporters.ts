import { Type } from 'typebox'
import { supporters } from '../../resources/supporters.ts'
import {
  addSupporter,
  countVotes,
  type RemovedSupporter,
  removeSupporter,
  restoreSupporter,
} from '../../write/supporters.ts'
import { EmptyBody, Flag, Id, ShortText, Time } from '../body/body-schemas.ts'
import { findPerson, personMembers } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const supporterWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a supporter of a suggestion',
    description:
      'Without a person, the supporter is the user of the token; a token of the client acts as the owner.',
    body: Type.Object({
      ...personMembers,
      how: Type.Optional(ShortText),
      channel: Type.Optional(ShortText),
      subscribe: Flag,
      is_subscribed: Flag,
      votes_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      created_at: Type.Optional(Time),
      links: Type.Object({ suggestion: Id, user: Type.Optional(Id) }),
    }),
    answer: 'found_or_created',
    writesAs: (input) => [findPerson(input)],
    reversal: {
      action: 'create',
      fields: ['how'],
      links: ['suggestion', 'user'],
      run: (tx, { actor, id }) => removeSupporter(tx, actor, id),
    },
    // The record itself uses the name `is_subscribed`.
    run(tx, { actor, input: { is_subscribed = true, subscribe = is_subscribed, ...input } }) {
      const person = findPerson(input) ?? { id: actor }
      return addSupporter(tx, actor, { ...input, subscribe, person })
    },
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete a supporter',
    body: EmptyBody,
    answer: 'removed',
    reversal: {
      action: 'delete',
      fields: ['how', 'channel', 'is_subscribed', 'created_at'],
      links: ['suggestion', 'user', 'created_by'],
      keep: async (tx, id) => ({ votes_count: await countVotes(tx, id) }),
      run: (tx, { actor, before }) => restoreSupporter(tx, actor, before as RemovedSupporter),
    },
    run: (tx, { actor, id }) => removeSupporter(tx, actor, id),
  }),
]

export const supporterOperations = (): Operation[] => writeOperations(supporters, supporterWrites)
