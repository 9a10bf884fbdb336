// What happened to the ideas that a person follows or suggested: answers, comments of others, and merges.
import type { Reader } from '../answer.ts'

const DAYS = 90
const MAX_EXCERPT = 300

export type NotificationsRequest = {
  userId: number
  /** Null: all. */
  forums: number[] | null
  limit: number
  /** The last one of the page before. */
  after: { time: string; key: string } | undefined
}

export type NotificationsPage = { body: string; next: { time: string; key: string } | undefined }

type Row = { time: string; key: string; record: string }

const publicName = `case when p.name = '' or p.name like '%@%' then 'Anonymous' else p.name end`

const TEXT = `
  with followed as (
    select suggestion_id as id from supporters where user_id = $1 and is_subscribed
    union select suggestion_id from suggestion_followers where user_id = $1
    union select id from suggestions where created_by_id = $1
  ), seen as materialized (
    select s.id, s.title, s.forum_id from suggestions s join followed using (id)
    where s.is_visible and ($2::bigint[] is null or s.forum_id = any($2::bigint[]))
  ), news as (
    select 'status' as kind, n.id, n.created_at, n.suggestion_id, coalesce(n.body, '') as text, n.body_mime_type as type,
      n.user_id, n.new_status_id, null::bigint as merged_id
    from status_updates n where n.suggestion_id in (select id from seen) and n.user_id is distinct from $1
    union all
    select 'comment', n.id, n.created_at, n.suggestion_id, n.body, n.body_mime_type, n.created_by_id, null, null
    from comments n
    where n.suggestion_id in (select id from seen) and n.created_by_id <> $1 and n.state in ('approved', 'published')
    union all
    select 'merge', n.id, n.created_at, n.to_suggestion_id, m.title, null, null, null, m.id
    from merges n join suggestions m on m.id = n.from_suggestion_id
    where n.to_suggestion_id in (select id from seen) and n.undone_at is null and n.created_by_id is distinct from $1
      and m.state in ('approved', 'published') and ($2::bigint[] is null or m.forum_id = any($2::bigint[]))
  ), page as (
    select *, kind || '-' || id as key from news
    where created_at > now() - interval '${DAYS} days'
      and ($3::timestamptz is null or (created_at, kind || '-' || id) < ($3::timestamptz, $4::text))
    order by created_at desc, kind || '-' || id desc limit $5
  )
  select to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time, n.key,
    json_build_object('id', n.key, 'kind', n.kind, 'idea_id', n.suggestion_id, 'idea_title', s.title, 'forum_id', s.forum_id,
      'text', left(n.text, ${MAX_EXCERPT}), 'text_type', coalesce(nullif(n.type, ''), 'text/plain'), 'merged_idea_id', n.merged_id,
      'status', (select json_build_object('id', t.id, 'name', t.name, 'color', t.hex_color, 'is_open', t.is_open)
        from statuses t where t.id = n.new_status_id),
      'creator_name', (select ${publicName} from users p where p.id = n.user_id),
      'is_read', n.created_at <= coalesce((select read_until from notification_reads where user_id = $1), '-infinity'),
      'portal_url', $6::text || '/suggestions/' || n.suggestion_id,
      'created_at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text as record
  from page n join seen s on s.id = n.suggestion_id order by n.created_at desc, n.key desc`

export async function answerNotifications(
  { pool, baseUrl }: Reader,
  { userId, forums, limit, after }: NotificationsRequest,
): Promise<NotificationsPage> {
  // One more than asked for says whether there is another page.
  const values = [userId, forums, after?.time ?? null, after?.key ?? null, limit + 1, baseUrl]
  const { rows } = await pool.query<Row>(TEXT, values)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    body: `[${page.map(({ record }) => record).join(',')}]`,
    next: last && { time: last.time, key: last.key },
  }
}
