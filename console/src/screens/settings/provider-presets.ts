// Well-known providers, so that only what differs has to be typed.

export const PRESETS = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  entra: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0' },
  okta: { name: 'Okta', issuer: 'https://YOUR-DOMAIN.okta.com' },
  keycloak: { name: 'Keycloak', issuer: 'https://YOUR-HOST/realms/YOUR-REALM' },
  auth0: { name: 'Auth0', issuer: 'https://YOUR-TENANT.eu.auth0.com/' },
} as const

export type Preset = keyof typeof PRESETS

export const isPreset = (id: string): id is Preset => Object.hasOwn(PRESETS, id)

/** Product names are the same in every language. */
export const PRESET_NAMES: Record<Preset, string> = {
  google: 'Google',
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  keycloak: 'Keycloak',
  auth0: 'Auth0',
}

/** What still has to be replaced. */
export const hasPlaceholder = (issuer: string): boolean => issuer.includes('YOUR-')
