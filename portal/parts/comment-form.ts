// Where the visitor comments, and what they may do with a comment.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { actionPath, commentActionPath } from '../paths.ts'
import type { Attachment, Comment, Decision } from '../records.ts'
import type { View } from '../view.ts'
import { fileField } from './files.ts'
import {
  alertOf,
  attribute,
  formToken,
  type Guest,
  guestFields,
  hiddenField,
  type Problems,
  signInInstead,
  textField,
} from './form.ts'

export type CommentFormData = {
  suggestionId: number
  decision: Decision
  text: string
  files: Attachment[]
  guest: Guest
  /** What it answers. */
  replyTo: { id: number; creator_name: string | null } | null
  problems: Problems
  formToken: string
  draft: string | null
  hasMail: boolean
  /** Where it leads when somebody decides not to answer. */
  path: string
}

export function commentForm(data: CommentFormData, view: View): Html | '' {
  const { decision, problems, replyTo, draft } = data
  if (decision === 'no') return ''
  if (decision === 'sign_in' && view.signInPath === null)
    return html`<p class="es-notice">${t`Only people who are signed in can comment here, and nobody can sign in on this page at the moment.`}</p>`
  const note = replyTo && t`You answer ${replyTo.creator_name ?? t`Somebody who left`}.`
  return html`<es-reply id="comment-form" data-note="${t`You answer ${'#'}.`}" data-cancel="${t`Cancel`}"><form class="es-form es-comment-form" method="post" action="${actionPath(data.suggestionId, 'comments')}"${attribute(decision === 'yes', ' enctype="multipart/form-data"')}>${alertOf(problems)}
${draft !== null && decision === 'yes' && html`<p class="es-notice" role="status">${t`You are signed in. Your text is still here: send it now.`}</p>`}
<p class="es-soft es-replying"${attribute(replyTo === null, ' hidden')}><span>${note}</span> <a href="${data.path}">${t`Cancel`}</a></p>
${formToken(data.formToken)}${hiddenField('draft', draft)}<input type="hidden" name="reply_to_id" value="${replyTo?.id ?? ''}">
${textField('text', { label: t`Your comment`, value: data.text, problems, isRequired: true })}
${decision === 'yes' && fileField(data.files, problems)}
${decision === 'guest' && guestFields(data.guest, problems, data.hasMail)}
<p class="es-actions"><button class="es-button">${decision === 'sign_in' ? t`Continue and sign in` : t`Comment`}</button>${decision === 'guest' && signInInstead(view)}</p></form></es-reply>`
}

/** `path` is that of the suggestion. */
export function commentActions(
  comment: Comment,
  decision: Decision,
  { visitor, signInPath }: View,
  path: string,
): Html | '' {
  const { id, is_mine: isMine, state } = comment
  const actions = [
    state === 'published' &&
      decision !== 'no' &&
      html`<a class="es-reply-link" data-comment="${id}" data-name="${comment.creator_name ?? t`Somebody who left`}" rel="nofollow" href="${path}?reply_to=${id}#comment-form">${t`Reply`}</a>`,
    isMine && html`<a href="${commentActionPath(id, 'edit')}">${t`Edit`}</a>`,
    isMine &&
      deletion(commentActionPath(id, 'delete'), {
        action: t`Delete`,
        question: t`Delete this comment?`,
      }),
    !isMine &&
      !visitor?.isStaff &&
      (visitor !== null || signInPath !== null) &&
      html`<a rel="nofollow" href="${commentActionPath(id, 'report')}">${t`Report`}</a>`,
  ].filter((action) => action !== false)
  return actions.length === 0 ? '' : html`<p class="es-comment-actions">${actions}</p>`
}

/** Asks before it deletes. */
export const deletion = (
  path: string,
  { action, question }: { action: unknown; question: unknown },
): Html =>
  html`<details class="es-delete"><summary>${action}</summary><form method="post" action="${path}"><span>${question}</span> <button class="es-button es-danger">${action}</button></form></details>`
