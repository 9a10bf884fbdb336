// Users from a file: created or changed by their addresses.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { ImportedUser } from './external-users.ts'

/** What is absent stays as it is. Rights are not imported. */
export type ImportedPerson = {
  email: string
  name?: string
  guid?: string
  email_confirmed?: boolean
  job_title?: string
  last_ip?: string
  last_login?: string
  country?: string
  region?: string
  city?: string
  allowed_state?: 'allowed' | 'blocked'
  status_notifications?: boolean
  comment_notifications?: boolean
}

/** Of two rows with the same address the last wins. Returns how many users were created or changed. */
export async function importUsers(tx: Tx, people: ImportedPerson[]): Promise<number> {
  const byAddress = new Map(
    people.map(({ email, ...members }) => [
      email.toLowerCase(),
      { ...members, email_address: email },
    ]),
  )
  const rows = JSON.stringify([...byAddress.values()])
  await sql`
    insert into users (email_address, name, guid, email_confirmed, job_title, last_ip, last_login, country, region, city,
      allowed_state, status_notifications, comment_notifications)
    select email_address, coalesce(name, ''), guid, coalesce(email_confirmed, false), job_title, last_ip, last_login,
      country, region, city, coalesce(allowed_state, 'allowed'), coalesce(status_notifications, true),
      coalesce(comment_notifications, true)
    from jsonb_populate_recordset(null::users, ${rows}::jsonb) n
    where not exists (select from users u where lower(u.email_address) = lower(n.email_address))
    order by lower(email_address)
    on conflict (lower(email_address)) do nothing`.execute(tx)
  await sql`
    select from user_figures where id in (
      select u.id from jsonb_populate_recordset(null::users, ${rows}::jsonb) n
      join users u on lower(u.email_address) = lower(n.email_address)
    ) order by id for no key update`.execute(tx)
  await sql`
    with changed as materialized (
      select n.* from jsonb_array_elements(${rows}::jsonb) row
      join users u on lower(u.email_address) = lower((row ->> 'email_address') collate "und-x-icu")
      cross join lateral jsonb_populate_record(u, row - 'email_address') n
    )
    update users u set name = c.name, guid = c.guid, email_confirmed = c.email_confirmed, job_title = c.job_title,
      last_ip = c.last_ip, last_login = c.last_login, country = c.country, region = c.region, city = c.city,
      allowed_state = c.allowed_state, status_notifications = c.status_notifications,
      comment_notifications = c.comment_notifications
    from changed c
    where u.id = c.id
      and (u.name, u.guid, u.email_confirmed, u.job_title, u.last_ip, u.last_login, u.country, u.region, u.city,
        u.allowed_state, u.status_notifications, u.comment_notifications)
      is distinct from (c.name, c.guid, c.email_confirmed, c.job_title, c.last_ip, c.last_login, c.country, c.region,
        c.city, c.allowed_state, c.status_notifications, c.comment_notifications)`.execute(tx)
  return byAddress.size
}

/**
 * Replaces `user_email` by the id of the user with this address, who is created when there is none. An external user
 * that exists stays with its user.
 */
export async function resolveUserEmails(
  tx: Tx,
  rows: (ImportedUser & { user_email?: string })[],
): Promise<ImportedUser[]> {
  const externalIds = rows.map(({ external_id }) => external_id)
  const { rows: existing } = await sql<{ external_id: string }>`
    select external_id from external_users where external_id = any(${externalIds}::text[])`.execute(
    tx,
  )
  const known = new Set(existing.map(({ external_id }) => external_id))
  const added = rows.flatMap(({ external_id, user_email, name }) =>
    user_email === undefined || known.has(external_id) ? [] : [{ email: user_email, name }],
  )
  const ids = await findOrCreateUsers(tx, added)
  return rows.map(({ user_email, ...user }) => {
    const user_id = known.has(user.external_id) ? undefined : ids.get(user_email ?? '')
    return user_id === undefined ? user : { ...user, user_id }
  })
}

/** Ids by the addresses as they were passed. */
async function findOrCreateUsers(
  tx: Tx,
  people: { email: string; name?: string | null | undefined }[],
): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const emails = people.map(({ email }) => email)
  await sql`
    insert into users (email_address, name)
    select distinct on (lower(email collate "und-x-icu")) email, name
    from unnest(${emails}::text[], ${people.map(({ name }) => name ?? '')}::text[]) p (email, name)
    where not exists (select from users u where lower(u.email_address) = lower(p.email collate "und-x-icu"))
    order by lower(email collate "und-x-icu")
    on conflict (lower(email_address)) do nothing`.execute(tx)
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, email from unnest(${emails}::text[]) email
    join users u on lower(u.email_address) = lower(email collate "und-x-icu")`.execute(tx)
  return new Map(rows.map(({ id, email }) => [email, id]))
}
