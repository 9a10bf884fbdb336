// What an action would do before it is done, and the numbers beside filters.
import { Type } from 'typebox'
import { readLanguage } from '../../auth/staff/language.ts'
import { ApiError, invalidInput, type Problem } from '../../core/api-error.ts'
import { parseId, parseList } from '../../core/values.ts'
import { parseListRequest } from '../../read/list-request.ts'
import { readMailLook } from '../../read/mail-look.ts'
import { previewMerge } from '../../read/merge-preview.ts'
import { previewNotification } from '../../read/notification-preview.ts'
import { renderStatusMail } from '../../read/status-mail.ts'
import { countedFilters, countSuggestions } from '../../read/suggestion-counts.ts'
import {
  groupings,
  groupSuggestions,
  MAX_COUNTED,
  MAX_GROUPS,
  parseGrouping,
} from '../../read/suggestion-groups.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { ClearableId, LongText, MimeType } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { limitToPermitted } from '../resource-routes.ts'
import {
  flag,
  inScope,
  integer,
  listOf,
  number,
  object,
  orNull,
  text,
} from '../responses/answer-schemas.ts'
import { mergeInput, parsePathId } from '../stages/call.ts'

const MAX_IDS = 1000

const MergePreview = object({
  moves: object({
    suggestions: integer,
    supporters: integer,
    duplicate_supporters: integer,
    votes: integer,
    comments: integer,
    feedback_records: integer,
  }),
  stays: object({ notes: integer, attachments: inScope('files', integer) }),
  after: object({
    supporters_count: integer,
    votes_count: integer,
    comments_count: integer,
    requests_count: integer,
    account_supporters_count: inScope('people', integer),
    supporting_accounts_count: inScope('people', integer),
    supporter_revenue: inScope('people', number),
  }),
  errors: listOf(object({ id: integer, reason: text })),
})

export const NOTIFICATION_PREVIEW = object({
  notification_preview: object({
    people_count: integer,
    links: inScope('people', object({ users: listOf(integer) })),
  }),
  users: Type.Optional(listOf(Type.Unsafe<object>({ type: 'object' }))),
})

export const PREVIEW_QUERY = {
  includes: { description: '`users`, or nothing.', schema: { type: 'string' } },
} as const

const StatusUpdate = Type.Object({
  body: Type.Optional(LongText),
  body_mime_type: MimeType,
  links: Type.Optional(Type.Object({ status: ClearableId })),
})
const statusUpdateReader = createInputReader(StatusUpdate)

const byId = listOf(object({ id: integer, count: integer }))
const byIdOrNone = listOf(object({ id: orNull(integer), count: integer }))
const Counts = object({
  total: integer,
  open: integer,
  closed: integer,
  merged: integer,
  forums: byId,
  categories: byIdOrNone,
  statuses: byIdOrNone,
  states: listOf(object({ state: text, count: integer })),
})

export const suggestionPreviewOperations = (): Operation[] => [
  declareOperation({
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
    answer: object({ counts: Counts }),
    render: ({ query, context: { reader } }) => countSuggestions(reader, query),
  }),
  declareOperation({
    method: 'GET',
    path: '/suggestions/groups',
    summary: 'Count the suggestions of a list by status, forum, category or label',
    description:
      'Takes the filters of the list. The groups are in the order of their names or positions, and `id` is null for the suggestions ' +
      'without one. A group is the list with the filter of its id (`status=1`), or with `status_none=true`. A suggestion counts ' +
      `for each of its labels. \`count\` is null when more than ${MAX_COUNTED} suggestions match that have no counters. At most ` +
      `${MAX_GROUPS} groups; \`is_complete\` says whether these are all.`,
    ofList: suggestions,
    query: {
      by: {
        description: 'What to group by.',
        required: true,
        example: 'status',
        schema: { type: 'string', enum: groupings },
      },
    },
    tag: 'suggestions',
    answer: object({
      groups: listOf(object({ id: orNull(integer), count: orNull(integer) })),
      is_complete: flag,
    }),
    handle({ request, query: { by, ...query }, isStrict, context: { reader } }) {
      return groupSuggestions(reader, parseGrouping('by', by), query, (of) => {
        const list = parseListRequest(suggestions, of, isStrict)
        limitToPermitted(request, suggestions, list)
        return list
      })
    },
  }),
  declareOperation({
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
    answer: object({ merge_preview: MergePreview }),
    render: ({ params, query, context: { reader } }) =>
      previewMerge(reader, parsePathId(suggestions, params), parseIds(query.ids)),
  }),
  declareOperation({
    method: 'GET',
    path: '/suggestions/:id/notification_preview',
    summary: 'Preview whom a status update of a suggestion concerns',
    description:
      'Counts subscribed supporters and followers who are not blocked and receive notifications. `links` has ten of them; ' +
      '`includes=users` adds their records.',
    query: PREVIEW_QUERY,
    tag: 'suggestions',
    answer: NOTIFICATION_PREVIEW,
    render: ({ params, includes, context: { reader } }) =>
      previewNotification(
        reader,
        suggestions,
        parsePathId(suggestions, params),
        includes.includes('users'),
      ),
  }),
  declareOperation({
    method: 'POST',
    path: '/suggestions/:id/mail_preview',
    summary: 'Preview the mail about a status update of a suggestion',
    description:
      'Takes the members of a status update and writes nothing. It is in the language of the caller, with the introduction and the footer of the installation. `html` has no styles, and its addresses are complete.',
    body: StatusUpdate,
    tag: 'suggestions',
    answer: object({ mail_preview: object({ subject: text, text, html: text }) }),
    async handle(call) {
      const problems: Problem[] = []
      const input = await statusUpdateReader.readInSlices(mergeInput(call), problems)
      if (problems.length > 0) throw invalidInput(problems)
      const { links, ...update } = input
      const id = parsePathId(suggestions, call.params)
      const { reader, settings, translations } = call.context
      const { texts } = readMailLook(settings, reader.baseUrl)
      const mail = await renderStatusMail({ ...reader, texts, translations }, id, {
        ...update,
        status: links?.status,
        language: await readLanguage(reader.pool, call.identity.userId),
      })
      return { mail_preview: mail }
    },
  }),
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
