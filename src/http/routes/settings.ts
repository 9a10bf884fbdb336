// The settings of the installation: what applies, what decides it, changes, and whether mail and single sign-on work.
import { type Static, type TSchema, Type } from 'typebox'
import { ROLES } from '../../auth/roles.ts'
import { MAX_PROVIDERS, parseProviderList } from '../../auth/sign-in/oidc-settings.ts'
import { ProviderError } from '../../auth/sign-in/provider.ts'
import { readLanguage } from '../../auth/staff/language.ts'
import { findNameAndAddress } from '../../auth/staff/profile.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../core/api-error.ts'
import type { MailSettings } from '../../core/mail.ts'
import { formatValue } from '../../core/values.ts'
import type { Db } from '../../db/db.ts'
import { listPlans } from '../../read/plans.ts'
import { findSearchLanguage, listSearchLanguages } from '../../read/search-language.ts'
import {
  CURRENCY_FORM,
  DEFAULT_SETTINGS,
  DEFAULT_TIERS,
  isCurrency,
  isInstallationName,
  isSubdomain,
  MAX_NAME,
  NAME_FORM,
  RANGES,
  SENDER_FORM,
  SENDER_PATTERN,
  type SettingName,
  SUBDOMAIN_FORM,
  variableOf,
} from '../../settings/declarations.ts'
import {
  changeSettings,
  checkSetting,
  completeMail,
  completeProviders,
  describeProvider,
  type MailInput,
  type ProviderInput,
  readSettings,
  type SettingChanges,
  toMailSettings,
} from '../../settings/stored.ts'
import { MAILS, renderMail } from '../../texts/mails.ts'
import type { Language } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { setPlan } from '../../write/service/plan.ts'
import { changeSearchLanguage } from '../../write/service/search-language.ts'
import { redirectUriOf } from '../auth/pages/oidc.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text } from '../responses/answer-schemas.ts'
import { type Call, mergeInput, originOf } from '../stages/call.ts'

const TLS = ['always', 'starttls', 'none'] as const
const CLIENT_AUTH = ['client_secret_basic', 'client_secret_post'] as const

const shortText = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const optional = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const clearable = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

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

const ProviderBody = Type.Object({
  name: shortText(40),
  issuer: shortText(500),
  client_id: shortText(500),
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'Written only. Without it the stored one stays, for the same issuer and client id.',
    }),
  ),
  token_endpoint_auth_method: optional(Type.Enum([...CLIENT_AUTH])),
  scopes: optional(shortText(500)),
  groups_claim: optional(shortText(200)),
  roles: Type.Optional(Type.Record(Type.String(), Type.Enum([...ROLES]))),
  allow_new: optional(Type.Enum([...ROLES])),
  email_domains: Type.Optional(Type.Array(shortText(255), { maxItems: 100 })),
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
  sign_in_providers: clearable(
    Type.Array(ProviderBody, { maxItems: MAX_PROVIDERS }),
    'Replaces the whole list.',
  ),
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
})
const changeReader = createInputReader(ChangedBody)

const SOURCES = ['default', 'stored', 'environment'] as const
const setting = <T extends TSchema>(value: T) =>
  object({
    value,
    default: value,
    source: Type.Enum([...SOURCES]),
    environment_variable: { ...orNull(text), description: 'It wins when it is set.' },
  })

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
  redirect_uri: { ...text, description: 'To be registered at the provider.' },
  client_id: text,
  has_client_secret: flag,
  token_endpoint_auth_method: Type.Unsafe<(typeof CLIENT_AUTH)[number] | null>({
    enum: [...CLIENT_AUTH, null],
  }),
  scopes: text,
  groups_claim: orNull(text),
  roles: Type.Record(Type.String(), Type.Enum([...ROLES])),
  allow_new: Type.Unsafe<(typeof ROLES)[number] | null>({ enum: [...ROLES, null] }),
  email_domains: listOf(text),
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
    sign_in_providers: setting(listOf(Provider)),
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
      const { search_language, plan, ...changes } = changeReader.read(mergeInput(call))
      checkTexts(changes)
      const { context } = call
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
  declareOperation({
    method: 'POST',
    path: '/settings/mail/test',
    summary: 'Send a test mail to yourself',
    description:
      'With the settings in the body, which are not stored, or with those that apply. 422 says why it failed.',
    tag: 'settings',
    body: MailTestBody,
    answer: object({ mail_test: object({ sent_to: text }) }),
    async handle(call) {
      requireWholeOwner(call)
      const { mail: sent } = mailTestReader.read(mergeInput(call))
      const { context, identity } = call
      const settings = sent
        ? await toCompleteMail(context, withoutNullMembers(sent) as MailInput)
        : context.settings.mail
      if (!settings)
        throw new ApiError('invalid', 'mail: not configured. Set a mail server first.', {
          mail: 'required',
        })
      const person = await findNameAndAddress(context.reader.pool, identity.userId)
      const to = person?.email ?? ''
      const language = await readLanguage(context.reader.pool, identity.userId)
      await sendTestMail(context, settings, { to, language })
      return { mail_test: { sent_to: to } }
    },
  }),
  declareOperation({
    method: 'POST',
    path: '/settings/sign_in_providers/test',
    summary: 'Check an OpenID provider',
    description:
      'Reads its discovery document, which must name the same issuer. Nothing is stored, and nobody signs in: whether the client id and the secret are right shows the first sign-in.',
    tag: 'settings',
    body: ProviderTestBody,
    answer: object({
      sign_in_provider_test: object({
        issuer: text,
        redirect_uri: text,
        authorization_endpoint: orNull(text),
        token_endpoint: orNull(text),
      }),
    }),
    async handle(call) {
      requireWholeOwner(call)
      const { sign_in_provider: sent } = providerTestReader.read(mergeInput(call))
      const { context } = call
      const [input] = await completeProviders(
        context.db,
        [withoutNullMembers(sent) as ProviderInput],
        context.readKeys,
      )
      const [provider] = checkSetting('sign_in_provider', () => parseProviderList([input]))
      if (!provider) throw new Error('A list of one provider has one.')
      const { discover } = await import('../../auth/sign-in/oidc.ts')
      try {
        const metadata = await discover(provider)
        return {
          sign_in_provider_test: {
            issuer: metadata.issuer,
            redirect_uri: redirectUriOf(context.reader.baseUrl, provider.slug),
            authorization_endpoint: metadata.authorization_endpoint ?? null,
            token_endpoint: metadata.token_endpoint ?? null,
          },
        }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        throw new ApiError(
          'invalid',
          `issuer: ${provider.issuer} does not answer as an OpenID provider (${error.message}). It should serve /.well-known/openid-configuration with the same issuer.`,
          { sign_in_provider: { issuer: 'unavailable' } },
        )
      }
    },
  }),
]

const MailTestBody = Type.Object({ mail: Type.Optional(MailBody) })
const mailTestReader = createInputReader(MailTestBody)
const ProviderTestBody = Type.Object({ sign_in_provider: ProviderBody })
const providerTestReader = createInputReader(ProviderTestBody)

/** A provider of one's own lets anybody in as anybody: a token with scopes could do more than its scopes. */
function requireWholeOwner({ identity }: Call): void {
  if (identity.scopes !== null)
    throw new ApiError(
      'forbidden',
      'Settings decide who can sign in, and no token with scopes may change them. Needed: owner, without scopes.',
    )
}

function checkTexts(changes: Static<typeof ChangedBody>): void {
  const { installation_name: name, currency, sso_aes_subdomain: subdomain } = changes
  const wrong = (member: string, value: string, form: string) =>
    new ApiError('invalid', `${member}: ${formatValue(value)} is not allowed. Allowed: ${form}.`, {
      [member]: 'in',
    })
  if (name != null && !isInstallationName(name)) throw wrong('installation_name', name, NAME_FORM)
  if (currency != null && !isCurrency(currency)) throw wrong('currency', currency, CURRENCY_FORM)
  if (subdomain != null && !isSubdomain(subdomain))
    throw wrong('sso_aes_subdomain', subdomain, SUBDOMAIN_FORM)
}

const withoutNullMembers = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

/** Null stands for absent within mail and providers. */
function withoutNulls({
  mail,
  sign_in_providers,
  ...rest
}: Omit<Static<typeof ChangedBody>, 'search_language' | 'plan'>): SettingChanges {
  return {
    ...rest,
    mail: mail && toMailInput(mail),
    sign_in_providers: sign_in_providers?.map(
      (provider) => withoutNullMembers(provider) as ProviderInput,
    ),
    ...(sign_in_providers === null && { sign_in_providers: null }),
  } as SettingChanges
}

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

async function sendTestMail(
  { settings: { installation_name: name }, reader: { baseUrl } }: Context,
  settings: MailSettings,
  { to, language }: { to: string; language: Language },
): Promise<void> {
  const { createMailer, LINK_STYLE } = await import('../../core/mail.ts')
  const mail = renderMail(MAILS.test({ name, baseUrl }), language, LINK_STYLE)
  try {
    await createMailer(settings).send({ to, language, ...mail })
  } catch (error) {
    const { host, port } = settings
    throw new ApiError('invalid', `mail: ${host}:${port}: ${(error as Error).message}`, {
      mail: 'unavailable',
    })
  }
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
          redirect_uri: redirectUriOf(reader.baseUrl, provider.slug),
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
