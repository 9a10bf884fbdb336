// What merging suggestions into another one would move, and the counts after it, without merging them.
import { ApiError, notFound } from '../core/api-error.ts'
import { type Areas, isReadable } from '../resources/access.ts'
import { attachments } from '../resources/attachments.ts'
import { areaOfField } from '../resources/resource.ts'
import { suggestions } from '../resources/suggestions.ts'
import type { Reader } from './answer.ts'

type Target = { state: string; parent_suggestion_id: number | null }

export async function previewMerge(
  { pool, areas }: Reader,
  target: number,
  sources: number[],
): Promise<string> {
  const found = await pool.query<Target>(
    'select state, parent_suggestion_id from suggestions where id = $1',
    [target],
  )
  const into = found.rows[0]
  if (!into) throw notFound(suggestions, target)
  if (into.parent_suggestion_id !== null)
    throw new ApiError(
      'malformed',
      `Suggestion ${target}: it is merged into ${into.parent_suggestion_id}. Merge into ${into.parent_suggestion_id}.`,
    )
  if (into.state === 'deleted')
    throw new ApiError('malformed', `Suggestion ${target}: it is deleted. Restore it first.`)
  const { rows } = await pool.query<{ preview: string }>(PREVIEW, [target, [...new Set(sources)]])
  const preview = rows[0]?.preview ?? ''
  return `{"merge_preview":${areas === null ? preview : limitPreview(areas, preview)}}`
}

/** Without the figures that the caller may not read of the suggestion either. */
function limitPreview(areas: Areas, text: string): string {
  const preview = JSON.parse(text)
  const readable = Object.keys(preview.after).filter((name) =>
    isReadable(areas, areaOfField(suggestions, name)),
  )
  preview.after = Object.fromEntries(readable.map((name) => [name, preview.after[name]]))
  if (!isReadable(areas, attachments.access.scope)) delete preview.stays.attachments
  return JSON.stringify(preview)
}

// A person who supports several of the suggestions stays a supporter of the first: of the target, then of the sources in
// their order. Notes and attachments stay with their suggestion.
const PREVIEW = `
with asked as (
  select asked.id, place, case
    when s.id is null then 'not_found' when asked.id = $1 then 'itself'
    when parent_suggestion_id = $1 then 'already_merged' when parent_suggestion_id is not null then 'merged'
    when s.state = 'deleted' then 'deleted' end as reason
  from unnest($2::bigint[]) with ordinality asked (id, place) left join suggestions s using (id)
), sources as (select id, place from asked where reason is null),
everyone as (
  select distinct on (user_id) user_id, votes_count, place from (
    select user_id, votes_count, 0 as place from supporters where suggestion_id = $1
    union all
    select user_id, votes_count, place from supporters s join sources on sources.id = s.suggestion_id
  ) either order by user_id, place
), accounts as (
  select distinct external_account_id from suggestion_accounts
  where suggestion_id = $1 or suggestion_id in (select id from sources)
), counts as (
  select coalesce(sum(comments_count), 0) as comments, coalesce(sum(requests_count), 0) as requests,
    coalesce(sum(supporters_count), 0) as supporters, coalesce(sum(notes_count), 0) as notes
  from suggestion_figures where id in (select id from sources)
)
select json_build_object(
  'moves', json_build_object(
    'suggestions', (select count(*) from sources),
    'supporters', (select count(*) from everyone where place > 0),
    'duplicate_supporters', counts.supporters - (select count(*) from everyone where place > 0),
    'votes', (select coalesce(sum(votes_count), 0) from everyone where place > 0),
    'comments', counts.comments,
    'feedback_records', counts.requests),
  'stays', json_build_object(
    'notes', counts.notes,
    'attachments', (select count(*) from attachments where suggestion_id in (select id from sources))),
  'after', json_build_object(
    'supporters_count', (select count(*) from everyone),
    'votes_count', (select coalesce(sum(votes_count), 0) from everyone),
    'comments_count', target.comments_count + counts.comments,
    'requests_count', target.requests_count + counts.requests,
    'account_supporters_count', (
      select count(*) from everyone e
      where exists (select from external_users x where x.user_id = e.user_id and x.external_account_id is not null)),
    'supporting_accounts_count', (select count(*) from accounts),
    'supporter_revenue', (
      select coalesce(sum(mrr), 0)::float8 from external_accounts
      where id in (select external_account_id from accounts))),
  'errors', (
    select coalesce(json_agg(json_build_object('id', id, 'reason', reason) order by place), '[]')
    from asked where reason is not null)
)::text as preview
from counts, suggestion_figures target where target.id = $1`
