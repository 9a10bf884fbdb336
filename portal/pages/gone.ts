// Pages of what is not here any more, with where to go instead.
import { html, type Text } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { type ForumName, forumPath } from '../paths.ts'
import type { PortalPage } from '../view.ts'

const gonePage = (title: Text, text: Text, link: { path: string; text: Text }): PortalPage => ({
  title,
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${title}</h1><p class="es-lead">${text}</p>
<p class="es-more"><a class="es-button" href="${link.path}">${link.text}</a></p>`,
})

/** Deleted, or spam. */
export const suggestionGonePage = (forum: ForumName): PortalPage =>
  gonePage(t`This suggestion was removed`, t`It is no longer part of the forum ${forum.name}.`, {
    path: forumPath(forum),
    text: t`See the other suggestions`,
  })

const HOME = { path: '/', text: t`Go to the home page` }

/** Profiles of people were public on portals that moved here. */
export const profileGonePage: PortalPage = gonePage(
  t`Profiles are not public`,
  t`This portal has no pages about people.`,
  HOME,
)

export const articleGonePage: PortalPage = gonePage(
  t`This article is not here`,
  t`This portal has no knowledge base.`,
  HOME,
)
