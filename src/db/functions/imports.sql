-- The import of accounts, external users and users. The API, CSV files, the command line and bulk_identify all end here,
-- because a person who acts is promoted by a trigger (identities.sql).
--
-- A row is a JSON object whose members are columns; `custom_fields` is merged into the stored values. An absent member
-- keeps its value, null clears it, and a row that changes nothing writes nothing. Each external id and each address comes
-- once in a batch, and so does each account, apart from the external users that refer to it. The functions lock in the order of docs/figures.md.
--
-- They read few rows, however large the tables are. The planner settings keep them on the indexes even when the server has
-- no statistics, for example after a crash.

create type imported_row as (place bigint, id bigint, problem text);

-- Writes accounts by their external id, private ones by their id. Also locks other accounts whose people change.
create function write_accounts(accounts jsonb[], others bigint[] default null) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  missing jsonb[];
  existing jsonb[];
  inserted bigint;
  changes revenue_change[];
begin
  select array_agg(d) filter (where a.id is null),
    array_agg(d || jsonb_build_object('id', a.id)) filter (where a.id is not null)
  into missing, existing
  from unnest(accounts) d left join external_accounts a on a.id = coalesce(
    (d ->> 'id')::bigint, (select id from external_accounts where external_id = d ->> 'external_id'));
  if missing is not null then
    insert into external_accounts (id, external_id, name, plan, mrr, ltv, external_created_at, custom_fields)
    select coalesce(n.id, nextval(pg_get_serial_sequence('external_accounts', 'id'))), n.external_id, n.name, n.plan,
      n.mrr, n.ltv, n.external_created_at, jsonb_strip_nulls(coalesce(n.custom_fields, '{}'))
    from unnest(missing) d, jsonb_populate_record(null::external_accounts, d) n
    order by n.external_id, n.id
    on conflict do nothing;
    get diagnostics inserted = row_count;
    -- Another transaction inserted some of them meanwhile. Those that this one inserted will not differ.
    if inserted < cardinality(missing) then
      select existing || array_agg(d || jsonb_build_object('id', a.id)) into existing
      from unnest(missing) d join external_accounts a on a.external_id = d ->> 'external_id';
    end if;
  end if;

  perform from external_account_figures where id = any(array(
    select (d ->> 'id')::bigint from unnest(existing) d union all select unnest(others)
  )) order by id for no key update;
  if existing is null then
    return;
  end if;
  if pg_trigger_depth() > 0 then
    select array_agg(c) into changes from (
      select a.id, coalesce(n.mrr, 0) - coalesce(a.mrr, 0)
      from unnest(existing) d, external_accounts a, jsonb_populate_record(a, d) n
      where a.id = (d ->> 'id')::bigint and n.mrr is distinct from a.mrr
    ) c;
  end if;
  update external_accounts a set
    name = w.name, plan = w.plan, mrr = w.mrr, ltv = w.ltv, external_created_at = w.external_created_at,
    custom_fields = w.all_custom_fields
  from (
    select n.*, case when d ? 'custom_fields' then jsonb_strip_nulls(o.custom_fields || (d -> 'custom_fields'))
      else o.custom_fields end as all_custom_fields
    from unnest(existing) d, external_accounts o, jsonb_populate_record(o, d - 'custom_fields') n
    where o.id = (d ->> 'id')::bigint
    offset 0
  ) w
  where a.id = w.id and (a.name, a.plan, a.mrr, a.ltv, a.external_created_at, a.custom_fields)
    is distinct from (w.name, w.plan, w.mrr, w.ltv, w.external_created_at, w.all_custom_fields);
  perform add_revenue(changes);
end $$;

-- Writes external users of people who exist and are locked, and their accounts. A row refers to its account by external id;
-- the account of a row without one is private and comes with the row.
create function write_external_users(rows jsonb[], accounts jsonb[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  missing jsonb[];
  existing jsonb[];
  inserted bigint;
  old_accounts bigint[];
  private_accounts bigint[];
begin
  -- A private account stays the one that the external user has, and is addressed by its id from here on. An account
  -- without any value creates none.
  select array_agg(r) filter (where is_new), array_agg(r) filter (where not is_new),
    array_agg(account_id) filter (where r ? 'account' or r ? 'user_id'),
    array_agg(private_id) filter (where r ? 'account')
  into missing, existing, old_accounts, private_accounts
  from (
    select e.id is null as is_new, e.external_account_id as account_id, a.id as private_id, case
        when jsonb_typeof(r -> 'account') <> 'object' or r -> 'account' ->> 'external_id' is not null then r
        when a.id is not null then jsonb_set(r, '{account,id}', to_jsonb(a.id))
        when jsonb_strip_nulls(r -> 'account') in ('{}', '{"custom_fields": {}}') then r - 'account'
        else jsonb_set(r, '{account,id}', to_jsonb(nextval(pg_get_serial_sequence('external_accounts', 'id'))))
      end as r
    from unnest(rows) r
    left join external_users e on e.external_id = r ->> 'external_id'
    left join external_accounts a on a.id = e.external_account_id and a.external_id is null
    offset 0
  ) addressed;
  perform write_accounts(accounts || (
    select array_agg(r -> 'account') from unnest(missing || existing) r where r -> 'account' ? 'id'), old_accounts);

  if missing is not null then
    insert into external_users (external_id, email, name, type, ip, external_created_at, last_seen_at, seen_days,
      custom_fields, user_id, external_account_id)
    select n.external_id, n.email, n.name, n.type, n.ip, n.external_created_at, n.last_seen_at, n.seen_days,
      jsonb_strip_nulls(coalesce(n.custom_fields, '{}')), u.id,
      coalesce((r -> 'account' ->> 'id')::bigint,
        (select id from external_accounts where external_id = r -> 'account' ->> 'external_id'))
    from unnest(missing) r cross join jsonb_populate_record(null::external_users, r) n
    join users u on u.id = coalesce(n.user_id,
      (select id from users where lower(email_address) = lower(owner_address(r) collate "und-x-icu")))
    order by n.external_id
    on conflict (external_id) do nothing;
    get diagnostics inserted = row_count;
    -- Another transaction inserted some of them meanwhile. Those that this one inserted will not differ.
    if inserted < cardinality(missing) then
      existing := existing || missing;
    end if;
  end if;
  if existing is null then
    return;
  end if;
  update external_users e set
    email = w.email, name = w.name, type = w.type, ip = w.ip, external_created_at = w.external_created_at,
    last_seen_at = w.last_seen_at, seen_days = w.seen_days, custom_fields = w.all_custom_fields, user_id = w.user_id,
    external_account_id = w.account_id, updated_at = now()
  from (
    select n.*, case when r ? 'custom_fields' then jsonb_strip_nulls(o.custom_fields || (r -> 'custom_fields'))
        else o.custom_fields end as all_custom_fields,
      case when r ? 'account' then coalesce((r -> 'account' ->> 'id')::bigint,
          (select id from external_accounts where external_id = r -> 'account' ->> 'external_id'))
        else o.external_account_id end as account_id
    from unnest(existing) r, external_users o, jsonb_populate_record(o, r - 'custom_fields') n
    where o.external_id = r ->> 'external_id'
    offset 0
  ) w
  where e.id = w.id and (e.email, e.name, e.type, e.ip, e.external_created_at, e.last_seen_at, e.seen_days,
      e.custom_fields, e.user_id, e.external_account_id)
    is distinct from (w.email, w.name, w.type, w.ip, w.external_created_at, w.last_seen_at, w.seen_days,
      w.all_custom_fields, w.user_id, w.account_id);
  perform delete_orphaned_accounts(private_accounts);
end $$;

-- The address of the user that a new external user belongs to.
create function owner_address(r jsonb) returns text language sql immutable
  return coalesce(r ->> 'user_email', r ->> 'email');

-- A private account without its external user belongs to no one.
create function delete_orphaned_accounts(ids bigint[]) returns void language sql
begin atomic
  delete from external_accounts a where id = any(ids) and external_id is null
    and not exists (select from external_users e where e.external_account_id = a.id);
end;

-- What only the database knows: a user that does not exist, or a new external user that belongs to no one.
create function find_import_problems(rows jsonb[]) returns setof imported_row language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  select place, null::bigint, case when r ? 'user_id' then 'unknown_user' else 'no_owner' end
  from unnest(rows) with ordinality t (r, place)
  where case when r ? 'user_id' then not exists (select from users where id = (r ->> 'user_id')::bigint)
    else owner_address(r) is null and not exists (select from external_users where external_id = r ->> 'external_id') end;
end $$;

-- Creates or updates external users and their accounts. A new external user belongs to the user with its address, who is
-- created when there is none. Returns the id of every row, or nothing but the problems.
create function import_external_users(rows jsonb[], accounts jsonb[]) returns setof imported_row language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  external_ids text[] := array(select r ->> 'external_id' from unnest(rows) r);
  addresses text[];
  names text[];
  people bigint[];
begin
  select array_agg(owner_address(r) order by place), array_agg(coalesce(r ->> 'name', '') order by place)
  into addresses, names
  from unnest(rows) with ordinality t (r, place)
  where not r ? 'user_id' and owner_address(r) is not null
    and not exists (select from external_users e where e.external_id = r ->> 'external_id');
  insert into users (email_address, name)
  select address, name from (
    select distinct on (lower(address collate "und-x-icu")) address, name
    from unnest(addresses, names) with ordinality p (address, name, place)
    order by lower(address collate "und-x-icu"), place
  ) p
  where not exists (select from users u where lower(u.email_address) = lower(p.address collate "und-x-icu"))
  order by lower(address collate "und-x-icu")
  on conflict (lower(email_address)) do nothing;
  people := array(
    select id from user_figures where id = any(array(
      select user_id from external_users where external_id = any(external_ids)
      union all select (r ->> 'user_id')::bigint from unnest(rows) r
      union all select u.id from unnest(addresses) address
        join users u on lower(u.email_address) = lower(address collate "und-x-icu")
    )) order by id for no key update);
  -- Another transaction moved an external user to a user who is not locked here.
  if exists (
    select user_id from external_users where external_id = any(external_ids) except select unnest(people)
  ) then
    raise exception 'an external user was moved just now' using errcode = 'serialization_failure';
  end if;

  return query select * from find_import_problems(rows);
  if found then
    return;
  end if;
  perform write_external_users(rows, accounts);
  return query
  select place, e.id, null from unnest(external_ids) with ordinality t (external_id, place)
  join external_users e using (external_id) order by place;
end $$;

create function import_external_accounts(accounts jsonb[]) returns setof imported_row language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform write_accounts(accounts);
  return query
  select place, a.id, null from unnest(accounts) with ordinality t (d, place)
  join external_accounts a on a.external_id = d ->> 'external_id' order by place;
end $$;

-- Creates or updates users by their addresses.
create function import_users(people jsonb[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into users (email_address, name, guid, email_confirmed, job_title, last_ip, last_login, country, region, city,
    allowed_state, status_notifications, comment_notifications)
  select n.email_address, coalesce(n.name, ''), n.guid, coalesce(n.email_confirmed, false), n.job_title, n.last_ip,
    n.last_login, n.country, n.region, n.city, coalesce(n.allowed_state, 'allowed'),
    coalesce(n.status_notifications, true), coalesce(n.comment_notifications, true)
  from unnest(people) p, jsonb_populate_record(null::users, p) n
  where not exists (select from users u where lower(u.email_address) = lower(n.email_address))
  order by lower(n.email_address)
  on conflict (lower(email_address)) do nothing;
  perform from user_figures where id = any(array(
    select u.id from unnest(people) p
    join users u on lower(u.email_address) = lower((p ->> 'email_address') collate "und-x-icu")
  )) order by id for no key update;
  update users u set
    name = w.name, guid = w.guid, email_confirmed = w.email_confirmed, job_title = w.job_title, last_ip = w.last_ip,
    last_login = w.last_login, country = w.country, region = w.region, city = w.city, allowed_state = w.allowed_state,
    status_notifications = w.status_notifications, comment_notifications = w.comment_notifications
  from (
    select n.* from unnest(people) p
    join users o on lower(o.email_address) = lower((p ->> 'email_address') collate "und-x-icu"),
    jsonb_populate_record(o, p - 'email_address') n
    offset 0
  ) w
  where u.id = w.id and (u.name, u.guid, u.email_confirmed, u.job_title, u.last_ip, u.last_login, u.country, u.region,
      u.city, u.allowed_state, u.status_notifications, u.comment_notifications)
    is distinct from (w.name, w.guid, w.email_confirmed, w.job_title, w.last_ip, w.last_login, w.country, w.region,
      w.city, w.allowed_state, w.status_notifications, w.comment_notifications);
end $$;
