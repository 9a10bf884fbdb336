// Moderators decide what readers reported. Readers report it on the portal.
import { Type } from 'typebox'
import { content_reports } from '../../resources/content_reports.ts'
import { decideContentReport, reopenContentReport } from '../../write/content-reports.ts'
import { EmptyBody, optionalEnum } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, type Reversal, writeOperations } from '../writes.ts'

const reopening = (action: string): Reversal => ({
  action,
  fields: ['state'],
  links: ['suggestion', 'comment'],
  run: (tx, { actor, id }) => reopenContentReport(tx, actor, id),
})

export const contentReportOperations = (): Operation[] =>
  writeOperations(content_reports, [
    declareWrite({
      method: 'PUT',
      path: '/:id/dismiss',
      summary: 'Dismiss the reports of a suggestion or comment',
      description:
        'All open reports of the same suggestion or comment. Where reports hid it, it is shown again.',
      body: EmptyBody,
      answer: 'records',
      reversal: reopening('dismiss'),
      run: (tx, { actor, id }) => decideContentReport(tx, actor, id, { decision: 'dismissed' }),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/uphold',
      summary: 'Uphold the reports of a suggestion or comment',
      description:
        'All open reports of the same suggestion or comment. It gets the given state; without one it becomes spam when the ' +
        'report says so, and is soft-deleted otherwise.',
      body: Type.Object({ state: optionalEnum('spam', 'deleted') }),
      answer: 'records',
      reversal: reopening('uphold'),
      run: (tx, { actor, id, input }) =>
        decideContentReport(tx, actor, id, { decision: 'upheld', state: input.state }),
    }),
  ])
