import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { suggestions } from '../../resources/suggestions.ts'
import {
  createSuggestion,
  moderateSuggestion,
  type State,
  updateSuggestion,
} from '../../write/suggestions.ts'
import { ClearableId, EmailAddress, Id, Nothing, type Operation, Time } from '../operation.ts'
import { write, writeOperations } from '../writes.ts'

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

/** A verb of moderation; the older generation of clients has other names for some. */
const moderation = (
  method: 'PUT' | 'DELETE',
  verb: string,
  summary: string,
  state: State | 'before',
) =>
  write({
    method,
    path: `/:id${verb}`,
    summary,
    body: Nothing,
    answer: 'records',
    run: (tx, { actor, id }) => moderateSuggestion(tx, actor, id, state),
  })

export const suggestionOperations = (context: Context): Operation[] =>
  writeOperations(context, suggestions, [
    write({
      method: 'POST',
      path: '',
      summary: 'Create a suggestion',
      body: NewSuggestion,
      answer: 'created',
      isOneStatement: ({ user_email }) => user_email === undefined,
      run: (tx, { actor, input }) => createSuggestion(tx, actor, input),
    }),
    write({
      method: 'PUT',
      path: '/:id',
      summary: 'Change a suggestion',
      body: SuggestionChanges,
      answer: 'records',
      run: (tx, { actor, id, input }) => updateSuggestion(tx, actor, id, input),
    }),
    moderation('PUT', '/approve', 'Approve a suggestion', 'approved'),
    moderation('PUT', '/publish', 'Publish a suggestion', 'published'),
    moderation('PUT', '/spam', 'Mark a suggestion as spam', 'spam'),
    moderation('PUT', '/delete', 'Delete a suggestion; it can be restored', 'deleted'),
    moderation('PUT', '/restore', 'Restore a deleted suggestion or spam', 'before'),
    moderation('DELETE', '', 'Delete a suggestion (an older form of delete)', 'deleted'),
    moderation('PUT', '/unremove', 'Restore a suggestion (an older name of restore)', 'before'),
  ])
