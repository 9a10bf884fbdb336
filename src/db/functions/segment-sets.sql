-- Suggestions by the set of segments that have a figure of them. Segments are computed under one lock, so a set has one row.

create function count_segment_sets() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  records bigint[];
  of_segments bigint[];
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_op = 'INSERT' then
    select array_agg(record_id), array_agg(segment_id) into records, of_segments from added where collection = 'suggestions';
  else
    select array_agg(record_id), array_agg(segment_id) into records, of_segments from removed where collection = 'suggestions';
  end if;
  if records is null then
    return null;
  end if;
  -- With the rows of the statement, and without them.
  with members as (
    select record_id, segment_id, bool_or(is_changed) as is_changed from (
      select record_id, segment_id, false as is_changed from segment_figures
      where collection = 'suggestions' and record_id = any(records)
      union all
      select record_id, segment_id, true from unnest(records, of_segments) c (record_id, segment_id)
    ) either group by 1, 2
  ), sets as (
    select array_agg(segment_id order by segment_id) as whole,
      array_agg(segment_id order by segment_id) filter (where not is_changed) as rest
    from members group by record_id
  ), changes as materialized (
    select segments, sum(n) as n from (
      select whole as segments, sign as n from sets union all select rest, -sign from sets where rest is not null
    ) either group by segments having sum(n) <> 0
  ), updated as (
    update segment_set_counts s set count = count + c.n from changes c
    where hash_array(s.segments) = hash_array(c.segments) and s.segments = c.segments
    returning s.segments
  )
  insert into segment_set_counts (segments, count)
  select segments, n from changes where segments not in (select segments from updated);
  return null;
end $$;

create trigger "40_count_segment_sets_on_insert" after insert on segment_figures referencing new table as added
  for each statement execute function count_segment_sets();
create trigger "40_count_segment_sets_on_delete" after delete on segment_figures referencing old table as removed
  for each statement execute function count_segment_sets();
