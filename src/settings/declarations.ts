// The settings of the installation. Owners change them in the console and by the API; an environment variable wins. Each is
// declared once: its variable, its default and its rule.
import {
  isJson,
  type OidcSettings,
  parseOidcProviders,
  SettingError,
} from '../auth/sign-in/oidc-settings.ts'
import type { MailSettings } from '../core/mail.ts'
import { TIERS, type Tier } from '../resources/forums.ts'
import {
  count,
  decodePercent,
  hasValue,
  oneOf,
  redactAuthority,
  type Variable,
} from './variable.ts'

export type Settings = {
  /** The name of the installation, on pages and in mails. */
  installation_name: string
  /** The ISO 4217 code of all amounts; null: amounts have no currency. */
  currency: string | null
  /** Null: no mail is sent. */
  mail: MailSettings | null
  sign_in_providers: OidcSettings[]
  /** Null: no limit. */
  files_quota_bytes: number | null
  uploads_at_once: number
  uploads_at_once_per_client: number
  streams_at_once: number
  connections_per_address: number
  /** Per minute, for requests to the API without a valid token. */
  requests_per_address: number
  /** How long a single sign-on token of an end user may be valid. */
  sso_token_lifetime_seconds: number
  /** The subdomain that the old encrypted tokens contain; null: they are refused. */
  sso_aes_subdomain: string | null
  /** Who sees a new forum. */
  default_see_tier: DefaultTier
  /** Who may do it in a forum that says nothing else. */
  default_support_tier: DefaultTier
  default_comment_tier: DefaultTier
  default_suggest_tier: DefaultTier
}

/** Which people are chosen, each forum says for itself. */
export const DEFAULT_TIERS = TIERS.filter((tier) => tier !== 'chosen')
export type DefaultTier = Exclude<Tier, 'chosen'>

export type SettingName = keyof Settings

/** What the environment, or a test, sets. */
export type FixedSettings = Partial<Settings>

export const MAX_NAME = 60

export const RANGES = {
  uploads_at_once: { minimum: 1, maximum: 9999 },
  uploads_at_once_per_client: { minimum: 1, maximum: 9999 },
  streams_at_once: { minimum: 1, maximum: 9999 },
  connections_per_address: { minimum: 1, maximum: 9999 },
  requests_per_address: { minimum: 1, maximum: 1_000_000 },
  files_quota_bytes: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  sso_token_lifetime_seconds: { minimum: 60, maximum: 30 * 86_400 },
} as const satisfies Partial<Record<SettingName, { minimum: number; maximum: number }>>

/** A name and an address, or an address. */
export const SENDER_PATTERN =
  '^([^<>"@,;:\\r\\n]{1,100} <[^\\s<>@,;]+@[^\\s<>@,;]+>|[^\\s<>@,;]+@[^\\s<>@,;]+)$'
export const SENDER_FORM =
  'an e-mail address, or a name and an address such as Earshot <earshot@example.com>'

export const isSubdomain = (text: string) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
export const SUBDOMAIN_FORM = 'the first part of a host name, such as acme of acme.example.com'

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string) => currencies.has(code)
export const CURRENCY_FORM = 'the ISO 4217 code of a currency, such as EUR or USD'

export const isInstallationName = (name: string) =>
  name.trim() === name && name.length > 0 && name.length <= MAX_NAME && !/\p{Cc}/u.test(name)
export const NAME_FORM = `a name of 1 to ${MAX_NAME} characters`

/** The variables that decide a setting, in the order of the documentation. */
export const SETTING_VARIABLES = {
  EARSHOT_NAME: {
    setting: 'installation_name',
    default: 'Earshot',
    meaning: 'The name of the installation, on pages and in mails.',
    allowed: NAME_FORM,
    parse: (value) => (isInstallationName(value) ? value : undefined),
  },
  EARSHOT_CURRENCY: {
    setting: 'currency',
    default: null,
    meaning: 'The currency of all amounts.',
    allowed: CURRENCY_FORM,
    parse: (value) => (isCurrency(value.toUpperCase()) ? value.toUpperCase() : undefined),
  },
  FILES_QUOTA: {
    setting: 'files_quota_bytes',
    default: null,
    meaning: 'The limit for all uploaded files together.',
    allowed: 'a size such as 100GB or 500MB',
    parse: parseBytes,
  },
  UPLOADS_AT_ONCE: {
    setting: 'uploads_at_once',
    default: 32,
    meaning: 'How many uploads a process accepts at the same time; more get 503.',
    ...count(RANGES.uploads_at_once),
  },
  UPLOADS_AT_ONCE_PER_CLIENT: {
    setting: 'uploads_at_once_per_client',
    default: 8,
    meaning: 'The same limit for one API client.',
    ...count(RANGES.uploads_at_once_per_client),
  },
  STREAMS_AT_ONCE: {
    setting: 'streams_at_once',
    default: 1000,
    meaning:
      'How many streams of events a process has at the same time; more get 503. A person has at most 10.',
    ...count(RANGES.streams_at_once),
  },
  CONNECTIONS_PER_ADDRESS: {
    setting: 'connections_per_address',
    default: 512,
    meaning:
      'How many connections of one address, or of one IPv6 /64, a process has at the same time; more are closed. A /56 has twice as many, a /48 four times. Not used with `TRUST_PROXY`.',
    ...count(RANGES.connections_per_address),
  },
  REQUESTS_PER_ADDRESS: {
    setting: 'requests_per_address',
    default: 60,
    meaning: 'How many requests per minute an address has without a valid token.',
    ...count(RANGES.requests_per_address),
  },
  OIDC_PROVIDERS: {
    setting: 'sign_in_providers',
    default: [] as OidcSettings[],
    meaning:
      'The OpenID providers for single sign-on ([sign-in.md](sign-in.md#single-sign-on)). A file keeps the secrets out of the environment.',
    allowed: 'the path of a JSON file with a list of providers, or the list itself',
    parse: parseOidcProviders,
    redact: (value) => (isJson(value) ? '…' : value),
  },
  SSO_TOKEN_LIFETIME: {
    setting: 'sso_token_lifetime_seconds',
    default: 7 * 86_400,
    meaning:
      'How many seconds a single sign-on token of an end user may be valid ([sign-in.md](sign-in.md#single-sign-on-tokens-of-end-users)).',
    ...count(RANGES.sso_token_lifetime_seconds),
  },
  SSO_AES_SUBDOMAIN: {
    setting: 'sso_aes_subdomain',
    default: null,
    meaning:
      'The subdomain at the hosted product. With it, encrypted tokens of the old kind are accepted; without it they are refused.',
    allowed: SUBDOMAIN_FORM,
    parse: (value) => (isSubdomain(value) ? value : undefined),
  },
  PORTAL_SEE: {
    setting: 'default_see_tier',
    default: 'everyone',
    meaning: 'Who sees a new forum on the portal, unless the forum says otherwise.',
    ...oneOf(DEFAULT_TIERS),
  },
  PORTAL_SUPPORT: {
    setting: 'default_support_tier',
    default: 'signed_in',
    meaning:
      'Who may support suggestions, unless the forum says otherwise. With `everyone`, guests do so with an e-mail address.',
    ...oneOf(DEFAULT_TIERS),
  },
  PORTAL_COMMENT: {
    setting: 'default_comment_tier',
    default: 'signed_in',
    meaning: 'Who may comment, unless the forum says otherwise.',
    ...oneOf(DEFAULT_TIERS),
  },
  PORTAL_SUGGEST: {
    setting: 'default_suggest_tier',
    default: 'signed_in',
    meaning: 'Who may add suggestions, unless the forum says otherwise.',
    ...oneOf(DEFAULT_TIERS),
  },
  SMTP_URL: {
    // With MAIL_FROM.
    setting: 'mail',
    default: null,
    meaning:
      'The mail server. Links to sign in and invitations are mailed when it is set ([sign-in.md](sign-in.md#mailed-links)).',
    allowed:
      'smtp://USER:PASSWORD@host:587 for STARTTLS, smtps://USER:PASSWORD@host:465 for TLS, or smtp://host:25?tls=false, ' +
      'with the user and the password percent-encoded',
    parse: (value, env) => {
      const server = parseSmtpUrl(value)
      if (server && !hasValue(env.MAIL_FROM))
        throw new SettingError(
          'MAIL_FROM is not set. Set it to the sender, such as earshot@example.com.',
        )
      return server && { ...server, from: env.MAIL_FROM?.trim() ?? '' }
    },
    redact: redactAuthority,
  },
  MAIL_FROM: {
    default: null,
    meaning: 'The sender of mails; required with `SMTP_URL`.',
    allowed: SENDER_FORM,
    parse: (value) => (new RegExp(SENDER_PATTERN).test(value) ? value : undefined),
  },
} as const satisfies Record<string, Variable<unknown> & { setting?: SettingName }>

const declared = Object.entries<Variable<unknown>>(SETTING_VARIABLES).flatMap(
  ([variable, { setting, default: value }]) =>
    setting === undefined ? [] : [{ name: setting as SettingName, variable, default: value }],
)

export const SETTING_NAMES: SettingName[] = declared.map(({ name }) => name)

export const DEFAULT_SETTINGS = Object.fromEntries(
  declared.map((setting) => [setting.name, setting.default]),
) as Settings

/** The variable that decides the setting. */
export const variableOf = (name: SettingName): string =>
  declared.find((setting) => setting.name === name)?.variable as string

export const SMTP_PORTS = { always: 465, starttls: 587, none: 25 }

function parseSmtpUrl(address: string): Omit<MailSettings, 'from'> | undefined {
  const url = URL.parse(address)
  if (url === null || url.hostname === '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    return undefined
  const { tls: flag = 'true', ...unknown } = Object.fromEntries(url.searchParams)
  if (!/^(true|false)$/.test(flag) || Object.keys(unknown).length > 0) return undefined
  const isPlain = flag === 'false'
  if (url.protocol !== 'smtp:' && (url.protocol !== 'smtps:' || isPlain)) return undefined
  const tls = url.protocol === 'smtps:' ? 'always' : isPlain ? 'none' : 'starttls'
  const [user, pass] = [decodePercent(url.username), decodePercent(url.password)]
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? SMTP_PORTS[tls] : Number(url.port),
    tls,
    auth: user === '' ? null : { user, pass },
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Decimal units: `100GB` is 100,000,000,000 bytes. */
function parseBytes(text: string): number | undefined {
  const [, number, unit = 'B'] = /^(\d{1,15}(?:\.\d{1,3})?) ?([kmgt]?b)?$/i.exec(text) ?? []
  if (number === undefined) return undefined
  const bytes = Math.floor(Number(number) * 1000 ** UNITS.indexOf(unit.toUpperCase()))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}
