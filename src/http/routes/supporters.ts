import { Type } from 'typebox'
import { feedback_records } from '../../resources/feedback_records.ts'
import { importance_scores } from '../../resources/importance_scores.ts'
import { nps_ratings } from '../../resources/nps_ratings.ts'
import { supporter_messages } from '../../resources/supporter_messages.ts'
import { supporters } from '../../resources/supporters.ts'
import {
  createFeedbackRecord,
  setFeedbackRecordState,
  updateFeedbackRecord,
} from '../../write/feedback-records.ts'
import { setImportance } from '../../write/importance-scores.ts'
import { createRating, deleteRatings } from '../../write/nps-ratings.ts'
import { createSupporterMessage } from '../../write/supporter-messages.ts'
import { addSupporter, removeSupporter } from '../../write/supporters.ts'
import {
  ClearableId,
  ClearableText,
  EmailAddress,
  EmptyBody,
  Flag,
  Id,
  LongText,
  type Operation,
  PlainMimeType,
  ShortText,
  Time,
} from '../operation.ts'
import { personMembers, readPerson } from '../person.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const supporterWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a supporter of a suggestion',
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
    isOneStatement: (input) => 'id' in readPerson(input),
    // The record itself uses the name `is_subscribed`.
    run: (tx, { actor, input: { is_subscribed = true, subscribe = is_subscribed, ...input } }) =>
      addSupporter(tx, actor, { ...input, subscribe, person: readPerson(input) }),
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

const messageWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a message to all supporters of a suggestion',
    description: 'The message is stored; no e-mail is sent.',
    body: Type.Object({
      body: LongText,
      body_mime_type: PlainMimeType,
      notification_email_address: Type.Optional(EmailAddress),
      links: Type.Object({ suggestion: Id }),
    }),
    answer: 'created',
    run: (tx, { actor, input }) => createSupporterMessage(tx, actor, input),
  }),
]

const MimeType = Type.Optional(Type.Enum(['text/plain', 'text/html']))
const source = {
  body_mime_type: MimeType,
  source_url: ClearableText,
  source_type: ClearableText,
  source_guid: ClearableText,
}

const feedbackWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a feedback record',
    description: 'The customer becomes a supporter of the suggestion.',
    body: Type.Object({
      body: LongText,
      ...source,
      channel: Type.Optional(ShortText),
      severity: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
      source_title: Type.Optional(ShortText),
      prompt: Type.Optional(ShortText),
      referrer: Type.Optional(Type.String({ maxLength: 2000 })),
      created_at: Type.Optional(Time),
      subscribe: Flag,
      ...personMembers,
      links: Type.Optional(
        Type.Object({
          suggestion: Type.Optional(Id),
          user: Type.Optional(Id),
          ticket: Type.Optional(Id),
          captured_by_user: Type.Optional(Id),
          support_created_at: Type.Optional(Time),
        }),
      ),
    }),
    answer: 'created',
    run(tx, { actor, input }) {
      const { user_email, user_name, email, name, user, ...record } = input
      return createFeedbackRecord(tx, actor, readPerson(input), record)
    },
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a feedback record',
    body: Type.Object({
      body: Type.Optional(LongText),
      ...source,
      subscribe: Flag,
      links: Type.Optional(Type.Object({ suggestion: ClearableId, user: ClearableId })),
    }),
    answer: 'records',
    run: (tx, { actor, id, input }) => updateFeedbackRecord(tx, actor, id, input),
  }),
  ...(
    [
      ['PUT', '/delete', 'Soft-delete a feedback record', 'deleted'],
      ['PUT', '/undelete', 'Restore a deleted feedback record', 'approved'],
      ['DELETE', '', 'Soft-delete a feedback record', 'deleted'],
    ] as const
  ).map(([method, verb, summary, state]) =>
    declareWrite({
      method,
      path: `/:id${verb}`,
      summary,
      body: EmptyBody,
      answer: 'records',
      run: (tx, { actor, id }) => setFeedbackRecordState(tx, actor, id, state),
    }),
  ),
]

const ratingWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create an NPS rating of a user',
    description: 'The rating is 0 to 10.',
    body: Type.Object({
      rating: Type.Integer({ minimum: 0, maximum: 10 }),
      prompt: Type.Optional(Type.String({ maxLength: 10_000 })),
      body: Type.Optional(Type.String({ maxLength: 10_000 })),
      date: Type.Optional(Time),
      links: Type.Object({ user: Id, ticket: Type.Optional(Id) }),
    }),
    answer: 'created',
    run: (tx, { actor, input }) => createRating(tx, actor, input),
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete an NPS rating',
    description: 'The previous rating of the user counts again.',
    body: EmptyBody,
    answer: 'removed',
    run: (tx, { id }) => deleteRatings(tx, [id]),
  }),
  declareWrite({
    method: 'POST',
    path: '/bulk_delete',
    summary: 'Delete several NPS ratings',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
    answer: 'removed',
    findRemovedIds: ({ ids }) => ids,
    run: (tx, { input }) => deleteRatings(tx, input.ids),
  }),
]

const importanceWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create or update an importance score',
    description: 'A person has one score for each suggestion; a new score replaces it.',
    body: Type.Object({
      ...personMembers,
      links: Type.Object({ suggestion: Id, response: Id, user: Type.Optional(Id) }),
    }),
    answer: 'found_or_created',
    run: (tx, { actor, input }) => setImportance(tx, actor, readPerson(input), input.links),
  }),
]

export const supporterOperations = (): Operation[] => [
  ...writeOperations(supporters, supporterWrites),
  ...writeOperations(supporter_messages, messageWrites),
  ...writeOperations(feedback_records, feedbackWrites),
  ...writeOperations(nps_ratings, ratingWrites),
  ...writeOperations(importance_scores, importanceWrites),
]
