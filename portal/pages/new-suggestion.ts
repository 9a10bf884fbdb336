// Suggest something: write first, sign in last.
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { answerList, answersIn, customFields, type FormValues } from '../parts/custom-fields.ts'
import { fileField } from '../parts/files.ts'
import {
  alertOf,
  attribute,
  counter,
  describedBy,
  formToken,
  type Guest,
  guestFields,
  hiddenField,
  MAX_TITLE,
  type Problems,
  problemOf,
  signInInstead,
  textField,
} from '../parts/form.ts'
import { formatted } from '../parts/format.ts'
import { similarSuggestions } from '../parts/similar.ts'
import { forumPath, newSuggestionPath } from '../paths.ts'
import type { Attachment, Decision, Forum, Suggestion } from '../records.ts'
import type { PortalPage, View } from '../view.ts'

export type SuggestionFields = {
  title: string
  text: string
  category_id: string
  /** What the form asks besides. */
  custom: FormValues
}

export type SuggestionFormData = {
  forum: Forum
  can: { suggest: Decision; support: Decision }
  fields: SuggestionFields
  /** Uploaded already. */
  files: Attachment[]
  guest: Guest
  problems: Problems
  /** `similar`: the next step shows similar ones. `send`: they were shown, or there are none. */
  step: 'similar' | 'send'
  similar: Suggestion[]
  isPreview: boolean
  formToken: string
  /** Of a draft that is sent now. */
  draft: string | null
  hasMail: boolean
}

export function newSuggestionPage(data: SuggestionFormData, view: View): PortalPage {
  const { forum, can, similar } = data
  const { suggestIntroduction } = view.look.texts[view.language]
  return {
    title: t`Suggest something`,
    place: 'forums',
    isPrivate: true,
    content: html`<nav class="es-crumbs" aria-label="${t`Where you are`}"><a href="${forumPath(forum)}">${forum.name}</a></nav>
<h1 class="es-title">${t`Suggest something`}</h1>${formatted(suggestIntroduction, 'text/markdown')}
<div class="es-columns es-write">${suggestionForm(data, view)}<aside aria-label="${t`Similar suggestions`}">${similarSuggestions({ forum, decision: can.support, suggestions: similar }, view)}</aside></div>`,
  }
}

function suggestionForm(data: SuggestionFormData, view: View): Html {
  const { forum, can, fields, problems, step, similar, draft } = data
  if (can.suggest === 'sign_in' && view.signInPath === null)
    return html`<p class="es-notice">${t`Only people who are signed in can suggest here, and nobody can sign in on this page at the moment.`}</p>`
  return html`<form class="es-form" method="post" action="${newSuggestionPath(forum)}"${attribute(can.suggest === 'yes', ' enctype="multipart/form-data"')}>${alertOf(problems)}
${draft !== null && can.suggest === 'yes' && html`<p class="es-notice" role="status">${t`You are signed in. Your text is still here: send it now.`}</p>`}
${similar.length > 0 && step === 'send' && html`<p class="es-notice" role="status">${t`There are similar suggestions. Vote for one of them, or send yours anyway.`}</p>`}
${data.isPreview && preview(data)}${formToken(data.formToken)}${hiddenField('draft', draft)}${hiddenField('step', step)}
<div><label for="title">${forum.prompt || t`What would make it better for you?`}</label><input id="title" name="title" required maxlength="${MAX_TITLE}" autocomplete="off" dir="auto" value="${fields.title}" placeholder="${forum.example || t`I would like to …`}"${describedBy(problems, 'title', true)}>${problemOf(problems, 'title')}${counter('title', MAX_TITLE)}</div>
${textField('text', { label: t`Why does it matter to you?`, value: fields.text, problems })}
${categoryField(data)}
${customFields(forum.custom_fields, fields.custom, problems)}
${can.suggest === 'yes' ? fileField(data.files, problems) : html`<p class="es-hint">${t`You can add files once you are signed in.`}</p>`}
${can.suggest === 'guest' && guestFields(data.guest, problems, data.hasMail)}
<p class="es-actions"><button class="es-button">${sendLabel(data)}</button><button class="es-button es-quiet" name="step" value="preview">${t`Preview`}</button>${can.suggest === 'guest' && signInInstead(view)}</p></form>`
}

function sendLabel({ can, step, similar }: SuggestionFormData): Sentence {
  if (step === 'send' && similar.length > 0) return t`Suggest anyway`
  return can.suggest === 'sign_in' ? t`Continue and sign in` : t`Suggest`
}

function categoryField({ forum, fields, problems }: SuggestionFormData): Html | '' {
  const { categories, category_required: isRequired } = forum
  if (categories.length === 0) return ''
  return html`<div><label for="category_id">${t`Category`}</label><select id="category_id" name="category_id"${attribute(isRequired, ' required')}${describedBy(problems, 'category_id')}><option value="">${isRequired ? t`Choose one` : t`None`}</option>${categories.map(
    ({ id, name }) =>
      html`<option value="${id}"${attribute(String(id) === fields.category_id, ' selected')}>${name}</option>`,
  )}</select>${problemOf(problems, 'category_id')}</div>`
}

const preview = ({ fields, forum }: SuggestionFormData): Html =>
  html`<section class="es-card" aria-label="${t`Preview`}"><p class="es-soft">${t`Preview`}</p><h2 class="es-title" dir="auto">${fields.title}</h2>${formatted(fields.text, 'text/plain')}${answerList(answersIn(forum.custom_fields, fields.custom))}</section>`
