// Suggestions like the one that somebody writes: they can vote for one of them instead.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { suggestionPath } from '../paths.ts'
import type { Decision, Forum, Suggestion } from '../records.ts'
import type { View } from '../view.ts'
import { statusBadge } from './status.ts'
import { type Voted, voteButton } from './vote.ts'

export type Similar = { forum: Forum; decision: Decision; suggestions: Suggestion[] }

/** The element fills copies of the template while somebody types. */
export const similarSuggestions = (
  { forum, decision, suggestions }: Similar,
  view: View,
): Html => html`<es-similar forum="${forum.id}" data-label="${t`Vote for “${'#'}”`}" data-one="${t`vote`}" data-other="${t`votes`}"><section aria-live="polite"${{ html: suggestions.length === 0 ? ' hidden' : '' }}><h2>${t`Is it one of these?`}</h2><p class="es-soft">${t`Vote for it: together you are heard better.`}</p>
<div>${suggestions.map((suggestion) => similarRow(suggestion, suggestionPath(forum, suggestion), { decision, view }))}</div></section>
<template>${similarRow({ ...EMPTY, status: null, closed_at: null }, '', { decision, view })}</template></es-similar>`

const EMPTY: Voted = { id: 0, title: '', supporters_count: 0, voted: false }

const similarRow = (
  suggestion: Voted & Pick<Suggestion, 'status' | 'closed_at'>,
  path: string,
  { decision, view }: { decision: Decision; view: View },
): Html =>
  html`<article class="es-similar">${voteButton(suggestion, suggestion.closed_at === null ? decision : 'no', view)}<div><h3 dir="auto"><a href="${path}">${suggestion.title}</a></h3><p class="es-meta">${statusBadge(suggestion.status)}</p></div></article>`
