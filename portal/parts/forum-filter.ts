// Which forum a page is about: links, for pages that show several.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { withQuery } from '../paths.ts'
import type { Forum } from '../records.ts'

/** A page that is about something else names so many. The home page has all of them. */
const MAX_NAMED = 100

/** The first ones, and the one that the page is about. */
export const namedForums = (forums: Forum[], current: number | null = null): Forum[] =>
  forums.length <= MAX_NAMED
    ? forums
    : forums.filter(({ id }, i) => i < MAX_NAMED || id === current)

export const forumFilter = (path: string, forums: Forum[], chosen: number | null): Html | '' =>
  forums.length < 2
    ? ''
    : html`<nav class="es-tabs es-forum-tabs" aria-label="${t`Forum`}">${tab(path, chosen === null, t`All forums`)}${namedForums(
        forums,
        chosen,
      ).map(({ id, name }) => tab(withQuery(path, { forum_id: id }), chosen === id, name))}</nav>`

const tab = (path: string, isCurrent: boolean, name: unknown): Html =>
  html`<a href="${path}"${isCurrent && { html: ' aria-current="true"' }}>${name}</a>`
