// Vote for a suggestion without being signed in, or with one click after it.
import { html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { alertOf, formToken, type Guest, guestFields, type Problems } from '../parts/form.ts'
import { number, plural } from '../parts/format.ts'
import { statusBadge } from '../parts/status.ts'
import { voteButton } from '../parts/vote.ts'
import { actionPath, suggestionPath } from '../paths.ts'
import type { Decision, Forum, Suggestion } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export type VoteData = {
  forum: Forum
  suggestion: Suggestion
  decision: Decision
  guest: Guest
  problems: Problems
  formToken: string
  hasMail: boolean
}

export function votePage(data: VoteData, view: View): PortalPage {
  const { forum, suggestion } = data
  const path = suggestionPath(forum, suggestion)
  const count = suggestion.supporters_count
  return {
    title: t`Vote for “${suggestion.title}”`,
    place: 'forums',
    isNarrow: true,
    isPrivate: true,
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${path}" dir="auto">${suggestion.title}</a></nav>
<h1 class="es-title" dir="auto">${t`Vote for “${suggestion.title}”`}</h1><p class="es-meta">${statusBadge(suggestion.status)}<span>${plural(count, t`1 supporter`, t`${number(count)} supporters`)}</span></p>
<div class="es-more es-start">${wayToVote(data, { ...view, path })}</div>`,
  }
}

function wayToVote({ suggestion, decision, ...data }: VoteData, view: View) {
  const { problems, guest, hasMail } = data
  if (suggestion.voted) return html`<p>${t`You have voted for this suggestion.`}</p>`
  if (decision === 'yes') return voteButton(suggestion, decision, view)
  if (decision === 'guest')
    return html`<form class="es-form" method="post" action="${actionPath(suggestion.id, 'guest-vote')}">${alertOf(problems)}${formToken(data.formToken)}
${guestFields(guest, problems, hasMail, true)}<p class="es-actions"><button class="es-button">${t`Vote`}</button>${view.signInPath !== null && html`<a class="es-button es-quiet" href="${view.signInPath}">${t`Sign in instead`}</a>`}</p></form>`
  if (decision !== 'sign_in') return html`<p>${t`You cannot vote for this suggestion.`}</p>`
  return view.signInPath === null
    ? html`<p class="es-notice">${t`Only people who are signed in can vote here, and nobody can sign in on this page at the moment.`}</p>`
    : html`<p>${t`Sign in to vote. One click is enough then.`}</p><p class="es-more es-start"><a class="es-button" href="${view.signInPath}">${t`Sign in`}</a></p>`
}
