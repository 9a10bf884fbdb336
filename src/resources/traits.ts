// SQL expressions for `traits`: the user's most recently updated external user and its account. Null without one.

const latest = (user: string, joined = '') => `
  from external_users e ${joined} left join external_accounts a on a.id = e.external_account_id
  where e.user_id = ${user} order by e.updated_at desc, e.id desc limit 1`

const unix = (column: string) => `extract(epoch from ${column})::bigint`

export const userTraits = `(select json_build_object(
  'id', e.external_id, 'name', e.name, 'email', e.email, 'ip', e.ip, 'type', e.type,
  'created_at', ${unix('e.external_created_at')},
  'browser_name', null, 'os_name', null,
  'location_city', users.city, 'location_region', users.region, 'location_country', users.country,
  'account_id', a.external_id, 'account_internal_id', a.id, 'account_name', a.name, 'account_plan', a.plan,
  'account_created_at', ${unix('a.external_created_at')},
  'account_monthly_rate', a.mrr, 'account_ltv', a.ltv) ${latest('users.id')})`

/** The traits of the user of a supporter or rating. */
export const ownerTraits = (collection: string) => `(select json_build_object(
  'type', e.type, 'activity', null, 'rate_type', null,
  'account_id', a.id, 'account_name', a.name, 'account_plan', a.plan,
  'account_monthly_rate', a.mrr, 'account_ltv', a.ltv,
  'satisfaction_score', u.satisfaction_score,
  'satisfaction_group', ${npsGroup('u.satisfaction_score')}) ${latest(`${collection}.user_id`, 'join users u on u.id = e.user_id')})`

export const NPS_GROUPS = ['detractor', 'neutral', 'promoter'] as const

/** 0 to 6 detractor, 7 and 8 neutral, 9 and 10 promoter. */
export function npsGroup(rating: string) {
  return `case when ${rating} >= 9 then 'promoter' when ${rating} >= 7 then 'neutral'
    when ${rating} >= 0 then 'detractor' end`
}
