import { type Static, Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { importSuggestion } from '../../imports/suggestion-body.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { updateSuggestion } from '../../write/suggestion-changes.ts'
import {
  createSuggestion,
  createSuggestionAlone,
  moderateSuggestion,
} from '../../write/suggestions.ts'
import { followSuggestion, unfollowSuggestion } from '../../write/supporters.ts'
import {
  assignOwner,
  convertToTicket,
  linkSuggestions,
  setListPriority,
  unlinkSuggestions,
} from '../../write/triage.ts'
import {
  AttachmentTokens,
  ClearableId,
  EmailAddress,
  EmptyBody,
  Id,
  LongText,
  MimeType,
  ShortText,
  Time,
  withCustomFields,
} from '../body/body-schemas.ts'
import { findAuthor } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'
import { moderationWrites } from './moderation.ts'

const Title = Type.String({ minLength: 1, maxLength: 140 })
const Body = Type.Optional(Type.String({ maxLength: 10_000 }))
const Labels = Type.Optional(Type.Union([Type.Array(Id, { maxItems: 100 }), Type.Null()]))

const NewSuggestion = withCustomFields({
  title: Title,
  body: Body,
  body_mime_type: MimeType,
  attachment_tokens: AttachmentTokens,
  created_at: Type.Optional(Time),
  channel: Type.Optional(ShortText),
  vote: Type.Optional(
    Type.Boolean({ description: 'Also creates a supporter for the author. Default: false.' }),
  ),
  user_name: Type.Optional(Type.String({ maxLength: 255 })),
  user_email: Type.Optional(EmailAddress),
  links: Type.Object({
    forum: Id,
    category: ClearableId,
    status: ClearableId,
    labels: Labels,
    created_by: Type.Optional(Id),
  }),
})

const SuggestionChanges = withCustomFields({
  title: Type.Optional(Title),
  body: Body,
  body_mime_type: MimeType,
  attachment_tokens: AttachmentTokens,
  links: Type.Optional(
    Type.Object({
      forum: Type.Optional(Id),
      category: ClearableId,
      status: ClearableId,
      labels: Labels,
    }),
  ),
})

const ImportedSuggestion = withCustomFields({
  title: Title,
  body: Body,
  body_mime_type: MimeType,
  attachment_tokens: AttachmentTokens,
  state: Type.Optional(Type.Enum(['new', 'approved', 'published'])),
  created_at: Type.Optional(Time),
  user_name: Type.Optional(ShortText),
  user_email: Type.Optional(EmailAddress),
  forum_name: Type.Optional(ShortText),
  category_name: Type.Optional(ShortText),
  status_name: Type.Optional(ShortText),
  labels: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })),
  status_update_body: Type.Optional(LongText),
  status_update_created_at: Type.Optional(Time),
  status_update_created_by_email: Type.Optional(EmailAddress),
  links: Type.Optional(
    Type.Object({
      forum: Type.Optional(Id),
      category: ClearableId,
      status: ClearableId,
      labels: Labels,
      user: Type.Optional(Id),
    }),
  ),
})

// The wire format does not document the input; these are the names that clients are likely to use.
const Ids = Type.Optional(Type.Array(Id, { maxItems: 1000 }))
const Pair = Type.Object({
  suggestion_ids: Ids,
  include_ids: Ids,
  links: Type.Optional(
    Type.Object({
      suggestion: Type.Optional(Id),
      linked_suggestion: Type.Optional(Id),
      from_suggestion: Type.Optional(Id),
      to_suggestion: Type.Optional(Id),
    }),
  ),
})

function readPair({ links = {}, ...input }: Static<typeof Pair>) {
  const [first, second] = input.suggestion_ids ?? input.include_ids ?? []
  const suggestion = links.suggestion ?? links.from_suggestion ?? first
  const linked_suggestion = links.linked_suggestion ?? links.to_suggestion ?? second
  if (suggestion === undefined) throw required('suggestion')
  if (linked_suggestion === undefined) throw required('linked_suggestion')
  return { suggestion, linked_suggestion }
}

const required = (link: string) =>
  new ApiError('invalid', `links.${link}: required.`, { links: { [link]: 'required' } })

const changes = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a suggestion',
    body: NewSuggestion,
    answer: 'created',
    // The address wins over the id, unlike elsewhere, so both are checked.
    writesAs: ({ links, user_email }) => [
      findAuthor(links.created_by, undefined),
      findAuthor(undefined, user_email),
    ],
    run: (tx, { actor, input }) => createSuggestion(tx, actor, input),
    runAlone: (db, { actor, input, origin }) => createSuggestionAlone(db, actor, input, origin),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a suggestion',
    body: SuggestionChanges,
    answer: 'records',
    run: (tx, { actor, id, input }) => updateSuggestion(tx, actor, id, input),
  }),
  declareWrite({
    method: 'POST',
    path: '/import',
    summary: 'Import a suggestion with its author, creation time, labels and status',
    body: ImportedSuggestion,
    answer: 'created',
    writesAs: ({ links, user_email, status_update_created_by_email: updater }) => [
      findAuthor(links?.user, user_email),
      findAuthor(undefined, updater),
    ],
    run: (tx, { actor, input }) => importSuggestion(tx, actor, input),
  }),
]

const triage = [
  declareWrite({
    method: 'POST',
    path: '/link',
    summary: 'Link two related suggestions',
    body: Pair,
    answer: 'records',
    run: (tx, { actor, input }) => linkSuggestions(tx, actor, readPair(input)),
  }),
  declareWrite({
    method: 'POST',
    path: '/unlink',
    summary: 'Unlink two suggestions',
    body: Pair,
    answer: 'records',
    run: (tx, { actor, input }) => unlinkSuggestions(tx, actor, readPair(input)),
  }),
  declareWrite({
    method: 'PUT',
    path: '/list_priority',
    summary: 'Set the list priority of suggestions',
    description: 'The order of the ids is the order of `sort=list_priority`.',
    body: Type.Object({ ids: Ids, suggestion_ids: Ids }),
    answer: 'records',
    run(tx, { input: { ids, suggestion_ids = ids } }) {
      if (suggestion_ids && suggestion_ids.length > 0) return setListPriority(tx, suggestion_ids)
      throw new ApiError('invalid', 'ids: required.', { ids: 'required' })
    },
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/assign_owner',
    summary: 'Assign an owner to a suggestion',
    description: 'Send null to remove the owner.',
    body: Type.Object({ links: Type.Object({ owner: ClearableId, user: ClearableId }) }),
    answer: 'records',
    run(tx, { actor, id, input: { links } }) {
      const owner = links.owner === undefined ? links.user : links.owner
      if (owner === undefined) throw required('owner')
      return assignOwner(tx, actor, id, owner)
    },
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/convert_to_ticket',
    summary: 'Convert a suggestion to a ticket',
    description: 'The suggestion is soft-deleted.',
    body: EmptyBody,
    answer: 'records',
    run: (tx, { actor, id }) => convertToTicket(tx, actor, id),
  }),
  declareWrite({
    method: 'POST',
    path: '/:id/subscribe',
    summary: 'Subscribe to a suggestion',
    description: 'The subscriber is the user of the token.',
    body: EmptyBody,
    answer: 'records',
    run: (tx, { actor, id }) => followSuggestion(tx, id, actor),
  }),
  declareWrite({
    method: 'POST',
    path: '/:id/unsubscribe',
    summary: 'Unsubscribe from a suggestion',
    description: 'The subscriber is the user of the token.',
    body: EmptyBody,
    answer: 'records',
    run: (tx, { actor, id }) => unfollowSuggestion(tx, id, actor),
  }),
]

export const suggestionOperations = (): Operation[] =>
  writeOperations(suggestions, [
    ...changes,
    ...moderationWrites(
      suggestions,
      ['approve', 'publish', 'spam', 'delete', 'restore', 'unremove', ''],
      moderateSuggestion,
    ),
    ...triage,
  ])
