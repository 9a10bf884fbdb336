-- A person belongs to the accounts of their external users, once to each account.

create type membership_change as (user_id bigint, external_account_id bigint, sign integer);

-- A set-returning function, so that the planner inlines it. OFFSET 0 keeps it on the indexes by person, however little
-- the server knows of the tables.
create function last_activity(person bigint) returns table (last_at timestamptz) language sql stable
begin atomic
  select max(created_at) from (
    select created_at from supporters where user_id = person
    union all
    select created_at from comments where created_by_id = person and state in ('approved', 'published')
    union all
    select created_at from feedback_records where user_id = person and state <> 'deleted'
    offset 0
  ) acts;
end;

-- People bring their activity, their ratings and their support to an account that they join.
create function count_memberships() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  touched membership_change[];
  changes membership_change[];
  joined bigint[];
  departed bigint[];
  supported bigint[];
  account_changes account_change[];
  effects account_effect[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into touched from (
      select user_id, external_account_id, count(*)::int from added
      where external_account_id is not null group by 1, 2) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into touched from (
      select user_id, external_account_id, -count(*)::int from removed
      where external_account_id is not null group by 1, 2) c;
  else
    select array_agg(c) into touched from (
      select user_id, external_account_id, sum(sign)::int from (
        select user_id, external_account_id, 1 as sign from added where external_account_id is not null
        union all select user_id, external_account_id, -1 from removed where external_account_id is not null
      ) either group by 1, 2 having sum(sign) <> 0
    ) c;
  end if;
  if touched is null then
    return null;
  end if;

  perform from user_figures where id in (select user_id from unnest(touched)) order by id for no key update;
  perform from external_account_figures where id in (select external_account_id from unnest(touched))
  order by id for no key update;
  -- People whose first external user in an account was added, or whose last one was removed.
  select array_agg(c) into changes from (
    select t.user_id, t.external_account_id, case when n.now > 0 then 1 else -1 end
    from unnest(touched) t, lateral (
      select count(*) as now from external_users e
      where e.external_account_id = t.external_account_id and e.user_id = t.user_id
    ) n
    where (n.now > 0) <> (n.now - t.sign > 0)
  ) c;
  if changes is null then
    return null;
  end if;

  update external_account_figures a set
    users_count = users_count + d.users,
    requests_count = requests_count + d.requests,
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    last_active_at = greatest(a.last_active_at, d.active_at),
    updated_at = now()
  from (
    select c.external_account_id, sum(sign) as users,
      sum(sign * (
        select count(*) from feedback_records f where f.user_id = c.user_id and f.state <> 'deleted')) as requests,
      coalesce(sum(sign) filter (where satisfaction_score is not null), 0) as raters,
      coalesce(sum(sign) filter (where satisfaction_score >= 9), 0) as promoters,
      coalesce(sum(sign) filter (where satisfaction_score <= 6), 0) as detractors,
      max(acts.last_at) filter (where sign > 0) as active_at
    from unnest(changes) c join users u on u.id = c.user_id, lateral last_activity(c.user_id) acts
    group by 1
  ) d where a.id = d.external_account_id;

  -- The people are locked, so they cannot begin to support another suggestion.
  supported := array(select distinct suggestion_id from supporters where user_id in (select user_id from unnest(changes)));
  if supported = '{}' then
    return null;
  end if;
  perform from suggestion_figures where id = any(supported) order by id for no key update;
  -- People who got their first account, or lost their last one.
  select array_agg(user_id) filter (where now > 0 and before = 0),
    array_agg(user_id) filter (where now = 0 and before > 0)
  into joined, departed
  from (
    select c.user_id, n.now, n.now - sum(c.sign) as before
    from unnest(changes) c, lateral (
      select count(distinct e.external_account_id) as now from external_users e where e.user_id = c.user_id
    ) n group by 1, 2
  ) people;
  select array_agg(c) into account_changes from (
    select p.suggestion_id, c.external_account_id, sum(c.sign)
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1, 2 having sum(c.sign) <> 0
  ) c;
  select array_agg(e) into effects from count_account_supporters(account_changes) e;
  update external_account_figures a set supported_ideas_count = supported_ideas_count + d.n
  from (select external_account_id, sum(sign) as n from unnest(effects) group by 1) d
  where a.id = d.external_account_id;
  update suggestion_figures s set
    supporting_accounts_count = supporting_accounts_count + d.accounts,
    supporter_revenue = supporter_revenue + d.revenue,
    account_supporters_count = account_supporters_count + d.supporters,
    updated_at = now()
  from (
    select suggestion_id, sum(accounts) as accounts, sum(revenue) as revenue, sum(supporters) as supporters
    from (
      select e.suggestion_id, sign as accounts, sign * coalesce(mrr, 0) as revenue, 0 as supporters
      from unnest(effects) e join external_accounts a on a.id = e.external_account_id
      union all select suggestion_id, 0, 0, 1 from supporters where user_id = any(joined)
      union all select suggestion_id, 0, 0, -1 from supporters where user_id = any(departed)
    ) either group by 1
  ) d where s.id = d.suggestion_id;
  return null;
end $$;

create trigger "40_count_memberships_on_insert" after insert on external_users referencing new table as added
  for each statement execute function count_memberships();
create trigger "40_count_memberships_on_delete" after delete on external_users referencing old table as removed
  for each statement execute function count_memberships();
create trigger "40_count_memberships_on_update" after update on external_users
  referencing old table as removed new table as added
  for each statement execute function count_memberships();
