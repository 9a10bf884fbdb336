// Which forum a page is about: links, for pages that show several.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { withQuery } from '../paths.ts'
import type { Forum } from '../records.ts'

export const forumFilter = (path: string, forums: Forum[], chosen: number | null): Html | '' =>
  forums.length < 2
    ? ''
    : html`<nav class="es-tabs es-forum-tabs" aria-label="${t`Forum`}">${tab(path, chosen === null, t`All forums`)}${forums.map(
        ({ id, name }) => tab(withQuery(path, { forum_id: id }), chosen === id, name),
      )}</nav>`

const tab = (path: string, isCurrent: boolean, name: unknown): Html =>
  html`<a href="${path}"${isCurrent && { html: ' aria-current="true"' }}>${name}</a>`
