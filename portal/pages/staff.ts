// Pages of the team's tools: a form that was refused, two versions of the same, and the merge.
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { number, plural } from '../parts/format.ts'
import { SEARCH_ICON } from '../parts/icons.ts'
import { statusBadge } from '../parts/status.ts'
import { staffPath, withQuery } from '../paths.ts'
import type { Status } from '../records.ts'
import type { PortalPage } from '../view.ts'

const page = (title: Sentence, content: Html): PortalPage => ({
  title,
  isPrivate: true,
  isNarrow: true,
  content: html`<div class="es-staff-page"><h1 class="es-title">${title}</h1>${content}</div>`,
})

/** The form again, with what was typed and what is wrong. */
export const staffFormPage = (
  title: Sentence,
  form: Html,
  { about, returnTo }: { about: string; returnTo: string },
): PortalPage =>
  page(
    title,
    html`<p class="es-lead" dir="auto">${about}</p><div class="es-card es-form">${form}</div><p><a href="${returnTo}">${t`Cancel`}</a></p>`,
  )

export type Member = { label: Sentence; value: unknown }

/** What the person wanted and what somebody else did meanwhile. The form does it again, knowing both. */
export const conflictPage = ({
  mine,
  theirs,
  form,
  returnTo,
}: {
  mine: Member[]
  theirs: Member[]
  form: Html
  returnTo: string
}): PortalPage =>
  page(
    t`Somebody changed this meanwhile`,
    html`<p class="es-lead">${t`While you edited, somebody else saved another version. Nothing is lost: choose which one stays.`}</p>
<div class="es-versions">${version(t`Your version`, mine)}${version(t`Their version`, theirs)}</div>
<div class="es-card es-form">${form}</div><p><a class="es-button es-quiet" href="${returnTo}">${t`Take theirs`}</a></p>`,
  )

const version = (title: Sentence, members: Member[]): Html =>
  html`<section class="es-card"><h2>${title}</h2><dl>${members.map(({ label, value }) => html`<dt>${label}</dt><dd dir="auto">${value}</dd>`)}</dl></section>`

/** The service left everything as it was. */
export const refusedPage = (reason: string | Sentence, returnTo: string): PortalPage =>
  page(
    t`Nothing was changed`,
    html`<p class="es-alert">${reason}</p><p><a class="es-button es-quiet" href="${returnTo}">${t`Back`}</a></p>`,
  )

export const REFUSALS: Record<string, Sentence> = {
  not_found: t`It does not exist any more.`,
  deleted: t`It is deleted.`,
  merged: t`It is merged into another suggestion.`,
  already_merged: t`It is merged into another suggestion.`,
  other_forum: t`The category belongs to another forum.`,
  itself: t`A suggestion cannot be merged into itself.`,
  target_not_found: t`The label, category, status or suggestion does not exist any more.`,
  changed_since: t`Somebody changed it since.`,
}

export type Candidate = {
  id: number
  title: string
  status: Status | null
  forum: string
  supporters: number
}

export type MergeSearch = {
  id: number
  title: string
  q: string
  candidates: Candidate[]
  returnTo: string
}

/** Which suggestion to merge into. */
export const mergeSearchPage = ({ id, title, q, candidates, returnTo }: MergeSearch): PortalPage =>
  page(
    t`Merge`,
    html`<p class="es-lead" dir="auto">${title}</p>
<form class="es-search es-wide" role="search" action="${staffPath(id, 'merge')}"><label class="es-unseen" for="q">${t`Search by words or number`}</label><input type="hidden" name="return_to" value="${returnTo}"><input id="q" name="q" type="search" maxlength="200" dir="auto" value="${q}" placeholder="${t`Search by words or number`}"><button class="es-button es-quiet" aria-label="${t`Search`}">${SEARCH_ICON}</button></form>
<section aria-labelledby="found"><h2 id="found">${q === '' ? t`Suggestions with a similar title` : t`Suggestions found`}</h2>
${candidates.length === 0 ? html`<p class="es-soft">${t`Nothing found. Search for another suggestion.`}</p>` : html`<ul class="es-candidates">${candidates.map((one) => html`<li><a href="${withQuery(staffPath(id, 'merge'), { into: one.id, return_to: returnTo })}" dir="auto">${one.title}</a>${candidateMeta(one)}</li>`)}</ul>`}</section>
<p><a href="${returnTo}">${t`Cancel`}</a></p>`,
  )

const candidateMeta = ({ id, status, forum, supporters }: Candidate): Html =>
  html`<p class="es-meta">${statusBadge(status)}<span>${plural(supporters, t`1 supporter`, t`${number(supporters)} supporters`)}</span><span>${forum}</span><span>#${id}</span></p>`

export type MergePreview = {
  moves: {
    supporters: number
    duplicate_supporters: number
    comments: number
    feedback_records: number
  }
  stays: { notes: number; attachments: number }
  after: { supporters_count: number; votes_count: number; comments_count: number }
  errors: { id: number; reason: string }[]
}

/** What will happen. */
export function mergePage({
  id,
  title,
  into,
  preview,
  version,
  returnTo,
  hasMail,
}: {
  id: number
  title: string
  into: Candidate
  preview: MergePreview
  version: string
  returnTo: string
  hasMail: boolean
}): PortalPage {
  const { moves, stays, after, errors } = preview
  const [refused] = errors
  return page(
    t`Merge`,
    html`<div class="es-versions"><section class="es-card"><h2>${t`1 merged suggestion`}</h2><p dir="auto">${title}</p><p class="es-meta"><span>#${id}</span></p></section><section class="es-card"><h2>${t`Into`}</h2><p dir="auto">${into.title}</p>${candidateMeta(into)}</section></div>
<p>${t`Moves:`} ${plural(moves.supporters, t`1 supporter`, t`${number(moves.supporters)} supporters`)} · ${plural(moves.comments, t`1 comment`, t`${number(moves.comments)} comments`)} · ${plural(moves.feedback_records, t`1 feedback record`, t`${number(moves.feedback_records)} feedback records`)}</p>
${moves.duplicate_supporters > 0 && html`<p class="es-soft">${plural(moves.duplicate_supporters, t`1 person supports both and counts once.`, t`${number(moves.duplicate_supporters)} people support both and count once.`)}</p>`}
${stays.notes + stays.attachments > 0 && html`<p class="es-soft">${t`Stay with the merged suggestion:`} ${plural(stays.notes, t`1 note`, t`${number(stays.notes)} notes`)} · ${plural(stays.attachments, t`1 attachment`, t`${number(stays.attachments)} attachments`)}</p>`}
<section class="es-card"><h2>${t`After the merge`}</h2><p class="es-meta"><span>${plural(after.supporters_count, t`1 supporter`, t`${number(after.supporters_count)} supporters`)}</span><span>${number(after.votes_count)} ${plural(after.votes_count, t`vote`, t`votes`)}</span><span>${plural(after.comments_count, t`1 comment`, t`${number(after.comments_count)} comments`)}</span></p></section>
${refused && html`<p class="es-alert">${t`Suggestion ${refused.id} cannot be merged: ${REFUSALS[refused.reason] ?? refused.reason}`}</p>`}
<form method="post" action="${staffPath(id, 'merge')}" class="es-form"><input type="hidden" name="version" value="${version}"><input type="hidden" name="into" value="${into.id}"><input type="hidden" name="return_to" value="${returnTo}"><label class="es-check"><input type="checkbox" name="notify" value="true"${!hasMail && { html: ' disabled' }}>${t`Notify the people of the merged suggestion by e-mail`}</label><div class="es-actions"><button class="es-button"${refused && { html: ' disabled' }}>${t`Merge 1 suggestion`}</button><a class="es-button es-quiet" href="${withQuery(staffPath(id, 'merge'), { return_to: returnTo })}">${t`Choose another`}</a><a class="es-button es-quiet" href="${returnTo}">${t`Cancel`}</a></div></form>`,
  )
}
