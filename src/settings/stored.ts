// Settings in the database: what applies, what is stored, and changes. Secrets are encrypted, and never shown or recorded.
import { sql } from 'kysely'
import { readEncryptionKey } from '../auth/encrypted-secrets.ts'
import { type OidcSettings, SettingError } from '../auth/sign-in/oidc-settings.ts'
import { ApiError } from '../core/api-error.ts'
import type { MailSettings } from '../core/mail.ts'
import { decryptSecret, encryptSecret, type ReadKeys } from '../core/secret-keys.ts'
import type { Db, Tx } from '../db/db.ts'
import { type Origin, recordAudit } from '../write/core/audit.ts'
import {
  DEFAULT_SETTINGS,
  type FixedSettings,
  PICTURE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  variableOf,
} from './declarations.ts'
import { requirePicture, usePicture } from './portal-pictures.ts'

export const SETTINGS_CHANNEL = 'settings_changed'

/** Every process reads them again when the transaction is committed. */
export const announceSettings = (tx: Tx) =>
  sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(tx)

/** Mail as it is stored and sent; the password is written only. */
export type MailInput = {
  host: string
  port: number
  tls: MailSettings['tls']
  user: string | null
  /** Undefined: the stored one stays. */
  password?: string | undefined
  from: string
}

/** What a change sets; null: the default. */
export type SettingChanges = {
  [Name in Exclude<SettingName, 'sign_in_providers'>]?:
    | (Name extends 'mail' ? MailInput : Settings[Name])
    | null
    | undefined
}

type Row = { name: string; value: unknown; encrypted: Buffer | null }

const placeOf = (name: string) => `settings ${name}`

async function readRows(db: Db): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select name, value, encrypted_secret as encrypted from settings`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

export type EffectiveSettings = {
  values: Settings
  /** Where each comes from. */
  sources: Record<SettingName, 'default' | 'stored' | 'environment'>
}

/**
 * What applies now. `warn` gets a stored value that cannot be used, such as one whose secret was lost with its key; the
 * default applies instead, so that the service starts.
 */
export async function readSettings(
  db: Db,
  fixed: FixedSettings,
  readKeys: ReadKeys,
  warn: (message: string) => void = () => {},
): Promise<EffectiveSettings> {
  const rows = await readRows(db)
  const values: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  const sources = {} as EffectiveSettings['sources']
  for (const name of SETTING_NAMES) {
    sources[name] = 'default'
    const row = rows.get(name)
    if (fixed[name] !== undefined) {
      values[name] = fixed[name]
      sources[name] = 'environment'
    } else if (row && name !== 'sign_in_providers') {
      sources[name] = 'stored'
      try {
        values[name] = await readValue(name, row, readKeys)
      } catch (error) {
        warn(`The setting ${name} cannot be used: ${(error as Error).message}`)
      }
    }
  }
  return { values: values as Settings, sources }
}

/** Whether mails can be sent, without reading the secret. */
export async function isMailConfigured(db: Db, { mail }: FixedSettings): Promise<boolean> {
  if (mail !== undefined) return mail !== null
  const { rows } = await sql`select from settings where name = 'mail'`.execute(db)
  return rows.length > 0
}

async function readValue(name: SettingName, row: Row, readKeys: ReadKeys): Promise<unknown> {
  if (name === 'mail') {
    const secret = row.encrypted && (await decryptText(row, readKeys))
    return toMailSettings({ ...(row.value as MailInput), password: secret ?? undefined })
  }
  return row.value
}

const decryptText = async ({ name, encrypted }: Row, readKeys: ReadKeys): Promise<string> =>
  decryptSecret(await readKeys(), encrypted as Buffer, placeOf(name)).toString()

/** Throws when only one of user and password is there. */
export function toMailSettings({ host, port, tls, user, password, from }: MailInput): MailSettings {
  if ((user === null) !== (password === undefined))
    throw new SettingError(
      user === null
        ? 'user is missing. A password needs a user.'
        : 'password is missing. A user needs a password.',
    )
  return {
    host,
    port,
    tls,
    from,
    auth: user === null || password === undefined ? null : { user, pass: password },
  }
}

/** Reads the password that is stored, to complete what a client sent without it. */
async function readStoredMail(db: Db, readKeys: ReadKeys) {
  const row = (await readRows(db)).get('mail')
  return {
    mail: row?.value as MailInput | undefined,
    password: row?.encrypted ? await decryptText(row, readKeys) : undefined,
  }
}

/** With the stored password, if it is for the same server and user. */
export async function completeMail(
  db: Db,
  input: MailInput,
  readKeys: ReadKeys,
): Promise<MailInput> {
  if (input.password !== undefined || input.user === null) return input
  const { mail, password } = await readStoredMail(db, readKeys)
  const isSame = mail?.host === input.host && mail.port === input.port && mail.user === input.user
  return isSame && password !== undefined ? { ...input, password } : input
}

/** A setting that cannot be, in the words of an API error. */
export function checkSetting<T>(name: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    throw new ApiError('invalid', `${name}: ${error.message}`, { [name]: 'invalid' })
  }
}

type StoredName = keyof SettingChanges

// Providers are records of their own: auth/sign-in/oidc-providers.ts.
const STORED_NAMES = SETTING_NAMES.filter(
  (name): name is StoredName => name !== 'sign_in_providers',
)

/** Stores the changes, all or none. Every process applies them after the commit. */
export async function changeSettings(
  tx: Tx,
  origin: Origin,
  changes: SettingChanges,
  { fixed, readKeys }: { fixed: FixedSettings; readKeys: ReadKeys },
): Promise<void> {
  const names = STORED_NAMES.filter((name) => changes[name] !== undefined)
  if (names.length === 0) return
  for (const name of names)
    if (fixed[name] !== undefined)
      throw new ApiError(
        'conflict',
        `${name}: set by the environment variable ${variableOf(name)}. Change it there, or remove the variable.`,
        { [name]: 'environment' },
      )
  // Two owners who change a setting at once: the entries of the log are in the order of the changes.
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)
  const rows = await readRows(tx)
  for (const name of names) {
    const stored = await toStored(tx, name, changes, readKeys)
    const before = rows.get(name)
    await (stored === null ? deleteSetting(tx, name) : upsertSetting(tx, name, stored, readKeys))
    const picture = PICTURE_SETTINGS.find((one) => one === name)
    if (picture) await usePicture(tx, picture, changes[picture] ?? null)
    const isSame = JSON.stringify(before?.value) === JSON.stringify(stored?.value)
    if (isSame && !stored?.hasNewSecret) continue
    await recordAudit(tx, origin, {
      action: 'settings_changed',
      subject: { type: 'settings', id: null },
      before: { [name]: before?.value ?? DEFAULT_SETTINGS[name] },
      after: {
        [name]: stored?.value ?? DEFAULT_SETTINGS[name],
        ...(stored?.hasNewSecret && { new_secret: true }),
      },
    })
  }
  await announceSettings(tx)
}

type Stored = { value: unknown; secret: string | undefined; hasNewSecret: boolean }

/** Null: the default applies. */
async function toStored(
  tx: Tx,
  name: StoredName,
  changes: SettingChanges,
  readKeys: ReadKeys,
): Promise<Stored | null> {
  const { mail } = changes
  if (name === 'mail' && mail) {
    const { password, ...value } = await completeMail(tx, mail, readKeys)
    checkSetting(name, () => toMailSettings({ ...value, password }))
    return { value, secret: password, hasNewSecret: mail.password !== undefined }
  }
  const picture = PICTURE_SETTINGS.find((one) => one === name)
  if (picture) await requirePicture(tx, picture, changes[picture] ?? null)
  const value = changes[name]
  return value === null ? null : { value, secret: undefined, hasNewSecret: false }
}

const deleteSetting = (tx: Tx, name: string) =>
  sql`delete from settings where name = ${name}`.execute(tx)

async function upsertSetting(
  tx: Tx,
  name: string,
  { value, secret }: Stored,
  readKeys: ReadKeys,
): Promise<void> {
  const encrypted =
    secret === undefined
      ? null
      : encryptSecret(await readEncryptionKey(tx, readKeys), Buffer.from(secret), placeOf(name))
  await sql`
    insert into settings (name, value, encrypted_secret) values (${name}, ${JSON.stringify(value)}::jsonb, ${encrypted})
    on conflict (name) do update
    set value = excluded.value, encrypted_secret = excluded.encrypted_secret, updated_at = now()`.execute(
    tx,
  )
}

/** A provider of the environment in the members of the API, without its secret. */
export const describeProvider = (provider: OidcSettings) => ({
  name: provider.name,
  slug: provider.slug,
  issuer: provider.issuer,
  client_id: provider.clientId,
  has_client_secret: provider.clientSecret !== '',
  token_endpoint_auth_method: provider.clientAuth,
  scopes: provider.scopes,
  groups_claim: provider.groupsClaim,
  roles: Object.fromEntries(provider.roles),
  allow_new: provider.newRole,
  email_domains: provider.emailDomains,
  available_to: provider.availableTo,
})
