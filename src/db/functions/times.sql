-- The times of suggestions and supporters by day, and the lowest time of each block of ids. Totals and pages of time ranges
-- use them (decision 55). The update times of suggestions are not counted: every vote moves one.

create type time_change as (day date, created bigint, updated bigint);

-- A writer takes a row that no other transaction holds, or adds one (see count_records).
create function add_to_day(of_relation text, c time_change) returns void language plpgsql as $$
declare
  free_row bigint;
begin
  select id into free_row from time_counts t where t.relation = of_relation and t.day = c.day
  limit 1 for update skip locked;
  if free_row is null then
    insert into time_counts (relation, day, created, updated) values (of_relation, c.day, c.created, c.updated);
  else
    update time_counts t set created = t.created + c.created, updated = t.updated + c.updated
    where t.relation = of_relation and t.day = c.day and t.id = free_row;
  end if;
end $$;

-- Adds the times of these records to their days, or takes them away. The times of one record are the usual case.
create function count_times(of_relation text, created timestamptz[], updated timestamptz[], sign int) returns void
language plpgsql as $$
declare
  c time_change;
begin
  if cardinality(created) = 1 and coalesce(updated, created) = created then
    c := ((created[1] at time zone 'UTC')::date, sign, case when updated is null then 0 else sign end);
    perform add_to_day(of_relation, c);
    return;
  end if;
  with changed as (
    select day, sign * count(*) filter (where is_created) as created, sign * count(*) filter (where not is_created) as updated
    from (
      select (time at time zone 'UTC')::date as day, true as is_created from unnest(count_times.created) time
      union all
      select (time at time zone 'UTC')::date, false from unnest(count_times.updated) time
    ) times group by day
  ), placed as materialized (
    -- As add_to_day does for one day.
    select n.*, (
      select id from time_counts t where t.relation = of_relation and t.day = n.day limit 1 for update skip locked) as free_row
    from changed n
  ), added as (
    update time_counts t set created = t.created + p.created, updated = t.updated + p.updated
    from placed p where t.relation = of_relation and t.day = p.day and t.id = p.free_row
  )
  insert into time_counts (relation, day, created, updated)
  select of_relation, day, p.created, p.updated from placed p where free_row is null;
end $$;

-- Adds a row where a time is before those of its block. Rows are neither changed nor deleted, so no writer waits: a time that
-- is too low costs a page a look into the block, nothing else. Hours, so that writers that overlap rarely add one.
create function lower_blocks(of_relation text, ids bigint[], times timestamptz[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 1 and exists (
    select from time_blocks b where b.relation = of_relation and b.block = ids[1] / 1000 and b.lowest <= times[1]
  ) then
    return;
  end if;
  insert into time_blocks (relation, block, lowest)
  select of_relation, block, date_trunc('hour', lowest, 'UTC')
  from (select id / 1000 as block, min(time) as lowest from unnest(ids, times) t (id, time) group by 1) written
  where not exists (
    select from time_blocks b
    where b.relation = of_relation and b.block = written.block and b.lowest <= written.lowest);
end $$;

-- New supporters: count_new_supporters.
create function track_times() returns trigger language plpgsql as $$
declare
  ids bigint[];
  created timestamptz[];
  updated timestamptz[];
  lowest timestamptz[];
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'suggestions' then
      select array_agg(id), array_agg(created_at) into ids, created from added;
      lowest := created;
    else
      select array_agg(id), array_agg(updated_at) into ids, lowest from added;
    end if;
    if ids is null then
      return null;
    end if;
    perform lower_blocks(tg_table_name, ids, lowest);
    if created is not null then
      perform count_times(tg_table_name, created, null, 1);
    end if;
  else
    if tg_table_name = 'supporters' then
      select array_agg(created_at), array_agg(updated_at) into created, updated from removed;
    else
      select array_agg(created_at) into created from removed;
    end if;
    if created is not null then
      perform count_times(tg_table_name, created, updated, -1);
    end if;
  end if;
  return null;
end $$;

-- Supporters of a person are updated together. Within a day nothing changes.
create function count_update_times() returns trigger language plpgsql as $$
declare
  c time_change;
begin
  for c in
    select day, 0, sum(n) from (
      select (updated_at at time zone 'UTC')::date as day, 1 as n from added
      union all
      select (updated_at at time zone 'UTC')::date, -1 from removed
    ) times group by day having sum(n) <> 0
  loop
    perform add_to_day(tg_table_name, c);
  end loop;
  return null;
end $$;

-- Both are rare.
create function move_creation_time() returns trigger language plpgsql as $$
begin
  perform count_times(tg_table_name, array[old.created_at], '{}', -1);
  perform count_times(tg_table_name, array[new.created_at], '{}', 1);
  return null;
end $$;
create function lower_block() returns trigger language plpgsql as $$
begin
  perform lower_blocks(tg_table_name, array[new.id], array[(to_jsonb(new) ->> tg_argv[0])::timestamptz]);
  return null;
end $$;

do $$
declare
  timed record;
begin
  for timed in
    select * from (values
      ('suggestions', '{created_at}'::text[]), ('suggestion_figures', '{updated_at}'), ('supporters', '{created_at, updated_at}')
    ) as t (relation, names)
  loop
    if timed.relation <> 'supporters' then
      execute format('create trigger "10_track_times_on_insert" after insert on %I referencing new table as added
        for each statement execute function track_times()', timed.relation);
    end if;
    for i in 1..cardinality(timed.names) loop
      execute format('create trigger "10_lower_block_of_%2$s" after update on %1$I for each row
        when (new.%2$I < old.%2$I) execute function lower_block(%2$L)', timed.relation, timed.names[i]);
    end loop;
    continue when timed.relation = 'suggestion_figures';
    execute format('create trigger "10_track_times_on_delete" after delete on %I referencing old table as removed
      for each statement execute function track_times()', timed.relation);
    execute format('create trigger "10_move_creation_time" after update on %I for each row
      when (new.created_at <> old.created_at) execute function move_creation_time()', timed.relation);
  end loop;
end $$;

create trigger "10_count_update_times" after update on supporters referencing old table as removed new table as added
  for each statement execute function count_update_times();
