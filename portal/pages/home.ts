import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { homeMetadata } from '../metadata.ts'
import { formatted, number, plural } from '../parts/format.ts'
import { namedForums } from '../parts/forum-filter.ts'
import { SEARCH_ICON } from '../parts/icons.ts'
import { suggestionRow } from '../parts/suggestion-row.ts'
import { forumPath, type NextPage, withQuery } from '../paths.ts'
import type { Decision, Forum, ListedSuggestion } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export type HomeData = {
  /** Those that the visitor sees. */
  forums: Forum[]
  /** What a search in all of them found; null without one. */
  search: {
    q: string
    suggestions: { suggestion: ListedSuggestion; decision: Decision }[]
    next: NextPage | null
  } | null
  /** Of all forums; empty with a search. */
  trending: { suggestion: ListedSuggestion; decision: Decision }[]
}

export function homePage(data: HomeData, view: View): PortalPage {
  const { title, introduction } = view.look.texts[view.language]
  const { forums, search, trending } = data
  return {
    title: search ? t`Search for “${search.q}”` : title || t`Suggestions`,
    place: 'forums',
    isPrivate: search !== null,
    head: homeMetadata(forums, view),
    content: html`<h1 class="es-title">${title || t`Your suggestions`}</h1>
${introduction ? formatted(introduction, 'text/markdown') : html`<p class="es-lead">${t`Read what others suggest, vote for what matters to you, and suggest what is missing.`}</p>`}
${forums.length > 0 && searchForm(search?.q ?? '')}
${search ? results(data, search, view) : forums.length === 0 ? nothingHere(view) : html`<ul class="es-forums">${forums.map(forumCard)}</ul>`}
${trending.length > 0 && html`<section class="es-trending"><h2>${t`Trending`}</h2><div class="es-list">${rowsOf(forums, trending, view)}</div></section>`}`,
  }
}

const searchForm = (q: string): Html =>
  html`<form class="es-search es-large" role="search" action="/"><label class="es-unseen" for="q">${t`Search in all forums`}</label><input id="q" name="q" type="search" maxlength="200" value="${q}" placeholder="${t`Has somebody suggested it already?`}" dir="auto"><button class="es-button">${SEARCH_ICON}${t`Search`}</button></form>`

function results(
  { forums }: HomeData,
  { q, suggestions, next }: NonNullable<HomeData['search']>,
  view: View,
): Html {
  const rows = rowsOf(forums, suggestions, view)
  return html`<div class="es-list">${rows}</div>${rows.length === 0 && html`<div class="es-empty"><p>${t`Nothing found.`}</p><p>${t`Choose a forum to suggest it:`}</p><p>${namedForums(forums).map((forum) => html`<a class="es-chip" href="${withQuery(`${forumPath(forum)}/new`, { title: q })}">${forum.name}</a> `)}</p></div>`}
${next !== null && html`<p class="es-more"><a class="es-button es-quiet" rel="next" href="${withQuery('/', { q, ...next })}">${t`Show more`}</a></p>`}`
}

const rowsOf = (forums: Forum[], listed: HomeData['trending'], view: View): Html[] =>
  listed.flatMap(({ suggestion, decision }) => {
    const forum = forums.find(({ id }) => id === suggestion.forum_id)
    return forum ? [suggestionRow(suggestion, { forum, decision, view, showsForum: true })] : []
  })

const nothingHere = ({ visitor, signInPath }: View): Html =>
  html`<p class="es-empty">${visitor === null && signInPath !== null ? t`There is nothing public here. Sign in to see more.` : t`There is no forum yet.`}</p>`

const forumCard = (forum: Forum): Html =>
  html`<li class="es-card"><h2><a href="${forumPath(forum)}">${forum.name}</a></h2>
${formatted(forum.welcome_message, forum.welcome_message_type)}
<p class="es-soft">${plural(forum.open_ideas_count, t`1 open suggestion`, t`${number(forum.open_ideas_count)} open suggestions`)}</p></li>`
