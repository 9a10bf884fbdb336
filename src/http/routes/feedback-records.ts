import { Type } from 'typebox'
import { feedback_records } from '../../resources/feedback_records.ts'
import {
  createFeedbackRecord,
  setFeedbackRecordState,
  updateFeedbackRecord,
  withdrawFeedbackRecord,
} from '../../write/feedback-records.ts'
import {
  ClearableId,
  ClearableKey,
  EmptyBody,
  Flag,
  Id,
  LongText,
  ShortText,
  Time,
} from '../body/body-schemas.ts'
import { findAuthor, findPerson, personMembers } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const MimeType = Type.Optional(Type.Enum(['text/plain', 'text/html', 'text/markdown']))

const source = {
  body_mime_type: MimeType,
  source_url: ClearableKey,
  source_type: ClearableKey,
  source_guid: ClearableKey,
  /** An older name of `source_type`. */
  source: ClearableKey,
}

type Source = { source_type?: string | null; source?: string | null }

function resolveSource<Input extends Source>({ source, ...input }: Input) {
  return source === undefined ? input : { source_type: source, ...input }
}

const feedbackWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a feedback record',
    description:
      'The customer becomes a supporter of the suggestion. Without a person it is the user of the token; a token of the client acts as the owner.',
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
    writesAs: (input) => [findPerson(input), findAuthor(input.links?.captured_by_user, undefined)],
    reversal: {
      action: 'create',
      fields: ['body', 'state'],
      links: ['suggestion'],
      run: (tx, { actor, id }) => withdrawFeedbackRecord(tx, actor, id),
    },
    run(tx, { actor, input }) {
      const { user_email, user_name, email, name, user, ...record } = input
      return createFeedbackRecord(
        tx,
        actor,
        findPerson(input) ?? { id: actor },
        resolveSource(record),
      )
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
    writesAs: ({ links }) => [findAuthor(links?.user ?? undefined, undefined)],
    run: (tx, { actor, id, input }) => updateFeedbackRecord(tx, actor, id, resolveSource(input)),
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
      reversal: {
        action: state === 'deleted' ? 'delete' : 'restore',
        fields: ['state'],
        links: ['suggestion'],
        run: (tx, { actor, id }) =>
          setFeedbackRecordState(tx, actor, id, state === 'deleted' ? 'approved' : 'deleted'),
      },
      run: (tx, { actor, id }) => setFeedbackRecordState(tx, actor, id, state),
    }),
  ),
]

export const feedbackRecordOperations = (): Operation[] =>
  writeOperations(feedback_records, feedbackWrites)
