import { Type } from 'typebox'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { answerObject } from '../../read/answer.ts'
import { answerSimilarIdeas } from '../../read/end-users/similar.ts'
import { addedCondition } from '../../read/list-request.ts'
import { portalForums } from '../../resources/end-users/forums.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { type EndUserOperation, readAccess } from './declaration.ts'
import { notShown, requireForum } from './doors.ts'
import {
  answerIdeas,
  answerPage,
  ideaParameters,
  inForums,
  pageParameters,
  parseTitle,
} from './lists.ts'

/** What the caller may do, and what they could do as somebody else. */
export const Decision = Type.Enum(['yes', 'guest', 'sign_in', 'no'], {
  description:
    'guest: with a name and an address on the portal. sign_in: after signing in. no: also for an idea or a forum that is closed.',
})
const can = Type.Object({
  can: Type.Object({ support: Decision, comment: Decision, suggest: Decision }),
})

const withDecisions = (access: ForumAccess, forum: { id: number }) => ({
  ...forum,
  can: {
    support: access.decide(forum.id, 'support'),
    comment: access.decide(forum.id, 'comment'),
    suggest: access.decide(forum.id, 'suggest'),
  },
})

/** Those that the caller sees. */
export const currentForums = ({ forumsToSee }: ForumAccess) => [
  addedCondition(portalForums, 'current'),
  ...inForums(portalForums, forumsToSee),
]

const title = {
  description: 'The title that somebody writes, up to 140 characters.',
  required: true,
  example: 'Dark mode',
  schema: { type: 'string', minLength: 1, maxLength: 140 },
}

export const forumOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/forums',
    summary: 'List the forums that the caller sees',
    tag: 'forums',
    query: pageParameters,
    hasPages: true,
    answer: { arrayOf: portalForums, members: can },
    async handle(call) {
      const access = await readAccess(call)
      const conditions = currentForums(access)
      const forums: { id: number }[] = JSON.parse(
        await answerPage(call, portalForums, {}, conditions),
      )
      return JSON.stringify(forums.map((forum) => withDecisions(access, forum)))
    },
  },
  {
    method: 'GET',
    path: '/forums/:forum',
    summary: 'Get a forum',
    tag: 'forums',
    answer: { objectOf: portalForums, members: can },
    async handle(call) {
      const { params, context } = call
      const access = await readAccess(call)
      const id = requireForum(access, params.forum)
      const forum = await answerObject(context.reader, portalForums, id)
      if (forum === undefined) throw notShown('forum', String(id))
      return JSON.stringify(withDecisions(access, JSON.parse(forum)))
    },
  },
  {
    method: 'GET',
    path: '/forums/:forum/ideas',
    summary: 'List the ideas of a forum',
    tag: 'ideas',
    query: ideaParameters,
    hasPages: true,
    answer: { arrayOf: ideas },
    handle: (call) => answerIdeas(call, (access) => [requireForum(access, call.params.forum)]),
  },
  {
    method: 'GET',
    path: '/forums/:forum/similar',
    summary: 'List ideas of a forum with a similar title',
    description: 'At most five, the most similar first.',
    tag: 'ideas',
    query: { title },
    answer: { arrayOf: ideas },
    async handle(call) {
      const id = requireForum(await readAccess(call), call.params.forum)
      return answerSimilarIdeas(call.context.reader, parseTitle(call.query), [id])
    },
  },
  {
    method: 'GET',
    path: '/similar',
    summary: 'List ideas of all forums with a similar title',
    description: 'At most five, the most similar first.',
    tag: 'ideas',
    query: { title },
    answer: { arrayOf: ideas },
    async handle(call) {
      const { forumsToSee } = await readAccess(call)
      return answerSimilarIdeas(call.context.reader, parseTitle(call.query), forumsToSee)
    },
  },
]
