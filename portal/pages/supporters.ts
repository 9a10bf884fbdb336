// Who supports a suggestion: names, never addresses.
import { html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { number, plural } from '../parts/format.ts'
import { avatarOf } from '../parts/supporters.ts'
import { suggestionPath } from '../paths.ts'
import type { Forum, Suggestion, Supporter } from '../records.ts'
import type { PortalPage } from '../view.ts'

export type SupportersData = {
  forum: Forum
  suggestion: Suggestion
  /** The newest first. */
  supporters: Supporter[]
  next: string | null
  isForTeam: boolean
}

export const supportersPage = ({
  forum,
  suggestion,
  supporters,
  next,
  isForTeam,
}: SupportersData): PortalPage => ({
  title: t`Who supports this`,
  place: 'forums',
  isNarrow: true,
  // Search engines have no business with lists of people.
  isPrivate: true,
  content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a dir="auto" href="${suggestionPath(forum, suggestion)}">${suggestion.title}</a></nav>
<h1 class="es-title">${t`Who supports this`}</h1>
<p class="es-lead">${plural(suggestion.supporters_count, t`1 supporter`, t`${number(suggestion.supporters_count)} supporters`)}</p>
${isForTeam && html`<p class="es-notice">${t`Only the team sees this. A setting shows it to everybody who sees the suggestion.`}</p>`}
${supporters.length > 0 && html`<ul class="es-people">${supporters.map(({ name, avatar_path: path }) => html`<li>${avatarOf(path, 32)}${name === null ? html`<span class="es-soft">${t`Somebody`}</span>` : html`<bdi>${name}</bdi>`}</li>`)}</ul>`}
${next !== null && html`<p class="es-more"><a class="es-button es-quiet" rel="next" href="${next}">${t`More supporters`}</a></p>`}`,
})
