-- What an import changes is logged, and can be undone. The transaction's `earshot.import` is the id of the import and the
-- number of rows before the batch (src/imports/progress.ts).
--
-- Logged is only what the import writes itself: triggers correct the figures when it is undone, and people who were promoted
-- by it stay. Ids are ranges, because those of one statement follow each other.

-- The members that differ, each with its old and its new value.
create function changed_values(old jsonb, new jsonb) returns jsonb language sql immutable
begin atomic
  select coalesce(jsonb_object_agg(key, jsonb_build_array(o.value, n.value)), '{}')
  from jsonb_each(old) o full join jsonb_each(new) n using (key)
  where o.value is distinct from n.value;
end;

create function log_imported_ids(of_collection text, ids int8multirange) returns void language plpgsql as $$
declare
  import text := current_setting('earshot.import');
begin
  insert into import_changes (import_id, position, collection, action, ids)
  values (split_part(import, ' ', 1)::bigint, split_part(import, ' ', 2)::integer, of_collection, 'created', ids);
end $$;

-- Without a WHEN clause, which PostgreSQL parses at each statement: most inserts are not of an import.
create function log_import_inserts() returns trigger language plpgsql as $$
declare
  created int8multirange;
begin
  if current_setting('earshot.import', true) <> '' and pg_trigger_depth() = 1 then
    select range_agg(int8range(id, id, '[]')) into created from added;
    if created is not null then
      perform log_imported_ids(tg_table_name, created);
    end if;
  end if;
  return null;
end $$;

-- The import's own functions switch hash joins off.
create function log_import_changes() returns trigger language plpgsql
set timezone = 'UTC' set enable_hashjoin = on set enable_nestloop = off as $$
declare
  import bigint := split_part(current_setting('earshot.import'), ' ', 1)::bigint;
  batch integer := split_part(current_setting('earshot.import'), ' ', 2)::integer;
begin
  if tg_op = 'DELETE' then
    insert into import_changes (import_id, position, collection, action, changes)
    select import, batch, tg_table_name, 'deleted', jsonb_agg(to_jsonb(r)) from removed r having count(*) > 0;
  else
    insert into import_changes (import_id, position, collection, action, changes)
    select import, batch, tg_table_name, 'changed', jsonb_agg(jsonb_build_object('id', id,
      'values', changed_values(o.row - 'custom_fields', n.row - 'custom_fields'),
      'custom_fields', case when o.row -> 'custom_fields' <> n.row -> 'custom_fields'
        then changed_values(o.row -> 'custom_fields', n.row -> 'custom_fields') end))
    from (select id, to_jsonb(a) - 'updated_at' as row from added a) n
    join (select id, to_jsonb(r) - 'updated_at' as row from removed r) o using (id)
    where o.row <> n.row having count(*) > 0;
  end if;
  return null;
end $$;

do $$
declare
  logged record;
  is_import text := $when$ when (pg_trigger_depth() = 0 and current_setting('earshot.import', true) <> '') $when$;
begin
  for logged in
    select * from (values
      ('users', true, true, false), ('external_users', true, true, false), ('external_accounts', true, true, true),
      ('custom_fields', true, false, false), ('forums', true, false, false), ('categories', true, false, false),
      ('labels', true, false, false), ('suggestions', true, true, false),
      ('comments', true, false, false), ('suggestion_activity_entries', true, false, false),
      ('suggestion_followers', false, false, true)
    ) as t (collection, on_insert, on_update, on_delete)
  loop
    if logged.on_insert then
      execute format('create trigger "90_log_import_changes_on_insert" after insert on %I referencing new table as added
        for each statement execute function log_import_inserts()', logged.collection);
    end if;
    if logged.on_update then
      execute format('create trigger "90_log_import_changes_on_update" after update on %I
        referencing old table as removed new table as added for each statement', logged.collection)
        || is_import || 'execute function log_import_changes()';
    end if;
    if logged.on_delete then
      execute format('create trigger "90_log_import_changes_on_delete" after delete on %I referencing old table as removed
        for each statement', logged.collection) || is_import || 'execute function log_import_changes()';
    end if;
  end loop;
end $$;

create function ids_in(ranges int8multirange) returns setof bigint language sql immutable strict
begin atomic
  select id from unnest(ranges) r, generate_series(lower(r), upper(r) - 1) id;
end;

-- The records of a collection that a batch created or changed.
create function logged_ids(import bigint, batch integer, of_collection text) returns setof bigint language sql stable
begin atomic
  select id from import_changes c, ids_in(c.ids) id
  where c.import_id = import and c.position = batch and c.collection = of_collection and c.action = 'created'
  union all
  select (change ->> 'id')::bigint from import_changes c, jsonb_array_elements(c.changes) change
  where c.import_id = import and c.position = batch and c.collection = of_collection and c.action = 'changed';
end;

-- The records of a collection that imports created or changed, as long as these can be undone.
-- Few, so that lists look them up instead of walking an index until they meet them.
create function imported_ids(imports bigint[], of_collection text) returns setof bigint language sql stable rows 20
begin atomic
  select id from import_changes c, ids_in(c.ids) id
  where c.import_id = any(imports) and c.collection = of_collection and c.action = 'created'
  union
  select (change ->> 'id')::bigint from import_changes c, jsonb_array_elements(c.changes) change
  where c.import_id = any(imports) and c.collection = of_collection and c.action = 'changed';
end;

-- In the order of docs/figures.md.
create function lock_import_batch(import bigint, batch integer) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  people bigint[];
begin
  people := array(
    select id from user_figures where id = any(array(
      select logged_ids(import, batch, 'users')
      union all select user_id from external_users where id = any(array(select logged_ids(import, batch, 'external_users')))
      union all select user_id from supporters where id = any(array(select logged_ids(import, batch, 'supporters')))
      union all select created_by_id from comments where id = any(array(select logged_ids(import, batch, 'comments')))
    )) order by id for no key update);
  -- The deletion needs this lock. A reference to them is found now, or waits.
  perform from users where id = any(array(
    select id from import_changes c, ids_in(c.ids) id
    where c.import_id = import and c.position = batch and c.collection = 'users' and c.action = 'created'
  )) order by id for update;
  perform from actors where id = any(people) order by id for update;
  perform from external_account_figures where id = any(array(
    select logged_ids(import, batch, 'external_accounts')
    union all select external_account_id from external_users where user_id = any(people)
    union all select old::bigint from import_changes c, jsonb_array_elements(c.changes) change,
      jsonb_array_elements_text(change -> 'values' -> 'external_account_id') old
    where c.import_id = import and c.position = batch and c.collection = 'external_users' and c.action = 'changed'
  )) order by id for no key update;
  perform from suggestion_figures where id = any(array(
    select logged_ids(import, batch, 'suggestions')
    union all select suggestion_id from supporters where id = any(array(select logged_ids(import, batch, 'supporters')))
    union all select suggestion_id from comments where id = any(array(select logged_ids(import, batch, 'comments')))
    union all select suggestion_id from suggestion_activity_entries
      where id = any(array(select logged_ids(import, batch, 'suggestion_activity_entries')))
  )) order by id for no key update;
end $$;

-- The records that other records refer to, apart from those that the import created if one is given, and from what triggers
-- and jobs derive. Of a suggestion its labels do not count: the activity of people who changed them does.
create function find_referenced(of_collection text, ids bigint[], import bigint) returns setof bigint language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  reference record;
  own int8multirange;
  acting bigint[] := array(select id from actors where of_collection = 'users' and id = any(ids));
begin
  for reference in
    select c.conrelid::regclass as referring, a.attname as referring_column, c.confrelid = 'actors'::regclass as is_of_actor
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and (c.confrelid in (
        select oid from pg_class where relnamespace = 'public'::regnamespace
          and relname in (of_collection, rtrim(of_collection, 's') || '_figures'))
        or acting <> '{}' and c.confrelid = 'actors'::regclass)
      and c.conrelid::regclass::text not in ('user_figures', 'external_account_figures', 'suggestion_figures', 'actors',
        'suggestion_external_ids', 'segment_members', 'pending_revenue')
      and not (of_collection = 'suggestions' and c.conrelid = 'suggestion_labels'::regclass)
    order by 1, 2
  loop
    select range_agg(c.ids) into own from import_changes c
    where c.import_id = import and c.action = 'created' and c.collection = reference.referring::text;
    return query execute format('select %2$I from %1$s t where %2$I = any($1)' ||
      case when own is null then '' else ' and not t.id <@ $2' end, reference.referring, reference.referring_column)
    using case when reference.is_of_actor then acting else ids end, own;
  end loop;
  -- Custom values refer to their field by its key.
  if of_collection = 'custom_fields' then
    for reference in select f.id, f.key, f.object_type from custom_fields f where f.id = any(ids) loop
      return query execute format('select %L::bigint from %I where jsonb_exists(custom_fields, %L) limit 1',
        reference.id, reference.object_type, reference.key);
    end loop;
  end if;
end $$;

-- Gives changed records their old values back, each only where the record still has the value that the import set. The old
-- value can refer to a record that is gone. A status and the time at which it closed the suggestion go together.
create function revert_changes(of_collection text, changes jsonb) returns bigint language plpgsql
set timezone = 'UTC' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  reference record;
  columns text;
  reverted bigint;
begin
  for reference in
    select a.attname as referring_column, c.confrelid::regclass as referred
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conrelid = of_collection::regclass
  loop
    execute format($sql$
      select jsonb_agg(case when change -> 'values' -> %1$L ->> 0 is null
          or exists (select from %2$s where id = (change -> 'values' -> %1$L ->> 0)::bigint)
        then change else change #- array['values', %1$L] end)
      from jsonb_array_elements($1) change$sql$, reference.referring_column, reference.referred)
    into changes using changes;
  end loop;
  select string_agg(format('%1$I = w.%1$I', a.attname), ', ') into columns from pg_attribute a
  where a.attrelid = of_collection::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.attname in (select key from jsonb_array_elements(changes) change, jsonb_each(change -> 'values'))
      or a.attname = 'custom_fields' and exists (
        select from jsonb_array_elements(changes) change where jsonb_typeof(change -> 'custom_fields') = 'object'));
  if columns is null then
    return 0;
  end if;
  execute format($sql$
    with change as (
      select (c ->> 'id')::bigint as id, c -> 'values' as old_and_new,
        case when jsonb_typeof(c -> 'custom_fields') = 'object' then c -> 'custom_fields' else '{}' end as custom
      from jsonb_array_elements($1) c
    )
    update %1$I t set %2$s
    from (
      select n.* from change join %1$I o using (id)
      cross join lateral (
        select coalesce(jsonb_object_agg(key, value -> 0), '{}') as columns from jsonb_each(old_and_new)
        where to_jsonb(o) -> key = value -> 1
          and (key <> 'closed_at' or not old_and_new ? 'status_id'
            or to_jsonb(o) -> 'status_id' = old_and_new -> 'status_id' -> 1)
      ) still
      cross join lateral (
        select coalesce(jsonb_object_agg(key, value -> 0), '{}') as members from jsonb_each(custom)
        where coalesce(to_jsonb(o) -> 'custom_fields' -> key, 'null') = value -> 1
      ) still_custom
      cross join lateral jsonb_populate_record(o, columns || case when members = '{}' then '{}' else
        jsonb_build_object('custom_fields', jsonb_strip_nulls(to_jsonb(o) -> 'custom_fields' || members)) end) n
      where columns <> '{}' or members <> '{}'
      offset 0
    ) w
    where t.id = w.id$sql$, of_collection, columns) using changes;
  get diagnostics reverted = row_count;
  return reverted;
end $$;

-- Whether the record came to the suggestion by a merge.
create function was_merged(of_collection text, moved_id bigint, suggestion bigint) returns boolean language sql stable
begin atomic
  select exists (
    select from merges m join merge_moves v on v.merge_id = m.id
    where m.to_suggestion_id = suggestion and m.undone_at is null and v.collection = of_collection
      and v.record_id = moved_id);
end;

-- Undoes one batch, the last change first. Created records are deleted unless others refer to them, and then everything
-- that the import gave them stays too. Returns how many records were deleted or got their values back, and how many stay.
create function undo_import_batch(import bigint, batch integer, out undone bigint, out kept bigint) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  entry import_changes;
  existing bigint[];
  removable bigint[];
  kept_suggestions bigint[];
  restored bigint;
begin
  undone := 0;
  kept := 0;
  perform lock_import_batch(import, batch);
  kept_suggestions := array(select distinct find_referenced('suggestions', array(
    select id from import_changes c, ids_in(c.ids) id
    where c.import_id = import and c.position = batch and c.collection = 'suggestions' and c.action = 'created'), import));
  for entry in
    select * from import_changes c where c.import_id = import and c.position = batch order by step desc
  loop
    if entry.action = 'changed' then
      restored := revert_changes(entry.collection, entry.changes);
      undone := undone + restored;
      kept := kept + jsonb_array_length(entry.changes) - restored;
    elsif entry.action = 'deleted' then
      execute format('insert into %1$I select r.* from jsonb_array_elements($1) row, jsonb_populate_record(null::%1$I, row) r
        on conflict do nothing', entry.collection) using entry.changes;
    else
      execute format('select array_agg(id order by id) from %I where id = any($1)', entry.collection)
      into existing using array(select ids_in(entry.ids));
      continue when existing is null;
      removable := array(select unnest(existing) except select unnest(case entry.collection
        when 'suggestions' then kept_suggestions
        when 'supporters' then array(select id from supporters t where id = any(existing)
          and (suggestion_id = any(kept_suggestions) or was_merged('supporters', t.id, t.suggestion_id)))
        when 'comments' then array(select id from comments t where id = any(existing)
          and (suggestion_id = any(kept_suggestions) or was_merged('comments', t.id, t.suggestion_id)))
        when 'suggestion_activity_entries' then array(
          select id from suggestion_activity_entries where id = any(existing) and suggestion_id = any(kept_suggestions))
        else array(select distinct find_referenced(entry.collection, existing, null)) end) order by 1);
      if entry.collection = 'suggestion_activity_entries' then
        -- Unless somebody detached the label since, and attached it again.
        delete from suggestion_labels l using suggestion_activity_entries e
        where e.id = any(removable) and e.kind = 'label_attached' and l.suggestion_id = e.suggestion_id
          and l.label_id = e.label_id and not exists (
            select from suggestion_activity_entries n
            where n.suggestion_id = e.suggestion_id and n.label_id = e.label_id and n.id > e.id);
      else
        undone := undone + cardinality(removable);
        kept := kept + cardinality(existing) - cardinality(removable);
      end if;
      execute format('delete from %I where id = any($1)', entry.collection) using removable;
    end if;
  end loop;
  delete from import_changes c where c.import_id = import and c.position = batch;
end $$;
