// The whole of a portal: its statuses, the roadmap by them, announcements and official answers.
import { type Static, Type } from 'typebox'
import { formatTime, parseId } from '../../core/values.ts'
import { answerArray } from '../../read/answer.ts'
import { findStatuses } from '../../read/end-users/statuses.ts'
import {
  addedCondition,
  parseListRequest,
  parsePositiveInteger,
  singleValue,
} from '../../read/list-request.ts'
import {
  type Update as FoundUpdate,
  findAnnouncement,
  listUpdates,
  MAX_UPDATES,
} from '../../read/updates.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { type EndUserCall, type EndUserOperation, readAccess } from './declaration.ts'
import { notShown, requireForum, requireIdea } from './doors.ts'
import { answerPage, cursorParameters, inForums, linkToCursor, pageParameters } from './lists.ts'

const Status = object({ id: integer, name: text, color: text, is_open: flag })
const Lane = object({
  status: Status,
  ideas_count: integer,
  ideas: listOf(Type.Unsafe<object>({ $ref: '#/components/schemas/idea' })),
})

/** The most supported ideas of each status. */
const LANE_LENGTH = 20

const forum = {
  description: 'The id of a forum. Default: all forums that the caller sees.',
  schema: { type: 'integer' },
}

/** The asked forum, or all that the caller sees. */
async function forumsAsked(call: EndUserCall): Promise<number[] | null> {
  const access = await readAccess(call)
  const { forum: asked } = call.query
  return asked === undefined || asked === ''
    ? access.forumsToSee
    : [requireForum(access, String(asked))]
}

/** One statement for each lane: a rare status and a common one need different plans. */
async function answerRoadmap(call: EndUserCall): Promise<string> {
  const forums = await forumsAsked(call)
  const { reader } = call.context
  const lanes: string[] = []
  for (const status of await findStatuses(reader.pool)) {
    const list = parseListRequest(
      ideas,
      { status: String(status.id), sort: '-supporters_count', per_page: LANE_LENGTH },
      false,
    )
    list.conditions.push(...inForums(ideas, forums), addedCondition(ideas, 'visible'))
    const { body, pagination } = await answerArray(reader, ideas, list)
    if (body !== '[]')
      lanes.push(
        `{"status":${JSON.stringify(status)},"ideas_count":${pagination.total_records},"ideas":${body}}`,
      )
  }
  return `[${lanes.join(',')}]`
}

const Update = object({
  type: Type.Enum(['announcement', 'status_update']),
  id: integer,
  title: orNull(text),
  text,
  text_type: text,
  types: listOf(text),
  picture_url: orNull(text),
  picture_alt: text,
  status: orNull(object({ id: integer, name: text, color: text })),
  ideas: listOf(object({ id: integer, title: text, forum_id: integer, portal_url: text })),
  portal_url: orNull(text),
  created_at: text,
})

function renderUpdate(baseUrl: string, update: FoundUpdate): Static<typeof Update> {
  const { type, id, title, body, body_mime_type, types, picture, status, suggestions } = update
  return {
    type,
    id,
    title,
    text: body,
    text_type: body_mime_type || 'text/plain',
    types,
    picture_url: picture && `${baseUrl}/files/${picture.key}`,
    picture_alt: picture?.alt ?? '',
    status: status && { id: status.id, name: status.name, color: status.hex_color },
    ideas: suggestions.map((idea) => ({
      ...idea,
      portal_url: `${baseUrl}/suggestions/${idea.id}`,
    })),
    portal_url: type === 'announcement' ? `${baseUrl}/updates/${id}` : null,
    created_at: formatTime(update.published_at),
  }
}

async function answerUpdates(call: EndUserCall): Promise<string> {
  const { query, context } = call
  const { pool, baseUrl } = context.reader
  const scope = { forums: await forumsAsked(call) }
  const limit = Math.min(parsePositiveInteger(query, 'per_page', 20), MAX_UPDATES)
  const asked = { limit, cursor: singleValue(query, 'cursor') }
  const { updates, cursor } = await listUpdates(pool, scope, asked)
  if (cursor !== null) linkToCursor(call, cursor)
  return JSON.stringify(updates.map((update) => renderUpdate(baseUrl, update)))
}

export const portalOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/statuses',
    summary: 'List the statuses of ideas',
    tag: 'portal',
    answer: { schema: listOf(Status) },
    handle: async ({ context }) => JSON.stringify(await findStatuses(context.reader.pool)),
  },
  {
    method: 'GET',
    path: '/roadmap',
    summary: 'List the ideas by status',
    description: `Each status that has ideas, with its ${LANE_LENGTH} most supported ones.`,
    tag: 'portal',
    query: { forum },
    answer: { schema: listOf(Lane) },
    handle: answerRoadmap,
  },
  {
    method: 'GET',
    path: '/updates',
    summary: 'List announcements and official answers, the newest first',
    tag: 'portal',
    query: { forum, ...cursorParameters },
    hasPages: true,
    answer: { schema: listOf(Update) },
    handle: answerUpdates,
  },
  {
    method: 'GET',
    path: '/announcements/:id',
    summary: 'Get an announcement',
    tag: 'portal',
    answer: { schema: Update },
    async handle(call) {
      const { id: asked = '' } = call.params
      const id = parseId(asked)
      const { pool, baseUrl } = call.context.reader
      const { forumsToSee: forums } = await readAccess(call)
      const found = id === undefined ? undefined : await findAnnouncement(pool, { forums }, id)
      if (!found) throw notShown('announcement', asked)
      return JSON.stringify(renderUpdate(baseUrl, found))
    },
  },
  {
    method: 'GET',
    path: '/ideas/:id/updates',
    summary: 'List the official answers to an idea, the newest first',
    tag: 'portal',
    query: pageParameters,
    hasPages: true,
    answer: { arrayOf: ideaUpdates },
    async handle(call) {
      const { idea } = await requireIdea(call)
      return answerPage(call, ideaUpdates, {}, [
        addedCondition(ideaUpdates, 'visible'),
        addedCondition(ideaUpdates, 'idea', [idea.target.id]),
      ])
    },
  },
]
