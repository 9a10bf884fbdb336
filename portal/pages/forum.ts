// The list of a forum: search, order, status and category, and what is the visitor's own.
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { forumMetadata } from '../metadata.ts'
import { formatted, number, plural } from '../parts/format.ts'
import { namedForums } from '../parts/forum-filter.ts'
import { SEARCH_ICON } from '../parts/icons.ts'
import { statusDot } from '../parts/status.ts'
import { suggestionRow } from '../parts/suggestion-row.ts'
import { forumPath, type NextPage, newSuggestionPath, withQuery } from '../paths.ts'
import type { Decision, Forum, ListedSuggestion, Status } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export const ORDERS = ['top', 'hot', 'new'] as const
export type Order = (typeof ORDERS)[number]

/** What the visitor asked for. */
export type ForumQuery = {
  order: Order
  q: string
  statusId: number | null
  categoryId: number | null
  own: 'mine' | 'voted' | null
}

export type ForumData = {
  forum: Forum
  /** All that the visitor sees, this one included. */
  forums: Forum[]
  statuses: Status[]
  suggestions: ListedSuggestion[]
  /** Null: the last page. */
  next: NextPage | null
  query: ForumQuery
  can: { suggest: Decision; support: Decision }
  /** For members of the team: what waits for approval. */
  staffList: Html | ''
  /** The only forum is the home page too, with its texts. */
  isHome: boolean
}

const ORDER_NAMES: Record<Order, Sentence> = { top: t`Top`, hot: t`Trending`, new: t`New` }

/** What a search has in the place of the first order. */
const BEST_MATCHES = t`Best matches`

/** The same list with something else chosen. */
function listPath(forum: Forum, query: ForumQuery, change: Partial<ForumQuery> = {}): string {
  const { order, q, statusId, categoryId, own } = { ...query, ...change }
  const path = order === 'top' ? forumPath(forum) : `${forumPath(forum)}/filters/${order}`
  return withQuery(path, { q, status_id: statusId, category_id: categoryId, own })
}

export function forumPage(data: ForumData, view: View): PortalPage {
  const { forum, query, isHome } = data
  const { title, introduction } = view.look.texts[view.language]
  const name = (isHome && title) || forum.name
  return {
    title: query.q === '' ? name : t`“${query.q}” in ${forum.name}`,
    place: 'forums',
    head: forumMetadata(data, view),
    // Endless combinations of filters are nothing to find.
    isPrivate: query.q !== '' || query.own !== null,
    content: html`<div class="es-columns"><div>
<h1 class="es-title">${name}</h1>${isHome && formatted(introduction, 'text/markdown')}${formatted(forum.welcome_message, forum.welcome_message_type)}
${suggestBox(data)}
<div class="es-toolbar">${orders(data, view)}<a class="es-button es-quiet es-to-filters" href="#filters">${t`Filters`}</a>${searchForm(data)}</div>
${chosen(data)}${data.staffList}
<div class="es-list">${data.suggestions.map((suggestion) => suggestionRow(suggestion, { forum, decision: data.can.support, view }))}</div>
${data.suggestions.length === 0 && nothing(data)}
${data.next !== null && html`<p class="es-more"><a class="es-button es-quiet" rel="next" href="${withQuery(listPath(forum, query), data.next)}">${t`Show more`}</a></p>`}
</div><aside id="filters" aria-label="${t`Filters`}">${statuses(data)}${categories(data)}${otherForums(data)}</aside></div>`,
  }
}

/** Write first: the title goes along to the form. */
function suggestBox({ forum, can }: ForumData): Html | '' {
  if (can.suggest === 'no') return ''
  return html`<form class="es-suggest" action="${newSuggestionPath(forum)}"><label for="suggest">${forum.prompt || t`What would make it better for you?`}</label>
<div><input id="suggest" name="title" maxlength="140" autocomplete="off" dir="auto" placeholder="${forum.example || t`I would like to …`}"><button class="es-button">${t`Suggest`}</button></div></form>`
}

const tab = (path: string, isCurrent: boolean, name: unknown): Html =>
  html`<a href="${path}"${isCurrent && { html: ' aria-current="true"' }}>${name}</a>`

const orders = ({ forum, query }: ForumData, { visitor }: View): Html =>
  html`<nav class="es-tabs" aria-label="${t`Order`}">${ORDERS.map((order) =>
    tab(
      listPath(forum, query, { order, own: null }),
      query.own === null && query.order === order,
      order === 'top' && query.q !== '' ? BEST_MATCHES : ORDER_NAMES[order],
    ),
  )}${
    visitor !== null &&
    html`${tab(listPath(forum, query, { own: 'voted' }), query.own === 'voted', t`My votes`)}${tab(listPath(forum, query, { own: 'mine' }), query.own === 'mine', t`Mine`)}`
  }</nav>`

const searchForm = ({ forum, query }: ForumData): Html =>
  html`<form class="es-search" role="search" action="${forumPath(forum)}"><label class="es-unseen" for="q">${t`Search in ${forum.name}`}</label><input id="q" name="q" type="search" maxlength="200" value="${query.q}" placeholder="${t`Search`}" dir="auto">${hidden('status_id', query.statusId)}${hidden('category_id', query.categoryId)}<button class="es-button es-quiet" aria-label="${t`Search`}">${SEARCH_ICON}</button></form>`

const hidden = (name: string, value: number | null): Html | '' =>
  value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">`

/** What limits the list, and how to undo it. */
function chosen({ forum, query, statuses, forum: { categories } }: ForumData): Html | '' {
  const status = statuses.find(({ id }) => id === query.statusId)
  const category = categories.find(({ id }) => id === query.categoryId)
  const filters = [
    query.q !== '' && { name: `“${query.q}”`, without: listPath(forum, query, { q: '' }) },
    status && { name: status.name, without: listPath(forum, query, { statusId: null }) },
    category && { name: category.name, without: listPath(forum, query, { categoryId: null }) },
  ].filter((filter) => filter !== false && filter !== undefined)
  if (filters.length === 0) return ''
  return html`<p class="es-chosen">${filters.map(
    ({ name, without }) =>
      html`<a class="es-chip" href="${without}" aria-label="${t`Remove the filter ${name}`}">${name} <span aria-hidden="true">×</span></a>`,
  )}</p>`
}

function nothing({ forum, query, can }: ForumData): Html {
  const isFiltered = query.q !== '' || query.statusId !== null || query.categoryId !== null
  return html`<div class="es-empty"><p>${
    query.own !== null
      ? t`You have nothing here yet.`
      : isFiltered
        ? t`Nothing found.`
        : t`There are no suggestions yet. Be the first.`
  }</p>${
    query.q !== '' &&
    can.suggest !== 'no' &&
    html`<p><a class="es-button" href="${withQuery(newSuggestionPath(forum), { title: query.q })}">${t`Suggest “${query.q}”`}</a></p>`
  }</div>`
}

const option = (path: string, isCurrent: boolean, name: unknown): Html =>
  html`<li><a href="${path}"${isCurrent && { html: ' aria-current="true"' }}>${name}</a></li>`

const statuses = ({ forum, query, statuses }: ForumData): Html | '' =>
  statuses.length === 0
    ? ''
    : html`<section><h2>${t`Status`}</h2><ul class="es-options">${option(listPath(forum, query, { statusId: null }), query.statusId === null, t`All`)}${statuses.map(
        ({ id, name, color }) =>
          option(
            listPath(forum, query, { statusId: id }),
            query.statusId === id,
            html`${statusDot(color)}${name}`,
          ),
      )}</ul></section>`

const categories = ({ forum, query }: ForumData): Html | '' =>
  forum.categories.length === 0
    ? ''
    : html`<section><h2>${t`Category`}</h2><ul class="es-options">${option(listPath(forum, query, { categoryId: null }), query.categoryId === null, t`All`)}${forum.categories.map(
        ({ id, name }) =>
          option(listPath(forum, query, { categoryId: id }), query.categoryId === id, name),
      )}</ul></section>`

const otherForums = ({ forum, forums }: ForumData): Html | '' =>
  forums.length < 2
    ? ''
    : html`<section><h2>${t`Forums`}</h2><ul class="es-options">${namedForums(forums, forum.id).map(
        (other) =>
          option(
            forumPath(other),
            other.id === forum.id,
            html`<span>${other.name}</span> <span class="es-soft" aria-label="${plural(other.open_ideas_count, t`1 open suggestion`, t`${number(other.open_ideas_count)} open suggestions`)}">${number(other.open_ideas_count)}</span>`,
          ),
      )}${forums.length > namedForums(forums).length && option('/', false, t`All forums`)}</ul></section>`
