// Which mails the caller gets as a member of the team.
import { Type } from 'typebox'
import type { Db } from '../../db/db.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import {
  changeNotificationSettings,
  DIGESTS,
  type Digest,
  readNotificationSettings,
} from '../../write/staff-notifications.ts'
import { Flag, Id } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, text } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'

const MAX_FORUMS = 500

const ChangedBody = Type.Object({
  digest: Type.Optional(
    Type.Enum([...DIGESTS], {
      description:
        'A mail about new suggestions, what waits for approval, and subscribed views: every hour, at 8:00, or on Mondays at 8:00.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      description: 'An IANA time zone such as Europe/Berlin.',
    }),
  ),
  forums: Type.Optional(
    Type.Array(Id, {
      maxItems: MAX_FORUMS,
      uniqueItems: true,
      description: 'The forums that the digest is limited to. Empty: all.',
    }),
  ),
  mentions: Flag,
  failures: Flag,
})
const input = createInputReader(ChangedBody)

const Answer = object({
  notification_settings: object({
    digest: Type.Enum([...DIGESTS]),
    time_zone: text,
    forums: { ...listOf(integer), description: 'Empty: all.' },
    mentions: { ...flag, description: 'A mail at once when a note or a comment mentions you.' },
    failures: {
      ...flag,
      description:
        'A mail about background jobs and imports that failed, at most every hour. Only owners and admins get it.',
    },
    is_stored: { ...flag, description: 'False: these are the defaults.' },
  }),
})

async function describe(db: Db, userId: number) {
  const { digest, isStored, ...rest } = await readNotificationSettings(db, userId)
  return { notification_settings: { ...rest, digest: digest as Digest, is_stored: isStored } }
}

export const notificationSettingOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/notification_settings',
    summary: 'Get which mails the caller gets',
    description: 'As a member of the team. A client without a person acts as the owner.',
    tag: 'notification_settings',
    answer: Answer,
    handle: ({ context, identity }) => describe(context.db, identity.userId),
  }),
  declareOperation({
    method: 'PUT',
    path: '/notification_settings',
    summary: 'Set which mails the caller gets',
    description: 'Members that are absent stay. A digest begins with what happens from now on.',
    tag: 'notification_settings',
    body: ChangedBody,
    answer: Answer,
    async handle(call) {
      const changes = input.read(mergeInput(call))
      const { context, identity } = call
      return inTransaction(context.db, async (tx) => {
        await changeNotificationSettings(tx, identity.userId, changes)
        return describe(tx, identity.userId)
      })
    },
  }),
]
