// Report something to the moderators.
import { html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import { alertOf, attribute, type Problems, problemOf } from '../parts/form.ts'
import type { PortalPage } from '../view.ts'

export const REASONS: Record<string, Sentence> = {
  spam: t`Advertising or spam`,
  abuse: t`Insulting or hateful`,
  personal_data: t`Contains personal data`,
  off_topic: t`Does not belong here`,
  other: t`Something else`,
}

export type ReportData = {
  thing: 'suggestion' | 'comment'
  /** Where the form is sent. */
  action: string
  /** Of what is reported. */
  path: string
  reason: string
  text: string
  problems: Problems
}

export const reportPage = ({
  thing,
  action,
  path,
  reason,
  text,
  problems,
}: ReportData): PortalPage => {
  const title = thing === 'comment' ? t`Report a comment` : t`Report a suggestion`
  return {
    title,
    place: 'forums',
    isNarrow: true,
    isPrivate: true,
    content: html`<h1 class="es-title">${title}</h1><p class="es-lead">${t`The moderators look at it. They do not tell others who reported it.`}</p>
<form class="es-form" method="post" action="${action}">${alertOf(problems)}
<fieldset class="es-choices"><legend>${t`What is wrong with it?`}</legend>${Object.entries(
      REASONS,
    ).map(
      ([value, name]) =>
        html`<label><input type="radio" name="reason" value="${value}" required${attribute(value === reason, ' checked')}> ${name}</label>`,
    )}${problemOf(problems, 'reason')}</fieldset>
<div><label for="text">${t`Anything else that the moderators should know`}</label><textarea id="text" name="text" maxlength="1000" dir="auto">
${text}</textarea>${problemOf(problems, 'text')}</div>
<p class="es-actions"><button class="es-button">${t`Report`}</button><a class="es-button es-quiet" href="${path}">${t`Cancel`}</a></p></form>`,
  }
}

export const reportedPage = (path: string): PortalPage => ({
  title: t`Thank you`,
  isNarrow: true,
  isPrivate: true,
  content: html`<h1 class="es-title">${t`Thank you`}</h1><p class="es-lead">${t`The moderators look at what you reported.`}</p><p class="es-more"><a class="es-button" href="${path}">${t`Back to the suggestion`}</a></p>`,
})
