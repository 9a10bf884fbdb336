// The people whom a status update of a suggestion or an announcement concerns.
import { notFound } from '../core/api-error.ts'
import { isReadable } from '../resources/access.ts'
import type { Resource } from '../resources/resource.ts'
import { users } from '../resources/users.ts'
import { answerRecordsOrNone, type Reader } from './answer.ts'

const SAMPLE_SIZE = 10

/** The suggestions whose people are notified. Of an announcement for some forums, those of these forums: others may not see it. */
const SUGGESTIONS: Record<string, string> = {
  suggestions: 'select $1::bigint',
  announcements: `select s.id from announcement_suggestions l join suggestions s on s.id = l.suggestion_id
    where l.announcement_id = $1 and s.is_visible and (
      not exists (select from announcement_forums f where f.announcement_id = $1)
      or s.forum_id in (select f.forum_id from announcement_forums f where f.announcement_id = $1))`,
}

/** Subscribed supporters and followers who are not blocked and receive notifications. The sample has the oldest accounts. */
export async function previewNotification(
  reader: Reader,
  about: Resource,
  id: number,
  hasUsers: boolean,
): Promise<string> {
  const concerned = SUGGESTIONS[about.name]
  const { rows } = await reader.pool.query<{ count: number; sample: number[] }>(
    `with recipients as materialized (
      select u.id from users u
      where u.id in (
          select user_id from supporters where suggestion_id in (${concerned}) and is_subscribed
          union all select user_id from suggestion_followers where suggestion_id in (${concerned}))
        and u.allowed_state = 'allowed' and mail_frequency(u, '${about.name === 'announcements' ? 'announcements' : 'status'}') <> 'never' and u.email_suppressed_at is null
    )
    select (select count(*) from recipients) as count,
      array(select id from recipients order by id limit ${SAMPLE_SIZE}) as sample
    from ${about.name} where id = $1`,
    [id],
  )
  const found = rows[0]
  if (!found) throw notFound(about, id)
  const sample = found.sample.map(Number)
  // Who of the supporters is not blocked and gets mail is a fact about people.
  const links = isReadable(reader.areas, users.access.scope) && { links: { users: sample } }
  const preview = { people_count: Number(found.count), ...links }
  const people = hasUsers ? JSON.parse(await answerRecordsOrNone(reader, users, sample)) : {}
  return JSON.stringify({
    notification_preview: preview,
    ...(hasUsers && { users: people.users }),
  })
}
