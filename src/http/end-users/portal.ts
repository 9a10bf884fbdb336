// The whole of a portal: its statuses, the roadmap by them, announcements and official answers.
import { type Static, Type } from 'typebox'
import { formatTime, parseId } from '../../core/values.ts'
import { answerAll, answerTo, askForArray } from '../../read/answer.ts'
import { findStatuses, type PortalStatus } from '../../read/end-users/statuses.ts'
import {
  addedCondition,
  parseListRequest,
  parsePositiveInteger,
  singleValue,
} from '../../read/list-request.ts'
import {
  askForAnnouncement,
  askForUpdates,
  type FoundAnnouncement,
  type Update as FoundUpdate,
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

/** So many lanes are one statement. */
const MAX_TOGETHER = 20

export type RoadmapLane = { status: PortalStatus; ideas_count: number; ideas: string }

/** Those that have ideas. Planned for its statuses each time: a rare one and a common one need different plans. */
export async function readLanes(
  { context: { reader } }: EndUserCall,
  statuses: PortalStatus[],
  { forums, length }: { forums: number[] | null; length: number },
): Promise<RoadmapLane[]> {
  const ask = ({ id }: PortalStatus) => {
    const query = { status: String(id), sort: '-supporters_count', per_page: length }
    const list = parseListRequest(ideas, query, false)
    list.conditions.push(...inForums(ideas, forums), addedCondition(ideas, 'visible'))
    return askForArray(reader, ideas, list)
  }
  const lanes: RoadmapLane[] = []
  for (let begin = 0; begin < statuses.length; begin += MAX_TOGETHER) {
    const some = statuses.slice(begin, begin + MAX_TOGETHER)
    const asked = await Promise.all(some.map(ask))
    const answers = await answerAll(reader, asked, { isPrepared: false })
    for (const [i, { body, pagination }] of answers.entries())
      if (body !== '[]')
        lanes.push({
          status: some[i] as PortalStatus,
          ideas_count: pagination.total_records ?? 0,
          ideas: body,
        })
  }
  return lanes
}

async function answerRoadmap(call: EndUserCall, forums: number[] | null): Promise<string> {
  const statuses = await findStatuses(call.context.reader.pool)
  const lanes = await readLanes(call, statuses, { forums, length: LANE_LENGTH })
  const texts = lanes.map(
    ({ status, ideas_count, ideas: body }) =>
      `{"status":${JSON.stringify(status)},"ideas_count":${ideas_count},"ideas":${body}}`,
  )
  return `[${texts.join(',')}]`
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

type Update = Static<typeof Update>

export function renderUpdate(baseUrl: string, update: FoundUpdate): Update {
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
    status: status && { id: status.id, name: status.name, color: status.color },
    ideas: suggestions.map((idea) => ({
      id: idea.id,
      title: idea.title,
      forum_id: idea.forum_id,
      portal_url: `${baseUrl}/suggestions/${idea.id}`,
    })),
    portal_url: type === 'announcement' ? `${baseUrl}/updates/${id}` : null,
    created_at: formatTime(update.published_at),
  }
}

/** The page of the query, and the cursor of the next one. */
export async function readUpdates({ query, context }: EndUserCall, forums: number[] | null) {
  const limit = Math.min(parsePositiveInteger(query, 'per_page', 20), MAX_UPDATES)
  const asked = { limit, cursor: singleValue(query, 'cursor') }
  return answerTo(context.reader, askForUpdates({ forums }, asked))
}

async function answerUpdates(call: EndUserCall): Promise<string> {
  const { updates, cursor } = await readUpdates(call, await forumsAsked(call))
  if (cursor !== null) linkToCursor(call, cursor)
  const { baseUrl } = call.context.reader
  return JSON.stringify(updates.map((update) => renderUpdate(baseUrl, update)))
}

/** A published one that the caller may see. */
export async function readAnnouncement(
  { context: { reader } }: EndUserCall,
  forums: number[] | null,
  text = '',
): Promise<FoundAnnouncement> {
  const id = parseId(text)
  const found =
    id === undefined ? undefined : await answerTo(reader, askForAnnouncement({ forums }, id))
  if (!found) throw notShown('announcement', text)
  return found
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
    handle: async (call) => answerRoadmap(call, await forumsAsked(call)),
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
      const { forumsToSee } = await readAccess(call)
      const { update } = await readAnnouncement(call, forumsToSee, call.params.id)
      return JSON.stringify(renderUpdate(call.context.reader.baseUrl, update))
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
