// The settings of the installation. Owners change them in the console and by the API; an environment variable wins. Each is
// declared once: its variable, its default and its rule.
import { END_USER_SESSION_LIMITS } from '../auth/credentials.ts'
import { ROLE_CLAIMS, type RoleClaims } from '../auth/roles.ts'
import {
  isJson,
  type OidcSettings,
  parseOidcProviders,
  SettingError,
} from '../auth/sign-in/oidc-settings.ts'
import { DEFAULT_ACCENT } from '../core/contrast.ts'
import type { MailSettings } from '../core/mail.ts'
import { MODERATION_TIERS, type ModerationTier, TIERS, type Tier } from '../resources/forums.ts'
import { MAIL_TEXTS_FORM, type MailTexts, NO_MAIL_TEXTS, parseMailTexts } from './mail-texts.ts'
import {
  ACCENT_FORM,
  HOSTS_FORM,
  LINKS_FORM,
  NO_TEXTS,
  PORTAL_AUDIENCES,
  PORTAL_THEMES,
  type PortalAudience,
  type PortalLink,
  type PortalTexts,
  type PortalTheme,
  parseAccent,
  parseHosts,
  parseJsonVariable,
  parseLinks,
  parseTexts,
  TEXTS_FORM,
} from './portal.ts'
import { CSS_FORM, checkCss } from './portal-css.ts'
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
  /** What the claims admin and owner of a single sign-on token do. */
  sso_role_claims: RoleClaims
  /** How long an end user stays signed in on the portal. */
  portal_session_days: number
  /** The same, without using it. */
  portal_session_idle_days: number
  /** Whose suggestions and comments wait for a moderator, in new forums. */
  default_suggestion_moderation: ModerationTier
  default_comment_moderation: ModerationTier
  /** A contribution to the portal with one of these words waits for a moderator. */
  held_words: string[]
  /** More links of somebody without an approved contribution wait for a moderator; null: no limit. */
  newcomer_links: number | null
  /** The same text by the same person is refused for so long; 0: never. */
  repeated_text_minutes: number
  /** What a person can add on the portal per hour; a network has five times as much. */
  suggestions_per_hour: number
  comments_per_hour: number
  votes_per_hour: number
  content_reports_per_hour: number
  files_per_hour: number
  /** The sites of apps that run in a browser: their pages may get tokens by OAuth. */
  app_origins: string[]
  /** So many reports hide a suggestion or comment until a moderator decides; 0: never. */
  reports_to_hide: number
  /** How long the browser of a guest computes before something is accepted; 0: not at all. */
  guest_work_bits: number
  /** Of all mails about news together. */
  mails_per_minute: number
  /** How long the mails about a status update wait for another one of the same suggestion. */
  mail_delay_seconds: number
  /** When daily mails are sent, by the clocks of the zone. */
  digest_hour: number
  digest_time_zone: string
  /** What mails to end users say before and after. */
  mail_texts: MailTexts
  /** Who sees anything of the portal; the forums say the rest. */
  portal_audience: PortalAudience
  portal_theme: PortalTheme
  /** #rrggbb */
  portal_accent: string
  /** Null: a lighter form of the other. */
  portal_accent_dark: string | null
  /** Ids of uploaded files; null: none. */
  portal_logo: number | null
  portal_logo_dark: number | null
  portal_icon: number | null
  portal_links: PortalLink[]
  portal_texts: PortalTexts
  portal_css: string
  portal_noindex: boolean
  /** Whether everybody who sees a suggestion sees who supports it. */
  portal_supporters: boolean
  /** Other hosts that lead here. */
  portal_hosts: string[]
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
  portal_session_days: { minimum: 1, maximum: 365 },
  portal_session_idle_days: { minimum: 1, maximum: 365 },
  newcomer_links: { minimum: 0, maximum: 1000 },
  repeated_text_minutes: { minimum: 0, maximum: 1440 },
  suggestions_per_hour: { minimum: 1, maximum: 100_000 },
  comments_per_hour: { minimum: 1, maximum: 100_000 },
  votes_per_hour: { minimum: 1, maximum: 100_000 },
  content_reports_per_hour: { minimum: 1, maximum: 100_000 },
  files_per_hour: { minimum: 1, maximum: 100_000 },
  reports_to_hide: { minimum: 0, maximum: 1000 },
  guest_work_bits: { minimum: 0, maximum: 24 },
  mails_per_minute: { minimum: 1, maximum: 100_000 },
  mail_delay_seconds: { minimum: 0, maximum: 3600 },
  digest_hour: { minimum: 0, maximum: 23 },
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

export const TIME_ZONE_FORM = 'an IANA time zone such as Europe/Berlin'

/** Places and UTC. PostgreSQL reads an abbreviation or an offset in another way. */
export function isTimeZone(name: string): boolean {
  if (!/^([A-Z][A-Za-z_]{1,30}(\/[A-Z][A-Za-z0-9_+-]{1,30}){1,2}|UTC)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

export const isInstallationName = (name: string) =>
  name.trim() === name && name.length > 0 && name.length <= MAX_NAME && !/\p{Cc}/u.test(name)
export const NAME_FORM = `a name of 1 to ${MAX_NAME} characters`

export const MAX_HELD_WORDS = 500
export const MAX_HELD_WORD = 100
export const HELD_WORDS_FORM = `up to ${MAX_HELD_WORDS} words or phrases of up to ${MAX_HELD_WORD} characters, separated by commas`

/** Undefined when there are too many, or one is too long. */
export function parseHeldWords(text: string): string[] | undefined {
  const words = [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean)
  const isAllowed =
    words.length <= MAX_HELD_WORDS && words.every((word) => word.length <= MAX_HELD_WORD)
  return isAllowed ? words : undefined
}

export const MAX_ORIGINS = 50
export const ORIGINS_FORM = `up to ${MAX_ORIGINS} origins such as https://app.example.com, separated by commas`

/** A scheme and a host, as browsers send it in the header Origin. */
export const isOrigin = (text: string) =>
  /^https?:\/\//.test(text) && text.length <= 300 && URL.parse(text)?.origin === text

/** Undefined when there are too many, or one is no origin. */
export function parseOrigins(text: string): string[] | undefined {
  const origins = [...new Set(text.split(',').map((origin) => origin.trim()))].filter(Boolean)
  return origins.length <= MAX_ORIGINS && origins.every(isOrigin) ? origins : undefined
}

const moderationTier = {
  allowed: MODERATION_TIERS.join(', '),
  parse: (value: string) => MODERATION_TIERS.find((tier) => tier === value),
}

/** Pictures are uploaded: no variable decides them. */
export const PICTURE_SETTINGS = ['portal_logo', 'portal_logo_dark', 'portal_icon'] as const
export type PictureSetting = (typeof PICTURE_SETTINGS)[number]

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
  SSO_ROLE_CLAIMS: {
    setting: 'sso_role_claims',
    default: 'ignore' as RoleClaims,
    meaning:
      'What the claims `admin` and `owner` of a single sign-on token do: nothing, or give and take roles up to this one ([sign-in.md](sign-in.md#roles-by-a-token)). Anyone with a key can then make themselves staff.',
    allowed: 'ignore, admin or owner',
    parse: (value) => ROLE_CLAIMS.find((claims) => claims === value),
  },
  PORTAL_SESSION_DAYS: {
    setting: 'portal_session_days',
    default: END_USER_SESSION_LIMITS.maxDays,
    meaning: 'How many days an end user stays signed in on the portal.',
    ...count(RANGES.portal_session_days),
  },
  PORTAL_SESSION_IDLE_DAYS: {
    setting: 'portal_session_idle_days',
    default: END_USER_SESSION_LIMITS.idleDays,
    meaning: 'After how many days without a visit an end user is signed out.',
    ...count(RANGES.portal_session_idle_days),
  },
  DEFAULT_SUGGESTION_MODERATION: {
    setting: 'default_suggestion_moderation',
    default: 'nobody' as ModerationTier,
    meaning:
      'Whose suggestions on the portal wait for a moderator, in new forums ([security.md](security.md#moderation-and-spam)).',
    ...moderationTier,
  },
  DEFAULT_COMMENT_MODERATION: {
    setting: 'default_comment_moderation',
    default: 'nobody' as ModerationTier,
    meaning: 'The same for comments.',
    ...moderationTier,
  },
  HELD_WORDS: {
    setting: 'held_words',
    default: [] as string[],
    meaning: 'Words with which a contribution to the portal waits for a moderator.',
    allowed: HELD_WORDS_FORM,
    parse: parseHeldWords,
  },
  NEWCOMER_LINKS: {
    setting: 'newcomer_links',
    default: 2,
    meaning:
      'How many links a text on the portal can have before it waits for a moderator, of people without an approved contribution.',
    ...count(RANGES.newcomer_links),
  },
  REPEATED_TEXT_MINUTES: {
    setting: 'repeated_text_minutes',
    default: 60,
    meaning: 'For how many minutes the same text of the same person is refused. 0: never.',
    ...count(RANGES.repeated_text_minutes),
  },
  SUGGESTIONS_PER_HOUR: {
    setting: 'suggestions_per_hour',
    default: 20,
    meaning:
      'How many suggestions a person can add on the portal per hour. A network has five times as many, here and below.',
    ...count(RANGES.suggestions_per_hour),
  },
  COMMENTS_PER_HOUR: {
    setting: 'comments_per_hour',
    default: 60,
    meaning: 'How many comments a person can add on the portal per hour.',
    ...count(RANGES.comments_per_hour),
  },
  VOTES_PER_HOUR: {
    setting: 'votes_per_hour',
    default: 300,
    meaning: 'How many votes a person can give on the portal per hour.',
    ...count(RANGES.votes_per_hour),
  },
  CONTENT_REPORTS_PER_HOUR: {
    setting: 'content_reports_per_hour',
    default: 20,
    meaning: 'How many suggestions and comments a person can report per hour.',
    ...count(RANGES.content_reports_per_hour),
  },
  FILES_PER_HOUR: {
    setting: 'files_per_hour',
    default: 30,
    meaning: 'How many files a person can upload on the portal per hour.',
    ...count(RANGES.files_per_hour),
  },
  APP_ORIGINS: {
    setting: 'app_origins',
    default: [] as string[],
    meaning:
      'The sites of apps that run in a browser. Their pages may get tokens of end users by OAuth.',
    allowed: ORIGINS_FORM,
    parse: parseOrigins,
  },
  REPORTS_TO_HIDE: {
    setting: 'reports_to_hide',
    default: 3,
    meaning:
      'How many people must report a suggestion or comment to hide it until a moderator decides. 0: reports hide nothing.',
    ...count(RANGES.reports_to_hide),
  },
  GUEST_WORK_BITS: {
    setting: 'guest_work_bits',
    default: 17,
    meaning:
      'The difficulty of the task that the browser of a guest solves before something is accepted; one more doubles the time. 0: none.',
    ...count(RANGES.guest_work_bits),
  },
  MAILS_PER_MINUTE: {
    setting: 'mails_per_minute',
    default: 300,
    meaning:
      'How many mails about news are sent per minute ([notifications.md](notifications.md)). Links to sign in do not wait for them.',
    ...count(RANGES.mails_per_minute),
  },
  MAIL_DELAY: {
    setting: 'mail_delay_seconds',
    default: 120,
    meaning:
      'How many seconds the mails about a suggestion wait: whatever else happens to it meanwhile becomes part of the same mail. 0: not at all.',
    ...count(RANGES.mail_delay_seconds),
  },
  DIGEST_HOUR: {
    setting: 'digest_hour',
    default: 8,
    meaning:
      'The hour at which daily mails about news are sent ([notifications.md](notifications.md#once-a-day)).',
    ...count(RANGES.digest_hour),
  },
  DIGEST_TIME_ZONE: {
    setting: 'digest_time_zone',
    default: 'UTC',
    meaning: 'The time zone of this hour.',
    allowed: TIME_ZONE_FORM,
    parse: (value) => (isTimeZone(value) ? value : undefined),
  },
  MAIL_TEXTS: {
    setting: 'mail_texts',
    default: NO_MAIL_TEXTS,
    documentedDefault: 'none',
    meaning:
      'What mails to end users say before and after, by language, in Markdown ([mail.md](mail.md#introduction-and-footer)).',
    allowed: MAIL_TEXTS_FORM,
    parse: (value) => parseJsonVariable(value, parseMailTexts),
  },
  PORTAL_AUDIENCE: {
    setting: 'portal_audience',
    default: 'everyone' as PortalAudience,
    meaning:
      'Who sees anything of the portal ([portal.md](portal.md#appearance)). Forums can be for fewer people.',
    ...oneOf(PORTAL_AUDIENCES),
  },
  PORTAL_THEME: {
    setting: 'portal_theme',
    default: 'system' as PortalTheme,
    meaning: 'The theme of the portal for people who chose none. `system` is that of the device.',
    ...oneOf(PORTAL_THEMES),
  },
  PORTAL_ACCENT: {
    setting: 'portal_accent',
    default: DEFAULT_ACCENT,
    meaning: 'The colour of links and buttons on the portal.',
    allowed: ACCENT_FORM,
    parse: (value) => parseAccent(value, 'light'),
  },
  PORTAL_ACCENT_DARK: {
    setting: 'portal_accent_dark',
    default: null,
    documentedDefault: 'a lighter form of `PORTAL_ACCENT`',
    meaning: 'The same in the dark theme.',
    allowed: ACCENT_FORM,
    parse: (value) => parseAccent(value, 'dark'),
  },
  PORTAL_LINKS: {
    setting: 'portal_links',
    default: [] as PortalLink[],
    meaning: 'Links in the header of the portal.',
    allowed: LINKS_FORM,
    parse: (value) => parseJsonVariable(value, parseLinks),
  },
  PORTAL_TEXTS: {
    setting: 'portal_texts',
    default: NO_TEXTS,
    meaning: 'Texts of the portal by language, instead of those of the service.',
    allowed: TEXTS_FORM,
    parse: (value) => parseJsonVariable(value, parseTexts),
  },
  PORTAL_CSS: {
    setting: 'portal_css',
    default: '',
    documentedDefault: 'none',
    meaning: 'Own CSS of the portal ([portal.md](portal.md#own-css)).',
    allowed: CSS_FORM,
    parse: checkCss,
  },
  PORTAL_NOINDEX: {
    setting: 'portal_noindex',
    default: false,
    documentedDefault: '`false`',
    meaning: 'Asks search engines to leave the portal out.',
    allowed: 'true or false',
    parse: (value) => (/^(true|false)$/i.test(value) ? /^true$/i.test(value) : undefined),
  },
  PORTAL_SUPPORTERS: {
    setting: 'portal_supporters',
    default: false,
    documentedDefault: '`false`',
    meaning: 'Shows the names of supporters to everybody who sees the suggestion.',
    allowed: 'true or false',
    parse: (value) => (/^(true|false)$/i.test(value) ? /^true$/i.test(value) : undefined),
  },
  PORTAL_HOSTS: {
    setting: 'portal_hosts',
    default: [] as string[],
    meaning:
      'Other hosts that lead to this service, separated by commas. Their pages redirect to `EARSHOT_URL`.',
    allowed: HOSTS_FORM,
    parse: (value) => parseHosts(value.split(',')),
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

type Declared = { name: SettingName; variable: string | null; default: unknown }

const declared: Declared[] = [
  ...Object.entries<Variable<unknown>>(SETTING_VARIABLES).flatMap(
    ([variable, { setting, default: value }]) =>
      setting === undefined ? [] : [{ name: setting as SettingName, variable, default: value }],
  ),
  ...PICTURE_SETTINGS.map((name) => ({ name, variable: null, default: null })),
]

export const SETTING_NAMES: SettingName[] = declared.map(({ name }) => name)

export const DEFAULT_SETTINGS = Object.fromEntries(
  declared.map((setting) => [setting.name, setting.default]),
) as Settings

/** The variable that decides the setting; null: none. */
export const variableOf = (name: SettingName): string | null =>
  declared.find((setting) => setting.name === name)?.variable ?? null

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
