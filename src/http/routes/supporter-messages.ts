import { Type } from 'typebox'
import { supporter_messages } from '../../resources/supporter_messages.ts'
import { createSupporterMessage } from '../../write/supporter-messages.ts'
import { EmailAddress, Id, LongText, MimeType } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const messageWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a message to all supporters of a suggestion',
    description:
      'Subscribed supporters and followers get it by mail; `mailings` has the progress. Without a mail server it is only stored.',
    body: Type.Object({
      body: LongText,
      body_mime_type: MimeType,
      notification_email_address: Type.Optional(EmailAddress),
      links: Type.Object({ suggestion: Id }),
    }),
    answer: 'created',
    run: (tx, { actor, input }) => createSupporterMessage(tx, actor, input),
  }),
]

export const supporterMessageOperations = (): Operation[] =>
  writeOperations(supporter_messages, messageWrites)
