// What the portal knows about the person who asks.
import type { Reader } from '../answer.ts'

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const utc = (column: string) => `to_char(${column} at time zone 'UTC', ${TIME})`

/** Undefined when the person was erased meanwhile. */
export async function answerMe(
  { pool, baseUrl }: Reader,
  userId: number,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ me: string }>({
    name: 'end_user_me',
    text: `
      select json_build_object('id', u.id, 'name', u.name, 'email_address', u.email_address,
        'is_email_confirmed', u.email_confirmed, 'email_suppressed_at', ${utc('u.email_suppressed_at')}, 'avatar_url', $2::text || '/avatars/' || u.id, 'language', u.language,
        'status_notifications', u.status_notifications, 'comment_notifications', u.comment_notifications,
        'hides_support', u.hides_support,
        'status_frequency', mail_frequency(u, 'status'), 'comment_frequency', mail_frequency(u, 'comments'),
        'announcement_frequency', mail_frequency(u, 'announcements'),
        'ideas_count', (select count(*) from suggestions s where s.created_by_id = u.id
          and s.parent_suggestion_id is null and s.state in ('new', 'approved', 'published')),
        'votes_count', (select count(*) from supporters s where s.user_id = u.id),
        'comments_count', (select count(*) from comments c where c.created_by_id = u.id
          and c.state in ('new', 'approved', 'published')),
        'created_at', ${utc('u.created_at')})::text as me
      from users u where u.id = $1`,
    values: [userId, baseUrl],
  })
  return rows[0]?.me
}

export async function findAddressOf({ pool }: Reader, userId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ address: string }>(
    'select email_address as address from users where id = $1',
    [userId],
  )
  return rows[0]?.address
}

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`

/** Everything that the person gave the portal, as a file for them. What the team wrote about them is not in it. */
export async function answerOwnData({ pool }: Reader, userId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ data: string }>(
    `select json_build_object(
      'person', (select row_to_json(r) from (select u.id, u.name, u.email_address, u.email_confirmed, u.job_title, u.language,
          u.country, u.region, u.city, u.last_ip, ${utc('u.last_login')} as last_login, u.status_notifications,
          u.comment_notifications, u.hides_support, mail_frequency(u, 'status') as status_frequency,
          mail_frequency(u, 'comments') as comment_frequency, mail_frequency(u, 'announcements') as announcement_frequency,
          ${utc('u.created_at')} as created_at) r),
      'external_users', ${list(`
        select e.external_id, e.name, e.email from external_users e where e.user_id = u.id order by e.id`)},
      'ideas', ${list(`
        select s.id, s.forum_id, s.title, s.body as text, s.custom_fields, s.state, ${utc('s.created_at')} as created_at
        from suggestions s where s.created_by_id = u.id order by s.id`)},
      'comments', ${list(`
        select c.id, c.suggestion_id as idea_id, c.body as text, c.state, ${utc('c.created_at')} as created_at
        from comments c where c.created_by_id = u.id order by c.id`)},
      'votes', ${list(`
        select v.suggestion_id as idea_id, v.votes_count, v.is_subscribed as following, ${utc('v.created_at')} as created_at
        from supporters v where v.user_id = u.id order by v.id`)},
      'following', ${list(`
        select f.suggestion_id as idea_id from suggestion_followers f where f.user_id = u.id order by f.suggestion_id`)},
      'ratings', ${list(`
        select n.rating, n.body as text, ${utc('n.created_at')} as created_at
        from nps_ratings n where n.user_id = u.id order by n.id`)},
      'sessions', ${list(`
        select e.method, e.address, e.user_agent, ${utc('e.created_at')} as created_at, ${utc('e.expires_at')} as expires_at
        from end_user_sessions e where e.user_id = u.id order by e.id`)},
      'applications', ${list(`
        select a.name, ${utc('g.created_at')} as created_at
        from token_grants g join api_clients a on a.id = g.api_client_id and a.audience = 'end_users'
        where g.user_id = u.id order by g.id`)})::text as data
    from users u where u.id = $1`,
    [userId],
  )
  return rows[0]?.data
}
