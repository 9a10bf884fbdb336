import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { homeMetadata } from '../metadata.ts'
import { formatted, number, plural } from '../parts/format.ts'
import { forumPath } from '../paths.ts'
import type { Forum } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

/** The forums that the visitor sees. */
export function homePage(forums: Forum[], view: View): PortalPage {
  const { title, introduction } = view.look.texts[view.language]
  return {
    title: title || t`Suggestions`,
    place: 'forums',
    head: homeMetadata(forums, view),
    content: html`<h1 class="es-title">${title || t`Your suggestions`}</h1>
${introduction ? formatted(introduction, 'text/markdown') : html`<p class="es-lead">${t`Read what others suggest, vote for what matters to you, and suggest what is missing.`}</p>`}
${
  forums.length === 0
    ? html`<p class="es-empty">${view.visitor === null && view.signInPath !== null ? t`There is nothing public here. Sign in to see more.` : t`There is no forum yet.`}</p>`
    : html`<ul class="es-forums">${forums.map(forumCard)}</ul>`
}`,
  }
}

const forumCard = (forum: Forum): Html =>
  html`<li class="es-card"><h2><a href="${forumPath(forum)}">${forum.name}</a></h2>
${formatted(forum.welcome_message, forum.welcome_message_type)}
<p class="es-soft">${plural(forum.open_ideas_count, t`1 open suggestion`, t`${number(forum.open_ideas_count)} open suggestions`)}</p></li>`
