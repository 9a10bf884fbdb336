// The people whom a status update of a suggestion concerns.
import { notFound } from '../core/api-error.ts'
import { isReadable } from '../resources/access.ts'
import { suggestions } from '../resources/suggestions.ts'
import { users } from '../resources/users.ts'
import { answerRecordsOrNone, type Reader } from './answer.ts'

const SAMPLE_SIZE = 10

/** Subscribed supporters and followers who are not blocked and receive notifications. The sample has the oldest accounts. */
export async function previewNotification(
  reader: Reader,
  suggestion: number,
  hasUsers: boolean,
): Promise<string> {
  const { rows } = await reader.pool.query<{ count: number; sample: number[] }>(
    `with recipients as materialized (
      select u.id from users u
      where u.id in (
          select user_id from supporters where suggestion_id = $1 and is_subscribed
          union all select user_id from suggestion_followers where suggestion_id = $1)
        and u.allowed_state = 'allowed' and u.status_notifications
    )
    select (select count(*) from recipients) as count,
      array(select id from recipients order by id limit ${SAMPLE_SIZE}) as sample
    from suggestions where id = $1`,
    [suggestion],
  )
  const found = rows[0]
  if (!found) throw notFound(suggestions, suggestion)
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
