-- bulk_identify: people that a client reports in batches, each batch a background job. External users and accounts that
-- exist, and those of people who have acted, are updated. All others wait in pending_identities until the person acts.
--
-- The import writes them (imports.sql). Like its functions, these stay on the indexes by their planner settings.

-- Returns what was pending about these accounts, and deletes it.
create function take_pending_accounts(ids text[]) returns jsonb[] language sql
begin atomic
  with taken as (
    delete from pending_accounts where external_id = any(ids) returning account
  )
  select array_agg(account) from taken;
end;

-- Writes pending identities whose people are known now.
create function promote_identities(ids text[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  taken jsonb[];
begin
  if ids is null then
    return;
  end if;
  perform from user_figures where id in (
    select u.id from pending_identities p join users u on lower(u.email_address) = lower(p.email)
    where p.external_id = any(ids)
    union all select user_id from external_users where external_id = any(ids)
  ) order by id for no key update;
  with taken_identities as (
    delete from pending_identities where external_id = any(ids) returning identity
  )
  select array_agg(identity) into taken from taken_identities;
  if taken is null then
    return;
  end if;
  perform write_external_users(taken, take_pending_accounts(array(
    select i -> 'account' ->> 'external_id' from unnest(taken) i)));
end $$;

create function has_acted(person bigint) returns boolean language sql stable
begin atomic
  select exists (select from suggestions where created_by_id = person)
    or exists (select from supporters where user_id = person)
    or exists (select from duplicate_supporters where user_id = person)
    or exists (select from comments where created_by_id = person)
    or exists (select from feedback_records where user_id = person);
end;

-- Promotes the identities of these jobs that are known: by their external id, or because the person has acted.
create function promote_known(jobs bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform promote_identities(array_agg(external_id)) from pending_identities p
  where identify_job_id = any(jobs) and coalesce(
    (select true from external_users e where e.external_id = p.external_id),
    (select has_acted(u.id) from users u where lower(u.email_address) = lower(p.email)),
    false
  );
end $$;

-- Stores all identities of a job as pending, then promotes the known ones. Of several rows with one id the last counts.
create function identify(job bigint, identities jsonb) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  accounts text[];
begin
  -- Users are locked first, as everywhere, so that a person who acts at the same time waits instead of deadlocking.
  perform from user_figures where id in (
    select id from users where lower(email_address) in (
      select lower((i ->> 'email') collate "und-x-icu") from jsonb_array_elements(identities) i)
  ) order by id for no key update;
  with upserted as (
    insert into pending_accounts as p (external_id, account)
    select i -> 'account' ->> 'external_id', jsonb_object_agg(key, value order by place)
    from jsonb_array_elements(identities) with ordinality t (i, place), jsonb_each(i -> 'account')
    where i -> 'account' ->> 'external_id' is not null
    group by 1 order by 1
    on conflict (external_id) do update set account = p.account || excluded.account
    returning external_id
  )
  select array_agg(external_id) into accounts from upserted;
  insert into pending_identities as p (external_id, email, identity, identify_job_id)
  select distinct on (i ->> 'external_id') i ->> 'external_id', i ->> 'email',
    case when i -> 'account' ->> 'external_id' is null then i
      else jsonb_set(i, '{account}', jsonb_build_object('external_id', i -> 'account' -> 'external_id')) end,
    job
  from jsonb_array_elements(identities) with ordinality t (i, place)
  order by i ->> 'external_id', place desc
  on conflict (external_id) do update
    set email = excluded.email, identity = p.identity || excluded.identity, identify_job_id = job;
  perform write_accounts(take_pending_accounts(array(
    select external_id from external_accounts where external_id = any(accounts))));
  perform promote_known(array[job]);
end $$;

create function promote_people(people bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform promote_identities(array_agg(p.external_id))
  from users u join pending_identities p on lower(p.email) = lower(u.email_address) where u.id = any(people);
end $$;

-- After the figures (40): an account that comes with the promotion finds the person as a supporter already. New supporters:
-- count_new_supporters.
create function promote_active_people() returns trigger language plpgsql as $$
begin
  if not exists (select from pending_identities) then
    return null;
  end if;
  if tg_table_name = 'feedback_records' then
    perform promote_people(array_agg(user_id)) from added;
  else
    perform promote_people(array_agg(created_by_id)) from added;
  end if;
  return null;
end $$;

-- Data that comes by another way, such as an import, is newer than what is pending.
create function delete_superseded_pending() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'external_users' then
    delete from pending_identities where external_id in (select external_id from added);
  else
    delete from pending_accounts where external_id in (select external_id from added);
  end if;
  return null;
end $$;

do $$
declare
  collection text;
begin
  foreach collection in array array['comments', 'feedback_records', 'suggestions'] loop
    execute format('create trigger "60_promote_active_people" after insert on %I referencing new table as added
      for each statement execute function promote_active_people()', collection);
  end loop;
end $$;

create trigger "60_delete_superseded_pending" after insert on external_users referencing new table as added
  for each statement execute function delete_superseded_pending();
create trigger "60_delete_superseded_pending" after insert on external_accounts referencing new table as added
  for each statement execute function delete_superseded_pending();
