// OpenID providers that owners set up: stored, changed and read. The secret of a client is encrypted, and never shown or recorded.
import { sql } from 'kysely'
import { ApiError, notFound } from '../../core/api-error.ts'
import {
  decryptSecret,
  encryptSecret,
  type ReadKeys,
  type SecretKey,
} from '../../core/secret-keys.ts'
import type { Db, Tx } from '../../db/db.ts'
import { oidc_providers } from '../../resources/oidc_providers.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import { announceTokenChange } from '../clients/api-clients.ts'
import { readEncryptionKey } from '../encrypted-secrets.ts'
import type { Role } from '../roles.ts'
import {
  type AvailableTo,
  type ClientAuth,
  DEFAULT_SCOPES,
  isAvailableTo,
  MAX_PROVIDERS,
  type OidcSettings,
  parseProvider,
  requireFreeSlug,
  SettingError,
  slugOf,
} from './oidc-settings.ts'

/** Every process reads the providers again. */
export const PROVIDERS_CHANNEL = 'oidc_providers_changed'

/** The members of a record that can be written, apart from the secret. */
export type ProviderFields = {
  name: string
  issuer: string
  client_id: string
  token_endpoint_auth_method: ClientAuth | null
  scopes: string
  groups_claim: string | null
  roles: Record<string, Role>
  allow_new: Role | null
  email_domains: string[]
  available_to: AvailableTo
  is_enabled: boolean
  position: number
}

/** What a call sets. Null is the default of a member that has one. */
export type ProviderInput = {
  [Member in keyof ProviderFields]?: ProviderFields[Member] | null | undefined
} & { client_secret?: string | undefined }

type Row = ProviderFields & { id: number; slug: string; encrypted: Buffer | null }

const DEFAULTS: Omit<ProviderFields, 'name' | 'issuer' | 'client_id' | 'position'> = {
  token_endpoint_auth_method: null,
  scopes: DEFAULT_SCOPES,
  groups_claim: null,
  roles: {},
  allow_new: null,
  email_domains: [],
  available_to: 'staff',
  is_enabled: true,
}

const MEMBERS = [
  'name',
  'issuer',
  'client_id',
  'token_endpoint_auth_method',
  'scopes',
  'groups_claim',
  'roles',
  'allow_new',
  'email_domains',
  'available_to',
  'is_enabled',
  'position',
] as const satisfies (keyof ProviderFields)[]

const placeOf = (id: number) => `oidc_providers ${id}`
const subject = (id: number) => ({ type: oidc_providers.name, id })

const COLUMNS = sql`id, name, slug, issuer, client_id, encrypted_secret as encrypted, token_endpoint_auth_method, scopes, groups_claim, roles,
  allow_new, email_domains, available_to, is_enabled, position`

export async function createProviderRecord(
  tx: Tx,
  { readKeys, origin }: { readKeys: ReadKeys; origin: Origin },
  { client_secret: secret, ...input }: ProviderInput,
): Promise<number> {
  // Two at once must not pass the limit together, nor take the same place.
  await sql`lock table oidc_providers in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ count: number; next: number }>`
    select count(*)::int as count, coalesce(max(position), 0) + 1 as next from oidc_providers`.execute(
    tx,
  )
  const { count, next } = rows[0] ?? { count: 0, next: 1 }
  if (count >= MAX_PROVIDERS)
    throw new ApiError(
      'conflict',
      `There are ${MAX_PROVIDERS} OpenID providers. Delete one that is not used any more.`,
    )
  const fields = withDefaults({ position: next, ...input })
  const slug = slugOf(fields.name.trim())
  const { emailDomains } = checkFields(fields, slug, secret)
  await requireNewSlug(tx, slug)
  const { rows: made } = await sql<{ id: number }>`
    insert into oidc_providers (name, slug, issuer, client_id, token_endpoint_auth_method, scopes, groups_claim, roles,
      allow_new, email_domains, available_to, is_enabled, position)
    values (${fields.name.trim()}, ${slug}, ${fields.issuer}, ${fields.client_id}, ${fields.token_endpoint_auth_method},
      ${fields.scopes}, ${fields.groups_claim}, ${JSON.stringify(fields.roles)}::jsonb, ${fields.allow_new},
      ${emailDomains}, ${fields.available_to}, ${fields.is_enabled}, ${fields.position})
    returning id`.execute(tx)
  const { id } = made[0] as { id: number }
  await storeSecret(tx, readKeys, id, secret)
  await recordAudit(tx, origin, {
    action: 'provider_created',
    subject: subject(id),
    after: { ...fields, slug },
  })
  await announceProviders(tx)
  return id
}

export async function updateProviderRecord(
  tx: Tx,
  { id, readKeys, origin }: { id: number; readKeys: ReadKeys; origin: Origin },
  { client_secret: secret, ...input }: ProviderInput,
): Promise<void> {
  const before = await lockProvider(tx, id)
  const fields = withDefaults(input, before)
  const isOtherClient = fields.issuer !== before.issuer || fields.client_id !== before.client_id
  // A secret is never sent to another address than that it was made for.
  if (isOtherClient && secret === undefined)
    throw new ApiError(
      'invalid',
      'client_secret: required, because the issuer or the client id changes. Send the secret that belongs to them.',
      { client_secret: 'required' },
    )
  const { emailDomains } = checkFields(
    fields,
    before.slug,
    secret ?? (before.encrypted && 'stored'),
  )
  await sql`
    update oidc_providers set name = ${fields.name.trim()}, issuer = ${fields.issuer}, client_id = ${fields.client_id},
      token_endpoint_auth_method = ${fields.token_endpoint_auth_method}, scopes = ${fields.scopes},
      groups_claim = ${fields.groups_claim}, roles = ${JSON.stringify(fields.roles)}::jsonb, allow_new = ${fields.allow_new},
      email_domains = ${emailDomains}, available_to = ${fields.available_to}, is_enabled = ${fields.is_enabled},
      position = ${fields.position}, updated_at = now()
    where id = ${id}`.execute(tx)
  await storeSecret(tx, readKeys, id, secret)
  await endSessionsOf(tx, origin, before, fields)
  const changed = MEMBERS.filter(
    (member) => JSON.stringify(fields[member]) !== JSON.stringify(before[member]),
  )
  if (changed.length > 0 || secret !== undefined)
    await recordAudit(tx, origin, {
      action: 'provider_changed',
      subject: subject(id),
      before: Object.fromEntries(changed.map((member) => [member, before[member]])),
      after: {
        ...Object.fromEntries(changed.map((member) => [member, fields[member]])),
        ...(secret !== undefined && { new_secret: true }),
      },
    })
  await announceProviders(tx)
}

export async function deleteProviderRecord(tx: Tx, id: number, origin: Origin): Promise<void> {
  const { encrypted: _, ...before } = await lockProvider(tx, id)
  await sql`delete from oidc_providers where id = ${id}`.execute(tx)
  await endSessionsOf(tx, origin, before, { ...before, is_enabled: false })
  await recordAudit(tx, origin, { action: 'provider_deleted', subject: subject(id), before })
  await announceProviders(tx)
}

const announceProviders = (tx: Tx) => sql`select pg_notify(${PROVIDERS_CHANNEL}, '')`.execute(tx)

async function lockProvider(tx: Tx, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from oidc_providers where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound(oidc_providers, id)
  return rows[0]
}

/** What is not sent stays, or has the default. */
function withDefaults(input: Omit<ProviderInput, 'client_secret'>, before?: Row): ProviderFields {
  const stored = before && Object.fromEntries(MEMBERS.map((member) => [member, before[member]]))
  const sent = Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([member, value]) => [member, value ?? DEFAULTS[member as keyof typeof DEFAULTS]]),
  )
  return { ...DEFAULTS, name: '', issuer: '', client_id: '', ...stored, ...sent } as ProviderFields
}

/** Of the roles of a provider. */
export const MAX_GROUPS = 100
const MAX_GROUP_NAME = 200

function checkGroups({ roles }: ProviderFields): void {
  const groups = Object.keys(roles)
  if (groups.length <= MAX_GROUPS && groups.every((group) => group.length <= MAX_GROUP_NAME)) return
  throw new ApiError(
    'invalid',
    `roles: should be at most ${MAX_GROUPS} groups with names of up to ${MAX_GROUP_NAME} characters.`,
    { roles: 'invalid' },
  )
}

/** The rules of OIDC_PROVIDERS, in the words of an API error. */
function checkFields(
  fields: ProviderFields,
  slug: string,
  secret: string | null | undefined,
): OidcSettings {
  checkGroups(fields)
  try {
    const provider = toSettings(fields, secret)
    requireFreeSlug(slug, provider.availableTo)
    return provider
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    const { member, allowed } = error.wrong ?? { member: 'name', allowed: error.message }
    throw new ApiError('invalid', `${member}: should be ${allowed}.`, {
      [member]: secret || member !== 'client_secret' ? 'invalid' : 'required',
    })
  }
}

function toSettings(fields: ProviderFields, secret: string | null | undefined): OidcSettings {
  const { is_enabled: _, position: __, ...members } = fields
  const given = Object.entries({ ...members, client_secret: secret ?? undefined }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return parseProvider(Object.fromEntries(given), 'The provider')
}

async function requireNewSlug(tx: Tx, slug: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from oidc_providers where slug = ${slug}`.execute(tx)
  if (rows[0])
    throw new ApiError(
      'conflict',
      `name: the provider ${rows[0].name} has ${slug} in its redirect URI already. Choose another name.`,
      { name: 'taken' },
    )
}

async function storeSecret(
  tx: Tx,
  readKeys: ReadKeys,
  id: number,
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined) return
  const key = await readEncryptionKey(tx, readKeys)
  const encrypted = encryptSecret(key, Buffer.from(secret), placeOf(id))
  await sql`update oidc_providers set encrypted_secret = ${encrypted} where id = ${id}`.execute(tx)
}

type Availability = Pick<ProviderFields, 'available_to' | 'is_enabled'>

/** Those that the provider began, of the people whom it does not sign in any more. The person who decides it stays signed in. */
async function endSessionsOf(
  tx: Tx,
  { userId = null }: Origin,
  before: Availability & { slug: string },
  after: Availability,
): Promise<void> {
  const isFor = ({ available_to, is_enabled }: Availability, who: 'staff' | 'end_users') =>
    is_enabled && isAvailableTo({ availableTo: available_to }, who)
  const ends = (who: 'staff' | 'end_users') => isFor(before, who) && !isFor(after, who)
  if (ends('end_users'))
    await sql`delete from end_user_sessions where method = ${before.slug}`.execute(tx)
  if (!ends('staff')) return
  await sql`
    delete from sessions where method = ${before.slug} and user_id is distinct from ${userId}`.execute(
    tx,
  )
  await announceTokenChange(tx)
}

/** What a stored provider consists of, with its secret, also when it is disabled. */
export async function findStoredProvider(
  db: Db,
  readKeys: ReadKeys,
  id: number,
): Promise<OidcSettings> {
  const { rows } = await sql<Row>`select ${COLUMNS} from oidc_providers where id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound(oidc_providers, id)
  const secret = decryptRow(await readKeys(), row)
  if (secret === null)
    throw new ApiError(
      'conflict',
      `The client secret of ${row.name} cannot be read any more. Set it again.`,
    )
  return fromRow(row, secret)
}

/**
 * Those that are enabled, in the order of the buttons. `warn` gets one that cannot be used, such as one whose secret was lost
 * with its key: the others must work.
 */
export async function readStoredProviders(
  db: Db,
  readKeys: ReadKeys,
  warn: (message: string) => void = () => {},
): Promise<OidcSettings[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from oidc_providers where is_enabled order by position, id limit ${MAX_PROVIDERS}`.execute(
    db,
  )
  if (rows.length === 0) return []
  const keys = await readKeys()
  return rows.flatMap((row) => {
    const secret = decryptRow(keys, row)
    if (secret !== null) return [fromRow(row, secret)]
    warn(`The OpenID provider ${row.name} cannot be used: its client secret is lost. Set it again.`)
    return []
  })
}

const fromRow = (row: Row, secret: string): OidcSettings => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: secret,
  clientAuth: row.token_endpoint_auth_method,
  scopes: row.scopes,
  groupsClaim: row.groups_claim,
  roles: new Map(Object.entries(row.roles)),
  newRole: row.allow_new,
  emailDomains: row.email_domains,
  availableTo: row.available_to,
})

function decryptRow(keys: SecretKey[], { id, encrypted }: Row): string | null {
  try {
    return encrypted && decryptSecret(keys, encrypted, placeOf(id)).toString()
  } catch {
    return null
  }
}

/** Of two with the same name in their paths, the one of the environment wins. */
export const combineProviders = (fixed: OidcSettings[], stored: OidcSettings[]): OidcSettings[] => [
  ...fixed,
  ...stored.filter(({ slug }) => fixed.every((one) => one.slug !== slug)),
]
