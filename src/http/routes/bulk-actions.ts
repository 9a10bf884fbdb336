// Bulk actions: one change of many suggestions, in the background, with progress and undo.
import { type Static, Type } from 'typebox'
import { ApiError, invalidInput } from '../../core/api-error.ts'
import type { Tx } from '../../db/db.ts'
import { findIds } from '../../read/answer.ts'
import { parseFilterText } from '../../read/list-request.ts'
import { requireConditions } from '../../read/readable.ts'
import { bulk_actions } from '../../resources/bulk_actions.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { cancelBulkAction, startBulkAction, undoBulkAction } from '../../write/bulk-actions.ts'
import { noteBulkAction } from '../../write/recent-changes.ts'
import { ClearableId, EmptyBody, Flag, Id, LongText, MimeType } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, type WriteRequest, writeOperations } from '../writes.ts'

const MAX_IDS = 10_000
const MAX_MATCHES = 100_000

const NewBulkAction = Type.Object({
  action: Type.Enum([
    ...(['label', 'unlabel', 'categorize', 'status', 'assign', 'move'] as const),
    ...(['merge', 'spam', 'approve', 'delete', 'restore'] as const),
  ]),
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_IDS })),
  query: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description:
        'The filters of a list of suggestions, as in its query string, for example `forum=1&state=new`.',
    }),
  ),
  body: Type.Optional(LongText),
  body_mime_type: MimeType,
  notify_supporters: Flag,
  links: Type.Optional(
    Type.Object({
      label: Type.Optional(Id),
      category: ClearableId,
      status: ClearableId,
      owner: ClearableId,
      forum: Type.Optional(Id),
      suggestion: Type.Optional(Id),
    }),
  ),
})

async function start(tx: Tx, act: WriteRequest<Static<typeof NewBulkAction>>): Promise<number> {
  const id = await startChosen(tx, act)
  if (act.caller.isPersonal) await noteBulkAction(tx, act.caller.userId, id)
  return id
}

async function startChosen(
  tx: Tx,
  { actor, areas, input }: WriteRequest<Static<typeof NewBulkAction>>,
): Promise<number> {
  const { ids, query, ...action } = input
  if (ids !== undefined && query !== undefined)
    throw invalidInput([
      { path: ['query'], code: 'in', message: 'query: send either ids or query, not both.' },
    ])
  if (ids !== undefined) return startBulkAction(tx, actor, action, ids)
  if (query === undefined)
    throw invalidInput([
      { path: ['ids'], code: 'required', message: 'ids: required, unless query selects them.' },
    ])
  const request = readQuery(query)
  requireConditions(areas, request.conditions)
  const found = await findIds(tx, suggestions, request, MAX_MATCHES)
  if ('tooMany' in found) {
    const message = `query: selects too many suggestions (${found.tooMany}). Maximum: ${MAX_MATCHES}.`
    throw new ApiError('malformed', message, { query: 'max_length' })
  }
  return startBulkAction(tx, actor, { ...action, query }, found.ids)
}

function readQuery(query: string) {
  try {
    return parseFilterText(suggestions, query)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError('malformed', `query: ${error.message}`, { query: 'in' })
  }
}

export const bulkActionOperations = (): Operation[] =>
  writeOperations(bulk_actions, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Change many suggestions',
      description:
        'Up to 50 suggestions are changed before the response, more in the background. `links` has the label, category, ' +
        'status, owner, forum or suggestion that the action needs. Suggestions that cannot be changed are listed in `errors`.',
      body: NewBulkAction,
      answer: 'created',
      run: start,
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/cancel',
      summary: 'Cancel a bulk action',
      description: 'It stops after the current batch. What is done can be undone.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => cancelBulkAction(tx, id),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/undo',
      summary: 'Undo a bulk action',
      description:
        'Possible until `undo_until`. Suggestions that were changed since are left alone and listed in `errors`.',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => undoBulkAction(tx, id),
    }),
  ])
