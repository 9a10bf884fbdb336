import { mailings } from '../../resources/mailings.ts'
import { stopMailing } from '../../write/mailings.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

export const mailingOperations = (): Operation[] =>
  writeOperations(mailings, [
    declareWrite({
      method: 'POST',
      path: '/:id/stop',
      summary: 'Stop a mailing',
      description:
        'Mails that wait are not sent. What was sent stays sent. A mailing that was stopped does not continue.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { origin, id }) => stopMailing(tx, origin, id),
    }),
  ])
