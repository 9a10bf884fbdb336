// A suggestion in a list.
import { formattedToText } from '../../src/core/formatted-text.ts'
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { type ForumName, suggestionPath } from '../paths.ts'
import type { Decision, ListedSuggestion } from '../records.ts'
import type { View } from '../view.ts'
import { day, number, plural } from './format.ts'
import { COMMENT_ICON } from './icons.ts'
import { statusBadge } from './status.ts'
import { voteButton } from './vote.ts'

/** Two lines of the text; more of it would only be hidden. */
const MAX_EXCERPT = 220

const excerptOf = ({ text, text_type }: ListedSuggestion): string => {
  const plain = formattedToText(text.slice(0, 4 * MAX_EXCERPT), text_type)
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= MAX_EXCERPT
    ? plain
    : `${plain.slice(0, MAX_EXCERPT).replace(/\s\S*$/, '')} …`
}

export function suggestionRow(
  suggestion: ListedSuggestion,
  {
    forum,
    decision,
    view,
    showsForum = false,
  }: { forum: ForumName; decision: Decision; view: View; showsForum?: boolean },
): Html {
  const { id, title, status, category, comments_count: comments, state } = suggestion
  const excerpt = excerptOf(suggestion)
  // Nobody votes for what is closed.
  const mayVote = suggestion.closed_at === null && state === 'published' ? decision : 'no'
  // Without script a vote loads the list again: it leads back to the row.
  const place = { ...view, path: `${view.path}#idea-${id}` }
  return html`<article class="es-row" id="idea-${id}">${voteButton(suggestion, mayVote, place)}<div>
<h2 dir="auto"><a href="${suggestionPath(forum, suggestion)}">${title}</a></h2>${excerpt !== '' && html`<p class="es-excerpt" dir="auto">${excerpt}</p>`}
<p class="es-meta">${state === 'waiting' && html`<span class="es-status">${t`Waits for approval`}</span>`}${statusBadge(status)}${showsForum && html`<span>${forum.name}</span>`}${category && html`<span>${category.name}</span>`}${comments > 0 && html`<span aria-label="${plural(comments, t`1 comment`, t`${number(comments)} comments`)}">${COMMENT_ICON}${number(comments)}</span>`}<span>${day(suggestion.created_at)}</span></p></div></article>`
}
