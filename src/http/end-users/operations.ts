// All operations of the API of end users, for the router and the OpenAPI document.
import { attachmentOperations } from './attachments.ts'
import { commentOperations } from './comments.ts'
import { contentReportOperations } from './content-reports.ts'
import type { EndUserOperation } from './declaration.ts'
import { forumOperations } from './forums.ts'
import { guestOperations } from './guests.ts'
import { ideaOperations } from './ideas.ts'
import { meOperations } from './me.ts'
import { portalOperations } from './portal.ts'
import { supporterOperations } from './supporters.ts'

export const endUserOperations = (): EndUserOperation[] => [
  ...forumOperations(),
  ...ideaOperations(),
  ...supporterOperations(),
  ...commentOperations(),
  ...attachmentOperations(),
  ...contentReportOperations(),
  ...guestOperations(),
  ...portalOperations(),
  ...meOperations(),
]
