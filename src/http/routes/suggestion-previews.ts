// What an action would do before it is done, and the numbers beside filters.
import { ApiError } from '../../core/api-error.ts'
import { parseId, parseList } from '../../core/values.ts'
import { previewMerge } from '../../read/merge-preview.ts'
import { previewNotification } from '../../read/notification-preview.ts'
import { countedFilters, countSuggestions } from '../../read/suggestion-counts.ts'
import { suggestions } from '../../resources/suggestions.ts'
import type { Operation } from '../operation-declaration.ts'
import { parsePathId } from '../stages/call.ts'

const MAX_IDS = 1000

const integer = { type: 'integer' }
const integers = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, integer])),
})
const listOf = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', required: Object.keys(properties), properties },
})
const answerOf = (name: string, schema: object, more: Record<string, object> = {}) => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema, ...more },
})

const afterMerge = integers(
  'supporters_count',
  'votes_count',
  'comments_count',
  'requests_count',
  'account_supporters_count',
  'supporting_accounts_count',
)

const MergePreview = {
  type: 'object',
  required: ['moves', 'stays', 'after', 'errors'],
  properties: {
    moves: integers(
      'suggestions',
      'supporters',
      'duplicate_supporters',
      'votes',
      'comments',
      'feedback_records',
    ),
    stays: integers('notes', 'attachments'),
    after: {
      type: 'object',
      required: [...afterMerge.required, 'supporter_revenue'],
      properties: { ...afterMerge.properties, supporter_revenue: { type: 'number' } },
    },
    errors: listOf({ id: integer, reason: { type: 'string' } }),
  },
}

const NotificationPreview = {
  type: 'object',
  required: ['people_count', 'links'],
  properties: {
    people_count: integer,
    links: {
      type: 'object',
      required: ['users'],
      properties: { users: { type: 'array', items: integer } },
    },
  },
}

const byId = listOf({ id: integer, count: integer })
const byIdOrNone = listOf({ id: { type: ['integer', 'null'] }, count: integer })
const Counts = {
  type: 'object',
  required: ['total', 'open', 'closed', 'merged', 'forums', 'categories', 'statuses', 'states'],
  properties: {
    total: integer,
    open: integer,
    closed: integer,
    merged: integer,
    forums: byId,
    categories: byIdOrNone,
    statuses: byIdOrNone,
    states: listOf({ state: { type: 'string' }, count: integer }),
  },
}

export const suggestionPreviewOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/suggestions/counts',
    summary: 'Count suggestions by forum, category, status and state',
    description:
      'From counters, so it is fast for any number of suggestions. Takes the filters of the list that have counters.',
    query: Object.fromEntries(
      countedFilters.map((name) => [
        name,
        { description: `As in the list of suggestions.`, schema: { type: 'string' } },
      ]),
    ),
    tag: 'suggestions',
    answer: answerOf('counts', Counts),
    handle: ({ query, context: { reader } }) => countSuggestions(reader, query),
  },
  {
    method: 'GET',
    path: '/suggestions/:id/merge_preview',
    summary: 'Preview a merge into a suggestion',
    description:
      'What would move, what would stay with the merged suggestions, and the counts of the suggestion after the merge. ' +
      'Suggestions that cannot be merged are in `errors`.',
    query: {
      ids: {
        description: `The suggestions to merge into it, up to ${MAX_IDS}.`,
        required: true,
        example: '6,7',
        schema: { type: 'string' },
      },
    },
    tag: 'suggestions',
    answer: answerOf('merge_preview', MergePreview),
    handle: ({ params, query, context: { reader } }) =>
      previewMerge(reader, parsePathId(suggestions, params), parseIds(query.ids)),
  },
  {
    method: 'GET',
    path: '/suggestions/:id/notification_preview',
    summary: 'Preview whom a status update of a suggestion concerns',
    description:
      'Counts subscribed supporters and followers who are not blocked and receive notifications. `links` has ten of them; ' +
      '`includes=users` adds their records.',
    query: {
      includes: { description: '`users`, or nothing.', schema: { type: 'string' } },
    },
    tag: 'suggestions',
    answer: answerOf('notification_preview', NotificationPreview, {
      users: { type: 'array', items: { type: 'object' } },
    }),
    handle: ({ params, includes, context: { reader } }) =>
      previewNotification(reader, parsePathId(suggestions, params), includes.includes('users')),
  },
]

function parseIds(input: unknown): number[] {
  const texts = input === undefined ? [] : parseList(input)
  if (texts.length === 0) throw invalidIds('required', 'required')
  if (texts.length > MAX_IDS)
    throw invalidIds(`too many ids (${texts.length}). Maximum: ${MAX_IDS}`, 'max_length')
  return texts.map((text) => {
    const id = parseId(text)
    if (id === undefined)
      throw invalidIds(`${JSON.stringify(text.slice(0, 100))} is not an id`, 'int')
    return id
  })
}

const invalidIds = (problem: string, code: string) =>
  new ApiError('malformed', `ids: ${problem}.`, { ids: code })
