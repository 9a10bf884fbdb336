// Which mails a member of the team gets: the digest, mentions, and failures of the service.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Expression, Job } from '../db/enqueue.ts'

export const DIGESTS = ['never', 'hourly', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

export type NotificationSettings = {
  digest: string
  time_zone: string
  /** Those that the digest is limited to; none for all. */
  forums: number[]
  mentions: boolean
  failures: boolean
}

export const digestJob = (user: Expression): Job => ({
  task: 'send_digest',
  payload: { user },
  subject: sql`'digest of user ' || ${user}`,
})

export const failuresJob = (user: Expression): Job => ({
  task: 'send_failures',
  payload: { user },
  subject: sql`'failures for user ' || ${user}`,
})

export async function readNotificationSettings(
  db: Db,
  userId: number,
): Promise<NotificationSettings & { isStored: boolean }> {
  const { rows } = await sql<NotificationSettings>`
    select digest, time_zone, mentions, failures, coalesce((
      select array_agg(forum_id order by forum_id) from staff_notification_forums f where f.user_id = n.user_id
    ), '{}')::float8[] as forums
    from staff_notifications n where user_id = ${userId}`.execute(db)
  const [stored] = rows
  return stored
    ? { ...stored, isStored: true }
    : {
        digest: 'never',
        time_zone: 'UTC',
        forums: [],
        mentions: true,
        failures: true,
        isStored: false,
      }
}

export type NotificationChanges = {
  [name in keyof NotificationSettings]?: NotificationSettings[name] | undefined
}

/** A digest that begins is about what happens from now on. */
export async function changeNotificationSettings(
  tx: Tx,
  userId: number,
  { digest, time_zone, forums, mentions, failures }: NotificationChanges,
): Promise<void> {
  if (time_zone !== undefined) await requireTimeZone(tx, time_zone)
  await sql`insert into staff_notifications (user_id) values (${userId}) on conflict do nothing`.execute(
    tx,
  )
  await sql`
    with before as (select digest from staff_notifications where user_id = ${userId} for no key update)
    update staff_notifications n set
      digest = coalesce(${digest ?? null}, n.digest),
      time_zone = coalesce(${time_zone ?? null}, n.time_zone),
      mentions = coalesce(${mentions ?? null}, n.mentions),
      failures = coalesce(${failures ?? null}, n.failures),
      digest_from = case when before.digest = 'never' then now() else n.digest_from end,
      digest_until = case when before.digest <> 'never' and coalesce(${digest ?? null}, '') <> 'never' then n.digest_until end
    from before where n.user_id = ${userId}`.execute(tx)
  if (digest === 'never')
    await sql`
      delete from view_subscriptions s using views v
      where v.id = s.view_id and coalesce(v.user_id, v.created_by_id) = ${userId}`.execute(tx)
  if (forums !== undefined) await replaceForums(tx, userId, forums)
}

/** By the link of a mail. Somebody without a row gets none. */
export async function endTeamMails(
  tx: Tx,
  userId: number,
  kind: 'team_digest' | 'team_failures',
): Promise<void> {
  const { isStored } = await readNotificationSettings(tx, userId)
  if (!isStored) return
  const changes = kind === 'team_digest' ? { digest: 'never' } : { failures: false }
  await changeNotificationSettings(tx, userId, changes)
}

async function replaceForums(tx: Tx, userId: number, forums: number[]): Promise<void> {
  await sql`delete from staff_notification_forums where user_id = ${userId}`.execute(tx)
  const { rows } = await sql<{ forum_id: number }>`
    insert into staff_notification_forums (user_id, forum_id)
    select ${userId}, id from forums where id = any(${forums}::bigint[]) order by id returning forum_id`.execute(
    tx,
  )
  const missing = forums.find((id) => !rows.some(({ forum_id }) => forum_id === id))
  if (missing !== undefined)
    throw new ApiError('invalid', `forums: no forum has the id ${missing}.`, {
      forums: 'not_found',
    })
}

/** Both must know it: the database computes the times, and mails show them. */
async function requireTimeZone(tx: Tx, name: string): Promise<void> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${name})) as is_known`.execute(
    tx,
  )
  if (rows[0]?.is_known && isKnownTimeZone(name)) return
  throw new ApiError(
    'invalid',
    `time_zone: ${JSON.stringify(name.slice(0, 100))} is invalid. Expected an IANA time zone such as Europe/Berlin.`,
    { time_zone: 'in' },
  )
}

function isKnownTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined
  } catch {
    return false
  }
}
