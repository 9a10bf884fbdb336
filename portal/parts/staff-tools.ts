// What members of the team do on a page. The words are those of the console.
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { consolePath, staffCommentPath, staffPath, undoPath, withQuery } from '../paths.ts'
import type { Comment, Forum, Status, Suggestion } from '../records.ts'
import type { LastChange, View } from '../view.ts'
import { number, plural } from './format.ts'

/** As the Admin API has it. */
export type StaffRecord = {
  id: number
  title: string
  body: string
  state: string
  statusId: number | null
  categoryId: number | null
  forumId: number
  hasAuthor: boolean
}

/** What the person decides by: forms send it along, so that nobody overwrites what they did not see. */
export type Versions = { edit: string; status: string; forum: string; content: string }

export type StaffTools = {
  can: { act: boolean; edit: boolean; block: boolean }
  record: StaffRecord
  /** Of the custom fields that have a value, by key. */
  answers: Record<string, string>
  versions: Versions
  statuses: Status[]
  forums: Forum[]
  /** Who would get a mail about the answer. */
  peopleCount: number
  hasMail: boolean
}

export type Problems = Record<string, Sentence>

export const MODERATION: Record<string, Sentence> = {
  approve: t`Approve`,
  spam: t`Mark as spam`,
  delete: t`Delete`,
  restore: t`Restore`,
}

export const STATES: Record<string, Sentence> = {
  new: t`New`,
  approved: t`Approved`,
  published: t`Published`,
  spam: t`Spam`,
  deleted: t`Deleted`,
}

const BANNERS: Record<string, Sentence> = {
  new: t`New: customers see this suggestion once it is approved.`,
  spam: t`This suggestion is marked as spam. Customers do not see it.`,
  deleted: t`This suggestion is deleted. Customers do not see it.`,
}

export function staffTools(tools: StaffTools, view: View): Html {
  const { can, record } = tools
  const isHidden = record.state === 'spam' || record.state === 'deleted'
  const banner = BANNERS[record.state]
  return html`<section class="es-team" aria-labelledby="team"><header><h2 id="team">${t`Team`}</h2><a href="${consolePath(record.id)}">${t`Open in the console`}</a></header>
${banner && html`<p class="es-notice">${banner}</p>`}
${can.act && html`<div class="es-actions">${moderation(tools, view)}</div>`}
${can.act && !isHidden && tool(t`Set status`, statusForm(tools, { returnTo: view.path }))}
${can.edit && !isHidden && tool(t`Edit`, editForm(tools, { returnTo: view.path }))}
${can.act && !isHidden && tools.forums.length > 1 && tool(t`Move to forum`, moveForm(tools, view))}
${can.act && record.state !== 'deleted' && tool(t`Delete`, deleteForm(tools, view))}
${can.block && record.hasAuthor && tool(t`Block the author`, blockForm(staffPath(record.id, 'block'), view.path))}</section>`
}

const tool = (name: Sentence, form: Html): Html =>
  html`<details name="team"><summary>${name}</summary>${form}</details>`

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** One click: each can be undone. */
function moderation({ record, versions }: StaffTools, view: View): Html {
  const button = (action: string, name: Sentence, look = ' es-quiet') =>
    actionForm(
      staffPath(record.id, action),
      { version: versions.content, return_to: view.path },
      name,
      look,
    )
  if (record.state === 'spam') return button('restore', t`Not spam`)
  if (record.state === 'deleted') return button('restore', t`Restore`)
  return html`${record.state === 'new' && button('approve', t`Approve`, '')}${button('spam', t`Mark as spam`)}<a class="es-button es-quiet" href="${withQuery(staffPath(record.id, 'merge'), { return_to: view.path })}">${t`Merge…`}</a>`
}

export const actionForm = (
  path: string,
  fields: Record<string, string>,
  name: Sentence,
  look = '',
): Html =>
  html`<form method="post" action="${path}">${Object.entries(fields).map(([field, value]) => hidden(field, value))}<button class="es-button${look}">${name}</button></form>`

export type StatusDraft = { statusId: number | null; body: string; notifies: boolean }
type Sent<Draft> = { returnTo: string; draft?: Draft; problems?: Problems; submit?: Sentence }

const option = (value: string, isChosen: boolean, name: unknown): Html =>
  html`<option value="${value}"${isChosen && { html: ' selected' }}>${name}</option>`

const problemOf = (problems: Problems | undefined, field: string): Html | '' =>
  problems?.[field] ? html`<p class="es-problem">${problems[field]}</p>` : ''

export function statusForm(
  { record, versions, statuses, peopleCount, hasMail }: StaffTools,
  { returnTo, draft, problems, submit = t`Save` }: Sent<StatusDraft>,
): Html {
  const { statusId, body, notifies } = draft ?? { ...record, body: '', notifies: false }
  const notify =
    peopleCount === 0
      ? t`Notify supporters (nobody follows the suggestion)`
      : plural(
          peopleCount,
          t`Notify the person who follows it`,
          t`Notify ${number(peopleCount)} people who follow it`,
        )
  const canNotify = peopleCount > 0 && hasMail
  return html`<form class="es-form" method="post" action="${staffPath(record.id, 'status')}">${hidden('version', versions.status)}${hidden('return_to', returnTo)}
<div><label for="team-status">${t`Status`}</label><select id="team-status" name="status">${option('', statusId === null, t`No status`)}${statuses.map(({ id, name }) => option(String(id), id === statusId, name))}</select></div>
<div><label for="team-answer">${t`Answer`}</label><textarea id="team-answer" name="body" dir="auto" maxlength="100000" aria-describedby="team-answer-hint">${textOf(body)}</textarea><p class="es-hint" id="team-answer-hint">${t`Everybody who can see the suggestion can read it.`} ${t`You can use Markdown.`}</p>${problemOf(problems, 'body')}</div>
<div><label class="es-check"><input type="checkbox" name="notify" value="true"${!canNotify && { html: ' disabled' }}${canNotify && notifies && { html: ' checked' }}>${notify}</label>${!hasMail && html`<p class="es-notice">${t`Nobody can be notified: this installation has no mail server. The answer is shown on the portal.`}</p>`}</div>
<div class="es-actions"><button class="es-button">${submit}</button></div></form>`
}

/** A browser drops a line break right after the tag. */
const textOf = (text: string) => (text.startsWith('\n') ? `\n${text}` : text)

export type EditDraft = { title: string; body: string; categoryId: number | null }

export function editForm(
  { record, versions, forums }: StaffTools,
  { returnTo, draft = record, problems, submit = t`Save` }: Sent<EditDraft>,
): Html {
  const categories = forums.find(({ id }) => id === record.forumId)?.categories ?? []
  return html`<form class="es-form" method="post" action="${staffPath(record.id, 'edit')}">${hidden('version', versions.edit)}${hidden('return_to', returnTo)}
<div><label for="team-title">${t`Title`}</label><input id="team-title" name="title" required maxlength="140" dir="auto" value="${draft.title}">${problemOf(problems, 'title')}</div>
<div><label for="team-body">${t`Description`}</label><textarea id="team-body" name="body" dir="auto" maxlength="10000">${textOf(draft.body)}</textarea>${problemOf(problems, 'body')}</div>
${
  (categories.length > 0 || draft.categoryId !== null) &&
  html`<div><label for="team-category">${t`Category`}</label><select id="team-category" name="category">${option('', draft.categoryId === null, t`No category`)}${categories.map(({ id, name }) => option(String(id), id === draft.categoryId, name))}</select>${problemOf(problems, 'category')}</div>`
}
<div class="es-actions"><button class="es-button">${submit}</button></div></form>`
}

const moveForm = ({ record, versions, forums }: StaffTools, view: View): Html =>
  html`<form class="es-form" method="post" action="${staffPath(record.id, 'move')}">${hidden('version', versions.forum)}${hidden('return_to', view.path)}
<div><label for="team-forum">${t`Forum`}</label><select id="team-forum" name="forum" aria-describedby="team-forum-hint">${forums.map(({ id, name }) => option(String(id), id === record.forumId, name))}</select><p class="es-hint" id="team-forum-hint">${t`Moves 1 suggestion to another forum. A category of the old forum is removed.`}</p></div>
<div class="es-actions"><button class="es-button">${t`Move to forum`}</button></div></form>`

const deleteForm = ({ record, versions }: StaffTools, view: View): Html =>
  html`<form class="es-form" method="post" action="${staffPath(record.id, 'delete')}">${hidden('version', versions.content)}${hidden('return_to', view.path)}<p>${t`Deletes 1 suggestion. This can be undone.`}</p>
<div class="es-actions"><button class="es-button es-danger">${t`Delete`}</button></div></form>`

const blockForm = (path: string, returnTo: string): Html =>
  html`<form class="es-form" method="post" action="${path}">${hidden('return_to', returnTo)}<p>${t`They can no longer sign in and get no notifications. This can be undone.`}</p>
<div><label class="es-check"><input type="checkbox" name="hide_content" value="true" checked>${t`Also hide everything that they wrote, and do not count their votes`}</label></div>
<div class="es-actions"><button class="es-button es-danger">${t`Block`}</button></div></form>`

export type CommentTools = {
  can: { moderate: boolean; delete: boolean; block: boolean }
  version: string
}

/** Below a comment. */
export function commentTools(
  comment: Comment,
  { can, version }: CommentTools,
  view: View,
): Html | '' {
  const path = (action: string) => staffCommentPath(comment.id, action)
  const fields = { version, return_to: `${view.path.split('#', 1)[0]}#comment-${comment.id}` }
  if (!can.moderate && !can.delete && !can.block) return ''
  const isWaiting = comment.state === 'waiting'
  const tools = html`<div class="es-team-row"><div class="es-actions">${can.moderate && isWaiting && actionForm(path('approve'), fields, t`Approve`, ' es-small')}${can.moderate && actionForm(path('spam'), fields, t`Mark as spam`, ' es-quiet es-small')}</div>
${can.delete && html`<details name="team"><summary>${t`Delete`}</summary><div class="es-form"><p>${t`Deletes 1 comment. This can be undone.`}</p>${actionForm(path('delete'), fields, t`Delete`, ' es-danger')}</div></details>`}
${can.block && html`<details name="team"><summary>${t`Block the author`}</summary>${blockForm(path('block'), fields.return_to)}</details>`}</div>`
  // A team that reads a long discussion sees the comments, not what it could do with each.
  return isWaiting
    ? tools
    : html`<details class="es-tools"><summary>${t`Moderate`}</summary>${tools}</details>`
}

/** What waits in a forum, before everything else in its list. */
export function waitingList(
  waiting: { suggestion: Suggestion; row: Html; version: string }[],
  { canAct, view }: { canAct: boolean; view: View },
): Html | '' {
  if (waiting.length === 0) return ''
  const fields = (version: string) => ({ version, return_to: view.path })
  return html`<section class="es-team es-waiting" aria-labelledby="waiting"><header><h2 id="waiting">${t`Waits for approval`}</h2><a href="/admin/triage">${t`Open in the console`}</a></header>
${waiting.map(
  ({ suggestion: { id }, row, version }) =>
    html`${row}${canAct && html`<div class="es-actions">${actionForm(staffPath(id, 'approve'), fields(version), t`Approve`, ' es-small')}${actionForm(staffPath(id, 'spam'), fields(version), t`Mark as spam`, ' es-quiet es-small')}</div>`}`,
)}</section>`
}

const DONE: Record<string, Sentence> = {
  'suggestions status': t`Status saved.`,
  'suggestions approve': t`Approved.`,
  'suggestions spam': t`Marked as spam.`,
  'suggestions delete': t`Deleted.`,
  'suggestions restore': t`Restored.`,
  'suggestions move': t`1 suggestion moved.`,
  'suggestions merge': t`1 suggestion merged.`,
  'comments approve': t`Approved.`,
  'comments spam': t`Comment marked as spam.`,
  'comments delete': t`Comment deleted.`,
  'users block': t`1 person blocked.`,
}

/** What the person just did, and the way back. */
export function changeNotice(change: LastChange | null, view: View): Html | '' {
  if (change === null) return ''
  const { action, collection, isUndone, notifies } = change
  const done = notifies
    ? t`Status saved. Supporters are being notified; e-mails that have left cannot be undone.`
    : (DONE[`${collection} ${action}`] ?? t`Saved.`)
  return html`<div class="es-notice es-change" role="status"><span>${isUndone ? t`Undone.` : done}</span>${change.canUndo && actionForm(undoPath(change.id), { return_to: view.path }, t`Undo`, ' es-quiet es-small')}</div>`
}

/** Above a page that a member of the team sees as somebody else does. */
export function previewBar({ preview, path }: View): Html | '' {
  if (preview === null) return ''
  return html`<div class="es-preview" role="status"><div><span>${preview === 'public' ? t`This is what visitors see who are not signed in.` : t`This is what you would see without your role.`}</span>
${preview === 'public' ? html`<a href="${withView(path, 'member')}">${t`Show it as for somebody who is signed in`}</a>` : html`<a href="${withView(path, 'public')}">${t`Show it as for somebody who is not signed in`}</a>`}<a href="${withView(path, 'team')}">${t`Back to the view of the team`}</a></div></div>`
}

export const withView = (path: string, view: 'public' | 'member' | 'team'): string =>
  `${path}${path.includes('?') ? '&' : '?'}view=${view}`
