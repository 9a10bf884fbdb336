import { Type } from 'typebox'
import { supporters } from '../../resources/supporters.ts'
import { addSupporter, removeSupporter } from '../../write/supporters.ts'
import { EmptyBody, Flag, Id, ShortText, Time } from '../body/body-schemas.ts'
import { personMembers, readPerson } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const supporterWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a supporter of a suggestion',
    description:
      'Without a person, the supporter is the person that the token belongs to, if it belongs to one.',
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
    // The record itself uses the name `is_subscribed`.
    run(
      tx,
      { actor, person, input: { is_subscribed = true, subscribe = is_subscribed, ...input } },
    ) {
      return addSupporter(tx, actor, { ...input, subscribe, person: readPerson(input, person) })
    },
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete a supporter',
    body: EmptyBody,
    answer: 'removed',
    run: (tx, { actor, id }) => removeSupporter(tx, actor, id),
  }),
]

export const supporterOperations = (): Operation[] => writeOperations(supporters, supporterWrites)
