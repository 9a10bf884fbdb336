// The settings of the installation: what applies, what decides it, changes, and whether mail works.
import { type Static, type TSchema, Type } from 'typebox'
import { ROLE_CLAIMS, ROLES } from '../../auth/roles.ts'
import { AVAILABLE_TO, CLIENT_AUTHS } from '../../auth/sign-in/oidc-settings.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import type { MailSettings } from '../../core/mail.ts'
import { formatValue } from '../../core/values.ts'
import type { Db } from '../../db/db.ts'
import { listPlans } from '../../read/plans.ts'
import { findSearchLanguage, listSearchLanguages } from '../../read/search-language.ts'
import { MODERATION_TIERS } from '../../resources/forums.ts'
import {
  CURRENCY_FORM,
  DEFAULT_SETTINGS,
  DEFAULT_TIERS,
  isCurrency,
  isInstallationName,
  isOrigin,
  isSubdomain,
  isTimeZone,
  MAX_HELD_WORD,
  MAX_HELD_WORDS,
  MAX_NAME,
  MAX_ORIGINS,
  NAME_FORM,
  ORIGINS_FORM,
  RANGES,
  SENDER_FORM,
  SENDER_PATTERN,
  type SettingName,
  SUBDOMAIN_FORM,
  TIME_ZONE_FORM,
  variableOf,
} from '../../settings/declarations.ts'
import {
  changeSettings,
  checkSetting,
  completeMail,
  describeProvider,
  type MailInput,
  readSettings,
  type SettingChanges,
  toMailSettings,
} from '../../settings/stored.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { setPlan } from '../../write/service/plan.ts'
import { changeSearchLanguage } from '../../write/service/search-language.ts'
import { redirectUriOf } from '../auth/pages/oidc.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { type Call, mergeInput, originOf } from '../stages/call.ts'
import { mailSettingOperations, sendTestMail, testMailMembers } from './mail-settings.ts'
import {
  type Parsed,
  parsePortal,
  portalAnswer,
  portalMembers,
  portalPreviewOperation,
} from './portal-settings.ts'
import { clearable, setting, shortText } from './setting-schemas.ts'

const TLS = ['always', 'starttls', 'none'] as const

const optional = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

const MailBody = Type.Object({
  host: Type.String({
    maxLength: 255,
    pattern: '^[\\w.:-]+$',
    description: 'a host name or an address, such as mail.example.com',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  tls: Type.Enum([...TLS]),
  user: optional(shortText(255)),
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Written only. Without it the stored one stays, for the same server and user.',
    }),
  ),
  from: Type.String({ maxLength: 255, pattern: SENDER_PATTERN, description: SENDER_FORM }),
})

const limit = (name: keyof typeof RANGES, description: string) =>
  clearable(Type.Integer(RANGES[name]), `${description} Null for the default.`)

const tier = (description: string) =>
  clearable(
    Type.Enum([...DEFAULT_TIERS]),
    `${description} Unless the forum says otherwise. Null for the default.`,
  )

const ChangedBody = Type.Object({
  installation_name: clearable(shortText(MAX_NAME), 'Null for the default.'),
  currency: clearable(shortText(3), 'ISO 4217. Null: amounts have no currency.'),
  search_language: Type.Optional(shortText(63)),
  plan: Type.Optional(shortText(100)),
  mail: clearable(MailBody, 'Null: no mail is sent.'),
  files_quota_bytes: clearable(Type.Integer(RANGES.files_quota_bytes), 'Null: no limit.'),
  uploads_at_once: limit('uploads_at_once', 'Of a process.'),
  uploads_at_once_per_client: limit('uploads_at_once_per_client', 'Of a process.'),
  streams_at_once: limit('streams_at_once', 'Of a process.'),
  connections_per_address: limit('connections_per_address', 'Of a process.'),
  requests_per_address: limit('requests_per_address', 'Per minute, without a valid token.'),
  sso_token_lifetime_seconds: limit(
    'sso_token_lifetime_seconds',
    'How long a single sign-on token may be valid.',
  ),
  sso_aes_subdomain: clearable(
    shortText(63),
    'The subdomain of encrypted tokens of the old kind. Null: they are refused.',
  ),
  default_see_tier: tier('Who sees a new forum.'),
  default_support_tier: tier('Who may support suggestions.'),
  default_comment_tier: tier('Who may comment.'),
  default_suggest_tier: tier('Who may add suggestions.'),
  sso_role_claims: clearable(
    Type.Enum([...ROLE_CLAIMS]),
    'What the claims admin and owner of a single sign-on token do. Null for the default.',
  ),
  portal_session_days: limit('portal_session_days', 'Of end users.'),
  portal_session_idle_days: limit('portal_session_idle_days', 'Of end users, without a visit.'),
  default_suggestion_moderation: clearable(
    Type.Enum([...MODERATION_TIERS]),
    'Whose suggestions wait for a moderator, in new forums. Null for the default.',
  ),
  default_comment_moderation: clearable(
    Type.Enum([...MODERATION_TIERS]),
    'Whose comments wait for a moderator, in new forums. Null for the default.',
  ),
  held_words: clearable(
    Type.Array(shortText(MAX_HELD_WORD), { maxItems: MAX_HELD_WORDS }),
    'A contribution to the portal with one of these words or phrases waits for a moderator. Replaces the whole list.',
  ),
  newcomer_links: limit(
    'newcomer_links',
    'More links wait for a moderator, of people without an approved contribution.',
  ),
  repeated_text_minutes: limit(
    'repeated_text_minutes',
    'For so long the same text of the same person is refused. 0: never.',
  ),
  suggestions_per_hour: limit('suggestions_per_hour', 'Of a person on the portal.'),
  comments_per_hour: limit('comments_per_hour', 'Of a person on the portal.'),
  votes_per_hour: limit('votes_per_hour', 'Of a person on the portal.'),
  content_reports_per_hour: limit('content_reports_per_hour', 'Of a person on the portal.'),
  files_per_hour: limit('files_per_hour', 'Of a person on the portal.'),
  app_origins: clearable(
    Type.Array(shortText(300), { maxItems: MAX_ORIGINS }),
    'The sites of apps that run in a browser, such as https://app.example.com: their pages may get tokens by OAuth. Replaces the whole list.',
  ),
  reports_to_hide: limit(
    'reports_to_hide',
    'So many people must report something to hide it until a moderator decides. 0: reports hide nothing.',
  ),
  guest_work_bits: limit(
    'guest_work_bits',
    'The difficulty of the task that the browser of a guest solves; one more doubles the time. 0: none.',
  ),
  mails_per_minute: limit('mails_per_minute', 'Of all mails about news together.'),
  mail_delay_seconds: limit(
    'mail_delay_seconds',
    'How long mails about a status update, a comment or a merge wait for another one. 0: not at all.',
  ),
  digest_hour: limit('digest_hour', 'When daily mails are sent.'),
  digest_time_zone: clearable(
    shortText(100),
    'Of this hour: an IANA time zone such as Europe/Berlin. Null for the default.',
  ),
  ...portalMembers,
})
const changeReader = createInputReader(ChangedBody)

const Mail = Type.Object({
  host: text,
  port: integer,
  tls: Type.Enum([...TLS]),
  user: orNull(text),
  has_password: flag,
  from: text,
})
const Provider = object({
  name: text,
  slug: text,
  issuer: text,
  staff_redirect_uri: { ...text, description: 'To be registered at the provider.' },
  end_user_redirect_uri: text,
  client_id: text,
  has_client_secret: flag,
  token_endpoint_auth_method: Type.Unsafe<(typeof CLIENT_AUTHS)[number] | null>({
    enum: [...CLIENT_AUTHS, null],
  }),
  scopes: text,
  groups_claim: orNull(text),
  roles: Type.Record(Type.String(), Type.Enum([...ROLES])),
  allow_new: Type.Unsafe<(typeof ROLES)[number] | null>({ enum: [...ROLES, null] }),
  email_domains: listOf(text),
  available_to: Type.Enum([...AVAILABLE_TO]),
})

const Answer = object({
  settings: object({
    installation_name: setting(text),
    currency: setting(orNull(text)),
    search_language: object({
      value: text,
      allowed: listOf(text),
      is_indexed: { ...flag, description: 'False while suggestions are indexed again.' },
    }),
    plan: object({
      value: text,
      allowed: listOf(object({ name: text, requests_per_minute: integer })),
    }),
    mail: setting(Type.Union([Mail, Type.Null()])),
    sign_in_providers: {
      ...setting(listOf(Provider)),
      description:
        'Those of the environment, which cannot be changed here. Others are records of oidc_providers.',
    },
    files_quota_bytes: setting(orNull(integer)),
    uploads_at_once: setting(integer),
    uploads_at_once_per_client: setting(integer),
    streams_at_once: setting(integer),
    connections_per_address: setting(integer),
    requests_per_address: setting(integer),
    sso_token_lifetime_seconds: setting(integer),
    sso_aes_subdomain: setting(orNull(text)),
    default_see_tier: setting(Type.Enum([...DEFAULT_TIERS])),
    default_support_tier: setting(Type.Enum([...DEFAULT_TIERS])),
    default_comment_tier: setting(Type.Enum([...DEFAULT_TIERS])),
    default_suggest_tier: setting(Type.Enum([...DEFAULT_TIERS])),
    sso_role_claims: setting(Type.Enum([...ROLE_CLAIMS])),
    portal_session_days: setting(integer),
    portal_session_idle_days: setting(integer),
    default_suggestion_moderation: setting(Type.Enum([...MODERATION_TIERS])),
    default_comment_moderation: setting(Type.Enum([...MODERATION_TIERS])),
    held_words: setting(listOf(text)),
    newcomer_links: setting(orNull(integer)),
    repeated_text_minutes: setting(integer),
    suggestions_per_hour: setting(integer),
    comments_per_hour: setting(integer),
    votes_per_hour: setting(integer),
    content_reports_per_hour: setting(integer),
    files_per_hour: setting(integer),
    app_origins: setting(listOf(text)),
    reports_to_hide: setting(integer),
    guest_work_bits: setting(integer),
    mails_per_minute: setting(integer),
    mail_delay_seconds: setting(integer),
    digest_hour: setting(integer),
    digest_time_zone: setting(text),
    ...portalAnswer,
  }),
})

export const settingOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/settings',
    summary: 'Get the settings of the installation',
    description: 'With what decides each of them. Passwords and client secrets are never returned.',
    tag: 'settings',
    answer: Answer,
    handle: ({ context }) => describeSettings(context, context.db),
  }),
  declareOperation({
    method: 'GET',
    path: '/settings/display',
    summary: 'Get the settings that everybody sees',
    tag: 'settings',
    answer: object({
      display: object({
        installation_name: text,
        currency: {
          ...orNull(text),
          description: 'The ISO 4217 code of all amounts. Null: amounts have no currency.',
        },
        has_mail: {
          ...flag,
          description:
            'Whether a mail server is configured. Without one, a status update notifies nobody.',
        },
      }),
    }),
    async handle({ context: { settings, mail } }) {
      const { installation_name, currency } = settings
      return { display: { installation_name, currency, has_mail: mail !== null } }
    },
  }),
  declareOperation({
    method: 'PUT',
    path: '/settings',
    summary: 'Change settings of the installation',
    description:
      'Members that are absent stay. Every process applies them at once, without a restart. 409 for one that an environment variable decides. Tokens with scopes are refused, because settings decide who can sign in.',
    tag: 'settings',
    body: ChangedBody,
    answer: Answer,
    async handle(call) {
      requireWholeOwner(call)
      const { search_language, plan, ...sent } = changeReader.read(mergeInput(call))
      checkTexts(sent)
      const { context } = call
      const changes = parsePortal(sent, context.reader.baseUrl)
      const origin = originOf(call)
      return inTransaction(context.db, async (tx) => {
        await changeSettings(tx, origin, withoutNulls(changes), {
          fixed: context.fixedSettings,
          readKeys: context.readKeys,
        })
        if (search_language !== undefined) await changeSearchLanguage(tx, origin, search_language)
        if (plan !== undefined) await setPlan(tx, origin, plan)
        return describeSettings(context, tx)
      })
    },
    afterCommit: ({ reloadSettings }) => reloadSettings(),
  }),
  portalPreviewOperation(requireWholeOwner),
  declareOperation({
    method: 'POST',
    path: '/settings/mail/test',
    summary: 'Send a test mail to yourself',
    description:
      'With the settings in the body, which are not stored, or with those that apply. 422 says why it failed. At most 30 per hour.',
    tag: 'settings',
    body: MailTestBody,
    answer: object({ mail_test: object({ sent_to: text }) }),
    async handle(call) {
      requireWholeOwner(call)
      const { mail: sent, ...test } = mailTestReader.read(mergeInput(call))
      const { context } = call
      const settings = sent
        ? await toCompleteMail(context, withoutNullMembers(sent) as MailInput)
        : context.settings.mail
      if (!settings)
        throw new ApiError('invalid', 'mail: not configured. Set a mail server first.', {
          mail: 'required',
        })
      const to = await sendTestMail(call, settings, test)
      return { mail_test: { sent_to: to } }
    },
  }),
  ...mailSettingOperations(requireWholeOwner),
]

const MailTestBody = Type.Object({ mail: Type.Optional(MailBody), ...testMailMembers })
const mailTestReader = createInputReader(MailTestBody)

/** A mail server of one's own reads every link to sign in: a token with scopes could do more than its scopes. */
function requireWholeOwner({ identity }: Call): void {
  if (identity.scopes !== null)
    throw new ApiError(
      'forbidden',
      'Settings decide who can sign in, and no token with scopes may change them. Needed: owner, without scopes.',
    )
}

function checkTexts(changes: Static<typeof ChangedBody>): void {
  const { installation_name: name, currency, sso_aes_subdomain: subdomain } = changes
  const { digest_time_zone: zone } = changes
  const wrongOrigin = changes.app_origins?.find((origin) => !isOrigin(origin))
  const wrong = (member: string, value: string, form: string) =>
    new ApiError('invalid', `${member}: ${formatValue(value)} is not allowed. Allowed: ${form}.`, {
      [member]: 'in',
    })
  if (name != null && !isInstallationName(name)) throw wrong('installation_name', name, NAME_FORM)
  if (currency != null && !isCurrency(currency)) throw wrong('currency', currency, CURRENCY_FORM)
  if (subdomain != null && !isSubdomain(subdomain))
    throw wrong('sso_aes_subdomain', subdomain, SUBDOMAIN_FORM)
  if (zone != null && !isTimeZone(zone)) throw wrong('digest_time_zone', zone, TIME_ZONE_FORM)
  if (wrongOrigin !== undefined) throw wrong('app_origins', wrongOrigin, ORIGINS_FORM)
}

const withoutNullMembers = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

/** Null stands for absent within mail. */
const withoutNulls = ({
  mail,
  ...rest
}: Parsed<Omit<Static<typeof ChangedBody>, 'search_language' | 'plan'>>): SettingChanges => ({
  ...rest,
  mail: mail && toMailInput(mail),
})

const toMailInput = (mail: Static<typeof MailBody>): MailInput => ({
  host: mail.host,
  port: mail.port,
  tls: mail.tls,
  user: (mail.user as string | null | undefined) ?? null,
  from: mail.from,
  ...(mail.password !== undefined && { password: mail.password }),
})

async function toCompleteMail(
  { db, readKeys }: Context,
  sent: Static<typeof MailBody>,
): Promise<MailSettings> {
  const input = await completeMail(db, toMailInput(sent), readKeys)
  return checkSetting('mail', () => toMailSettings(input))
}

async function describeSettings(
  { fixedSettings, readKeys, reader }: Context,
  db: Db,
): Promise<Static<typeof Answer>> {
  const [{ values, sources }, language, languages, plans] = [
    await readSettings(db, fixedSettings, readKeys),
    await findSearchLanguage(db),
    await listSearchLanguages(db),
    await listPlans(db),
  ]
  const describe = <T>(name: SettingName, value: T, defaultValue: T) => ({
    value,
    default: defaultValue,
    source: sources[name],
    environment_variable: variableOf(name),
  })
  const plain = <Name extends SettingName>(name: Name) =>
    describe(name, values[name], DEFAULT_SETTINGS[name])
  const { mail, sign_in_providers: providers } = values
  return {
    settings: {
      installation_name: plain('installation_name'),
      currency: plain('currency'),
      search_language: {
        value: language?.language ?? '',
        allowed: languages,
        is_indexed: language?.isIndexed ?? true,
      },
      plan: {
        value: plans.find(({ is_current }) => is_current)?.name ?? '',
        allowed: plans.map(({ name, requests_per_minute }) => ({ name, requests_per_minute })),
      },
      mail: describe('mail', mail && describeMail(mail), null),
      sign_in_providers: describe(
        'sign_in_providers',
        providers.map((provider) => ({
          ...describeProvider(provider),
          staff_redirect_uri: redirectUriOf(reader.baseUrl, provider.slug, 'staff'),
          end_user_redirect_uri: redirectUriOf(reader.baseUrl, provider.slug, 'end_users'),
        })),
        [],
      ),
      files_quota_bytes: plain('files_quota_bytes'),
      uploads_at_once: plain('uploads_at_once'),
      uploads_at_once_per_client: plain('uploads_at_once_per_client'),
      streams_at_once: plain('streams_at_once'),
      connections_per_address: plain('connections_per_address'),
      requests_per_address: plain('requests_per_address'),
      sso_token_lifetime_seconds: plain('sso_token_lifetime_seconds'),
      sso_aes_subdomain: plain('sso_aes_subdomain'),
      default_see_tier: plain('default_see_tier'),
      default_support_tier: plain('default_support_tier'),
      default_comment_tier: plain('default_comment_tier'),
      default_suggest_tier: plain('default_suggest_tier'),
      sso_role_claims: plain('sso_role_claims'),
      portal_session_days: plain('portal_session_days'),
      portal_session_idle_days: plain('portal_session_idle_days'),
      default_suggestion_moderation: plain('default_suggestion_moderation'),
      default_comment_moderation: plain('default_comment_moderation'),
      held_words: plain('held_words'),
      newcomer_links: plain('newcomer_links'),
      repeated_text_minutes: plain('repeated_text_minutes'),
      suggestions_per_hour: plain('suggestions_per_hour'),
      comments_per_hour: plain('comments_per_hour'),
      votes_per_hour: plain('votes_per_hour'),
      content_reports_per_hour: plain('content_reports_per_hour'),
      files_per_hour: plain('files_per_hour'),
      app_origins: plain('app_origins'),
      reports_to_hide: plain('reports_to_hide'),
      guest_work_bits: plain('guest_work_bits'),
      mails_per_minute: plain('mails_per_minute'),
      mail_delay_seconds: plain('mail_delay_seconds'),
      digest_hour: plain('digest_hour'),
      digest_time_zone: plain('digest_time_zone'),
      mail_texts: plain('mail_texts'),
      portal_audience: plain('portal_audience'),
      portal_theme: plain('portal_theme'),
      portal_accent: plain('portal_accent'),
      portal_accent_dark: plain('portal_accent_dark'),
      portal_logo: plain('portal_logo'),
      portal_logo_dark: plain('portal_logo_dark'),
      portal_icon: plain('portal_icon'),
      portal_links: plain('portal_links'),
      portal_texts: plain('portal_texts'),
      portal_css: plain('portal_css'),
      portal_noindex: plain('portal_noindex'),
      portal_supporters: plain('portal_supporters'),
      portal_hosts: plain('portal_hosts'),
    },
  }
}

const describeMail = ({ host, port, tls, auth, from }: MailSettings) => ({
  host,
  port,
  tls,
  user: auth?.user ?? null,
  has_password: auth !== null,
  from,
})
