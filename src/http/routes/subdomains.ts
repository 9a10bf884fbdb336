import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { subdomains } from '../../resources/subdomains.ts'
import type { Operation } from '../operation.ts'

// One account is one database, so the current one is the only one.
const CURRENT = 1

export function subdomainOperations({ reader }: Context): Operation[] {
  return [
    {
      method: 'GET',
      path: '/subdomains/current',
      summary: 'Read the account itself',
      resource: subdomains,
      answer: 'records',
      handle: ({ includes }) => answerRecords(reader, subdomains, [CURRENT], includes),
    },
  ]
}
