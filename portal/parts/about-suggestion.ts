// What a suggestion has besides its text: files, what belongs to it, and what its readers and its author do with it.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { actionPath } from '../paths.ts'
import type { Suggestion } from '../records.ts'
import type { View } from '../view.ts'
import { deletion } from './comment-form.ts'
import { answerList } from './custom-fields.ts'
import { attachmentList } from './files.ts'
import { number, plural } from './format.ts'
import { LINK_ICON } from './icons.ts'
import { type Support, supporterSummary } from './supporters.ts'

export type AboutSuggestion = {
  suggestion: Suggestion
  /** How many others were merged into it. */
  mergedCount: number
  /** Of the newest ones, so that people find their own words again. */
  mergedTitles: string[]
  support: Support
  path: string
}

/** Below the text. */
export function belowText({ suggestion }: AboutSuggestion, { visitor, signInPath }: View): Html {
  const { id, is_mine: isMine, state } = suggestion
  return html`${answerList(suggestion.custom_fields)}${attachmentList(suggestion.attachments)}<p class="es-comment-actions">${
    isMine
      ? html`<a href="${actionPath(id, 'edit')}">${t`Edit`}</a>${deletion(actionPath(id, 'delete'), { action: t`Delete`, question: t`Delete this suggestion?` })}`
      : state === 'published' &&
        !visitor?.isStaff &&
        (visitor !== null || signInPath !== null) &&
        html`<a rel="nofollow" href="${actionPath(id, 'report')}">${t`Report`}</a>`
  }</p>`
}

/** Beside it. */
export const besideText = (
  { suggestion, support, path, ...about }: AboutSuggestion,
  { baseUrl }: View,
): Html => html`<section><h2>${t`Support`}</h2>${supporterSummary(suggestion, support)}${merged(about)}</section>
<section><h2>${t`Share`}</h2><es-share data-done="${t`Copied`}"><button class="es-button es-quiet es-wide" type="button" hidden>${LINK_ICON}<span>${t`Copy the link`}</span></button><p class="es-soft es-address" dir="ltr">${baseUrl}${path}</p></es-share></section>`

function merged({
  mergedCount: count,
  mergedTitles: titles,
}: Pick<AboutSuggestion, 'mergedCount' | 'mergedTitles'>): Html | '' {
  if (count === 0) return ''
  const sentence = plural(
    count,
    t`1 other was merged into this one`,
    t`${number(count)} others were merged into this one`,
  )
  if (titles.length === 0) return html`<p class="es-soft">${sentence}</p>`
  return html`<details class="es-soft es-merged"><summary>${sentence}</summary><ul>${titles.map((title) => html`<li dir="auto">${title}</li>`)}</ul></details>`
}
