// The page that asks whether an application may act as the person.

import type { Role } from '../../../auth/roles.ts'
import type { Scopes } from '../../../auth/scopes.ts'
import type { NameAndAddress } from '../../../auth/staff/profile.ts'
import type { Area } from '../../../resources/access.ts'
import { html, translated } from '../../../texts/html.ts'
import { t } from '../../../texts/texts.ts'
import { formPage } from '../../pages/html.ts'

export type Consent = {
  action: string
  /** The request, repeated in the form. */
  fields: [string, string][]
  name: string
  redirectUri: string
  person: NameAndAddress
  role: Role | null
  scopes: Scopes
  isReadOnly: boolean
}

const AREA_WORDS: Record<Area, string> = {
  feedback: 'suggestions, votes, comments, feedback and features',
  people: 'people, their accounts, revenue and ratings',
  files: 'attached files',
  settings: 'forums, statuses, custom fields and other settings',
}

export const consentPage = (consent: Consent) => {
  const { action, fields, name, redirectUri, person, role } = consent
  return formPage(
    'Allow access?',
    html`<p>${t`${html`<strong>${name}</strong>`} wants to act as you, with your role ${translated(role ?? '')}. It could:`}</p>
<ul>${describeScopes(consent).map((line) => html`<li>${translated(line)}</li>`)}</ul>
<p class="hint">${t`Signed in as ${person.name} (${person.email}). You return to ${targetOf(redirectUri)}.`}</p>
<form method="post" action="${action}">${fields.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
<button name="decision" value="allow">${t`Allow`}</button>
<button class="plain" name="decision" value="deny">${t`Deny`}</button></form>`,
  )
}

function describeScopes({ scopes, isReadOnly }: Consent): string[] {
  if (scopes === null)
    return [isReadOnly ? 'Read everything that you can read' : 'Do everything that you can do']
  return scopes.map((scope) => {
    const [area, access] = scope.split(':') as [Area, string]
    const verb = access === 'write' && !isReadOnly ? 'Read and change' : 'Read'
    return `${verb} ${AREA_WORDS[area]}`
  })
}

export type EndUserConsent = Pick<Consent, 'action' | 'fields' | 'name' | 'redirectUri' | 'person'>

/** Of an application for the API of end users. */
export const endUserConsentPage = ({ action, fields, name, redirectUri, person }: EndUserConsent) =>
  formPage(
    'Allow access?',
    html`<p>${t`${html`<strong>${name}</strong>`} wants to act as you on this portal. It could:`}</p>
<ul><li>${t`Read what you can read, and your name and e-mail address`}</li>
<li>${t`Suggest, support, comment and follow as you`}</li></ul>
<p class="hint">${t`Signed in as ${person.name} (${person.email}). You return to ${targetOf(redirectUri)}.`}</p>
<form method="post" action="${action}">${fields.map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
<button name="decision" value="allow">${t`Allow`}</button>
<button class="plain" name="decision" value="deny">${t`Deny`}</button></form>`,
  )

/** The host of a site, or the scheme of an app. */
function targetOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : `the app ${protocol.slice(0, -1)}`
}

/** We cannot send the person back: the address could be anybody's. */
export const refusedRequestPage = () =>
  formPage(
    'This link does not work',
    html`<p class="alert" role="alert">${t`The application is unknown, or the address to return to is not registered for it.`}</p>
<p class="hint">Tell the people who run the application. They register the address with <code>earshot clients set ID --redirect-uri URL</code>.</p>`,
  )
