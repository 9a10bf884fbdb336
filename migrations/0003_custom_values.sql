-- What lists are sorted by when they are sorted by a custom field. The record's custom_fields column holds the
-- values; this table is their index: one for all fields, so that a new field needs no new index.

create table custom_values (
  -- The collection whose list is sorted: that of the field, or users for the fields of their external users and accounts.
  collection text not null,
  record_id bigint not null,
  field_id bigint not null references custom_fields on delete cascade,
  -- Numbers, timestamps (as epoch seconds) and booleans (as 0 and 1).
  number_value double precision,
  string_value text collate "und-x-icu",
  primary key (collection, record_id, field_id)
);
create index on custom_values (collection, field_id, number_value, record_id) where number_value is not null;
create index on custom_values (collection, field_id, string_value, record_id) where string_value is not null;
create index on custom_values (field_id);

-- The values a record offers for sorting; a field of the type text is not sortable.
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

create function custom_values_of(of_collection text, ids bigint[]) returns setof custom_values
language plpgsql stable as $$
begin
  if of_collection <> 'users' then
    return query execute format(
      'select %1$L::text, r.id, v.* from %1$I r, sortable_values(%1$L, r.custom_fields) v where r.id = any($1)',
      of_collection) using ids;
    return;
  end if;
  -- A user's values are those of the most recently updated external user, and of the account of the most
  -- recently updated one that has an account.
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
  with wanted as materialized (
    select * from custom_values_of(of_collection, ids)
  ), gone as (
    delete from custom_values c
    where collection = of_collection and record_id = any(ids)
      and not exists (select from wanted w where w.record_id = c.record_id and w.field_id = c.field_id)
  )
  insert into custom_values as c
  select * from wanted order by record_id, field_id
  on conflict (collection, record_id, field_id) do update
    set number_value = excluded.number_value, string_value = excluded.string_value
    where (c.number_value, c.string_value) is distinct from (excluded.number_value, excluded.string_value);
end;

create function index_custom_values_of_statement() returns trigger language plpgsql as $$
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
    select array_agg(id) into changed from added join removed using (id)
    where added.custom_fields <> removed.custom_fields;
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

do $$
declare
  collection text;
begin
  foreach collection in array array['external_users', 'external_accounts', 'suggestions'] loop
    execute format('create trigger index_values_added after insert on %I referencing new table as added
      for each statement execute function index_custom_values_of_statement()', collection);
    execute format('create trigger index_values_removed after delete on %I referencing old table as removed
      for each statement execute function index_custom_values_of_statement()', collection);
    execute format('create trigger index_values_changed after update on %I
      referencing old table as removed new table as added
      for each statement execute function index_custom_values_of_statement()', collection);
  end loop;
end $$;
