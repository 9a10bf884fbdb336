// What becomes of suggestions: a lane for each status.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { number, plural } from '../parts/format.ts'
import { forumFilter, namedForums } from '../parts/forum-filter.ts'
import { statusDot } from '../parts/status.ts'
import { voteButton } from '../parts/vote.ts'
import { forumPath, ROADMAP_PATH, suggestionPath, withQuery } from '../paths.ts'
import type { Decision, Forum, Lane, Suggestion } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export type RoadmapData = {
  lanes: Lane[]
  /** All that the visitor sees. */
  forums: Forum[]
  /** The only one that the page shows. */
  forumId: number | null
  /** Of voting in a forum. */
  decide(forumId: number): Decision
  head?: Html
}

export function roadmapPage(data: RoadmapData, view: View): PortalPage {
  const { lanes, forums, forumId } = data
  return {
    title: t`Roadmap`,
    place: 'roadmap',
    ...(data.head && { head: data.head }),
    content: html`<h1 class="es-title">${t`Roadmap`}</h1>
<p class="es-lead">${t`What is planned, what is in progress and what is done.`}</p>
${forumFilter(ROADMAP_PATH, forums, forumId)}
${
  lanes.length === 0
    ? html`<p class="es-empty">${t`There is nothing on the roadmap yet.`}</p>`
    : html`<nav class="es-jumps" aria-label="${t`Status`}">${lanes.map(
        ({ status, ideas_count: count }) =>
          html`<a href="#status-${status.id}">${statusDot(status.color)}${status.name} <span class="es-soft">${number(count)}</span></a>`,
      )}</nav>
<div class="es-lanes">${lanes.map((lane) => laneSection(lane, data, view))}</div>`
}`,
  }
}

const laneSection = (lane: Lane, data: RoadmapData, view: View): Html =>
  html`<section class="es-lane" id="status-${lane.status.id}" aria-labelledby="lane-${lane.status.id}"><h2 id="lane-${lane.status.id}">${statusDot(lane.status.color)}${lane.status.name} <span class="es-soft" aria-label="${plural(lane.ideas_count, t`1 suggestion`, t`${number(lane.ideas_count)} suggestions`)}">${number(lane.ideas_count)}</span></h2>
<ol>${lane.ideas.map((suggestion) => card(suggestion, data, view))}</ol>${rest(lane, data)}</section>`

function card(suggestion: Suggestion, { forums, decide, forumId }: RoadmapData, view: View): Html {
  const { id: suggestionId, title, closed_at, forum_id, category } = suggestion
  const forum = forums.find(({ id }) => id === forum_id) ?? { id: forum_id, name: '' }
  const isOneOfMany = forumId === null && forums.length > 1
  const place = { ...view, path: `${view.path}#idea-${suggestionId}` }
  return html`<li class="es-card" id="idea-${suggestionId}">${voteButton(suggestion, closed_at === null ? decide(forum_id) : 'no', place)}<div>
<h3 dir="auto"><a href="${suggestionPath(forum, suggestion)}">${title}</a></h3>${(isOneOfMany || category) && html`<p class="es-meta">${isOneOfMany && html`<span>${forum.name}</span>`}${category && html`<span>${category.name}</span>`}</p>`}</div></li>`
}

/** Lists are of one forum each. */
function rest({ status, ideas, ideas_count: count }: Lane, { forums, forumId }: RoadmapData) {
  if (count <= ideas.length) return ''
  const shown = forumId === null ? namedForums(forums) : forums.filter(({ id }) => id === forumId)
  const path = (forum: Forum) => withQuery(forumPath(forum), { status_id: status.id })
  const [only, ...others] = shown
  if (only && others.length === 0)
    return html`<p class="es-more"><a class="es-button es-quiet" href="${path(only)}">${t`Show all ${number(count)}`}</a></p>`
  return html`<details class="es-rest"><summary>${t`Show all ${number(count)}`}</summary><ul class="es-options">${shown.map(
    (forum) => html`<li><a href="${path(forum)}">${forum.name}</a></li>`,
  )}</ul></details>`
}
