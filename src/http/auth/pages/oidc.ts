// Pages of single sign-on.
import type { Provider } from '../../../auth/sign-in/provider.ts'
import { t } from '../../../texts/texts.ts'
import { formPage, type Html, html, type Text } from '../../pages/html.ts'
import { alertOf, hidden, SIGN_IN_PATH } from './sign-in.ts'

export const OIDC_PATH = '/admin/oidc'

/** From the configured address, never from the request: the provider compares it with the registered one. */
export const redirectUriOf = (baseUrl: string, slug: string) =>
  `${baseUrl}${OIDC_PATH}/${slug}/callback`

export const providerButtons = (providers: Provider[], returnTo: string): Html =>
  html`${providers.map(
    ({ settings: { name, slug } }) =>
      html`<form method="post" action="${OIDC_PATH}/${slug}">${hidden('return_to', returnTo)}<button class="plain">${t`Sign in with ${name}`}</button></form>`,
  )}`

/**
 * Sends the browser on by a page of ours. A redirect would be stopped by `form-action`, whose list of hosts is not known
 * before the provider is asked.
 */
export const continuePage = (name: string, address: string) =>
  formPage(
    t`Sign in with ${name}`,
    html`<p>${t`You continue at ${name}.`}</p><p><a href="${address}">${t`Continue`}</a></p>`,
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
    html`<p>${t`You are signed in.`}</p><p><a href="${path}">${t`Continue`}</a></p>`,
    [],
    path,
  )

export const connectedPage = (name: string, path: string) =>
  formPage(
    'Connected',
    html`<p>${t`You can sign in with ${name} from now on.`}</p><p><a href="${path}">${t`Continue`}</a></p>`,
    [],
    path,
  )

export const providerProblemPage = (problem: Text) =>
  formPage(
    'Not signed in',
    html`${alertOf(problem)}<p><a href="${SIGN_IN_PATH}">${t`Sign in in another way`}</a></p>`,
  )
