import { Type } from 'typebox'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { answerObject, answerTogether, askForRecords } from '../../read/answer.ts'
import { askForIdeaPlace } from '../../read/end-users/places.ts'
import { ideas } from '../../resources/end-users/ideas.ts'
import type { IdeaPlace } from '../../resources/end-users/places.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { changeOwnIdea, deleteOwnIdea, PORTAL, suggestIdea } from '../../write/end-users.ts'
import {
  addSupporter,
  followSuggestion,
  removeVote,
  unfollowSuggestion,
  vote,
  voteWhereAllowed,
} from '../../write/supporters.ts'
import { createInputReader } from '../body/input.ts'
import { mergeInput } from '../stages/call.ts'
import { AttachmentIds } from './attachments.ts'
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
  type FoundIdea,
  isMerged,
  notShown,
  requireForum,
  requireIdea,
  requirePublishedIdea,
  requireShown,
  requireYes,
} from './doors.ts'
import { FormAnswers } from './form-answers.ts'
import { Decision } from './forums.ts'
import { findCurrentAccess, readWithAccess } from './kept-tiers.ts'
import { answerIdeas, ideaParameters } from './lists.ts'

const can = Type.Object({ can: Type.Object({ support: Decision, comment: Decision }) })
const answer = { objectOf: ideas, members: can }

const Title = Type.String({ minLength: 1, maxLength: 140 })
const Text = Type.Optional(Type.String({ maxLength: 10_000, description: 'Plain text.' }))
const CategoryId = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))

const NewIdea = Type.Object({
  suggestion: Type.Object({
    title: Title,
    text: Text,
    category_id: CategoryId,
    attachment_ids: AttachmentIds,
    custom_fields: FormAnswers,
  }),
})
const newIdea = createInputReader(NewIdea)

/** Throws for what `POST` would refuse because of its form. */
export const checkNewIdea = (suggestion: object) => newIdea.read({ suggestion })

const ChangedIdea = Type.Object({
  suggestion: Type.Object({
    title: Type.Optional(Title),
    text: Text,
    category_id: CategoryId,
    attachment_ids: AttachmentIds,
    custom_fields: FormAnswers,
  }),
})
const changedIdea = createInputReader(ChangedIdea)

/** The members can also be sent without the object around them. */
const wrapped = (call: EndUserCall) => {
  const input = mergeInput(call) as Record<string, unknown> | null
  return typeof input?.suggestion === 'object' ? input : { suggestion: input }
}

/** The idea with what the caller may do about it. */
export async function answerIdea(
  { context }: EndUserCall,
  access: ForumAccess,
  idea: IdeaPlace,
): Promise<string> {
  const text = await answerObject(context.reader, ideas, idea.target.id)
  if (text === undefined) throw notShown('idea', String(idea.id))
  return addDecisions(text, access, idea)
}

const addDecisions = (text: string, access: ForumAccess, idea: IdeaPlace): string =>
  `${text.slice(0, -1)},"can":${JSON.stringify(decisionsAbout(access, idea))}}`

/** What the caller may do about it. */
export const decisionsAbout = (access: ForumAccess, idea: IdeaPlace) => ({
  support: decideAbout(access, idea, 'support'),
  comment: decideAbout(access, idea, 'comment'),
})

/** Mostly the statement that votes also says whether the person may. What is refused or unusual is looked at step by step. */
export async function castVote(call: EndUserCall): Promise<string> {
  const { id: segment = '', forum } = call.params
  const { db, tiers } = call.context
  const id = parseId(segment)
  const isPlain = !db.isTransaction && forum === undefined && id !== undefined
  let known = isPlain ? await findCurrentAccess(tiers, call) : undefined
  if (!known || id === undefined)
    return castCheckedVote(call, () => countContribution(call, 'vote'))
  await countContribution(call, 'vote')
  for (let attempt = 0; known && attempt < MAX_ATTEMPTS; attempt++) {
    const { access, version } = known
    const forums = access.forumsWith('support')
    const vote = { ...voteOf(call), id }
    const idea = await voteWhereAllowed(db, vote, originOf(call), { forums, version })
    if (idea) return answerIdea(call, access, idea)
    known = await findCurrentAccess(tiers, call, version)
  }
  return castCheckedVote(call, async () => {})
}

/** With tiers that were current when they were read. */
const MAX_ATTEMPTS = 2

const voteOf = (call: EndUserCall) => ({ person: { id: personOf(call) }, channel: PORTAL })

const originOf = (call: EndUserCall) => ({ userId: personOf(call), requestId: call.request.id })

async function castCheckedVote(call: EndUserCall, count: () => Promise<void>): Promise<string> {
  const { access, idea } = await requirePublishedIdea(call)
  requireYes(decideAbout(access, idea, 'support'), 'support')
  await count()
  const { db } = call.context
  const userId = personOf(call)
  const support = { ...voteOf(call), links: { suggestion: idea.target.id } }
  await (db.isTransaction
    ? inTransaction(db, (tx) => addSupporter(tx, userId, support))
    : vote(db, userId, support, originOf(call)))
  return answerIdea(call, access, idea)
}

export async function withdrawVote(call: EndUserCall): Promise<string> {
  // Also where nobody votes any more: it is theirs.
  const { access, idea } = await requirePublishedIdea(call)
  await inTransaction(call.context.db, (tx) => removeVote(tx, personOf(call), idea.target.id))
  return answerIdea(call, access, idea)
}

export const following = (follow: typeof followSuggestion) => async (call: EndUserCall) => {
  const { access, idea } = await requirePublishedIdea(call)
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
  const { id: segment = '' } = call.params
  const asked = parseId(segment)
  if (asked === undefined) throw notShown('idea', segment)
  const { access, idea, text } = await readWithAccess(
    call.context.tiers,
    call,
    async (access, { context: { reader } }) => {
      const { place, text } = await answerTogether(reader, {
        place: askForIdeaPlace(asked),
        text: askForRecords(reader, ideas, [asked]),
      })
      return { access, idea: requireShown(call, access, place, segment), text }
    },
  )
  if (!isMerged(idea)) return addDecisions(text ?? '', access, idea)
  const { id } = idea.target
  call.reply.code(302).header('location', `${END_USERS_PATH}/ideas/${id}`)
  return JSON.stringify({ id: idea.id, moved_to: id })
}

/** An idea of the caller, which was merged into no other. */
export async function requireOwnIdea(call: EndUserCall): Promise<FoundIdea> {
  const found = await requireIdea(call)
  const { idea } = found
  if (idea.createdById !== personOf(call))
    throw new ApiError('forbidden', 'This idea is not yours. Only its author changes it.')
  if (isMerged(idea))
    throw new ApiError(
      'conflict',
      `Idea ${idea.id} was merged into idea ${idea.target.id}, and cannot be changed.`,
    )
  return found
}

export async function changeIdea(call: EndUserCall): Promise<string> {
  const { access, idea } = await requireOwnIdea(call)
  requireYes(access.decide(idea.forumId, 'suggest'), 'suggest')
  const sent = changedIdea.read(wrapped(call)).suggestion
  const { category_id, attachment_ids, custom_fields, ...texts } = sent
  const { db, settings } = call.context
  const changes = {
    ...texts,
    categoryId: category_id,
    attachmentIds: attachment_ids,
    answers: custom_fields,
  }
  const own = { id: idea.id, userId: personOf(call) }
  await inTransaction(db, (tx) => changeOwnIdea(tx, own, changes, settings))
  return answerIdea(call, access, idea)
}

export async function removeIdea(call: EndUserCall): Promise<string> {
  const { access, idea } = await requireOwnIdea(call)
  const removed = await answerIdea(call, access, idea)
  await inTransaction(call.context.db, (tx) => deleteOwnIdea(tx, personOf(call), idea.id))
  return removed
}

export async function suggest(call: EndUserCall): Promise<string> {
  const access = await readAccess(call)
  const forumId = requireForum(access, call.params.forum)
  requireYes(access.decide(forumId, 'suggest'), 'suggest')
  const sent = newIdea.read(wrapped(call)).suggestion
  const { title, text = '', category_id: categoryId = null } = sent
  const { attachment_ids: attachmentIds = [], custom_fields: answers = {} } = sent
  await countContribution(call, 'suggestion')
  const { db, settings } = call.context
  const idea = { forumId, title, text, categoryId, attachmentIds, answers }
  const id = await inTransaction(db, (tx) => suggestIdea(tx, personOf(call), idea, settings))
  call.reply.header('location', `${END_USERS_PATH}/ideas/${id}`)
  const created = await requireIdea(call, String(id))
  return answerIdea(call, created.access, created.idea)
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
    handle: (call) => answerIdeas(call, ({ forumsToSee }) => forumsToSee),
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
  ...PLACES.flatMap((path): EndUserOperation[] => [
    {
      method: 'PUT',
      path,
      summary: 'Change an idea of the caller',
      description:
        'While nobody else supports it or answered; then 409. Members that are absent stay. `attachment_ids` replaces the files that the author added.',
      tag: 'ideas',
      needs: 'person',
      body: ChangedIdea,
      answer,
      handle: changeIdea,
    },
    {
      method: 'DELETE',
      path,
      summary: 'Delete an idea of the caller',
      description: 'While nobody else supports it or answered; then 409.',
      tag: 'ideas',
      needs: 'person',
      answer,
      handle: removeIdea,
    },
  ]),
  {
    method: 'POST',
    path: '/forums/:forum/ideas',
    summary: 'Suggest an idea',
    description:
      'The author supports it. Whether it waits for approval is in `state`. `custom_fields` of the forum says what the form asks besides.',
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
