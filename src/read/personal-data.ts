// The data about a user: every record that links to them and that the reader of it may read, as lists render it.
import { allResources } from '../resources/index.ts'
import type { Resource } from '../resources/resource.ts'
import { answerRecords, type Reader } from './answer.ts'
import { findVisible } from './own-record.ts'

type Envelope = { links: Record<string, unknown> } & Record<string, unknown>

/** What the person who asks for the data may read. */
export type Readable = {
  readable(collection: string): 'all' | 'own' | 'none'
  userId: number
  /** Whose private records they see; null for those of everybody. */
  privateOf: number | null
}

export async function personalData(
  reader: Reader,
  user: number,
  { readable, userId, privateOf }: Readable,
): Promise<string> {
  const whole: Envelope = { links: {} }
  for (const resource of allResources) {
    const access = readable(resource.name)
    if (access === 'none' || (access === 'own' && user !== userId)) continue
    const about = await findIdsAbout(reader, resource, user)
    const ids = await findVisible(reader.pool, resource, about, privateOf)
    if (resource.name === 'users' && ids.length === 0) ids.push(user)
    if (ids.length === 0) continue
    const { links, ...records }: Envelope = JSON.parse(await answerRecords(reader, resource, ids))
    Object.assign(whole, records)
    Object.assign(whole.links, links)
  }
  const { users, links, ...rest } = whole
  const pending = await pendingIdentities(reader, user)
  const accounts = await signInAccounts(reader, user)
  const visits = await portalVisits(reader, user)
  return JSON.stringify({
    users,
    ...rest,
    ...(pending.length > 0 && { pending_identities: pending }),
    ...(accounts.length > 0 && { sign_in_accounts: accounts }),
    ...visits,
    links,
  })
}

/** Identities sent by bulk_identify that are not applied because the person has not acted. */
async function pendingIdentities({ pool }: Reader, user: number): Promise<unknown[]> {
  const { rows } = await pool.query<{ identity: object }>(
    `select jsonb_build_object('external_id', external_id, 'email', email) || identity as identity
      from pending_identities where lower(email) = (select lower(email_address) from users where id = $1)
      order by external_id`,
    [user],
  )
  return rows.map(({ identity }) => identity)
}

/** Accounts of OpenID providers that the person signs in with. */
async function signInAccounts({ pool }: Reader, user: number): Promise<unknown[]> {
  const { rows } = await pool.query<{ account: object }>(
    `select jsonb_build_object('issuer', issuer, 'subject', subject, 'created_at', created_at, 'last_used_at', last_used_at) as account
      from (select * from oidc_identities union all select * from end_user_identities) accounts
      where user_id = $1 order by created_at, issuer, subject`,
    [user],
  )
  return rows.map(({ account }) => account)
}

/** What the portal knows besides: the addresses of a single sign-on token, where the person is signed in, and how often they get mails. */
async function portalVisits({ pool }: Reader, user: number): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{
    profile: object | null
    sessions: unknown[] | null
    frequencies: object | null
  }>(
    `select case when num_nonnulls(u.picture_url, u.profile_url) > 0
        then jsonb_build_object('picture_url', u.picture_url, 'profile_url', u.profile_url) end as profile,
      (select jsonb_agg(jsonb_build_object('method', method, 'address', address, 'user_agent', user_agent,
          'created_at', created_at, 'last_used_at', last_used_at) order by id)
        from end_user_sessions where user_id = u.id and expires_at > now()) as sessions,
      case when u.announcement_notifications is not null or exists (select from daily_digests where user_id = u.id)
        then jsonb_build_object('status', mail_frequency(u, 'status'), 'comments', mail_frequency(u, 'comments'),
          'announcements', mail_frequency(u, 'announcements')) end as frequencies
    from users u where u.id = $1`,
    [user],
  )
  const { profile = null, sessions = null, frequencies = null } = rows[0] ?? {}
  return {
    ...(profile && { portal_profiles: [profile] }),
    ...(sessions && { portal_sessions: sessions }),
    ...(frequencies && { mail_frequencies: [frequencies] }),
  }
}

/** Conditions for links that are not a column of the collection. */
const OTHER_CONDITIONS: Record<string, string> = {
  users: 'id = $1',
  external_accounts: 'id in (select external_account_id from external_users where user_id = $1)',
  forum_invitations: 'lower(email) = (select lower(email_address) from users where id = $1)',
  invitations: 'lower(email) = (select lower(email_address) from users where id = $1)',
  guest_contributions:
    'lower(email_address) = (select lower(email_address) from users where id = $1)',
  supporters: 'created_by_id = $1 or updated_by_id = $1',
  teams: 'id in (select team_id from team_members where user_id = $1)',
  comments: 'id in (select comment_id from comment_mentions where user_id = $1)',
  notes: 'id in (select note_id from note_mentions where user_id = $1)',
}

async function findIdsAbout(
  { pool }: Reader,
  { name, links }: Resource,
  user: number,
): Promise<number[]> {
  const columns = Object.entries(links ?? {}).filter(
    ([, link]) => link.type === 'users' && link.arity === 'one' && link.sql === undefined,
  )
  const ways = columns.map(([association]) => `${association}_id = $1`)
  if (OTHER_CONDITIONS[name]) ways.push(OTHER_CONDITIONS[name])
  if (ways.length === 0) return []
  const { rows } = await pool.query<{ id: number }>(
    `select id from ${name} where ${ways.join(' or ')} order by id`,
    [user],
  )
  return rows.map(({ id }) => id)
}
