// Pages of a person who was invited.
import { MIN_PASSWORD } from '../../../auth/sign-in/passwords.ts'
import { html, type Text, translated } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'
import { alertOf, hidden, SIGN_IN_PATH, WELCOME_PATH } from './sign-in.ts'

type Shown = { email: string; role: string; name: string }

/** For a person who cannot sign in yet. */
export const invitedPage = (code: string, { email, role, name }: Shown, problem: Text = '') =>
  formPage(
    'Welcome',
    html`${alertOf(problem)}<p>${t`You are invited with the role ${translated(role)}. You will sign in as ${email}.`}</p>
<form method="post" action="${WELCOME_PATH}">${hidden('code', code)}<input class="unseen" name="username" autocomplete="username" value="${email}" readonly tabindex="-1" aria-hidden="true">
<label for="name">${t`Name`}</label><input id="name" name="name" autocomplete="name" required maxlength="200" value="${name}">
<label for="password">${t`Password`}</label><input id="password" name="password" type="password" autocomplete="new-password" required>
<p class="hint">${t`At least ${MIN_PASSWORD} characters. Several words that do not belong together are good.`}</p>
<button>${t`Accept and sign in`}</button></form>`,
  )

/** For a person who can sign in already. */
export const acceptPage = (code: string, { email, role }: Shown) =>
  formPage(
    'Invitation',
    html`<p>${t`${email} is invited to the role ${translated(role)}. Accepting ends the other sessions of this person.`}</p>
<form method="post" action="${WELCOME_PATH}">${hidden('code', code)}${hidden('accept', 'true')}<button>${t`Accept`}</button></form>`,
  )

export const acceptedPage = ({ role }: Shown) =>
  formPage(
    'Accepted',
    html`<p>${t`You have the role ${translated(role)}, or the more powerful one that you had.`}</p><p><a href="${SIGN_IN_PATH}">${t`Sign in`}</a></p>`,
  )
