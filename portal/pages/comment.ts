// A comment apart from its discussion: when something is wrong with it, and to change it.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { fileField } from '../parts/files.ts'
import { alertOf, formToken, type Problems, textField } from '../parts/form.ts'
import { commentActionPath } from '../paths.ts'
import type { Comment } from '../records.ts'
import type { PortalPage } from '../view.ts'

/** `form` is the comment form of the discussion. */
export const commentPage = (title: string, path: string, form: Html | ''): PortalPage => ({
  title: t`Your comment`,
  place: 'forums',
  isNarrow: true,
  isPrivate: true,
  content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${path}" dir="auto">${title}</a></nav><h1 class="es-title">${t`Your comment`}</h1>${form}`,
})

export type CommentChangeData = {
  comment: Comment
  text: string
  problems: Problems
  formToken: string
  /** Of the comment. */
  path: string
}

export const editCommentPage = ({
  comment,
  text,
  problems,
  path,
  ...data
}: CommentChangeData): PortalPage => ({
  title: t`Edit your comment`,
  place: 'forums',
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${t`Edit your comment`}</h1>
<form class="es-form" method="post" action="${commentActionPath(comment.id, 'edit')}" enctype="multipart/form-data">${alertOf(problems)}${formToken(data.formToken)}
${textField('text', { label: t`Your comment`, value: text, problems, isRequired: true })}${fileField(comment.attachments, problems)}
<p class="es-actions"><button class="es-button">${t`Save`}</button><a class="es-button es-quiet" href="${path}">${t`Cancel`}</a></p></form>`,
})
