import { Type } from 'typebox'
import { answerRecords } from '../../read/answer.ts'
import { subdomains } from '../../resources/subdomains.ts'
import { updateSubdomain } from '../../write/subdomains.ts'
import { ClearableId, type Operation } from '../operation.ts'
import { declareWrite, writeOperations } from '../writes.ts'

// One account is one database, so the current one is the only one.
const CURRENT = 1

const LABEL = '[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?'
const Key = Type.String({
  minLength: 1,
  pattern: `^${LABEL}$`,
  description: 'Letters, digits and hyphens, 63 at most, with no hyphen at either end.',
})
const HostName = Type.String({
  maxLength: 253,
  pattern: `^${LABEL}(\\.${LABEL})+$`,
  description: 'A host name such as feedback.example.com.',
})

export const subdomainOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/subdomains/current',
    summary: 'Read the account itself',
    resource: subdomains,
    answer: 'records',
    handle: ({ includes, context: { reader } }) =>
      answerRecords(reader, subdomains, [CURRENT], includes),
  },
  ...writeOperations(subdomains, [
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Change the account itself',
      body: Type.Object({
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        key: Type.Optional(Key),
        cname: Type.Optional(Type.Union([HostName, Type.Null()])),
        links: Type.Optional(Type.Object({ default_forum: ClearableId })),
      }),
      answer: 'records',
      run: (tx, { actor, id, input }) => updateSubdomain(tx, actor, id, input),
    }),
  ]),
]
