import { Type } from 'typebox'
import { answerRecords } from '../../read/answer.ts'
import { subdomains } from '../../resources/subdomains.ts'
import { updateSubdomain } from '../../write/subdomains.ts'
import { ClearableId } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { readFields } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

// Each database has exactly one account.
const CURRENT = 1

const LABEL = '[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?'
const Key = Type.String({
  minLength: 1,
  pattern: `^${LABEL}$`,
  description: 'At most 63 letters, digits and hyphens, without a hyphen at the start or end.',
})
const HostName = Type.String({
  maxLength: 253,
  pattern: `^${LABEL}(\\.${LABEL})+$`,
  description: 'Host name, for example feedback.example.com.',
})

export const subdomainOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/subdomains/current',
    summary: 'Get the current account',
    resource: subdomains,
    answer: 'records',
    async handle(call) {
      const { includes, context } = call
      const selections = await readFields(call, subdomains, includes)
      const { name } = subdomains
      return answerRecords(context.reader, subdomains, [CURRENT], {
        includes,
        key: name,
        selections,
      })
    },
  },
  ...writeOperations(subdomains, [
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update the account',
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
