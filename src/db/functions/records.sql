-- Every collection: its number of records, and the log of what was deleted from it. resource-triggers.sql has the triggers.

-- The number of records of a collection is spread over several rows of record_counts. A writer takes a row that no
-- other transaction holds, or adds one, so that writers never wait for each other. A generic plan: the planner would make one
-- for each call, because some collections have more rows than others.
create function count_record(of_collection text, n bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  update record_counts set count = count + n
  where id = (select id from record_counts where collection = of_collection limit 1 for update skip locked);
  if not found then
    insert into record_counts (collection, count) values (of_collection, n);
  end if;
end $$;

create function count_records() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  delta bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into delta from added;
  else
    select -count(*) into delta from removed;
  end if;
  if delta <> 0 then
    -- As count_record does: a call of it would cost more than this.
    update record_counts set count = count + delta
    where id = (select id from record_counts where collection = tg_table_name limit 1 for update skip locked);
    if not found then
      perform count_record(tg_table_name, delta);
    end if;
  end if;
  return null;
end $$;

-- Clients that keep a copy read `deletions` instead of reading every record again.
create function record_deletions() returns trigger language plpgsql as $$
begin
  insert into deletions (collection, record_id) select tg_table_name, id from removed order by id;
  return null;
end $$;

-- Of a collection with private records: only those that were shared.
create function record_shared_deletions() returns trigger language plpgsql as $$
begin
  insert into deletions (collection, record_id) select tg_table_name, id from removed where user_id is null order by id;
  return null;
end $$;
