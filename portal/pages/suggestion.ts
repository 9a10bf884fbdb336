// A suggestion: its text, what became of it, and what people say about it.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { suggestionMetadata } from '../metadata.ts'
import { attachmentList } from '../parts/files.ts'
import { day, formatted, number, pathOf, plural } from '../parts/format.ts'
import { BELL_ICON, CHECK_ICON, COMMENT_ICON } from '../parts/icons.ts'
import { statusBadge } from '../parts/status.ts'
import { voteButton } from '../parts/vote.ts'
import { actionPath, forumPath } from '../paths.ts'
import type { Answer, Comment, Decision, Forum, Suggestion } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export type SuggestionData = {
  forum: Forum
  suggestion: Suggestion
  can: { support: Decision; comment: Decision }
  /** The newest first. */
  answers: Answer[]
  /** In the order of the discussion. */
  comments: Comment[]
  /** Earlier or later comments; null where these are all. */
  nextComments: string | null
  /** `threads`: replies below what they answer. `newest`: the latest first, whatever they answer. */
  order: 'threads' | 'newest'
  /** Whether there are comments before these. */
  isContinued: boolean
  /** Below the discussion: where the visitor writes. */
  commentForm: Html | ''
  /** Of one comment: what the visitor may do with it. */
  commentActions(comment: Comment): Html | ''
  /** Below the text: its files, and what its author does with it. */
  below: Html | ''
  /** In the column beside it. */
  beside: Html | ''
  /** The one thread that is shown; null for all. */
  onlyThread: boolean
  /** For members of the team. */
  staffTools: Html | ''
}

export function suggestionPage(data: SuggestionData, view: View): PortalPage {
  const { forum, suggestion, can, answers } = data
  return {
    title: suggestion.title,
    place: 'forums',
    head: suggestionMetadata(data, view),
    isPrivate: suggestion.state === 'waiting',
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${forumPath(forum)}">${forum.name}</a>${suggestion.category && html` <span aria-hidden="true">›</span> <a href="${forumPath(forum)}?category_id=${suggestion.category.id}">${suggestion.category.name}</a>`}</nav>
<div class="es-columns"><article class="es-suggestion">
<header>${voteButton(suggestion, can.support, view)}<div><h1 class="es-title" dir="auto">${suggestion.title}</h1>
<p class="es-meta">${statusBadge(suggestion.status)}<span>${suggestion.creator_name ?? t`Somebody who left`}</span><span>${day(suggestion.created_at)}</span>${suggestion.comments_count > 0 && html`<a href="#comments">${commentCount(suggestion)}</a>`}</p></div></header>
${suggestion.state === 'waiting' && !view.visitor?.isStaff && html`<p class="es-notice">${t`Only you see this suggestion until a moderator approves it.`}</p>`}
${latestAnswer(answers[0])}
${formatted(suggestion.text, suggestion.text_type)}
${data.below}
${data.staffTools}
</article><aside>${followForm(suggestion, view)}${history(data)}${data.beside}</aside>${discussion(data, view)}</div>`,
  }
}

const commentCount = ({ comments_count: count }: Suggestion) =>
  plural(count, t`1 comment`, t`${number(count)} comments`)

/** What became of the idea comes before its text. */
const latestAnswer = (answer: Answer | undefined): Html | '' =>
  answer === undefined || answer.text === ''
    ? ''
    : html`<section class="es-answer" id="answer" aria-label="${t`Official answer`}"><p class="es-meta"><b>${t`Official answer`}</b>${statusBadge(answer.status)}<span>${answer.creator_name}</span><span>${day(answer.created_at)}</span></p>${formatted(answer.text, answer.text_type)}</section>`

function followForm({ id, following, state }: Suggestion, view: View): Html | '' {
  if (state === 'waiting') return ''
  if (view.visitor === null)
    return view.signInPath === null
      ? ''
      : html`<section><a class="es-button es-quiet es-wide" href="${view.signInPath}">${BELL_ICON}${t`Sign in to follow`}</a></section>`
  return html`<section><form method="post" action="${actionPath(id, following ? 'unfollow' : 'follow')}"><input type="hidden" name="return_to" value="${view.path}"><button class="es-button es-quiet es-wide" aria-pressed="${following ? 'true' : 'false'}">${following ? html`${CHECK_ICON}${t`Following`}` : html`${BELL_ICON}${t`Follow`}`}</button></form>
<p class="es-soft">${following ? t`You get the news of this suggestion.` : t`Get the news of this suggestion.`}</p></section>`
}

/** From the suggestion to today. */
const history = ({ answers, suggestion }: SuggestionData): Html =>
  html`<section><h2>${t`History`}</h2><ol class="es-history">${answers.map(
    (answer) =>
      html`<li>${answer.status === null ? html`<b>${t`Answered`}</b>` : statusBadge(answer.status)}<span class="es-soft">${day(answer.created_at)}</span>${answer !== answers[0] && answer.text !== '' && html`<details><summary>${t`Read the answer`}</summary>${formatted(answer.text, answer.text_type)}</details>`}</li>`,
  )}<li><b>${t`Suggested`}</b><span class="es-soft">${day(suggestion.created_at)}</span></li></ol></section>`

/** From here on, readers get help with finding their way. */
const LONG_DISCUSSION = 10

function discussion(data: SuggestionData, view: View): Html {
  const { comments_count: count } = data.suggestion
  const [path = ''] = view.path.split('?', 1)
  const isLong = count > LONG_DISCUSSION
  return html`<section class="es-discussion" aria-labelledby="comments"><h2 id="comments">${count === 0 ? t`No comments yet` : commentCount(data.suggestion)}</h2>
${data.onlyThread ? html`<p class="es-notice"><a href="${path}#comments">${t`Show all comments`}</a></p>` : isLong && waysToRead(data, path)}
${data.order === 'newest' ? data.comments.map((comment) => commentEntry(comment, data)) : threads(data)}
${data.nextComments !== null && html`<p class="es-more"><a class="es-button es-quiet" rel="next" href="${data.nextComments}">${t`More comments`}</a></p>`}
${data.commentForm}${isLong && bar(data, view)}</section>`
}

const waysToRead = ({ order, isContinued, answers }: SuggestionData, path: string): Html =>
  html`<nav class="es-tabs" aria-label="${t`Order of the comments`}"><a href="${path}#comments"${order === 'threads' && !isContinued && { html: ' aria-current="page"' }}>${t`From the beginning`}</a><a rel="nofollow" href="${path}?order=newest#comments"${order === 'newest' && !isContinued && { html: ' aria-current="page"' }}>${t`Newest first`}</a>${answers[0]?.text && html`<a href="#answer">${t`Official answer`}</a>`}</nav>`

/** On a small screen it stays in view while somebody reads. */
const bar = ({ suggestion, can }: SuggestionData, view: View): Html | '' =>
  can.support === 'no' && can.comment === 'no'
    ? ''
    : html`<div class="es-bar">${can.support !== 'no' && voteButton(suggestion, can.support, view)}${can.comment !== 'no' && html`<a class="es-button es-quiet" href="#comment-form">${COMMENT_ICON}${t`Comment`}</a>`}</div>`

/** As many replies of a comment are shown; if it has many more, somebody opens them. */
const SHOWN_REPLIES = 3
const FEW_MORE = 2

/** Replies of one comment follow it. */
function threads(data: SuggestionData): Html[] {
  const { comments } = data
  const parts: Html[] = []
  for (let i = 0; i < comments.length; ) {
    const answered = comments[i]?.reply_to_id ?? null
    const end = comments.findIndex((comment, at) => at > i && comment.reply_to_id !== answered)
    const until = answered === null ? i + 1 : end === -1 ? comments.length : end
    const entries = comments
      .slice(i, until)
      .map((comment, at) => commentEntry(comment, data, comments[i + at - 1]))
    const hidden = entries.length - SHOWN_REPLIES
    if (hidden > FEW_MORE && !data.onlyThread)
      parts.push(
        ...entries.slice(0, SHOWN_REPLIES),
        html`<details class="es-replies"><summary>${t`Show ${number(hidden)} more replies`}</summary>${entries.slice(SHOWN_REPLIES)}</details>`,
      )
    else parts.push(...entries)
    i = until
  }
  return parts
}

/** A reply follows what it answers; else that is on another page, or was removed. */
const isApart = ({ reply_to_id: answered }: Comment, before: Comment | undefined) =>
  answered !== null && before?.id !== answered && before?.reply_to_id !== answered

const threadLink = (id: number) => `?comment=${id}#comment-${id}`

/** In a long discussion, a link shows only the thread of the comment. */
const commentLink = ({ id }: Comment, { nextComments, onlyThread, isContinued }: SuggestionData) =>
  nextComments === null && !onlyThread && !isContinued ? `#comment-${id}` : threadLink(id)

/** What a reply answers, where that does not stand above it. */
function answered(comment: Comment, { order }: SuggestionData, before?: Comment): Html | '' {
  const { reply_to_id: id } = comment
  if (id === null) return ''
  if (order === 'newest')
    return html`<p class="es-soft"><a href="${threadLink(id)}">${t`In reply to an earlier comment`}</a></p>`
  return isApart(comment, before)
    ? html`<p class="es-soft">${t`In reply to an earlier comment`}</p>`
    : ''
}

const commentEntry = (comment: Comment, data: SuggestionData, before?: Comment): Html =>
  html`<article class="es-comment${comment.reply_to_id !== null && data.order === 'threads' ? ' es-reply' : ''}" id="comment-${comment.id}"><img src="${pathOf(comment.creator_avatar_url)}" width="32" height="32" alt="" loading="lazy"><div>
<p class="es-meta"><b>${comment.creator_name ?? t`Somebody who left`}</b>${comment.is_by_staff && html`<span class="es-badge">${t`Team`}</span>`}<a href="${commentLink(comment, data)}">${day(comment.created_at)}</a>${comment.state === 'waiting' && html`<span class="es-status">${t`Waits for approval`}</span>`}</p>
${answered(comment, data, before)}${formatted(comment.text, comment.text_type)}${attachmentList(comment.attachments)}${data.commentActions(comment)}</div></article>`
