import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/db.ts'
import { answerRecords } from '../../read/answer.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { createSuggestion, updateSuggestion } from '../../write/suggestions.ts'
import { ClearableId, EmailAddress, Id, type Operation, Time, write } from '../operation.ts'
import { idIn } from '../resource-routes.ts'

const Title = Type.String({ minLength: 1, maxLength: 140 })
const Body = Type.Optional(Type.String({ maxLength: 10_000 }))
const MimeType = Type.Optional(Type.Enum(['text/plain']))
const AttachmentTokens = Type.Optional(Type.Array(Type.String(), { maxItems: 100 }))

const NewSuggestion = Type.Object({
  title: Title,
  body: Body,
  body_mime_type: MimeType,
  attachment_tokens: AttachmentTokens,
  created_at: Type.Optional(Time),
  user_name: Type.Optional(Type.String({ maxLength: 255 })),
  user_email: Type.Optional(EmailAddress),
  links: Type.Object({
    forum: Id,
    category: ClearableId,
    status: ClearableId,
    created_by: Type.Optional(Id),
  }),
})

const SuggestionChanges = Type.Object({
  title: Type.Optional(Title),
  body: Body,
  body_mime_type: MimeType,
  attachment_tokens: AttachmentTokens,
  links: Type.Optional(
    Type.Object({ forum: Type.Optional(Id), category: ClearableId, status: ClearableId }),
  ),
})

export function suggestionOperations({ db, reader }: Context): Operation[] {
  return [
    write({
      method: 'POST',
      path: '/suggestions',
      summary: 'Create a suggestion',
      resource: suggestions,
      answer: 'created',
      body: NewSuggestion,
      async handle({ input, identity, includes }) {
        const create = (on: Db) => createSuggestion(on, identity.userId, input)
        const id = await (input.user_email ? db.transaction().execute(create) : create(db))
        return answerRecords(reader, suggestions, [id], includes)
      },
    }),
    write({
      method: 'PUT',
      path: '/suggestions/:id',
      summary: 'Change a suggestion',
      resource: suggestions,
      answer: 'records',
      body: SuggestionChanges,
      async handle({ input, params, includes }) {
        const id = idIn(suggestions, params)
        await db.transaction().execute((tx) => updateSuggestion(tx, id, input))
        return answerRecords(reader, suggestions, [id], includes)
      },
    }),
  ]
}
