-- Who follows `updated_after` sees every change of what a record shows, also where it comes from another table. And an
-- account was last active when its people were, whenever they came to it.

-- When somebody last did what counts as activity. A set, so that it becomes part of the statement that asks; what is
-- asked for comes by the person and never by its time, however little the server knows of the tables.
create function last_acts(person bigint) returns table (last_at timestamptz) language sql stable
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

-- Supporters and ratings show some of what is known of their person. Whoever else holds one of them moves it or removes
-- it, so that nobody has to wait for them here.
create function move_with_owners(people bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[];
begin
  ids := array(
    select id from supporters where user_id = any(people) and updated_at < now()::timestamptz(3)
    for no key update skip locked);
  if ids <> '{}' then
    update supporters set updated_at = now() where id = any(ids);
  end if;
  ids := array(
    select id from nps_ratings where user_id = any(people) and updated_at < now()::timestamptz(3)
    for no key update skip locked);
  if ids <> '{}' then
    update nps_ratings set updated_at = now() where id = any(ids);
  end if;
end $$;

-- The traits of a person are those of the external user that was updated last. Of its columns, `particulars` are shown
-- by the person alone, the others by supporters and ratings too. What its account tells is the account's change, not
-- theirs: people are held before accounts, and an account that pays more may have very many.

create type trait_change as (
  user_id bigint, id bigint, updated_at timestamptz, type text, external_account_id bigint, particulars text,
  sign bigint
);

create function particulars(e external_users) returns text language sql stable
  return row(e.external_id, e.name, e.email, e.ip, e.external_created_at)::text;

create function follow_external_users() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changes trait_change[];
  changed bigint[];
  retold bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into changes from (
      select user_id, id, updated_at, type, external_account_id, particulars(added), 1 from added) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into changes from (
      select user_id, id, updated_at, type, external_account_id, particulars(removed), -1 from removed) c;
  else
    select array_agg(c) into changes from (
      select user_id, id, updated_at, type, external_account_id, particulars, sum(sign) from (
        select user_id, id, updated_at, type, external_account_id, particulars(added) as particulars, 1 as sign
        from added
        union all
        select user_id, id, updated_at, type, external_account_id, particulars(removed), -1 from removed
      ) either group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
    ) c;
  end if;
  if changes is null then
    return null;
  end if;

  -- Of each person the last of the external users that came, of those that went, and of those that stayed.
  select array_agg(user_id) filter (where come_ids is distinct from gone_ids
      or ((after).type, (after).external_account_id, (after).particulars)
        is distinct from ((before).type, (before).external_account_id, (before).particulars)),
    array_agg(user_id) filter (where ((after).id is null) <> ((before).id is null)
      or ((after).type, (after).external_account_id) is distinct from ((before).type, (before).external_account_id))
  into changed, retold
  from (
    select person.user_id, come_ids, gone_ids,
      case when one is null or ((come).updated_at, (come).id) > ((one).updated_at, (one).id)
        then come else one end as after,
      case when one is null or ((gone).updated_at, (gone).id) > ((one).updated_at, (one).id)
        then gone else one end as before
    from (
      select user_id,
        array_agg(id order by id) filter (where sign > 0) as come_ids,
        array_agg(id order by id) filter (where sign < 0) as gone_ids,
        (array_agg(c order by updated_at desc, id desc) filter (where sign > 0))[1] as come,
        (array_agg(c order by updated_at desc, id desc) filter (where sign < 0))[1] as gone
      from unnest(changes) c group by user_id
    ) person
    left join lateral (
      select (e.user_id, e.id, e.updated_at, e.type, e.external_account_id, particulars(e), 0)::trait_change as one
      from external_users e where e.user_id = person.user_id and e.id <> all(coalesce(come_ids, '{}'))
      order by e.updated_at desc, e.id desc limit 1
    ) stayed on true
    offset 0
  ) shown;

  if changed is not null then
    perform from users where id = any(changed) order by id for no key update;
    -- Not those who were made or moved in this transaction.
    update users set updated_at = now() where id = any(changed) and updated_at < now()::timestamptz(3);
  end if;
  if retold is not null then
    perform move_with_owners(retold);
  end if;
  return null;
end $$;

create type support_pair as (suggestion_id bigint, user_id bigint);

-- A supporter shows how important the suggestion is to them.
create function follow_importance() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  pairs support_pair[];
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into pairs from (select suggestion_id, user_id from added) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into pairs from (select suggestion_id, user_id from removed) c;
  else
    select array_agg(c) into pairs from (
      select suggestion_id, user_id from (
        select suggestion_id, user_id, response_id from added
        except select suggestion_id, user_id, response_id from removed
      ) changed
    ) c;
  end if;
  ids := array(
    select s.id from unnest(pairs) c
    join supporters s on s.suggestion_id = c.suggestion_id and s.user_id = c.user_id
    where s.updated_at < now()::timestamptz(3) for no key update of s skip locked);
  if ids <> '{}' then
    update supporters set updated_at = now() where id = any(ids);
  end if;
  return null;
end $$;

-- Feedback shows whether who gave it supports the suggestion.
create function follow_support() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  pairs support_pair[];
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into pairs from (select suggestion_id, user_id from added) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into pairs from (select suggestion_id, user_id from removed) c;
  else
    select array_agg(c) into pairs from (
      select suggestion_id, user_id from (
        select suggestion_id, user_id, 1 as sign from added union all select suggestion_id, user_id, -1 from removed
      ) either group by 1, 2 having sum(sign) <> 0
    ) c;
  end if;
  if pairs is null then
    return null;
  end if;
  ids := array(
    select f.id from unnest(pairs) c
    join feedback_records f on f.suggestion_id = c.suggestion_id and f.user_id = c.user_id
    where f.updated_at < now()::timestamptz(3) for no key update of f skip locked);
  if ids <> '{}' then
    update feedback_records set updated_at = now() where id = any(ids);
  end if;
  return null;
end $$;

-- The account shows which forum is the default.
create function follow_default_forum() returns trigger language plpgsql as $$
begin
  update subdomains set updated_at = now() where id in (
    select id from subdomains where updated_at < now()::timestamptz(3) for no key update skip locked);
  return null;
end $$;
create trigger default_forum_added after insert on forums for each row when (new.is_default)
  execute function follow_default_forum();
create trigger default_forum_changed after update of is_default on forums for each row
  when (old.is_default <> new.is_default) execute function follow_default_forum();

-- After the figures: what they hold comes before supporters.
do $$
declare
  followed record;
begin
  for followed in
    select * from (values
      ('external_users', 'follow_external_users'),
      ('importance_scores', 'follow_importance'),
      ('supporters', 'follow_support')
    ) as t (collection, function_name)
  loop
    execute format('create trigger followed_added after insert on %I referencing new table as added
      for each statement execute function %I()', followed.collection, followed.function_name);
    execute format('create trigger followed_removed after delete on %I referencing old table as removed
      for each statement execute function %I()', followed.collection, followed.function_name);
    execute format('create trigger followed_changed after update on %I
      referencing old table as removed new table as added
      for each statement execute function %I()', followed.collection, followed.function_name);
  end loop;
end $$;

-- As before (0007_figures.sql), but that a rating moves when another comes before it, and that who is rated anew is
-- told by what shows it.
create or replace function count_satisfaction() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  people bigint[];
  changes satisfaction_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct user_id) into people from added;
  else
    select array_agg(distinct user_id) into people from removed;
  end if;
  if people is null then
    return null;
  end if;
  perform from users where id = any(people) order by id for no key update;
  update nps_ratings r set previous_rating = w.previous, updated_at = now()
  from (
    select id, lag(rating) over (partition by user_id order by created_at, id) as previous
    from nps_ratings where user_id = any(people)
  ) w where r.id = w.id and r.previous_rating is distinct from w.previous;
  select array_agg(c) into changes from (
    select u.id, u.satisfaction_score,
      (select rating from nps_ratings where user_id = u.id order by created_at desc, id desc limit 1) as score
    from users u where u.id = any(people)
  ) c where c.satisfaction_score is distinct from c.score;
  update users u set
    current_nps_rating_id = n.ids[1],
    previous_nps_rating_id = n.ids[2],
    satisfaction_score = (select rating from nps_ratings where id = n.ids[1]),
    updated_at = now()
  from unnest(people) p (id), lateral (
    select array(select id from nps_ratings where user_id = p.id order by created_at desc, id desc limit 2) as ids
  ) n
  where u.id = p.id;
  if changes is null then
    return null;
  end if;

  perform from external_accounts where id in (
    select external_account_id from external_users where user_id = any(people)) order by id for no key update;
  update external_accounts a set
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    updated_at = now()
  from (
    select m.external_account_id,
      sum((new_score is not null)::int - (old_score is not null)::int) as raters,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id = any(people) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d where a.id = d.external_account_id;

  perform from suggestions where id in (
    select suggestion_id from supporters where user_id = any(people)) order by id for no key update;
  update suggestions s set
    satisfaction_detractor_count = satisfaction_detractor_count + d.detractors,
    satisfaction_neutral_count = satisfaction_neutral_count + d.neutrals,
    satisfaction_promoter_count = satisfaction_promoter_count + d.promoters,
    satisfaction_total = satisfaction_total + d.satisfaction,
    updated_at = now()
  from (
    select suggestion_id,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors,
      sum(coalesce(new_score in (7, 8), false)::int - coalesce(old_score in (7, 8), false)::int) as neutrals,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score, 0) - coalesce(old_score, 0)) as satisfaction
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1
  ) d where s.id = d.suggestion_id;
  perform move_with_owners(array(
    select user_id from unnest(changes) c where exists (select from external_users e where e.user_id = c.user_id)));
  return null;
end $$;

-- As before, but that what becomes visible later is activity too, whether `is_new` or not, and an account that shows
-- nothing new stays as it is.
create or replace function count_engagement(collection text, changes engagement_change[], is_new boolean) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  cutoff timestamptz;
begin
  perform from users where id in (select user_id from unnest(changes)) order by id for no key update;
  perform from external_accounts where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  update external_accounts a set
    requests_count = requests_count + d.requests,
    last_active_at = greatest(a.last_active_at, d.active_at),
    updated_at = now()
  from (
    select m.external_account_id,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      max(c.created_at) filter (where sign > 0) as active_at
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id in (select user_id from unnest(changes)) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d
  where a.id = d.external_account_id and (d.requests <> 0 or d.active_at > coalesce(a.last_active_at, '-infinity'));

  perform from suggestions where id in (select suggestion_id from unnest(changes)) order by id for no key update;
  cutoff := engagement_cutoff((select min(created_at) from unnest(changes)));
  update suggestions s set
    comments_count = comments_count + d.comments,
    requests_count = requests_count + d.requests,
    recent_engagement = recent_engagement + d.recent,
    last_engagement_at = case when d.has_lost
      then last_engagement(s.id) else greatest(s.last_engagement_at, d.last_at) end,
    updated_at = now()
  from (
    select suggestion_id,
      coalesce(sum(sign) filter (where collection = 'comments'), 0) as comments,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      coalesce(sum(sign) filter (where created_at >= cutoff), 0) as recent,
      max(created_at) filter (where sign > 0) as last_at,
      bool_or(sign < 0) as has_lost
    from unnest(changes) group by 1
  ) d where s.id = d.suggestion_id;
  perform refuse_merged(array(select suggestion_id from unnest(changes) where sign > 0));

  update supporters s set
    comments_count = comments_count + d.comments, requests_count = requests_count + d.requests, updated_at = now()
  from (
    select suggestion_id, user_id,
      coalesce(sum(sign) filter (where collection = 'comments'), 0) as comments,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests
    from unnest(changes) group by 1, 2 having sum(sign) <> 0
  ) d where s.suggestion_id = d.suggestion_id and s.user_id = d.user_id;
end $$;

-- As before, but that people bring what they did to the account that they come to.
create or replace function count_memberships() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  touched membership_change[];
  changes membership_change[];
  joined bigint[];
  parted bigint[];
  account_changes account_change[];
  effects account_effect[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into touched from (
      select user_id, external_account_id, count(*)::int from added where external_account_id is not null group by 1, 2) c;
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

  perform from users where id in (select user_id from unnest(touched)) order by id for no key update;
  perform from external_accounts where id in (select external_account_id from unnest(touched))
  order by id for no key update;
  -- Those whose first external user in an account came, or whose last went.
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
  -- And those whose first account came at all, or whose last went.
  select array_agg(user_id) filter (where now > 0 and before = 0), array_agg(user_id) filter (where now = 0 and before > 0)
  into joined, parted
  from (
    select c.user_id, n.now, n.now - sum(c.sign) as before
    from unnest(changes) c, lateral (
      select count(distinct e.external_account_id) as now from external_users e where e.user_id = c.user_id
    ) n group by 1, 2
  ) people;

  update external_accounts a set
    users_count = users_count + d.users,
    requests_count = requests_count + d.requests,
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    last_active_at = greatest(a.last_active_at, d.active_at),
    updated_at = now()
  from (
    select c.external_account_id, sum(sign) as users,
      sum(sign * (select count(*) from feedback_records f where f.user_id = c.user_id and f.state <> 'deleted')) as requests,
      coalesce(sum(sign) filter (where satisfaction_score is not null), 0) as raters,
      coalesce(sum(sign) filter (where satisfaction_score >= 9), 0) as promoters,
      coalesce(sum(sign) filter (where satisfaction_score <= 6), 0) as detractors,
      max(acts.last_at) filter (where sign > 0) as active_at
    from unnest(changes) c join users u on u.id = c.user_id, lateral last_acts(c.user_id) acts
    group by 1
  ) d where a.id = d.external_account_id;

  select array_agg(c) into account_changes from (
    select p.suggestion_id, c.external_account_id, sum(c.sign)
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1, 2 having sum(c.sign) <> 0
  ) c;
  if account_changes is null and joined is null and parted is null then
    return null;
  end if;
  perform from suggestions where id in (
    select suggestion_id from supporters where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  select array_agg(e) into effects from count_account_supporters(account_changes) e;
  update external_accounts a set supported_ideas_count = supported_ideas_count + d.n
  from (select external_account_id, sum(sign) as n from unnest(effects) group by 1) d
  where a.id = d.external_account_id;
  update suggestions s set
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
      union all select suggestion_id, 0, 0, -1 from supporters where user_id = any(parted)
    ) either group by 1
  ) d where s.id = d.suggestion_id;
  return null;
end $$;

update external_accounts a set last_active_at = d.last_at, updated_at = now()
from (
  select m.external_account_id, max(acts.last_at) as last_at
  from (
    select user_id, max(created_at) as last_at from supporters group by 1
    union all
    select created_by_id, max(created_at) from comments where state in ('approved', 'published') group by 1
    union all
    select user_id, max(created_at) from feedback_records where state <> 'deleted' group by 1
  ) acts join external_users m on m.user_id = acts.user_id
  where m.external_account_id is not null
  group by 1
) d
where a.id = d.external_account_id and d.last_at > coalesce(a.last_active_at, '-infinity');
