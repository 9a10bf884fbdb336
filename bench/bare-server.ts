// The baseline of a list: node:http, one connection pool and one hand-written statement for exactly this response.
import { createServer } from 'node:http'
import pg from 'pg'

const base = process.env.EARSHOT_URL as string
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL as string,
  max: 10,
  options: '-c timezone=UTC -c jit=off',
})

const at = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${column}`
const percent = (answer: string) => `coalesce(round(100.0 * importance_${answer}_count
  / nullif(importance_low_count + importance_medium_count + importance_high_count, 0), 2), 0) as importance_${answer}_percent`
const average = `round((supporters_count + requests_count + comments_count) * 100
  / greatest(1, extract(epoch from current_date - created_at)::float8 / 2592000)) / 100`
const audience = (column: string) => `array(select ${column} from forum_audiences a
  where a.forum_id = forum.id and a.action = actions.action and ${column} is not null order by 1)`
const access = `(select json_object_agg(action, json_build_object('tier', tier, 'segments', ${audience('segment_id')},
    'external_accounts', ${audience('external_account_id')}))
  from (values ('see', see_tier), ('support', support_tier), ('comment', comment_tier), ('suggest', suggest_tier)) actions (action, tier))`

const figures = `coalesce((
  select jsonb_object_agg('cv_' || v.key, case v.column_type
    when 'users_count' then f.users_count when 'accounts_count' then f.accounts_count else f.revenue end)
  from segment_figures f join segmented_values v on v.segment_id = f.segment_id and v.object_type = 'suggestions'
  where f.collection = 'suggestions' and f.record_id = r.id), '{}')`

const statement = (isFirst: boolean) => `
with page as materialized (
  select * from suggestions join suggestion_figures using (id) ${isFirst ? '' : 'where id < $2'} order by id desc limit 20
), forum as materialized (
  select * from forums where id = any(array(select forum_id from page))
), person as materialized (
  select * from users join user_figures using (id) where id = any(array(
    select created_by_id from page union all select captured_by_id from page
    union all select owner_id from page union all select updated_by_id from forum))
)
select
  (select min(id) from page) as last,
  ${isFirst ? `(select sum(count) from record_counts where collection = 'suggestions')` : '0'} as total,
  (select string_agg(left(row_to_json(r)::text, -1) || ',' || substr((zeros || ${figures})::text, 2), ',') from (
    select id, title, body, body_mime_type, state,
      $1::text || '/forums/' || forum_id || '/suggestions/' || id as portal_url,
      $1 || '/admin/suggestions/' || id as admin_url, $1 || '/suggestions/' || parent_suggestion_id as redirect_url, channel,
      ${at('created_at')}, ${at('updated_at')}, ${at('approved_at')}, ${at('closed_at')}, ${at('first_support_at')},
      ${at('last_support_at')}, creator_user_agent, creator_referrer, creator_browser, creator_browser_version,
      creator_os, creator_mobile, inappropriate_flags_count, comments_count, notes_count, requests_count,
      votes_count, supporters_count, supporting_accounts_count, account_supporters_count, supporter_revenue,
      supporter_revenue as supporter_mrr, null as filtered_supporters_count, null as filtered_supporting_accounts_count,
      null as filtered_supporter_revenue, supporter_satisfaction_score, satisfaction_detractor_count,
      satisfaction_neutral_count, satisfaction_promoter_count, ${average} as average_engagement, recent_engagement,
      round((recent_engagement - ${average}) * 100) / 100 as engagement_trend, null as is_blocker, unmergeable,
      merge_candidates_count, jira_link_count, vsts_link_count, null as sentiment_score,
      null as total_sentiment_score, importance_low_count, importance_medium_count, importance_high_count,
      importance_low_count + importance_medium_count + importance_high_count as importance_total_count,
      ${percent('low')}, ${percent('medium')}, ${percent('high')},
      round(importance_total_value
        / nullif(importance_low_count + importance_medium_count + importance_high_count, 0), 2)::text
        as importance_score_average,
      internal_flags_count, all_internal_flags_count, ${at('last_internal_flag_at')}, list_priority,
      null as cv_open_opportunities, null as cv_lost_opportunities, null as cv_potential_revenue,
      null as cv_lost_revenue, null as cv_open_opportunities_blockers, null as cv_potential_revenue_blockers,
      null as cv_percent_opportunities_won, null as cv_percent_revenue_won,
      (select l from (select category_id as category, created_by_id as created_by, forum_id as forum,
        (select json_agg(label_id order by label_id) from suggestion_labels where suggestion_id = page.id) as labels,
        last_status_update_id as last_status_update, parent_suggestion_id as parent_suggestion, status_id as status,
        ticket_id as ticket, captured_by_id as captured_by, owner_id as owner,
        last_internal_status_update_id as last_internal_status_update,
        last_supporter_message_id as last_supporter_message,
        (select coalesce(json_agg(feature_id order by feature_id), '[]')
          from suggestion_features where suggestion_id = page.id) as features,
        case when parent_suggestion_id is null then '[]' else json_build_array(parent_suggestion_id) end as parent_suggestions,
        (select coalesce(json_agg(linked_suggestion_id order by linked_suggestion_id), '[]')
          from suggestion_links where suggestion_id = page.id) as linked_suggestions,
        '[]'::json as custom_fields) l) as links
    from page order by page.id desc) r, (
      select jsonb_object_agg('cv_' || key, 0) as zeros from segmented_values where object_type = 'suggestions') z) as suggestions,
  (select string_agg(row_to_json(r)::text, ',') from (
    select id, name, welcome_message, welcome_message_mime_type, prompt, example, $1 || '/forums/' || id as portal_url,
      suggestions_count, open_suggestions_count, categories_count, category_required, is_public,
      not is_public as is_private, classic_voting, is_open, importance_enabled, moderation_enabled, suggestion_moderation,
      comment_moderation, is_default, ${access} as access, ${at('created_at')}, ${at('updated_at')},
      (select l from (select updated_by_id as updated_by, merged_into_id as merged_into) l) as links
    from forum order by id) r) as forums,
  (select string_agg(row_to_json(r)::text, ',') from (
    select id, guid, name, email_address, email_confirmed, job_title, $1 || '/avatars/' || id as avatar_url, last_ip,
      ${at('last_login')}, country, region, city, satisfaction_score, allowed_state, content_hidden,
      ${at('email_suppressed_at')}, email_suppressed_reason, state,
      supported_suggestions_count, is_admin, is_owner, is_validation_admin, status_notifications,
      comment_notifications, ${at('created_at')}, ${at('updated_at')}, null as is_subscribed,
      null as support_created_at, null as suggestion_votes, (select json_build_object('billing', case p.settings when 'manage_account' then 'manage' else 'none' end,
        'knowledgebase', p.knowledgebase, 'license_type', p.license_type, 'settings', p.settings,
        'suggestions', p.feedback, 'tickets', p.tickets) from permissions p where p.user_id = person.id) as permissions,
      (select json_build_object('id', e.external_id, 'name', e.name, 'email', e.email, 'ip', e.ip, 'type', e.type,
        'created_at', extract(epoch from e.external_created_at)::bigint, 'browser_name', null, 'os_name', null,
        'location_city', city, 'location_region', region, 'location_country', country,
        'account_id', a.external_id, 'account_internal_id', a.id, 'account_name', a.name, 'account_plan', a.plan,
        'account_created_at', extract(epoch from a.external_created_at)::bigint,
        'account_monthly_rate', a.mrr, 'account_ltv', a.ltv)
        from external_users e left join external_accounts a on a.id = e.external_account_id
        where e.user_id = person.id order by e.updated_at desc, e.id desc limit 1) as traits,
      (select l from (select current_nps_rating_id as current_nps_rating, previous_nps_rating_id as previous_nps_rating,
        (select coalesce(json_agg(e.id order by e.id), '[]') from external_users e where e.user_id = person.id) as external_users,
        (select coalesce(json_agg(t.team_id order by t.team_id), '[]') from team_members t where t.user_id = person.id) as teams,
        null::bigint as supporter, null::bigint as crm_account) l) as links
    from person order by person.id) r) as users`

const first = statement(true)
const next = statement(false)
const links = JSON.stringify(
  Object.fromEntries(
    (
      'suggestions.category=categories suggestions.created_by=users suggestions.forum=forums suggestions.labels=labels ' +
      'suggestions.last_status_update=status_updates suggestions.parent_suggestion=suggestions ' +
      'suggestions.status=statuses suggestions.ticket=tickets suggestions.captured_by=users suggestions.owner=users ' +
      'suggestions.last_internal_status_update=internal_status_updates ' +
      'suggestions.last_supporter_message=supporter_messages suggestions.features=features ' +
      'suggestions.parent_suggestions=suggestions suggestions.linked_suggestions=suggestions ' +
      'suggestions.custom_fields=custom_fields forums.updated_by=users forums.merged_into=forums ' +
      'users.current_nps_rating=nps_ratings users.previous_nps_rating=nps_ratings users.external_users=external_users ' +
      'users.teams=teams users.supporter=supporters users.crm_account=crm_accounts'
    )
      .split(' ')
      .map((entry) => entry.split('='))
      .map(([association, type]) => [association, { type }]),
  ),
)

createServer(async (request, response) => {
  const cursor = new URLSearchParams(request.url?.slice(2)).get('cursor')
  const [, , , after, known, seen = 0] = cursor
    ? JSON.parse(Buffer.from(cursor, 'base64url').toString())
    : []
  const { rows } = await pool.query(
    cursor
      ? { name: 'next', text: next, values: [base, after] }
      : { name: 'first', text: first, values: [base] },
  )
  const { suggestions, forums, users, last, total: counted } = rows[0]
  const total = Number(known ?? counted)
  const place = Buffer.from(
    JSON.stringify(['suggestions', '-id', Number(last), Number(last), total, seen + 20]),
  ).toString('base64url')
  const pagination = {
    page: 1,
    per_page: 20,
    page_size: 20,
    total_pages: Math.ceil(total / 20),
    total_records: total,
    cursor: place,
    page_token: place,
  }
  const body =
    `{"suggestions":[${suggestions}],"forums":[${forums}],"users":[${users}],"links":${links},` +
    `"list_meta":null,"pagination":${JSON.stringify(pagination)}}`
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
