import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/db.ts'
import { answerRecords } from '../../read/answer.ts'
import { suggestions } from '../../resources/suggestions.ts'
import {
  createSuggestion,
  moderateSuggestion,
  restoreSuggestion,
  type State,
  updateSuggestion,
} from '../../write/suggestions.ts'
import {
  ClearableId,
  EmailAddress,
  Id,
  Nothing,
  type Operation,
  Time,
  write,
} from '../operation.ts'
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

// The verbs of moderation; the last two are those of the first generation of clients.
const MODERATION: {
  method: 'PUT' | 'DELETE'
  path: string
  summary: string
  state: State | 'before'
}[] = [
  { method: 'PUT', path: '/approve', summary: 'Approve a suggestion', state: 'approved' },
  { method: 'PUT', path: '/publish', summary: 'Publish a suggestion', state: 'published' },
  { method: 'PUT', path: '/spam', summary: 'Mark a suggestion as spam', state: 'spam' },
  {
    method: 'PUT',
    path: '/delete',
    summary: 'Delete a suggestion; it can be restored',
    state: 'deleted',
  },
  {
    method: 'PUT',
    path: '/restore',
    summary: 'Restore a deleted suggestion or spam',
    state: 'before',
  },
  {
    method: 'DELETE',
    path: '',
    summary: 'Delete a suggestion (an older form of delete)',
    state: 'deleted',
  },
  {
    method: 'PUT',
    path: '/unremove',
    summary: 'Restore a suggestion (an older name of restore)',
    state: 'before',
  },
]

export function suggestionOperations({ db, reader }: Context): Operation[] {
  const moderation = MODERATION.map(({ method, path, summary, state }) =>
    write({
      method,
      path: `/suggestions/:id${path}`,
      summary,
      resource: suggestions,
      answer: 'records',
      body: Nothing,
      async handle({ params, includes }) {
        const id = idIn(suggestions, params)
        await db
          .transaction()
          .execute((tx) =>
            state === 'before' ? restoreSuggestion(tx, id) : moderateSuggestion(tx, id, state),
          )
        return answerRecords(reader, suggestions, [id], includes)
      },
    }),
  )

  return [
    ...moderation,
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
