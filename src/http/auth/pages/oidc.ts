// Pages of single sign-on.
import type { Provider } from '../../../auth/sign-in/oidc.ts'
import { formPage, type Html, html } from '../../pages/html.ts'
import { alertOf, hidden, SIGN_IN_PATH } from './sign-in.ts'

export const OIDC_PATH = '/admin/oidc'

export const providerButtons = (providers: Provider[], returnTo: string): Html =>
  html`${providers.map(
    ({ settings: { name, slug } }) =>
      html`<form method="post" action="${OIDC_PATH}/${slug}">${hidden('return_to', returnTo)}<button class="plain">Sign in with ${name}</button></form>`,
  )}`

/**
 * Sends the browser on by a page of ours. A redirect would be stopped by `form-action`, whose list of hosts is not known
 * before the provider is asked.
 */
export const continuePage = (name: string, address: string) =>
  formPage(
    `Sign in with ${name}`,
    html`<p>You continue at ${name}.</p><p><a href="${address}">Continue</a></p>`,
    [],
    address,
  )

/**
 * The browser came from another site, and says so until a page of ours sends it on. The session cookie is accepted from
 * then on.
 */
export const signedInPage = (path: string) =>
  formPage(
    'Signed in',
    html`<p>You are signed in.</p><p><a href="${path}">Continue</a></p>`,
    [],
    path,
  )

export const providerProblemPage = (problem: string) =>
  formPage(
    'Not signed in',
    html`${alertOf(problem)}<p><a href="${SIGN_IN_PATH}">Sign in in another way</a></p>`,
  )
