// Fields of forms: what was typed stays, and what is wrong is said beside it.
import { type Html, html } from '../../src/texts/html.ts'
import { type Sentence, t } from '../../src/texts/texts.ts'
import type { View } from '../view.ts'
import { number } from './format.ts'

export const MAX_TITLE = 140
export const MAX_TEXT = 10_000

/** By the name of the field. `form`: about all of it. */
export type Problems = Partial<Record<string, Sentence>>

export const attribute = (isSet: boolean, text: string): Html | '' => (isSet ? { html: text } : '')

export const hiddenField = (name: string, value: string | number | null | undefined): Html | '' =>
  value === null || value === undefined || value === ''
    ? ''
    : html`<input type="hidden" name="${name}" value="${value}">`

export const alertOf = ({ form }: Problems): Html | '' =>
  form === undefined ? '' : html`<p class="es-alert" role="alert">${form}</p>`

/** Of a field with a hint of its own: the hint is read with it. */
export const describedBy = (problems: Problems, name: string, hasHint = false): Html => {
  const ids = [problems[name] && `${name}-problem`, hasHint && `${name}-hint`].filter(Boolean)
  return html`${attribute(problems[name] !== undefined, ' aria-invalid="true"')}${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`
}

export const problemOf = (problems: Problems, name: string): Html | '' => {
  const problem = problems[name]
  return problem === undefined
    ? ''
    : html`<p class="es-problem" id="${name}-problem">${problem}</p>`
}

/** How many characters are left, once somebody types. */
export const counter = (name: string, max: number): Html =>
  html`<p class="es-hint" id="${name}-hint"><es-count for="${name}" max="${max}" data-one="${t`1 character left`}" data-other="${t`${'#'} characters left`}">${t`At most ${number(max)} characters`}</es-count></p>`

export const textField = (
  name: string,
  {
    label,
    value,
    problems,
    isRequired = false,
  }: { label: Sentence; value: string; problems: Problems; isRequired?: boolean },
): Html =>
  html`<div><label for="${name}">${label}</label><textarea id="${name}" name="${name}" dir="auto"${attribute(isRequired, ' required')}${describedBy(problems, name, true)}>
${value}</textarea>${problemOf(problems, name)}${counter(name, MAX_TEXT)}</div>`

/** What every form of the page carries: a token that works once, and a field that only programs fill in. */
export const formToken = (token: string): Html =>
  html`${hiddenField('form_token', token)}<div class="es-honeypot" aria-hidden="true"><label for="website">${t`Leave this field empty`}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>`

export type Guest = { name: string; email: string }

/** Who somebody is who does not sign in. Their browser computes for a second. `isFirst`: nothing else is asked before. */
export const guestFields = (
  { name, email }: Guest,
  problems: Problems,
  hasMail: boolean,
  isFirst = false,
): Html => html`<es-work class="es-guest" data-busy="${t`One moment …`}"><div><label for="email">${t`Your e-mail address`}</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" value="${email}"${attribute(isFirst, ' autofocus')}${describedBy(problems, 'email', true)}>${problemOf(problems, 'email')}<p class="es-hint" id="email-hint">${hasMail ? t`It is not published. You get a mail with which you confirm it.` : t`It is not published.`}</p></div>
<div><label for="name">${t`Your name`}</label><input id="name" name="name" autocomplete="name" maxlength="255" dir="auto" value="${name}"${describedBy(problems, 'name')}>${problemOf(problems, 'name')}</div>
${!hasMail && html`<noscript><p class="es-problem">${t`Switch on JavaScript to send this without signing in.`}</p></noscript>`}</es-work>`

/** Beside the button that sends: Enter in a field uses the first one. */
export const signInInstead = ({ signInPath }: View): Html | '' =>
  signInPath === null
    ? ''
    : html`<button class="es-button es-quiet" name="way" value="sign_in" formnovalidate>${t`Sign in instead`}</button>`
