-- The import of accounts, external users, users and suggestions. The API, CSV files, the command line and bulk_identify all end here,
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

-- Creates or updates users by their addresses. The last sign-in of staff is not imported.
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
    jsonb_populate_record(o, p - 'email_address' - case when exists (select from permissions where user_id = o.id)
      then array['last_ip', 'last_login'] else '{}' end) n
    offset 0
  ) w
  where u.id = w.id and (u.name, u.guid, u.email_confirmed, u.job_title, u.last_ip, u.last_login, u.country, u.region,
      u.city, u.allowed_state, u.status_notifications, u.comment_notifications)
    is distinct from (w.name, w.guid, w.email_confirmed, w.job_title, w.last_ip, w.last_login, w.country, w.region,
      w.city, w.allowed_state, w.status_notifications, w.comment_notifications);
end $$;

-- What a row names is a text or a number: a name or an id. A forum's id can also be a text; without a forum it is the
-- default one, or the only one.
create function resolve_forum(value jsonb) returns bigint language sql stable
begin atomic
  select case jsonb_typeof(value)
    when 'number' then (select id from forums where id = value::bigint)
    when 'string' then coalesce(
      (select min(id) from forums where lower(name) = lower((value #>> '{}') collate "und-x-icu")),
      (select id from forums where id = case when value #>> '{}' ~ '^\d{1,18}$' then (value #>> '{}')::bigint end))
    else coalesce((select id from forums where is_default), (select min(id) from forums having count(*) = 1)) end;
end;

create function resolve_category(value jsonb, forum bigint) returns bigint language sql stable
begin atomic
  select case when jsonb_typeof(value) = 'number'
    then (select id from categories where id = value::bigint and forum_id = forum)
    else (select min(id) from categories
      where forum_id = forum and lower(name) = lower((value #>> '{}') collate "und-x-icu")) end;
end;

create function resolve_status(value jsonb) returns bigint language sql stable
begin atomic
  select case when jsonb_typeof(value) = 'number' then (select id from statuses where id = value::bigint)
    else (select min(id) from statuses where lower(name) = lower((value #>> '{}') collate "und-x-icu")) end;
end;

-- A name, or a path such as "Mobile / Android", or an id.
create function resolve_label(value jsonb) returns bigint language sql stable
begin atomic
  select case when jsonb_typeof(value) = 'number' then (select id from labels where id = value::bigint)
    else (
      select id from labels
      where lower(name) = lower((value #>> '{}') collate "und-x-icu")
        or lower(full_name) = lower((value #>> '{}') collate "und-x-icu")
      order by level, id limit 1) end;
end;

create type named_record as (place bigint, member text, value jsonb, forum_id bigint);

-- What the rows refer to: the forum, the category in it, the status, each label, each uploaded file, and an author by id. A
-- suggestion that exists stays in its forum.
create function records_named_in(rows jsonb[]) returns setof named_record language sql stable
begin atomic
  with named as (
    select place, r, s.forum_id as own_forum
    from unnest(rows) with ordinality t (r, place)
    left join suggestion_external_ids x on x.external_id = r ->> 'external_id'
    left join suggestions s on s.id = x.suggestion_id
  ), forum as materialized (
    select value, resolve_forum(value) as id from (select distinct r -> 'forum' as value from named) v
  ), located as (
    select n.*, coalesce(own_forum, f.id) as forum_id
    from named n join forum f on f.value is not distinct from r -> 'forum'
  )
  select place, 'forum', r -> 'forum', forum_id from located
  union all select place, 'category', r -> 'category', forum_id from located where r ? 'category'
  union all select place, 'status', r -> 'status', null from located where r ? 'status'
  union all select place, 'labels', label, null from located, jsonb_array_elements(r -> 'labels') label
  union all select place, 'user', r -> 'user', null from located where r ? 'user'
  union all select place, 'attachment_tokens', token, null from located, jsonb_array_elements(r -> 'attachment_tokens') token;
end;

-- The records that do not exist, apart from those of the members whose names are created. The category of another forum is
-- 'category_of_forum'.
create function find_unknown_records(rows jsonb[], creates text[]) returns setof named_record
language sql stable
begin atomic
  select n.place, case when n.member = 'category' and exists (
      select from categories where id = case when jsonb_typeof(n.value) = 'number' then n.value::bigint end)
    then 'category_of_forum' else n.member end, n.value, n.forum_id
  from records_named_in(rows) n
  where (n.member = any(creates) and jsonb_typeof(n.value) = 'string') is not true and case n.member
    when 'forum' then n.forum_id is null
    when 'category' then n.forum_id is not null and resolve_category(n.value, n.forum_id) is null
    when 'status' then resolve_status(n.value) is null
    when 'labels' then resolve_label(n.value) is null
    when 'user' then not exists (select from users where id = n.value::bigint)
    else not exists (select from attachments where token = n.value #>> '{}') end;
end;

-- Creates what the rows name and no record has, of the given members.
create function create_missing_records(rows jsonb[], creates text[], actor bigint) returns void language plpgsql as $$
begin
  if not exists (
    select from find_unknown_records(rows, '{}') u where u.member = any(creates)
    -- The categories of a forum that does not exist are not looked up.
    union all select from records_named_in(rows) n where n.member = 'category' and n.forum_id is null
  ) then
    return;
  end if;
  -- No index prevents that two transactions create the same name.
  perform pg_advisory_xact_lock(hashtext('imported names'));
  if 'forum' = any(creates) then
    insert into forums (name, updated_by_id)
    select distinct on (lower(name collate "und-x-icu")) name, actor
    from records_named_in(rows) n, lateral (select n.value #>> '{}' as name) v
    where n.member = 'forum' and n.forum_id is null and name is not null
    order by lower(name collate "und-x-icu"), place;
  end if;
  if 'category' = any(creates) then
    insert into categories (name, forum_id, position)
    select name, forum_id, least(last + row_number() over (partition by forum_id order by place), 2147483647) from (
      select distinct on (n.forum_id, lower(name collate "und-x-icu")) n.place, n.forum_id, name,
        (select coalesce(max(position), -1) from categories c where c.forum_id = n.forum_id) as last
      from records_named_in(rows) n, lateral (select n.value #>> '{}' as name) v
      where n.member = 'category' and jsonb_typeof(n.value) = 'string' and resolve_category(n.value, n.forum_id) is null
      order by n.forum_id, lower(name collate "und-x-icu"), place
    ) missing order by forum_id, place;
  end if;
  if 'labels' = any(creates) then
    insert into labels (name, full_name)
    select distinct on (lower(name collate "und-x-icu")) name, name
    from records_named_in(rows) n, lateral (select n.value #>> '{}' as name) v
    where n.member = 'labels' and jsonb_typeof(n.value) = 'string' and resolve_label(n.value) is null
    order by lower(name collate "und-x-icu"), place;
  end if;
end $$;

create type imported_person as (
  place bigint, part text, user_id bigint, address text, name text, body text, votes integer, position bigint
);

-- The authors, voters and commenters of the rows, and the authors of their status updates. An id wins over an address.
create function people_in_suggestions(rows jsonb[]) returns setof imported_person language sql immutable
begin atomic
  select place, 'author', (r ->> 'user')::bigint, case when not r ? 'user' then r ->> 'user_email' end,
    coalesce(r ->> 'user_name', ''), null, null, null::bigint
  from unnest(rows) with ordinality t (r, place)
  union all
  select place, 'voter', null, address, '', null, 1, null
  from unnest(rows) with ordinality t (r, place), jsonb_array_elements_text(
    case when jsonb_typeof(r -> 'votes') = 'array' then r -> 'votes' else '[]' end) address
  union all
  select place, 'voter', null, r ->> 'user_email', '', null, (r ->> 'votes')::integer, null
  from unnest(rows) with ordinality t (r, place)
  where jsonb_typeof(r -> 'votes') = 'number' and (r ->> 'votes')::integer > 0
  union all
  select place, 'commenter', null, comment ->> 'email', '', comment ->> 'body', null, position
  from unnest(rows) with ordinality t (r, place),
    jsonb_array_elements(coalesce(r -> 'comments', '[]')) with ordinality c (comment, position)
  union all
  select place, 'updater', null, r -> 'status_update' ->> 'user_email', '', null, null, null
  from unnest(rows) with ordinality t (r, place) where r ? 'status_update';
end;

create type imported_suggestion as (
  place bigint, id bigint, is_new boolean, is_merged boolean, forum_id bigint, category_id bigint, status_id bigint, r jsonb
);
create type known_person as (place bigint, part text, user_id bigint, body text, votes integer, position bigint);
create type suggestion_result as (place bigint, id bigint, unknown text, value jsonb, forum_id bigint);

-- Creates suggestions, or changes those that were imported with the same id before. Votes, labels and comments are added.
-- Returns the id of every row, or nothing but the records that do not exist.
create function import_suggestions(rows jsonb[], actor bigint, creates text[]) returns setof suggestion_result
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off as $$
declare
  people known_person[];
  imported imported_suggestion[];
  before suggestions[];
  label_ids bigint[];
  update_ids bigint[];
  inserted bigint;
begin
  return query select place, null::bigint, member, value, forum_id from find_unknown_records(rows, creates);
  if found then
    return;
  end if;
  if creates <> '{}' then
    perform create_missing_records(rows, creates, actor);
  end if;

  insert into users (email_address, name)
  select address, name from (
    select distinct on (lower(address collate "und-x-icu")) address, name
    from people_in_suggestions(rows) where address is not null
    order by lower(address collate "und-x-icu"), name = '', place
  ) p
  where not exists (select from users u where lower(u.email_address) = lower(p.address collate "und-x-icu"))
  order by lower(address collate "und-x-icu")
  on conflict (lower(email_address)) do nothing;
  select array_agg((p.place, p.part, coalesce(p.user_id, u.id, actor), p.body, p.votes, p.position)::known_person) into people
  from people_in_suggestions(rows) p
  left join users u on lower(u.email_address) = lower(p.address collate "und-x-icu");
  perform from user_figures where id in (select user_id from unnest(people)) order by id for no key update;
  perform from external_account_figures where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(people))
  ) order by id for no key update;
  perform from suggestion_figures where id in (
    select coalesce(s.parent_suggestion_id, s.id) from unnest(rows) r
    join suggestion_external_ids x on x.external_id = r ->> 'external_id' join suggestions s on s.id = x.suggestion_id
  ) order by id for no key update;
  perform from statuses where id in (
    select resolve_status(value) from (select distinct r -> 'status' as value from unnest(rows) r) v
  ) order by id for share;
  label_ids := array(
    select distinct resolve_label(value) from (select distinct value from records_named_in(rows) where member = 'labels') v);
  perform from labels where id = any(label_ids) order by id for no key update;

  -- A suggestion that was merged since gets its votes where they went, and keeps its text. A status update sets the status
  -- itself.
  select array_agg(i order by place) into imported from (
    select place, coalesce(s.parent_suggestion_id, s.id, nextval(pg_get_serial_sequence('suggestions', 'id'))) as id,
      s.id is null as is_new, s.parent_suggestion_id is not null as is_merged, n.forum_id,
      resolve_category(r -> 'category', n.forum_id) as category_id,
      case when not r ? 'status_update' then resolve_status(r -> 'status') end as status_id, r
    from unnest(rows) with ordinality t (r, place)
    join records_named_in(rows) n using (place)
    left join suggestion_external_ids x on x.external_id = r ->> 'external_id'
    left join suggestions s on s.id = x.suggestion_id
    where n.member = 'forum'
    offset 0
  ) i;

  insert into suggestions (id, title, body, body_mime_type, state, channel, forum_id, created_by_id, created_at,
    captured_by_id, approved_at, category_id, status_id, closed_at, custom_fields)
  select i.id, r ->> 'title', coalesce(r ->> 'body', ''), case when r ->> 'body' <> '' then 'text/plain' else '' end,
    coalesce(r ->> 'state', 'published'), 'import', i.forum_id, p.user_id, at,
    nullif(actor, p.user_id), case when r ->> 'state' = 'approved' then at end,
    i.category_id, i.status_id, case when not t.is_open then at end, jsonb_strip_nulls(coalesce(r -> 'custom_fields', '{}'))
  from unnest(imported) i
  cross join lateral (select coalesce((r ->> 'created_at')::timestamptz, now()) as at) c
  join unnest(people) p on p.place = i.place and p.part = 'author'
  left join statuses t on t.id = i.status_id
  where i.is_new order by i.id;
  insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, new_title, new_state)
  select actor, 'suggestion_created', i.id, r ->> 'title', coalesce(r ->> 'state', 'published')
  from unnest(imported) i where i.is_new order by i.id;
  if exists (select from unnest(imported) i where i.is_new and r ? 'attachment_tokens') then
    update attachments a set suggestion_id = i.id, note_id = null, comment_id = null, updated_at = now()
    from unnest(imported) i, jsonb_array_elements_text(i.r -> 'attachment_tokens') sent (token)
    where i.is_new and a.token = sent.token;
  end if;
  insert into suggestion_external_ids (external_id, suggestion_id)
  select r ->> 'external_id', i.id from unnest(imported) i where i.is_new and r ? 'external_id'
  order by 1 on conflict do nothing;
  get diagnostics inserted = row_count;
  if inserted < (select count(*) from unnest(imported) i where i.is_new and r ? 'external_id') then
    raise exception 'a suggestion was imported just now' using errcode = 'serialization_failure';
  end if;

  before := array(
    select s from suggestions s where id in (select i.id from unnest(imported) i where not i.is_new and not i.is_merged));
  if before <> '{}' then
    update suggestions s set
      title = w.title, body = w.body, body_mime_type = case when w.body = '' then '' else 'text/plain' end,
      category_id = w.category_id, status_id = w.status_id, custom_fields = w.all_custom_fields,
      closed_at = case when w.status_id is not distinct from s.status_id then s.closed_at
        when not w.is_open then coalesce(s.closed_at, now()) end
    from (
      select i.id, r ->> 'title' as title, coalesce(r ->> 'body', o.body) as body,
        coalesce(i.category_id, o.category_id) as category_id, coalesce(i.status_id, o.status_id) as status_id, t.is_open,
        jsonb_strip_nulls(o.custom_fields || coalesce(r -> 'custom_fields', '{}')) as all_custom_fields
      from unnest(imported) i join suggestions o on o.id = i.id left join statuses t on t.id = i.status_id
      where not i.is_new and not i.is_merged
      offset 0
    ) w
    where s.id = w.id and (s.title, s.body, s.category_id, s.status_id, s.custom_fields)
      is distinct from (w.title, w.body, w.category_id, w.status_id, w.all_custom_fields);
    insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, old_title, new_title, old_body, new_body)
    select actor, 'suggestion_edited', s.id, case when b.title <> s.title then b.title end,
      case when b.title <> s.title then s.title end, case when b.body <> s.body then b.body end,
      case when b.body <> s.body then s.body end
    from unnest(before) b join suggestions s on s.id = b.id
    where (b.title, b.body, b.custom_fields) <> (s.title, s.body, s.custom_fields) order by s.id;
    insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, old_forum_id, new_forum_id,
      old_category_id, new_category_id)
    select actor, 'suggestion_moved', s.id, s.forum_id, s.forum_id, b.category_id, s.category_id
    from unnest(before) b join suggestions s on s.id = b.id
    where b.category_id is distinct from s.category_id order by s.id;
    insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, old_status_id, new_status_id)
    select actor, 'status_changed', s.id, b.status_id, s.status_id
    from unnest(before) b join suggestions s on s.id = b.id
    where b.status_id is distinct from s.status_id order by s.id;
  end if;

  if label_ids <> '{}' then
    with named as (
      select value, resolve_label(value) as id
      from (select distinct value from records_named_in(rows) where member = 'labels') v
    ), attached as (
      insert into suggestion_labels (suggestion_id, label_id)
      select distinct i.id, named.id
      from unnest(imported) i, jsonb_array_elements(i.r -> 'labels') label join named on named.value = label
      order by 1, 2
      on conflict do nothing returning suggestion_id, label_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from attached)
    )
    insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, label_id)
    select actor, 'label_attached', suggestion_id, label_id from attached order by 3, 4;
  end if;

  if exists (select from unnest(imported) i where r ? 'status_update') then
    with created as (
      insert into status_updates (body, html_body, suggestion_id, user_id, old_status_id, new_status_id, created_at)
      select r -> 'status_update' ->> 'body', r -> 'status_update' ->> 'html_body', s.id, p.user_id, s.status_id,
        coalesce(resolve_status(r -> 'status'), s.status_id),
        coalesce((r -> 'status_update' ->> 'created_at')::timestamptz, (r ->> 'created_at')::timestamptz, now())
      from unnest(imported) i join suggestions s on s.id = i.id
      join unnest(people) p on p.place = i.place and p.part = 'updater'
      where not i.is_merged order by i.place
      returning id, suggestion_id, old_status_id, new_status_id, body
    ), logged as (
      insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, status_update_id, old_status_id,
        new_status_id, new_body)
      select actor, 'status_changed', suggestion_id, id, old_status_id, new_status_id, body from created order by id
    )
    select array_agg(id) into update_ids from created;
    -- As in src/write/status-updates.ts: an update dated before another one is only stored.
    update suggestions s set last_status_update_id = u.id, status_id = u.new_status_id, closed_at = (
        select coalesce(s.closed_at, u.created_at) from statuses t where t.id = u.new_status_id and not t.is_open)
    from status_updates u
    where u.id = any(update_ids) and s.id = u.suggestion_id and not exists (
      select from status_updates later where later.suggestion_id = s.id and later.created_at > u.created_at);
  end if;

  -- Votes and comments are as old as the suggestion.
  with added as (
    insert into supporters (channel, votes_count, suggestion_id, user_id, created_by_id, created_at)
    select 'import', max(p.votes), i.id, p.user_id, nullif(actor, p.user_id), min(s.created_at)
    from unnest(people) p join unnest(imported) i on i.place = p.place join suggestions s on s.id = i.id
    where p.part = 'voter' group by i.id, p.user_id order by p.user_id, i.id
    on conflict (user_id, suggestion_id) do nothing
    returning suggestion_id, user_id
  ), unfollowed as (
    delete from suggestion_followers f using added where f.suggestion_id = added.suggestion_id and f.user_id = added.user_id
  )
  insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, user_id)
  select actor, 'supporter_added', suggestion_id, user_id from added order by 3, 4;
  with added as (
    insert into comments (body, channel, is_admin_comment, suggestion_id, created_by_id, created_at)
    select p.body, 'import', u.is_admin, i.id, u.id, s.created_at
    from unnest(people) p join unnest(imported) i on i.place = p.place join suggestions s on s.id = i.id
    join users u on u.id = p.user_id
    where p.part = 'commenter' and (i.is_new or not exists (
      select from comments c where c.suggestion_id = i.id and c.created_by_id = u.id and c.body = p.body))
    order by i.place, p.position
    returning id, suggestion_id, created_by_id, body
  )
  insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, comment_id, new_body, user_id)
  select actor, 'comment_created', suggestion_id, id, body, created_by_id from added order by id;
  return query select place, i.id, null::text, null::jsonb, null::bigint from unnest(imported) i;
end $$;
