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
    from unnest(ids) u (id)
    cross join lateral (
      select custom_fields, external_account_id from external_users where user_id = u.id
      order by updated_at desc, id desc limit 1
    ) e
    left join external_accounts a on a.id = coalesce(e.external_account_id, (
      select external_account_id from external_users where user_id = u.id and external_account_id is not null
      order by updated_at desc, id desc limit 1))
    cross join lateral (
      select * from sortable_values('external_users', e.custom_fields)
      union all select * from sortable_values('external_accounts', a.custom_fields)
    ) v;
end $$;

-- Writes only what differs. A field that another transaction is deleting is locked first: afterwards the field is gone, or
-- its deletion waits for this transaction and finds the values. A foreign key would look every single value up.
create function index_custom_values(of_collection text, ids bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = on as $$
declare
  expected custom_values[];
  existing custom_values[];
  fields bigint[];
begin
  select array_agg(v) into expected from compute_custom_values(of_collection, ids) v;
  select array_agg(id) into fields from (
    select id from custom_fields where id in (select field_id from unnest(expected)) order by id for key share
  ) f;
  select array_agg(c) into existing from custom_values c where collection = of_collection and record_id = any(ids);
  if existing is not null then
    delete from custom_values c using (
      select record_id, field_id from unnest(existing)
      except select record_id, field_id from unnest(expected)
    ) gone
    where c.collection = of_collection and c.record_id = gone.record_id and c.field_id = gone.field_id;
    update custom_values c set number_value = w.number_value, string_value = w.string_value
    from (select * from unnest(expected) except select * from unnest(existing)) w
    where c.collection = of_collection and c.record_id = w.record_id and c.field_id = w.field_id;
  end if;
  insert into custom_values
  select w.* from unnest(expected) w
  where field_id = any(fields) and (record_id, field_id) not in (select record_id, field_id from unnest(existing))
  order by record_id, field_id;
exception when unique_violation then
  -- Another transaction gave the same user a value through another account. `on conflict` would double the cost.
  raise exception 'a custom value was written just now' using errcode = 'serialization_failure';
end $$;

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
      -- Those whose values or account changed, and those with several external users: another one can be the newest now.
      select array_agg(distinct user_id) into people from (
        (select id, user_id, external_account_id, custom_fields from added
          except select id, user_id, external_account_id, custom_fields from removed)
        union all
        (select id, user_id, external_account_id, custom_fields from removed
          except select id, user_id, external_account_id, custom_fields from added)
        union all
        select id, user_id, null, null from added a
        where exists (select from external_users e where e.user_id = a.user_id and e.id <> a.id)
      ) either;
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

-- Every value is a number or a string, so the two partial indexes find all values of a field.
create function delete_custom_values() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  collections constant text[] := '{users,external_users,external_accounts,features,suggestions}';
begin
  delete from custom_values
  where collection = any(collections) and field_id in (select id from removed) and number_value is not null;
  delete from custom_values
  where collection = any(collections) and field_id in (select id from removed) and string_value is not null;
  return null;
end $$;

create trigger "70_delete_custom_values" after delete on custom_fields referencing old table as removed
  for each statement execute function delete_custom_values();
