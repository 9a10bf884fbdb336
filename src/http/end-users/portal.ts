// The whole of a portal: its statuses, the roadmap by them, and official answers.
import { Type } from 'typebox'
import { answerArray } from '../../read/answer.ts'
import { findStatuses } from '../../read/end-users/statuses.ts'
import { addedCondition, parseListRequest } from '../../read/list-request.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { ideaUpdates } from '../../resources/end-users/updates.ts'
import { flag, integer, listOf, object, text } from '../responses/answer-schemas.ts'
import { type EndUserCall, type EndUserOperation, readAccess } from './declaration.ts'
import { requireForum, requireIdea } from './doors.ts'
import { answerPage, inForums, pageParameters } from './lists.ts'

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
    summary: 'List official answers, the newest first',
    tag: 'portal',
    query: { forum, ...pageParameters },
    hasPages: true,
    answer: { arrayOf: ideaUpdates },
    handle: async (call) =>
      answerPage(call, ideaUpdates, {}, [
        addedCondition(ideaUpdates, 'visible'),
        ...inForums(ideaUpdates, await forumsAsked(call)),
      ]),
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
      const { target } = await requireIdea(call, await readAccess(call))
      return answerPage(call, ideaUpdates, {}, [
        addedCondition(ideaUpdates, 'visible'),
        addedCondition(ideaUpdates, 'idea', [target.id]),
      ])
    },
  },
]
