// Browsers in which a person signed in before. Strangers cannot delay them. The cookie holds a random value; the table holds
// its hash.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { generateCredential, hashCredential } from '../credentials.ts'

export const DEVICE_DAYS = 365
/** Of a person; the oldest ones are forgotten. */
const MAX_DEVICES = 20
/** Since the last sign-in. After that, the browser counts as a stranger's: its cookie may be stolen. */
const MAX_ATTEMPTS = 10

/** Counts an attempt of a browser in which the person signed in before; false for every other browser. */
export async function takeDeviceAttempt(
  db: Db,
  email: string,
  device: Buffer | undefined,
): Promise<boolean> {
  if (!device) return false
  const { rows } = await sql`
    update sign_in_devices d set attempts = d.attempts + 1 from users u
    where d.hash = ${device} and u.id = d.user_id and lower(u.email_address) = lower(${email.trim()} collate "und-x-icu")
      and d.attempts < ${MAX_ATTEMPTS} and d.created_at > now() - ${DEVICE_DAYS} * interval '1 day'
    returning d.user_id`.execute(db)
  return rows.length > 0
}

/** The attempt succeeded, or was not made. */
export const forgetDeviceAttempts = (db: Db, email: string, device: Buffer) =>
  sql`
  update sign_in_devices d set attempts = 0 from users u
  where d.hash = ${device} and u.id = d.user_id and lower(u.email_address) = lower(${email.trim()} collate "und-x-icu")`.execute(
    db,
  )

/**
 * Returns the new value of the cookie. The value before ends, so that a planted cookie is worth nothing; other people who
 * use the browser keep their exemption.
 */
export async function rememberDevice(
  tx: Tx,
  userId: number,
  previous: Buffer | undefined,
): Promise<string> {
  const credential = generateCredential('device')
  const hash = hashCredential(credential)
  const old = previous ?? null
  await sql`
    with moved as (update sign_in_devices set hash = ${hash} where hash = ${old} and user_id <> ${userId}),
    replaced as (delete from sign_in_devices where hash = ${old} and user_id = ${userId}),
    added as (insert into sign_in_devices (hash, user_id) values (${hash}, ${userId}))
    delete from sign_in_devices where user_id = ${userId} and hash in (
      select hash from sign_in_devices where user_id = ${userId} and hash is distinct from ${old}
      order by created_at desc, hash offset ${MAX_DEVICES - 1})`.execute(tx)
  return credential
}

/** After a new password: a person who knew the old one may have signed in. */
export const forgetDevices = (tx: Tx, userId: number, except?: Buffer) =>
  sql`
  delete from sign_in_devices where user_id = ${userId} and hash is distinct from ${except ?? null}`.execute(
    tx,
  )

export const deleteOldDevices = (tx: Tx) =>
  sql`
  delete from sign_in_devices where created_at <= now() - ${DEVICE_DAYS} * interval '1 day'`.execute(
    tx,
  )
