// Change an own suggestion, while it is the author's alone.
import { html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import { customFields } from '../parts/custom-fields.ts'
import { fileField } from '../parts/files.ts'
import {
  alertOf,
  attribute,
  counter,
  describedBy,
  formToken,
  MAX_TITLE,
  type Problems,
  problemOf,
  textField,
} from '../parts/form.ts'
import { actionPath, suggestionPath } from '../paths.ts'
import type { Forum, Suggestion } from '../records.ts'
import type { PortalPage } from '../view.ts'
import type { SuggestionFields } from './new-suggestion.ts'

export type SuggestionChangeData = {
  forum: Forum
  suggestion: Suggestion
  fields: SuggestionFields
  problems: Problems
  formToken: string
}

export const editSuggestionPage = ({
  forum,
  suggestion,
  fields,
  problems,
  ...data
}: SuggestionChangeData): PortalPage => ({
  title: t`Edit your suggestion`,
  place: 'forums',
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${t`Edit your suggestion`}</h1>
<form class="es-form" method="post" action="${actionPath(suggestion.id, 'edit')}" enctype="multipart/form-data">${alertOf(problems)}${formToken(data.formToken)}
<div><label for="title">${t`Title`}</label><input id="title" name="title" required maxlength="${MAX_TITLE}" autocomplete="off" dir="auto" value="${fields.title}"${describedBy(problems, 'title', true)}>${problemOf(problems, 'title')}${counter('title', MAX_TITLE)}</div>
${textField('text', { label: t`Text`, value: fields.text, problems })}
${
  forum.categories.length > 0 &&
  html`<div><label for="category_id">${t`Category`}</label><select id="category_id" name="category_id"${describedBy(problems, 'category_id')}><option value="">${t`None`}</option>${forum.categories.map(
    ({ id, name }) =>
      html`<option value="${id}"${attribute(String(id) === fields.category_id, ' selected')}>${name}</option>`,
  )}</select>${problemOf(problems, 'category_id')}</div>`
}
${customFields(forum.custom_fields, fields.custom, problems)}
${fileField(suggestion.attachments, problems)}
<p class="es-actions"><button class="es-button">${t`Save`}</button><a class="es-button es-quiet" href="${suggestionPath(forum, suggestion)}">${t`Cancel`}</a></p></form>`,
})
