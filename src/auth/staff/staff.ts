// Staff: the people with a role.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { announceTokenChange } from '../clients/api-clients.ts'
import type { Role } from '../roles.ts'
import { forgetDevices } from '../sign-in/devices.ts'
import { createCode, endCodesOf } from '../sign-in/one-time-codes.ts'
import { endAccessOf } from './sessions.ts'

/** The rights on the wire that make up a role. */
const RIGHTS: Record<
  Role,
  Record<'license_type' | 'feedback' | 'features' | 'settings', string>
> = {
  owner: {
    license_type: 'admin',
    feedback: 'manage',
    features: 'manage',
    settings: 'manage_account',
  },
  admin: { license_type: 'admin', feedback: 'manage', features: 'manage', settings: 'manage' },
  contributor: {
    license_type: 'contributor',
    feedback: 'contribute',
    features: 'view',
    settings: 'none',
  },
  viewer: { license_type: 'contributor', feedback: 'view', features: 'view', settings: 'none' },
}

export type Staff = {
  id: number
  name: string
  email_address: string
  role: Role
  is_disabled: boolean
  has_password: boolean
  passkeys: number
  has_second_factor: boolean
  sessions: number
  last_login: Date | null
  permission_id: number
}

export async function listStaff(
  db: Db,
  { id = null, limit = null }: { id?: number | null; limit?: number | null } = {},
): Promise<Staff[]> {
  const { rows } = await sql<Staff>`
    select u.id, p.id as permission_id, u.name, u.email_address, p.role, p.disabled_at is not null as is_disabled,
      exists (select from passwords where user_id = u.id) as has_password,
      (select count(*) from passkeys where user_id = u.id)::int as passkeys,
      exists (select from totp_secrets where user_id = u.id) as has_second_factor,
      (select count(*) from sessions where user_id = u.id and expires_at > now())::int as sessions, u.last_login
    from permissions p join users u on u.id = p.user_id where u.id = coalesce(${id}, u.id)
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** Gives the person a role. A person without one becomes staff. */
export async function setRole(
  tx: Tx,
  origin: Origin,
  { email, name, role }: { email: string; name?: string | undefined; role: Role },
): Promise<{ id: number; isNew: boolean }> {
  const { id } = await findOrCreateUser(tx, email, name)
  if (name) await sql`update users set name = ${name} where id = ${id}`.execute(tx)
  const before = await setRoleOf(tx, origin, id, role)
  return { id, isNew: before === null }
}

/** Returns the role that the person had. */
export async function setRoleOf(
  tx: Tx,
  origin: Origin,
  id: number,
  role: Role,
): Promise<Role | null> {
  await lockOwners(tx)
  const before = await findRole(tx, id)
  const { license_type, feedback, features, settings } = RIGHTS[role]
  await sql`
    insert into permissions (user_id, license_type, feedback, features, settings)
    values (${id}, ${license_type}, ${feedback}, ${features}, ${settings})
    on conflict (user_id) do update set license_type = excluded.license_type, feedback = excluded.feedback,
      features = excluded.features, settings = excluded.settings, updated_at = now()`.execute(tx)
  await afterRoleChange(tx, origin, id, before)
  return before
}

/** The person is no member of the team any more, and stays a user. */
export async function removeRoleOf(tx: Tx, origin: Origin, id: number): Promise<void> {
  await lockOwners(tx)
  const before = await findRole(tx, id)
  await sql`delete from permissions where user_id = ${id}`.execute(tx)
  await afterRoleChange(tx, origin, id, before)
}

/** A new privilege needs a new session, and the account keeps an owner. */
export async function afterRoleChange(
  tx: Tx,
  origin: Origin,
  userId: number,
  before: Role | null,
): Promise<void> {
  const after = await findRole(tx, userId)
  if (after !== before) await keepOwner(tx)
  const isAdmin = after === 'owner' || after === 'admin'
  // Only a real change: triggers pass it on to everything that the person did.
  await sql`
    update users set is_admin = ${isAdmin}, email_confirmed = email_confirmed or ${after !== null}
    where id = ${userId} and (is_admin <> ${isAdmin} or not email_confirmed and ${after !== null})`.execute(
    tx,
  )
  if (after === before) return
  await endAccessOf(tx, userId)
  await recordAudit(tx, origin, {
    action: before === null ? 'person_created' : after === null ? 'person_removed' : 'role_changed',
    subject: { type: 'users', id: userId },
    before: { role: before },
    after: { role: after },
  })
}

export async function findRole(db: Db, userId: number): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select role from permissions where user_id = ${userId}`.execute(db)
  return rows[0]?.role ?? null
}

/** An owner who can sign in. */
const CAN_OWN = sql`p.role = 'owner' and p.disabled_at is null and u.allowed_state = 'allowed'`

/** Whether no other person could act as owner. */
export async function isLastOwner(tx: Tx, userId: number): Promise<boolean> {
  await lockOwners(tx)
  const { rows } = await sql<{ others: boolean }>`
    select exists (
      select from permissions p join users u on u.id = p.user_id where ${CAN_OWN} and u.id <> ${userId}) as others`.execute(
    tx,
  )
  return (await findRole(tx, userId)) === 'owner' && !rows[0]?.others
}

/** Changes of owners run one after the other, so that two do not remove each other. */
export const lockOwners = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('owners'))`.execute(tx)

/**
 * The account's owner, as whom clients act, is an owner who can sign in; when they no longer are, the longest-serving one
 * takes over. Throws when there is none. Call it after every change that can take an owner away, also on the command line.
 */
export async function keepOwner(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from permissions p join users u on u.id = p.user_id
    where ${CAN_OWN} order by u.is_owner desc, p.id limit 1`.execute(tx)
  const owner = rows[0]?.id
  if (owner === undefined)
    throw new ApiError(
      'conflict',
      'The account must keep an owner who can sign in. Make another person owner first.',
    )
  await sql`
    update tokens set user_id = ${owner}
    where not is_personal and user_id in (select id from users where is_owner and id <> ${owner})`.execute(
    tx,
  )
  await sql`update users set is_owner = false where is_owner and id <> ${owner}`.execute(tx)
  await sql`update users set is_owner = true where id = ${owner} and not is_owner`.execute(tx)
}

/** After an import, which can block and allow people. */
export async function keepOwnerAfterImport(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from permissions p join users u on u.id = p.user_id
    where p.role = 'owner' and u.allowed_state <> 'allowed' limit 1`.execute(tx)
  if (rows.length === 0) return
  await lockOwners(tx)
  await keepOwner(tx)
}

export async function setDisabled(
  tx: Tx,
  origin: Origin,
  userId: number,
  isDisabled: boolean,
): Promise<void> {
  await lockOwners(tx)
  const { rows } = await sql`
    update permissions set disabled_at = case when ${isDisabled} then now() end, updated_at = now()
    where user_id = ${userId} and (disabled_at is null) = ${isDisabled} returning id`.execute(tx)
  if (!rows[0]) return
  await keepOwner(tx)
  await endAccessOf(tx, userId)
  await recordAudit(tx, origin, {
    action: isDisabled ? 'person_disabled' : 'person_enabled',
    subject: { type: 'users', id: userId },
  })
}

/** The code of a link with which the person sets a new password. Ends earlier links. 409 for a person who could not use it. */
export async function createWelcomeLink(tx: Tx, origin: Origin, userId: number): Promise<string> {
  const { rows } = await sql`
    select from permissions p join users u on u.id = p.user_id
    where u.id = ${userId} and p.disabled_at is null and u.allowed_state = 'allowed'`.execute(tx)
  if (!rows[0])
    throw new ApiError(
      'conflict',
      `User ${userId} is disabled or blocked, and a link would not let them in. Enable this person first.`,
    )
  await endCodesOf(tx, userId, 'welcome')
  const code = await createCode(tx, 'welcome', { userId })
  await recordAudit(tx, origin, {
    action: 'link_created',
    subject: { type: 'users', id: userId },
  })
  return code
}

export async function findStaffId(db: Db, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join permissions p on p.user_id = u.id
    where lower(u.email_address) = lower(${email.trim()} collate "und-x-icu")`.execute(db)
  return rows[0]?.id
}

/** Of any person, with a role or without. */
export async function findUserId(db: Db, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(email_address) = lower(${email.trim()} collate "und-x-icu")`.execute(
    db,
  )
  return rows[0]?.id
}

/** The account's owner, as long as nobody can sign in as them. */
export async function findOwnerWithoutSignIn(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users u where is_owner
      and not exists (select from passwords where user_id = u.id)
      and not exists (select from passkeys where user_id = u.id)
      and not exists (select from oidc_identities where user_id = u.id)`.execute(db)
  return rows[0]?.id
}

/**
 * For a person who lost their devices: the authenticator app, its recovery codes and the passkeys. Their sessions and tokens
 * end. Returns whether there was anything.
 */
export async function resetSecondFactor(tx: Tx, origin: Origin, userId: number): Promise<boolean> {
  const { rows } = await sql<{ apps: number; passkeys: number }>`
    with apps as (delete from totp_secrets where user_id = ${userId} returning user_id),
      codes as (delete from recovery_codes where user_id = ${userId}),
      keys as (delete from passkeys where user_id = ${userId} returning id)
    select (select count(*)::int from apps) as apps, (select count(*)::int from keys) as passkeys`.execute(
    tx,
  )
  const { apps = 0, passkeys = 0 } = rows[0] ?? {}
  if (apps === 0 && passkeys === 0) return false
  await endAccessOf(tx, userId)
  await forgetDevices(tx, userId)
  await recordAudit(tx, origin, {
    action: 'second_factor_removed',
    subject: { type: 'users', id: userId },
    before: { has_app: apps > 0, passkeys },
  })
  return true
}

/** Sessions without the required factor can only set one up from now on. */
export async function setRequiresSecondFactor(
  tx: Tx,
  origin: Origin,
  role: Role,
  isRequired: boolean,
): Promise<void> {
  const { rows } = await sql`
    update role_settings set requires_second_factor = ${isRequired}
    where role = ${role} and requires_second_factor <> ${isRequired} returning role`.execute(tx)
  if (!rows[0]) return
  await sql`
    update sessions s set needs_second_factor = ${isRequired} and not has_second_factor, updated_at = now()
    from permissions p where p.user_id = s.user_id and p.role = ${role}`.execute(tx)
  await announceTokenChange(tx)
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    before: { role, requires_second_factor: !isRequired },
    after: { role, requires_second_factor: isRequired },
  })
}
