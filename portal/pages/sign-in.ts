// The pages with which end users sign in on the portal. They work without script.
import { type Html, html, type Text, translated } from '../../src/texts/html.ts'
import { EMAIL_CODE_MINUTES } from '../../src/texts/mails.ts'
import { sentenceOf, t } from '../../src/texts/texts.ts'
import type { PortalPage } from '../view.ts'

export const VISITOR_SIGN_IN_PATH = '/sign-in'
export const EMAIL_CODE_PATH = '/sign-in/code'
export const EMAIL_LINK_PATH = '/sign-in/link'

/** The page where end users sign in, and then continue at `path`. */
export const visitorSignInAddress = (path: string): string =>
  path === '/'
    ? VISITOR_SIGN_IN_PATH
    : `${VISITOR_SIGN_IN_PATH}?${new URLSearchParams({ return_to: path })}`

const page = (title: Text, content: Html, head: Html | '' = ''): PortalPage => ({
  title: typeof title === 'string' ? sentenceOf(title) : title,
  isNarrow: true,
  isSecret: true,
  head,
  content: html`<div class="es-card es-sign-in"><h1 class="es-title">${translated(title)}</h1>${content}</div>`,
})

const alertOf = (problem: Text): Html | '' =>
  problem && html`<p class="es-alert" role="alert">${translated(problem)}</p>`

const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`

export type VisitorSignInForm = {
  returnTo: string
  email?: string
  problem?: Text
  hasEmail: boolean
  /** Other ways in, each with the address of its form. */
  providers: { name: string; path: string }[]
}

export const visitorSignInPage = ({
  returnTo,
  email = '',
  problem = '',
  hasEmail,
  providers,
}: VisitorSignInForm): PortalPage =>
  page(
    t`Sign in`,
    html`${alertOf(problem)}${hasEmail && emailForm(returnTo, email)}${hasEmail && providers.length > 0 && html`<p class="es-or">${t`or`}</p>`}${providers.map(
      ({ name, path }) =>
        html`<form method="post" action="${path}">${hidden('return_to', returnTo)}<button class="es-button es-quiet es-wide">${t`Sign in with ${name}`}</button></form>`,
    )}
${!hasEmail && providers.length === 0 && html`<p>${t`Nobody can sign in on this page at the moment. If you came from an application, open this page from there again.`}</p>`}`,
  )

const emailForm = (
  returnTo: string,
  email: string,
) => html`<form class="es-form" method="post" action="${VISITOR_SIGN_IN_PATH}">${hidden('return_to', returnTo)}
<div><label for="email">${t`E-mail address`}</label><input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="255" value="${email}">
<p class="es-hint">${t`You get a mail with a link and a code. You need no password.`}</p></div>
<button class="es-button es-wide">${t`Continue with e-mail`}</button></form>`

/** Says the same for every address. */
export const emailCodePage = (
  { email, returnTo, isOfGuest }: { email: string; returnTo: string; isOfGuest: boolean },
  problem: Text = '',
): PortalPage =>
  page(
    t`Look into your mail`,
    html`${alertOf(problem)}<p>${t`A mail is on its way to ${email}. Type its code here, or open its link on any device. Both work once, for ${EMAIL_CODE_MINUTES} minutes.`}</p>
<form class="es-form" method="post" action="${EMAIL_CODE_PATH}"><div><label for="code">${t`Code`}</label>
<input id="code" name="code" class="es-code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="20" dir="ltr"></div>
<button class="es-button es-wide">${isOfGuest ? t`Confirm` : t`Sign in`}</button></form>
<p class="es-soft">${t`No mail after a minute? Look into the folder for spam.`} <a href="${visitorSignInAddress(returnTo)}">${t`Ask for another mail`}</a></p>`,
  )

/** Programs that check mails open links: only the button signs in. */
export const emailLinkPage = (
  link: string,
  { email, isOfGuest }: { email: string; isOfGuest: boolean },
): PortalPage =>
  page(
    isOfGuest ? t`Confirm what you sent` : t`Sign in`,
    html`<p>${isOfGuest ? t`You confirm that ${email} is your address, and are signed in on this device.` : t`You sign in as ${email} on this device.`}</p>
<form method="post" action="${EMAIL_LINK_PATH}/${link}"><button class="es-button es-wide" autofocus>${isOfGuest ? t`Confirm` : t`Sign in`}</button></form>`,
  )

export const endedLinkPage = (): PortalPage =>
  page(
    t`This link does not work`,
    html`<p>${t`It has expired or was used already. If you have signed in on this device, you need no other one.`}</p>
<p><a class="es-button es-quiet" href="${VISITOR_SIGN_IN_PATH}">${t`Ask for another mail`}</a></p>`,
  )

export const blockedVisitorPage = (): PortalPage =>
  page(t`Not signed in`, html`<p>${t`The team of this page has blocked your access.`}</p>`)

/** One button, where a link leads to a provider. */
export const providerStartPage = (
  { name, path }: { name: string; path: string },
  returnTo: string,
): PortalPage =>
  page(
    t`Sign in with ${name}`,
    html`<form class="es-form" method="post" action="${path}">${hidden('return_to', returnTo)}<p>${t`You continue at ${name}.`}</p><button class="es-button es-wide">${t`Continue`}</button></form>`,
  )

/**
 * Sends the browser on by a page of ours. A redirect would be stopped by `form-action`, whose list of hosts is not known
 * before the provider is asked.
 */
export const providerContinuePage = (name: string, address: string): PortalPage =>
  page(
    t`Sign in with ${name}`,
    html`<p>${t`You continue at ${name}.`}</p><p><a class="es-button es-wide" href="${address}">${t`Continue`}</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${address}">`,
  )

/** Also where a token of another application does not sign in. */
export const notSignedInPage = (problem: Text, hasOtherWays: boolean): PortalPage =>
  page(
    t`Not signed in`,
    html`${alertOf(problem)}${hasOtherWays ? html`<p><a class="es-button es-quiet" href="${VISITOR_SIGN_IN_PATH}">${t`Sign in in another way`}</a></p>` : html`<p><a class="es-button es-quiet" href="/">${t`Go to the home page`}</a></p>`}`,
  )
