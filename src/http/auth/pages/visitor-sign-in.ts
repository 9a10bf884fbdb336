// The pages with which end users sign in on the portal. They work without script.

import { type Html, html, type Text } from '../../../texts/html.ts'
import { EMAIL_CODE_MINUTES } from '../../../texts/mails.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'
import { alertOf, hidden } from './sign-in.ts'

export const VISITOR_SIGN_IN_PATH = '/sign-in'
export const EMAIL_CODE_PATH = '/sign-in/code'
export const EMAIL_LINK_PATH = '/sign-in/link'

/** The page where end users sign in, and then continue at `path`. */
export const visitorSignInAddress = (path: string): string =>
  path === '/'
    ? VISITOR_SIGN_IN_PATH
    : `${VISITOR_SIGN_IN_PATH}?${new URLSearchParams({ return_to: path })}`

export type VisitorSignInForm = {
  returnTo: string
  email?: string
  problem?: Text
  hasEmail: boolean
  otherWays: Html | ''
}

export const visitorSignInPage = ({
  returnTo,
  email = '',
  problem = '',
  hasEmail,
  otherWays,
}: VisitorSignInForm) =>
  formPage(
    'Sign in',
    html`${alertOf(problem)}${hasEmail && emailForm(returnTo, email)}${hasEmail && otherWays && html`<p class="or">${t`or`}</p>`}${otherWays}
${!hasEmail && !otherWays && html`<p>${t`Nobody can sign in on this page at the moment. If you came from an application, open this page from there again.`}</p>`}`,
  )

const emailForm = (
  returnTo: string,
  email: string,
) => html`<form method="post" action="${VISITOR_SIGN_IN_PATH}">${hidden('return_to', returnTo)}
<label for="email">${t`E-mail address`}</label><input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="255" value="${email}">
<p class="hint">${t`You get a mail with a link and a code. You need no password.`}</p>
<button>${t`Continue with e-mail`}</button></form>`

/** Says the same for every address. */
export const emailCodePage = (
  { email, returnTo }: { email: string; returnTo: string },
  problem: Text = '',
) =>
  formPage(
    'Look into your mail',
    html`${alertOf(problem)}<p>${t`A mail is on its way to ${email}. Type its code here, or open its link on any device. Both work once, for ${EMAIL_CODE_MINUTES} minutes.`}</p>
<form method="post" action="${EMAIL_CODE_PATH}"><label for="code">${t`Code`}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="20">
<button>${t`Sign in`}</button></form>
<p class="hint">${t`No mail after a minute? Look into the folder for spam.`} <a href="${visitorSignInAddress(returnTo)}">${t`Ask for another mail`}</a></p>`,
  )

/** Programs that check mails open links: only the button signs in. */
export const emailLinkPage = (link: string, email: string) =>
  formPage(
    'Sign in',
    html`<p>${t`You sign in as ${email} on this device.`}</p>
<form method="post" action="${EMAIL_LINK_PATH}/${link}"><button autofocus>${t`Sign in`}</button></form>`,
  )

export const endedLinkPage = () =>
  formPage(
    'This link does not work',
    html`<p>${t`It has expired or was used already. If you have signed in on this device, you need no other one.`}</p>
<p><a href="${VISITOR_SIGN_IN_PATH}">${t`Ask for another mail`}</a></p>`,
  )

export const blockedVisitorPage = () =>
  formPage('Not signed in', html`<p>${t`The team of this page has blocked your access.`}</p>`)
