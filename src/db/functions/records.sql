-- Every collection: its number of records, and the log of what was deleted from it. resource-triggers.sql has the triggers.

-- The number of records of a collection is spread over several rows of record_counts. A writer takes a row that no
-- other transaction holds, or adds one, so that writers never wait for each other.
create function count_records() returns trigger language plpgsql as $$
declare
  delta bigint;
  free_row bigint;
begin
  if tg_op = 'INSERT' then
    select count(*) into delta from added;
  else
    select -count(*) into delta from removed;
  end if;
  if delta = 0 then
    return null;
  end if;
  select id into free_row from record_counts where collection = tg_table_name
    limit 1 for update skip locked;
  if free_row is null then
    insert into record_counts (collection, count) values (tg_table_name, delta);
  else
    update record_counts set count = count + delta where id = free_row;
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
