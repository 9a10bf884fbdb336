// The pages with which people sign in. They work without script, except for passkeys.
import { MIN_PASSWORD } from '../../../auth/sign-in/passwords.ts'
import { type Html, html, type Text, translated } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'
import { PASSKEYS_SCRIPT, passkeyButton } from './passkeys.ts'

export const SIGN_IN_PATH = '/admin/sign-in'
/** Where people continue after they signed in. */
export const CONSOLE_PATH = '/admin'
export const PROFILE_PATH = '/admin/profile'
/** The id of the form with the address and the password. */
export const SIGN_IN_FORM = 'sign-in'
export const WELCOME_PATH = '/admin/welcome'
export const WELCOME_SCRIPT = '/admin/welcome.js'

/** A path that is longer is forgotten: with its escapes it would not fit into the headers that clients read. */
const MAX_RETURN_PATH = 4_096

/** The page where people sign in, and then continue at `path`. */
export function signInAddress(path: string, page = SIGN_IN_PATH): string {
  const parameter = new URLSearchParams({ return_to: path }).toString()
  return parameter.length > MAX_RETURN_PATH ? page : `${page}?${parameter}`
}

export const alertOf = (problem: Text): Html | '' =>
  problem && html`<p class="alert" role="alert">${translated(problem)}</p>`

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`

export type SignInForm = {
  returnTo: string
  email?: string
  problem?: Text
  hasPasskeys?: boolean
}

/** `otherWays` follows the form of the password. */
export const signInPage = (
  { returnTo, email = '', problem = '', hasPasskeys = false }: SignInForm,
  otherWays: Html | '' = '',
) =>
  formPage(
    'Sign in',
    html`${alertOf(problem)}<form id="${SIGN_IN_FORM}" method="post" action="${SIGN_IN_PATH}">${hidden('return_to', returnTo)}
<label for="email">${t`E-mail address`}</label><input id="email" name="email" type="email" autocomplete="username" required value="${email}"${email ? '' : { html: ' autofocus' }}>
<label for="password">${t`Password`}</label><input id="password" name="password" type="password" autocomplete="current-password" required${email ? { html: ' autofocus' } : ''}>
<button>${t`Sign in`}</button>
${hasPasskeys && passkeyButton('sign-in', 'Sign in with a passkey')}</form>${otherWays}
<p class="hint">${t`Lost access? An owner can create a link for you in the settings, under People, and so can ${html`<code>earshot people link EMAIL</code>`} on the server.`}</p>`,
    hasPasskeys ? [PASSKEYS_SCRIPT] : [],
  )

export const codePage = (continuation: string, returnTo: string, problem: Text = '') =>
  formPage(
    'Second factor',
    html`${alertOf(problem)}<form method="post" action="${SIGN_IN_PATH}">${hidden('continuation', continuation)}${hidden('return_to', returnTo)}
<label for="code">${t`Code`}</label><input id="code" name="code" autocomplete="one-time-code" required autofocus maxlength="40">
<p class="hint">${t`The six digits of your authenticator app, or one of your recovery codes.`}</p>
<button>${t`Sign in`}</button></form>`,
  )

/** Asks for the code of the link. A script fills it in: what follows # is not sent to the server. */
export const linkPage = (problem = '') =>
  formPage(
    'Welcome',
    html`${alertOf(problem)}<form method="post" action="${WELCOME_PATH}" data-fill-code>
<label for="code">${t`Code`}</label><input id="code" name="code" autocomplete="off" spellcheck="false" required autofocus>
<p class="hint">${t`The part of your link after the character #.`}</p>
<button>${t`Continue`}</button></form>`,
    [WELCOME_SCRIPT],
  )

export type WelcomeForm = {
  code: string
  name: string
  email: string
  problem?: Text
  hasPasskeys?: boolean
}

export const welcomePage = ({
  code,
  name,
  email,
  problem = '',
  hasPasskeys = false,
}: WelcomeForm) =>
  formPage(
    'Welcome',
    html`${alertOf(problem)}<p>${t`Choose how you sign in from now on.`}</p><form method="post" action="${WELCOME_PATH}">${hidden('code', code)}
<label for="name">${t`Name`}</label><input id="name" name="name" autocomplete="name" required maxlength="200" value="${name}">
<label for="email">${t`E-mail address`}</label><input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<label for="password">${t`Password`}</label><input id="password" name="password" type="password" autocomplete="new-password" required>
<p class="hint">${t`At least ${MIN_PASSWORD} characters. Several words that do not belong together are good.`}</p>
<button>${t`Save and sign in`}</button>
${hasPasskeys && passkeyButton('welcome', 'Use a passkey instead of a password')}</form>`,
    hasPasskeys ? [PASSKEYS_SCRIPT] : [],
  )

export const CONFIRM_ADDRESS_PATH = '/admin/confirm-address'

/** Asks for the code of the link. A script fills it in: what follows # is not sent to the server. */
export const confirmAddressPage = (problem = '') =>
  formPage(
    'Confirm your address',
    html`${alertOf(problem)}<form method="post" action="${CONFIRM_ADDRESS_PATH}" data-fill-code>
<label for="code">${t`Code`}</label><input id="code" name="code" autocomplete="off" spellcheck="false" required autofocus>
<p class="hint">${t`The part of your link after the character #.`}</p>
<button>${t`Confirm`}</button></form>`,
    [WELCOME_SCRIPT],
  )

export const addressConfirmedPage = (email: string) =>
  formPage(
    'Address confirmed',
    html`<p>${t`You sign in as ${email} from now on.`}</p><p><a href="${PROFILE_PATH}">${t`Profile`}</a></p>`,
  )
