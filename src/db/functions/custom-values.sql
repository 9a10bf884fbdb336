-- custom_values holds what lists are sorted by when the sort is a custom field. The column custom_fields of the record
-- is the source.

-- The values of a record that can be sorted by. Fields of the type text cannot.
create function sortable_values(object_type text, custom_fields jsonb)
returns table (field_id bigint, number_value double precision, string_value text) language sql stable
begin atomic
  select
    f.id,
    case f.field_type
      when 'number' then (v.value #>> '{}')::double precision
      when 'boolean' then case v.value when 'true' then 1 else 0 end
      when 'timestamp' then extract(epoch from (v.value #>> '{}')::timestamptz)
    end,
    case f.field_type when 'string' then v.value #>> '{}' end
  from jsonb_each(sortable_values.custom_fields) v
  join custom_fields f on f.object_type = sortable_values.object_type and f.key = v.key
  where f.field_type <> 'text' and v.value <> 'null';
end;

create function compute_custom_values(of_collection text, ids bigint[]) returns setof custom_values
language plpgsql stable as $$
begin
  if of_collection <> 'users' then
    return query execute format(
      'select %1$L::text, r.id, v.* from %1$I r, sortable_values(%1$L, r.custom_fields) v where r.id = any($1)',
      of_collection) using ids;
    return;
  end if;
  -- A user has the values of the external user updated last, and of the account of the external user with an account
  -- that was updated last.
  return query
    select 'users', u.id, v.*
    from unnest(ids) u (id),
      lateral (
        select custom_fields from external_users where user_id = u.id order by updated_at desc, id desc limit 1
      ) e,
      sortable_values('external_users', e.custom_fields) v
    union all
    select 'users', u.id, v.*
    from unnest(ids) u (id),
      lateral (
        select external_account_id from external_users
        where user_id = u.id and external_account_id is not null order by updated_at desc, id desc limit 1
      ) e
      join external_accounts a on a.id = e.external_account_id,
      sortable_values('external_accounts', a.custom_fields) v;
end $$;

create function index_custom_values(of_collection text, ids bigint[]) returns void language sql
begin atomic
  with expected as materialized (
    select * from compute_custom_values(of_collection, ids)
  ), deleted as (
    delete from custom_values c
    where collection = of_collection and record_id = any(ids)
      and not exists (select from expected w where w.record_id = c.record_id and w.field_id = c.field_id)
  )
  insert into custom_values as c
  select * from expected order by record_id, field_id
  on conflict (collection, record_id, field_id) do update
    set number_value = excluded.number_value, string_value = excluded.string_value
    where (c.number_value, c.string_value) is distinct from (excluded.number_value, excluded.string_value);
end;

create function index_changed_custom_values() returns trigger language plpgsql as $$
declare
  changed bigint[];
  people bigint[];
begin
  if not exists (select from custom_fields) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(id) into changed from added where custom_fields <> '{}';
  elsif tg_op = 'DELETE' then
    select array_agg(id) into changed from removed where custom_fields <> '{}';
  else
    select array_agg(id) into changed from (
      select id, custom_fields from added except select id, custom_fields from removed) change;
  end if;
  if changed is not null then
    perform index_custom_values(tg_table_name, changed);
  end if;

  if tg_table_name = 'external_users' then
    if tg_op = 'INSERT' then
      select array_agg(distinct user_id) into people from added;
    elsif tg_op = 'DELETE' then
      select array_agg(distinct user_id) into people from removed;
    else
      select array_agg(distinct user_id) into people
      from (select user_id from added union all select user_id from removed) either;
    end if;
  elsif tg_table_name = 'external_accounts' and changed is not null then
    select array_agg(distinct user_id) into people from external_users where external_account_id = any(changed);
  end if;
  if people is not null then
    perform index_custom_values('users', people);
  end if;
  return null;
end $$;

-- Updates by triggers change figures of suggestions and accounts only, never their custom fields.
do $$
declare
  owner record;
begin
  for owner in
    select * from (values
      ('external_accounts', 'when (pg_trigger_depth() = 0)'),
      ('external_users', ''),
      ('features', ''),
      ('suggestions', 'when (pg_trigger_depth() = 0)')
    ) as t (collection, update_condition)
  loop
    execute format('create trigger "70_index_custom_values_on_insert" after insert on %I
      referencing new table as added
      for each statement execute function index_changed_custom_values()', owner.collection);
    execute format('create trigger "70_index_custom_values_on_delete" after delete on %I
      referencing old table as removed
      for each statement execute function index_changed_custom_values()', owner.collection);
    execute format('create trigger "70_index_custom_values_on_update" after update on %I
      referencing old table as removed new table as added
      for each statement %s execute function index_changed_custom_values()', owner.collection, owner.update_condition);
  end loop;
end $$;
