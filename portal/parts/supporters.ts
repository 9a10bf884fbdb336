// Who supports a suggestion, where the installation shows it.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { actionPath } from '../paths.ts'
import type { Suggestion, Supporter } from '../records.ts'
import { number, plural } from './format.ts'

export type Support = {
  /** The newest ones; null where the visitor does not see who they are. */
  supporters: Supporter[] | null
  /** Whether only members of the team see them. */
  isForTeam: boolean
}

type Named = { name: string; avatar_path: string }
const isNamed = (supporter: Supporter): supporter is Named => supporter.name !== null

export const avatarOf = (path: string | null, size: number): Html =>
  path === null
    ? html`<span class="es-face" aria-hidden="true"></span>`
    : html`<img src="${path}" width="${size}" height="${size}" alt="" loading="lazy">`

/** The names of a few, and how many others there are. */
export function supporterSummary(
  { id, supporters_count: count }: Suggestion,
  { supporters, isForTeam }: Support,
): Html {
  const total = html`<p>${plural(count, t`1 supporter`, t`${number(count)} supporters`)}</p>`
  if (supporters === null || supporters.length === 0) return total
  const named = supporters.filter(isNamed)
  const others = Math.max(count, supporters.length) - named.length
  return html`${total}${
    named.length > 0 &&
    html`<p class="es-faces" aria-hidden="true">${named.map(({ avatar_path: path }) => avatarOf(path, 28))}</p>
<p class="es-soft">${named.map(({ name }, i) => html`${i > 0 && ', '}<bdi>${name}</bdi>`)}${others > 0 && html` ${plural(others, t`and 1 other`, t`and ${number(others)} others`)}`}</p>`
  }<p class="es-soft"><a rel="nofollow" href="${actionPath(id, 'supporters')}">${t`Who supports this`}</a>${isForTeam && html` · ${t`Only the team sees this`}`}</p>`
}
