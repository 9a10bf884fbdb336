import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { internal_flags } from '../../resources/internal_flags.ts'
import { internal_status_updates } from '../../resources/internal_status_updates.ts'
import { status_updates } from '../../resources/status_updates.ts'
import { clearInternalFlag, createInternalFlag } from '../../write/internal-flags.ts'
import {
  createInternalStatusUpdate,
  createStatusUpdate,
  deleteStatusUpdate,
  updateInternalStatusUpdate,
  updateStatusUpdate,
} from '../../write/status-updates.ts'
import {
  ClearableId,
  EmailAddress,
  EmptyBody,
  Flag,
  Id,
  LongText,
  MimeType,
  Time,
} from '../body/body-schemas.ts'
import { findAuthor } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const statusUpdateWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a status update for a suggestion',
    body: Type.Object({
      body: Type.Optional(LongText),
      body_mime_type: MimeType,
      notify_supporters: Flag,
      notify_subscribers: Flag,
      notification_email_address: Type.Optional(EmailAddress),
      created_at: Type.Optional(Time),
      created_by_email: Type.Optional(EmailAddress),
      links: Type.Object({ suggestion: Id, status: ClearableId, new_status: ClearableId }),
    }),
    answer: 'created',
    writesAs: ({ created_by_email }) => [findAuthor(undefined, created_by_email)],
    run(tx, { actor, input: { notify_subscribers, links, ...input } }) {
      // One live client uses other names for these two.
      const { suggestion, status = links.new_status } = links
      const notify = input.notify_supporters ?? notify_subscribers ?? false
      return createStatusUpdate(tx, actor, {
        ...input,
        notify_supporters: notify,
        links: { suggestion, ...(status !== undefined && { status }) },
      })
    },
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a status update',
    body: Type.Object({ body: LongText, body_mime_type: MimeType }),
    answer: 'records',
    run: (tx, { actor, id, input }) => updateStatusUpdate(tx, actor, id, input),
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete a status update',
    description: 'The suggestion keeps its status.',
    body: EmptyBody,
    answer: 'removed',
    run: (tx, { actor, id }) => deleteStatusUpdate(tx, actor, id),
  }),
]

const InternalStatus = { internal_status: ClearableId, new_internal_status: ClearableId }

type InternalStatusInput = {
  internal_status_id?: number | null
  links?: { internal_status?: number | null; new_internal_status?: number | null }
}

/** Null clears the status. The record itself uses `internal_status_id` and `new_internal_status`. */
function readInternalStatus({ internal_status_id, links = {} }: InternalStatusInput) {
  const { new_internal_status = internal_status_id, internal_status = new_internal_status } = links
  return internal_status
}

const statusRequired = () =>
  new ApiError('invalid', 'links.internal_status: required. Send null to clear the status.', {
    links: { internal_status: 'required' },
  })

const internalStatusUpdateWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create an internal status update for a suggestion',
    body: Type.Object({
      teams_notified: Flag,
      notify_teams: Flag,
      internal_status_id: ClearableId,
      links: Type.Object({ suggestion: Id, ...InternalStatus }),
    }),
    answer: 'created',
    run(tx, { actor, input }) {
      const { teams_notified, notify_teams = false, links } = input
      const internal_status = readInternalStatus(input)
      if (internal_status === undefined) throw statusRequired()
      return createInternalStatusUpdate(tx, actor, {
        teams_notified: teams_notified ?? notify_teams,
        links: { suggestion: links.suggestion, internal_status },
      })
    },
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update an internal status update',
    body: Type.Object({
      teams_notified: Flag,
      internal_status_id: ClearableId,
      links: Type.Optional(Type.Object(InternalStatus)),
    }),
    answer: 'records',
    run: (tx, { actor, id, input }) =>
      updateInternalStatusUpdate(tx, actor, id, {
        teams_notified: input.teams_notified,
        links: { internal_status: readInternalStatus(input) },
      }),
  }),
]

const internalFlagWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create an internal flag on a suggestion',
    body: Type.Object({
      reason: Type.Optional(Type.String({ maxLength: 10_000 })),
      links: Type.Object({ suggestion: Id, user: Type.Optional(Id) }),
    }),
    answer: 'created',
    writesAs: ({ links }) => [findAuthor(links.user, undefined)],
    run: (tx, { actor, input }) => createInternalFlag(tx, actor, input),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id/clear',
    summary: 'Clear an internal flag',
    body: EmptyBody,
    answer: 'records',
    run: (tx, { actor, id }) => clearInternalFlag(tx, actor, id),
  }),
]

export const statusUpdateOperations = (): Operation[] => [
  ...writeOperations(status_updates, statusUpdateWrites),
  ...writeOperations(internal_status_updates, internalStatusUpdateWrites),
  ...writeOperations(internal_flags, internalFlagWrites),
]
