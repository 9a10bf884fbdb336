import { Type } from 'typebox'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { answerObject } from '../../read/answer.ts'
import type { IdeaPlace } from '../../read/end-users/places.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { PORTAL, suggestIdea } from '../../write/end-users.ts'
import {
  addSupporter,
  followSuggestion,
  removeVote,
  unfollowSuggestion,
  vote,
} from '../../write/supporters.ts'
import { createInputReader } from '../body/input.ts'
import { mergeInput } from '../stages/call.ts'
import { countContribution } from './contributions.ts'
import {
  END_USERS_PATH,
  type EndUserCall,
  type EndUserOperation,
  personOf,
  readAccess,
} from './declaration.ts'
import {
  decideAbout,
  isMerged,
  notShown,
  requireForum,
  requireIdea,
  requirePublishedIdea,
  requireYes,
} from './doors.ts'
import { Decision } from './forums.ts'
import { answerIdeas, ideaParameters } from './lists.ts'

const can = Type.Object({ can: Type.Object({ support: Decision, comment: Decision }) })
const answer = { objectOf: ideas, members: can }

const NewIdea = Type.Object({
  suggestion: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 140 }),
    text: Type.Optional(Type.String({ maxLength: 10_000, description: 'Plain text.' })),
    category_id: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  }),
})
const newIdea = createInputReader(NewIdea)

/** The members can also be sent without the object around them. */
const readNewIdea = (call: EndUserCall) => {
  const input = mergeInput(call) as Record<string, unknown> | null
  const isWrapped = typeof input?.suggestion === 'object'
  return newIdea.read(isWrapped ? input : { suggestion: input }).suggestion
}

/** The idea with what the caller may do about it. */
export async function answerIdea(
  { context }: EndUserCall,
  access: ForumAccess,
  idea: IdeaPlace,
): Promise<string> {
  const text = await answerObject(context.reader, ideas, idea.target.id)
  if (text === undefined) throw notShown('idea', String(idea.id))
  const decisions = {
    support: decideAbout(access, idea, 'support'),
    comment: decideAbout(access, idea, 'comment'),
  }
  return `${text.slice(0, -1)},"can":${JSON.stringify(decisions)}}`
}

async function findPublished(call: EndUserCall) {
  const access = await readAccess(call)
  return { access, idea: await requirePublishedIdea(call, access) }
}

export async function castVote(call: EndUserCall): Promise<string> {
  const { access, idea } = await findPublished(call)
  requireYes(decideAbout(access, idea, 'support'), 'support')
  await countContribution(call, 'vote')
  const { context, request } = call
  const userId = personOf(call)
  const support = {
    person: { id: userId },
    channel: PORTAL,
    links: { suggestion: idea.target.id },
  }
  const { db } = context
  await (db.isTransaction
    ? inTransaction(db, (tx) => addSupporter(tx, userId, support))
    : vote(db, userId, support, { userId, requestId: request.id }))
  return answerIdea(call, access, idea)
}

export async function withdrawVote(call: EndUserCall): Promise<string> {
  // Also where nobody votes any more: it is theirs.
  const { access, idea } = await findPublished(call)
  await inTransaction(call.context.db, (tx) => removeVote(tx, personOf(call), idea.target.id))
  return answerIdea(call, access, idea)
}

export const following = (follow: typeof followSuggestion) => async (call: EndUserCall) => {
  const { access, idea } = await findPublished(call)
  await inTransaction(call.context.db, (tx) => follow(tx, idea.target.id, personOf(call)))
  return answerIdea(call, access, idea)
}

/** The same below the forum, as the hosted product has it, and below the idea. */
const PLACES = ['/forums/:forum/ideas/:id', '/ideas/:id']

const about = (action: string, operation: Omit<EndUserOperation, 'path' | 'tag' | 'answer'>) =>
  PLACES.map(
    (place): EndUserOperation => ({
      ...operation,
      path: `${place}/${action}`,
      tag: 'ideas',
      needs: 'person',
      answer,
    }),
  )

const readIdea = async (call: EndUserCall): Promise<string> => {
  const access = await readAccess(call)
  const idea = await requireIdea(call, access)
  if (!isMerged(idea)) return answerIdea(call, access, idea)
  const { id } = idea.target
  call.reply.code(302).header('location', `${END_USERS_PATH}/ideas/${id}`)
  return JSON.stringify({ id: idea.id, moved_to: id })
}

export async function suggest(call: EndUserCall): Promise<string> {
  const access = await readAccess(call)
  const forumId = requireForum(access, call.params.forum)
  requireYes(access.decide(forumId, 'suggest'), 'suggest')
  const { title, text = '', category_id: categoryId = null } = readNewIdea(call)
  await countContribution(call, 'suggestion')
  const { db, settings } = call.context
  const idea = { forumId, title, text, categoryId }
  const id = await inTransaction(db, (tx) => suggestIdea(tx, personOf(call), idea, settings))
  call.reply.header('location', `${END_USERS_PATH}/ideas/${id}`)
  return answerIdea(call, access, await requireIdea(call, access, String(id)))
}

export const ideaOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/ideas',
    summary: 'List and search the ideas of all forums that the caller sees',
    tag: 'ideas',
    query: ideaParameters,
    hasPages: true,
    answer: { arrayOf: ideas },
    handle: async (call) => answerIdeas(call, (await readAccess(call)).forumsToSee),
  },
  ...PLACES.map(
    (path): EndUserOperation => ({
      method: 'GET',
      path,
      summary: 'Get an idea',
      description: 'An idea that was merged into another one leads there, with status 302.',
      tag: 'ideas',
      answer,
      handle: readIdea,
    }),
  ),
  {
    method: 'POST',
    path: '/forums/:forum/ideas',
    summary: 'Suggest an idea',
    description: 'The author supports it. Whether it waits for approval is in `state`.',
    tag: 'ideas',
    needs: 'person',
    body: NewIdea,
    answer,
    status: 201,
    handle: suggest,
  },
  ...about('vote', {
    method: 'POST',
    summary: 'Support an idea',
    description: 'A second time changes nothing.',
    handle: castVote,
  }),
  ...about('vote', {
    method: 'DELETE',
    summary: 'Withdraw the support of an idea',
    handle: withdrawVote,
  }),
  ...about('follow', {
    method: 'POST',
    summary: 'Follow an idea',
    description: 'The person gets the news of it.',
    handle: following(followSuggestion),
  }),
  ...about('follow', {
    method: 'DELETE',
    summary: 'Stop following an idea',
    handle: following(unfollowSuggestion),
  }),
]
