-- A client that polls `updated_after` sees every change of what a record shows, also where the data is in another
-- table. These functions set updated_at on the records that show changed data.
-- Rows that another transaction holds are skipped: that transaction moves or deletes them.

create type trait_change as (
  user_id bigint, id bigint, updated_at timestamptz, type text, external_account_id bigint, profile text, sign bigint
);
create type support_pair as (suggestion_id bigint, user_id bigint);

-- Supporters and ratings show some data of their person.
create function touch_supporters_and_ratings(people bigint[]) returns void language plpgsql
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

-- Columns that only the person shows; the other columns are shown by supporters and ratings too.
create function profile_columns(e external_users) returns text language sql stable
  return row(e.external_id, e.name, e.email, e.ip, e.external_created_at)::text;

-- The traits of a person are those of the external user that was updated last. Changes of the account itself are not
-- followed: people are locked before accounts, and one account can have very many people.
create function touch_users() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changes trait_change[];
  changed bigint[];
  changed_on_supporters bigint[];
begin
  if tg_op = 'INSERT' then
    -- Without people whom this transaction has created, such as those of an import: nothing of them is older.
    select array_agg(c) into changes from (
      select user_id, a.id, a.updated_at, type, external_account_id, profile_columns(a), 1
      from added a join users u on u.id = a.user_id where u.created_at < now()::timestamptz(3)) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into changes from (
      select user_id, id, updated_at, type, external_account_id, profile_columns(removed), -1 from removed) c;
  else
    select array_agg(c) into changes from (
      select user_id, id, updated_at, type, external_account_id, profile, sum(sign) from (
        select user_id, id, updated_at, type, external_account_id, profile_columns(added) as profile, 1 as sign
        from added
        union all
        select user_id, id, updated_at, type, external_account_id, profile_columns(removed), -1 from removed
      ) either group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
    ) c;
  end if;
  if changes is null then
    return null;
  end if;

  -- Compare the newest external user of each person before and after the statement.
  select array_agg(user_id) filter (where added_ids is distinct from removed_ids
      or ((after).type, (after).external_account_id, (after).profile)
        is distinct from ((before).type, (before).external_account_id, (before).profile)),
    array_agg(user_id) filter (where ((after).id is null) <> ((before).id is null)
      or ((after).type, (after).external_account_id) is distinct from ((before).type, (before).external_account_id))
  into changed, changed_on_supporters
  from (
    select person.user_id, added_ids, removed_ids,
      case when newest_unchanged is null
          or ((newest_added).updated_at, (newest_added).id) > ((newest_unchanged).updated_at, (newest_unchanged).id)
        then newest_added else newest_unchanged end as after,
      case when newest_unchanged is null
          or ((newest_removed).updated_at, (newest_removed).id) > ((newest_unchanged).updated_at, (newest_unchanged).id)
        then newest_removed else newest_unchanged end as before
    from (
      select user_id,
        array_agg(id order by id) filter (where sign > 0) as added_ids,
        array_agg(id order by id) filter (where sign < 0) as removed_ids,
        (array_agg(c order by updated_at desc, id desc) filter (where sign > 0))[1] as newest_added,
        (array_agg(c order by updated_at desc, id desc) filter (where sign < 0))[1] as newest_removed
      from unnest(changes) c group by user_id
    ) person
    left join lateral (
      select (e.user_id, e.id, e.updated_at, e.type, e.external_account_id, profile_columns(e), 0)::trait_change
        as newest_unchanged
      from external_users e where e.user_id = person.user_id and e.id <> all(coalesce(added_ids, '{}'))
      order by e.updated_at desc, e.id desc limit 1
    ) stayed on true
    offset 0
  ) shown;

  if changed is not null then
    perform from user_figures where id = any(changed) order by id for no key update;
    -- Not users that this transaction has created or touched already.
    update user_figures set updated_at = now() where id = any(changed) and updated_at < now()::timestamptz(3);
  end if;
  if changed_on_supporters is not null then
    perform touch_supporters_and_ratings(changed_on_supporters);
  end if;
  return null;
end $$;

-- A supporter shows how important the suggestion is to them.
create function touch_supporters() returns trigger language plpgsql
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

-- Feedback shows whether the person who gave it supports the suggestion. New supporters: count_new_supporters.
create function touch_feedback(pairs support_pair[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ids bigint[];
begin
  ids := array(
    select f.id from unnest(pairs) c
    join feedback_records f on f.suggestion_id = c.suggestion_id and f.user_id = c.user_id
    where f.updated_at < now()::timestamptz(3) for no key update of f skip locked);
  if ids <> '{}' then
    update feedback_records set updated_at = now() where id = any(ids);
  end if;
end $$;

create function touch_feedback_records() returns trigger language plpgsql as $$
declare
  pairs support_pair[];
begin
  if tg_op = 'DELETE' then
    select array_agg(c) into pairs from (select suggestion_id, user_id from removed) c;
  else
    select array_agg(c) into pairs from (
      select suggestion_id, user_id from (
        select suggestion_id, user_id, 1 as sign from added union all select suggestion_id, user_id, -1 from removed
      ) either group by 1, 2 having sum(sign) <> 0
    ) c;
  end if;
  if pairs is not null then
    perform touch_feedback(pairs);
  end if;
  return null;
end $$;

-- After the figures (40): those lock suggestions, which come before supporters in the lock order.
do $$
declare
  followed record;
begin
  for followed in
    select * from (values
      ('external_users', 'touch_users', true),
      ('importance_scores', 'touch_supporters', true),
      ('supporters', 'touch_feedback_records', false)
    ) as t (collection, function_name, on_insert)
  loop
    if followed.on_insert then
      execute format('create trigger %3$I after insert on %1$I referencing new table as added
        for each statement execute function %2$I()',
        followed.collection, followed.function_name, format('50_%s_on_insert', followed.function_name));
    end if;
    execute format('create trigger %3$I after delete on %1$I referencing old table as removed
      for each statement execute function %2$I()',
      followed.collection, followed.function_name, format('50_%s_on_delete', followed.function_name));
    execute format('create trigger %3$I after update on %1$I
      referencing old table as removed new table as added
      for each statement execute function %2$I()',
      followed.collection, followed.function_name, format('50_%s_on_update', followed.function_name));
  end loop;
end $$;

-- The account shows which forum is the default.
create function touch_subdomain() returns trigger language plpgsql as $$
begin
  update subdomains set updated_at = now() where id in (
    select id from subdomains where updated_at < now()::timestamptz(3) for no key update skip locked);
  return null;
end $$;

create trigger "50_touch_subdomain_on_insert" after insert on forums for each row when (new.is_default)
  execute function touch_subdomain();
create trigger "50_touch_subdomain_on_update" after update of is_default on forums for each row
  when (old.is_default <> new.is_default) execute function touch_subdomain();
