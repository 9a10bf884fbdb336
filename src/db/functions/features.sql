-- Figures of a feature over the supporters of all its suggestions: each person and each account counts once.
-- Triggers count when suggestions are linked; a background job recounts when the supporters change.

create function count_features(ids bigint[]) returns void language plpgsql as $$
begin
  perform from features where id = any(ids) order by id for no key update;
  with linked as (
    select feature_id, suggestion_id from suggestion_features where feature_id = any(ids)
  ), people as materialized (
    select distinct feature_id, user_id from linked join supporters using (suggestion_id)
  ), accounts as (
    select distinct feature_id, external_account_id from people join external_users using (user_id)
    where external_account_id is not null
  ), counted as (
    select f.id, coalesce(l.n, 0) as suggestions, coalesce(p.n, 0) as people, coalesce(a.n, 0) as accounts,
      coalesce(a.revenue, 0) as revenue
    from unnest(ids) f (id)
    left join (select feature_id, count(*) as n from linked group by 1) l on l.feature_id = f.id
    left join (select feature_id, count(*) as n from people group by 1) p on p.feature_id = f.id
    left join (
      select feature_id, count(*) as n, sum(mrr) as revenue
      from accounts join external_accounts e on e.id = external_account_id group by 1
    ) a on a.feature_id = f.id
  )
  update features f set
    suggestions_count = c.suggestions,
    supporting_users_count = c.people,
    supporting_accounts_count = c.accounts,
    supporter_revenue = c.revenue,
    updated_at = now()
  from counted c
  where f.id = c.id
    and (f.suggestions_count, f.supporting_users_count, f.supporting_accounts_count, f.supporter_revenue)
      is distinct from (c.suggestions, c.people, c.accounts, c.revenue);
end $$;

create function count_changed_features() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct feature_id) into changed from added;
  else
    select array_agg(distinct feature_id) into changed from removed;
  end if;
  if changed is not null then
    perform count_features(changed);
  end if;
  return null;
end $$;

create trigger "20_count_features_on_insert" after insert on suggestion_features referencing new table as added
  for each statement execute function count_changed_features();
create trigger "20_count_features_on_delete" after delete on suggestion_features referencing old table as removed
  for each statement execute function count_changed_features();
