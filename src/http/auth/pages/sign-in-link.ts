// Pages of signing in with a mailed link.

import { html } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'
import { alertOf, SIGN_IN_FORM, SIGN_IN_PATH, WELCOME_SCRIPT } from './sign-in.ts'

export const MAIL_LINK_PATH = '/admin/sign-in-link'

/** Sends the address of the form above it; browsers do not ask for the password then. */
export const mailLinkButton = html`<button class="plain" form="${SIGN_IN_FORM}" formaction="${MAIL_LINK_PATH}" formnovalidate>${t`E-mail me a link`}</button>`

/** Says the same for every address. */
export const linkSentPage = (email: string) =>
  formPage(
    'Look into your mail',
    html`<p>${t`If ${email} can sign in here, a message with a link is on its way. The link works once, for 15 minutes.`}</p>
<p><a href="${SIGN_IN_PATH}">${t`Sign in in another way`}</a></p>`,
  )

/** Asks for the code of the link. A script fills it in: what follows # is not sent to the server. */
export const mailedLinkPage = (problem = '') =>
  formPage(
    'Sign in',
    html`${alertOf(problem)}<form method="post" action="${MAIL_LINK_PATH}" data-fill-code>
<label for="code">${t`Code`}</label><input id="code" name="code" autocomplete="off" spellcheck="false" required autofocus>
<p class="hint">${t`The part of your link after the character #.`}</p>
<button>${t`Sign in`}</button></form>
<p class="hint"><a href="${SIGN_IN_PATH}">Ask for another link</a></p>`,
    [WELCOME_SCRIPT],
  )
