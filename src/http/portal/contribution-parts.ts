// What people add to a suggestion, on its page: the comment form, the actions of comments, files and what its author does.
import type { FastifyRequest } from 'fastify'
import type { SuggestionData } from '../../../portal/pages/suggestion.ts'
import { belowText, besideText } from '../../../portal/parts/about-suggestion.ts'
import {
  type CommentFormData,
  commentActions,
  commentForm,
} from '../../../portal/parts/comment-form.ts'
import type { Comment, Decision, Suggestion } from '../../../portal/records.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { answerObject } from '../../read/answer.ts'
import type { FoundSupport } from '../../read/end-users/support.ts'
import { ideaComments } from '../../resources/end-users/comments.ts'
import { findDraft } from '../../write/portal-drafts.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { newFormToken } from './forms.ts'
import type { Portal, Visit } from './visit.ts'

type Parts = Pick<SuggestionData, 'commentForm' | 'commentActions' | 'below' | 'beside'>

type Contributed = {
  suggestion: Suggestion
  can: { comment: Decision }
  path: string
  support: FoundSupport
}

export const commentFormName = (suggestionId: number) => `comment ${suggestionId}`

export async function contributionParts(
  { context }: Portal,
  { call, view, request }: Pick<Visit, 'call' | 'view'> & { request: FastifyRequest },
  { suggestion, can, path, support: { mergedCount, mergedTitles, supporters } }: Contributed,
): Promise<Parts> {
  const asked = request.query as Record<string, unknown>
  const token = scalarText(asked.draft)
  const draft = await findDraft(context.db, token)
  const replyTo = await findAnswered(call, suggestion.id, draft?.reply_to_id || asked.reply_to)
  const data: CommentFormData = {
    suggestionId: suggestion.id,
    decision: can.comment,
    text: draft?.text ?? '',
    files: [],
    guest: { name: '', email: '' },
    replyTo,
    problems: {},
    // Strangers can get the page from a shared cache.
    formToken: call.caller
      ? await newFormToken(context, request, commentFormName(suggestion.id))
      : '',
    draft: draft && token !== undefined ? token : null,
    hasMail: context.mail !== null,
    path,
  }
  const isForTeam = !call.context.settings.portal_supporters
  const shownSupporters = suggestion.state === 'published' ? supporters : null
  const about = {
    suggestion,
    mergedCount,
    mergedTitles,
    path,
    support: { supporters: shownSupporters, isForTeam },
  }
  return {
    commentForm: commentForm(data, view),
    commentActions: (comment) => commentActions(comment, can.comment, view, path),
    below: belowText(about, view),
    beside: besideText(about, view),
  }
}

/** A published comment on the suggestion; null otherwise. */
export async function findAnswered(
  { context }: EndUserCall,
  suggestionId: number,
  asked: unknown,
): Promise<Comment | null> {
  const id = parseId(scalarText(asked))
  const text = id === undefined ? undefined : await answerObject(context.reader, ideaComments, id)
  const comment: Comment | null = text === undefined ? null : JSON.parse(text)
  return comment?.idea_id === suggestionId && comment.state === 'published' ? comment : null
}
