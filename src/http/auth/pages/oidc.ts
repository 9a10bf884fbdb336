// Pages of single sign-on.
import type { Audience } from '../../../auth/sign-in/oidc-settings.ts'
import { type Html, html, type Text } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'
import { alertOf, hidden, SIGN_IN_PATH } from './sign-in.ts'

/** Where a sign-in with a provider begins, before the name of the provider. src/resources/oidc_providers.ts shows them. */
export const PROVIDER_PATHS: Record<Audience, string> = {
  staff: '/admin/oidc',
  end_users: '/sign-in/with',
}

/** From the configured address, never from the request: the provider compares it with the registered one. */
export const redirectUriOf = (baseUrl: string, slug: string, who: Audience) =>
  `${baseUrl}${PROVIDER_PATHS[who]}/${slug}/callback`

/** See `listSignInProviders`. */
export const providerButtons = (
  providers: { name: string; path: string }[],
  returnTo: string,
): Html =>
  html`${providers.map(
    ({ name, path }) =>
      html`<form method="post" action="${path}">${hidden('return_to', returnTo)}<button class="plain">${t`Sign in with ${name}`}</button></form>`,
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
