// Recalculates every stored figure from the rows and reports the differences.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/db/db.ts'

const VISIBLE = sql`state in ('approved', 'published')`
const memberships = sql`(
  select distinct user_id, external_account_id from external_users where external_account_id is not null)`
const countSatisfaction = (condition: RawBuilder<unknown>) => sql`(
  select count(*) from supporters p join users u on u.id = p.user_id where p.suggestion_id = s.id and ${condition})`
const accountsOf = sql`(
  select distinct e.external_account_id from supporters p join external_users e on e.user_id = p.user_id
  where p.suggestion_id = s.id and e.external_account_id is not null)`
const recent = sql`created_at >= (select cutoff from engagement_window)`

const FIGURES: Record<string, Record<string, RawBuilder<unknown>>> = {
  suggestions: {
    comments_count: sql`(select count(*) from comments where suggestion_id = s.id and ${VISIBLE})`,
    notes_count: sql`(select count(*) from notes where suggestion_id = s.id)`,
    requests_count: sql`(select count(*) from feedback_records where suggestion_id = s.id and state <> 'deleted')`,
    supporters_count: sql`(select count(*) from supporters where suggestion_id = s.id)`,
    votes_count: sql`(select coalesce(sum(votes_count), 0) from supporters where suggestion_id = s.id)`,
    account_supporters_count: sql`(
      select count(*) from supporters p where p.suggestion_id = s.id
        and exists (select from external_users e where e.user_id = p.user_id and e.external_account_id is not null))`,
    supporting_accounts_count: sql`(select count(*) from ${accountsOf} a)`,
    // Without revenue that the job has not added yet.
    supporter_revenue: sql`(
      select coalesce(sum(mrr), 0) from external_accounts where id = any(array${accountsOf}))
      - (select coalesce(sum(revenue), 0) from pending_revenue where suggestion_id = s.id)`,
    satisfaction_detractor_count: countSatisfaction(sql`satisfaction_score <= 6`),
    satisfaction_neutral_count: countSatisfaction(sql`satisfaction_score in (7, 8)`),
    satisfaction_promoter_count: countSatisfaction(sql`satisfaction_score >= 9`),
    supporter_satisfaction_score: sql`(
      select coalesce(round(avg(satisfaction_score), 2), 0) from supporters p join users u on u.id = p.user_id
      where p.suggestion_id = s.id)`,
    first_support_at: sql`(select min(created_at) from supporters where suggestion_id = s.id)`,
    last_support_at: sql`(select max(created_at) from supporters where suggestion_id = s.id)`,
    last_engagement_at: sql`last_engagement(s.id)`,
    recent_engagement: sql`(
      (select count(*) from supporters where suggestion_id = s.id and ${recent})
      + (select count(*) from comments where suggestion_id = s.id and ${VISIBLE} and ${recent})
      + (select count(*) from feedback_records where suggestion_id = s.id and state <> 'deleted' and ${recent}))`,
    internal_flags_count: sql`(select count(*) from internal_flags where suggestion_id = s.id and cleared_at is null)`,
    all_internal_flags_count: sql`(select count(*) from internal_flags where suggestion_id = s.id)`,
    last_internal_flag_at: sql`(select max(created_at) from internal_flags where suggestion_id = s.id)`,
    merge_candidates_count: sql`(
      select count(*) from suggested_merges where s.id in (suggestion_a_id, suggestion_b_id) and state = 'open')`,
    importance_total_value: sql`(
      select coalesce(sum(value), 0) from importance_scores i join importance_responses r on r.id = i.response_id
      where i.suggestion_id = s.id)`,
    last_status_update_id: sql`(
      select id from status_updates where suggestion_id = s.id order by created_at desc, id desc limit 1)`,
  },
  forums: {
    suggestions_count: sql`(select count(*) from suggestions where forum_id = s.id and is_visible)`,
    open_suggestions_count: sql`(select count(*) from suggestions where forum_id = s.id and is_open)`,
    categories_count: sql`(select count(*) from categories where forum_id = s.id)`,
  },
  categories: {
    suggestions_count: sql`(select count(*) from suggestions where category_id = s.id and is_visible)`,
    open_suggestions_count: sql`(select count(*) from suggestions where category_id = s.id and is_open)`,
  },
  labels: {
    open_suggestions_count: sql`(
      select count(*) from suggestion_labels l join suggestions i on i.id = l.suggestion_id
      where l.label_id = s.id and i.is_open)`,
  },
  supporters: {
    comments_count: sql`(
      select count(*) from comments where suggestion_id = s.suggestion_id and created_by_id = s.user_id and ${VISIBLE})`,
    requests_count: sql`(
      select count(*) from feedback_records
      where suggestion_id = s.suggestion_id and user_id = s.user_id and state <> 'deleted')`,
  },
  notes: { reply_count: sql`(select count(*) from notes r where r.parent_id = s.id)` },
  users: {
    supported_suggestions_count: sql`(select count(*) from supporters where user_id = s.id)`,
    satisfaction_score: sql`(
      select rating from nps_ratings where user_id = s.id order by created_at desc, id desc limit 1)`,
    current_nps_rating_id: sql`(
      select id from nps_ratings where user_id = s.id order by created_at desc, id desc limit 1)`,
    previous_nps_rating_id: sql`(
      select id from nps_ratings where user_id = s.id order by created_at desc, id desc offset 1 limit 1)`,
  },
  nps_ratings: {
    previous_rating: sql`(
      select rating from nps_ratings r where r.user_id = s.user_id and (r.created_at, r.id) < (s.created_at, s.id)
      order by created_at desc, id desc limit 1)`,
  },
  teams: { members_count: sql`(select count(*) from team_members where team_id = s.id)` },
  external_accounts: {
    // Only checked where it is null: activity that was withdrawn still counts, and the demo data has invented times.
    last_active_at: sql`coalesce(s.last_active_at, (
      select max(a.created_at) from ${memberships} m, lateral (
        select created_at from supporters where user_id = m.user_id
        union all select created_at from comments where created_by_id = m.user_id and ${VISIBLE}
        union all select created_at from feedback_records where user_id = m.user_id and state <> 'deleted'
      ) a where m.external_account_id = s.id))`,
    users_count: sql`(select count(*) from ${memberships} m where m.external_account_id = s.id)`,
    requests_count: sql`(
      select count(*) from feedback_records f join ${memberships} m on m.user_id = f.user_id
      where m.external_account_id = s.id and f.state <> 'deleted')`,
    supported_ideas_count: sql`(
      select count(distinct suggestion_id) from supporters p join ${memberships} m on m.user_id = p.user_id
      where m.external_account_id = s.id)`,
    nps: sql`(
      select round(100.0 * (count(*) filter (where satisfaction_score >= 9)
        - count(*) filter (where satisfaction_score <= 6)) / nullif(count(satisfaction_score), 0), 2)
      from ${memberships} m join users u on u.id = m.user_id where m.external_account_id = s.id)`,
  },
}

export type Difference = {
  collection: string
  id: number
  figure: string
  is: unknown
  should: unknown
}

/** Empty when every figure is exact. */
export async function findWrongFigures(db: Db): Promise<Difference[]> {
  const wrong: Difference[] = []
  for (const [collection, figures] of Object.entries(FIGURES)) {
    for (const [figure, expression] of Object.entries(figures)) {
      const { rows } = await sql<Difference>`
        select * from (
          select ${collection}::text as collection, s.id, ${figure}::text as figure, s.${sql.ref(figure)} as "is",
            ${expression} as should
          from ${sql.table(collection)} s
        ) f where "is" is distinct from should`
        .execute(db)
        .catch((error) => {
          throw new Error(`${collection}.${figure}: ${error.message}`)
        })
      wrong.push(...rows)
    }
  }
  return [...wrong, ...(await findWrongTotals(db))]
}

async function findWrongTotals(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ collection: string; sum: number }>`
    select collection, sum(count)::int8 as sum from record_counts group by 1`.execute(db)
  const wrong: Difference[] = []
  for (const { collection, sum } of rows) {
    const there = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(collection)}`.execute(db)
    const n = Number(there.rows[0]?.n)
    if (n !== Number(sum)) wrong.push({ collection, id: 0, figure: 'records', is: sum, should: n })
  }
  return wrong
}
