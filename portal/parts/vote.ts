// The vote: a number that is a button for those who may.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { actionPath } from '../paths.ts'
import type { Decision, Suggestion } from '../records.ts'
import type { View } from '../view.ts'
import { number, plural } from './format.ts'
import { VOTE_ICON } from './icons.ts'

export type Voted = Pick<Suggestion, 'id' | 'title' | 'supporters_count' | 'voted'>

const countOf = ({ supporters_count: count }: Voted) => html`<b>${number(count)}</b>`

const wordOf = ({ supporters_count: count }: Voted) => plural(count, t`vote`, t`votes`)

/** A form without script; the element sends it without leaving the page. Others are led to where they can vote. */
export function voteButton(suggestion: Voted, decision: Decision, view: View): Html {
  const { id, title, voted } = suggestion
  if (decision === 'no' && !voted)
    return html`<div class="es-vote es-fixed">${countOf(suggestion)}<span>${wordOf(suggestion)}</span></div>`
  if (decision !== 'yes' && !voted)
    return html`<a class="es-vote" href="${actionPath(id, 'vote')}" rel="nofollow"><span class="es-unseen">${t`Vote for “${title}”`}</span>${VOTE_ICON}${countOf(suggestion)}<span>${wordOf(suggestion)}</span></a>`
  return html`<es-vote suggestion="${id}" data-one="${t`vote`}" data-other="${t`votes`}"><form method="post" action="${actionPath(id, voted ? 'unvote' : 'vote')}"><input type="hidden" name="return_to" value="${view.path}"><button class="es-vote" aria-pressed="${voted ? 'true' : 'false'}"><span class="es-unseen">${t`Vote for “${title}”`}</span>${VOTE_ICON}${countOf(suggestion)}<span>${wordOf(suggestion)}</span></button></form></es-vote>`
}
