-- bulk_identify: people that a client reports in batches, each batch a background job. External users and accounts that
-- exist, and those of people who have acted, are updated. All others wait in pending_identities until the person acts.
--
-- These functions read few rows, however large the tables are. The planner settings keep them on the indexes even when
-- the server has no statistics, for example after a crash.

-- Writes accounts by their external id, private ones by their id. An absent member keeps its value; null clears it.
create function write_accounts(accounts jsonb[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  changes revenue_change[];
begin
  if accounts is null then
    return;
  end if;
  insert into external_accounts (id, external_id, name, plan, mrr, ltv, external_created_at)
  select coalesce(n.id, nextval(pg_get_serial_sequence('external_accounts', 'id'))),
    n.external_id, n.name, n.plan, n.mrr, n.ltv, n.external_created_at
  from unnest(accounts) d, jsonb_populate_record(null::external_accounts, d) n
  where not exists (select from external_accounts a where a.external_id = n.external_id or a.id = n.id)
  order by n.external_id, n.id
  on conflict do nothing;

  select array_agg(d || jsonb_build_object('id', a.id)) into accounts
  from unnest(accounts) d, external_accounts a
  where a.id = coalesce(
    (d ->> 'id')::bigint, (select id from external_accounts where external_id = d ->> 'external_id'));
  perform from external_account_figures where id in (select (d ->> 'id')::bigint from unnest(accounts) d)
  order by id for no key update;
  if pg_trigger_depth() > 0 then
    select array_agg(c) into changes from (
      select a.id, coalesce(n.mrr, 0) - coalesce(a.mrr, 0)
      from unnest(accounts) d, external_accounts a, jsonb_populate_record(a, d) n
      where a.id = (d ->> 'id')::bigint and n.mrr is distinct from a.mrr
    ) c;
  end if;
  update external_accounts a set
    name = w.name, plan = w.plan, mrr = w.mrr, ltv = w.ltv, external_created_at = w.external_created_at
  from (
    select n.* from unnest(accounts) d, external_accounts o, jsonb_populate_record(o, d) n
    where o.id = (d ->> 'id')::bigint
  ) w
  where a.id = w.id and (a.name, a.plan, a.mrr, a.ltv, a.external_created_at)
    is distinct from (w.name, w.plan, w.mrr, w.ltv, w.external_created_at);
  perform add_revenue(changes);
end $$;

-- Writes external users of people who exist. Locks in the order of docs/figures.md: users, accounts, suggestions.
create function write_external_users(identities jsonb[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  abandoned bigint[];
begin
  -- A private account stays the one that the external user has, and is addressed by its id from here on. An account
  -- without any value creates none.
  select array_agg(case
    when jsonb_typeof(i -> 'account') <> 'object' or i -> 'account' ->> 'external_id' is not null then i
    when a.id is not null then jsonb_set(i, '{account,id}', to_jsonb(a.id))
    when jsonb_strip_nulls(i -> 'account') = '{}' then i - 'account'
    else jsonb_set(i, '{account,id}', to_jsonb(nextval(pg_get_serial_sequence('external_accounts', 'id'))))
  end) into identities
  from unnest(identities) i
  left join external_users e on e.external_id = i ->> 'external_id'
  left join external_accounts a on a.id = e.external_account_id and a.external_id is null;
  perform write_accounts(array_agg(i -> 'account')) from unnest(identities) i where i -> 'account' ? 'id';

  select array_agg(i || case when i ? 'account' then jsonb_build_object('external_account_id',
    coalesce((i -> 'account' ->> 'id')::bigint,
      (select id from external_accounts where external_id = i -> 'account' ->> 'external_id'))) else '{}' end)
  into identities
  from unnest(identities) i;

  insert into external_users (external_id, email, name, type, external_created_at, external_account_id, user_id)
  select n.external_id, n.email, n.name, n.type, n.external_created_at, n.external_account_id, u.id
  from unnest(identities) i, jsonb_populate_record(null::external_users, i) n
  join users u on lower(u.email_address) = lower(n.email)
  where not exists (select from external_users e where e.external_id = n.external_id)
  order by n.external_id
  on conflict (external_id) do nothing;
  select array_agg(a.id) into abandoned
  from unnest(identities) i join external_users e on e.external_id = i ->> 'external_id'
  join external_accounts a on a.id = e.external_account_id and a.external_id is null
  where i ? 'account' and a.id is distinct from (i ->> 'external_account_id')::bigint;
  update external_users e set
    email = w.email, name = w.name, type = w.type, external_created_at = w.external_created_at,
    external_account_id = w.external_account_id, updated_at = now()
  from (
    select n.* from unnest(identities) i, external_users o, jsonb_populate_record(o, i) n
    where o.external_id = i ->> 'external_id'
  ) w
  where e.id = w.id and (e.email, e.name, e.type, e.external_created_at, e.external_account_id)
    is distinct from (w.email, w.name, w.type, w.external_created_at, w.external_account_id);
  -- A private account without its external user belongs to no one.
  delete from external_accounts where id = any(abandoned);
end $$;

create function promote_accounts(ids text[]) returns void language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  taken jsonb[];
begin
  with taken_accounts as (
    delete from pending_accounts where external_id = any(ids) returning account
  )
  select array_agg(account) into taken from taken_accounts;
  perform write_accounts(taken);
end $$;

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
  perform promote_accounts(array_agg(i -> 'account' ->> 'external_id')) from unnest(taken) i;
  perform write_external_users(taken);
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
  perform promote_accounts(array_agg(external_id)) from external_accounts where external_id = any(accounts);
  perform promote_known(array[job]);
end $$;

create function promote_people(people bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform promote_identities(array_agg(p.external_id))
  from users u join pending_identities p on lower(p.email) = lower(u.email_address) where u.id = any(people);
end $$;

-- After the figures (40): an account that comes with the promotion finds the person as a supporter already.
create function promote_active_people() returns trigger language plpgsql as $$
begin
  if not exists (select from pending_identities) then
    return null;
  end if;
  if tg_table_name in ('supporters', 'feedback_records') then
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
  foreach collection in array array['comments', 'feedback_records', 'suggestions', 'supporters'] loop
    execute format('create trigger "60_promote_active_people" after insert on %I referencing new table as added
      for each statement execute function promote_active_people()', collection);
  end loop;
end $$;

create trigger "60_delete_superseded_pending" after insert on external_users referencing new table as added
  for each statement execute function delete_superseded_pending();
create trigger "60_delete_superseded_pending" after insert on external_accounts referencing new table as added
  for each statement execute function delete_superseded_pending();
