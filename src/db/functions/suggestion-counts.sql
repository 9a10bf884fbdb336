-- Suggestions by combination of forum, category, status, state, closed or not, merged or not.

create type combination_change as (
  forum_id bigint, category_id bigint, status_id bigint, state text, is_closed boolean, is_merged boolean, n bigint
);

-- A writer takes a row that no other transaction holds, or adds one, so that writers never wait for each other (see
-- count_record).
create function count_combination(c combination_change) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  update suggestion_counts set count = count + c.n where id = (
    select id from suggestion_counts s
    where s.forum_id = c.forum_id and s.category_id is not distinct from c.category_id
      and s.status_id is not distinct from c.status_id and s.state = c.state
      and s.is_closed = c.is_closed and s.is_merged = c.is_merged
    limit 1 for update skip locked);
  if not found then
    insert into suggestion_counts (forum_id, category_id, status_id, state, is_closed, is_merged, count)
    values (c.forum_id, c.category_id, c.status_id, c.state, c.is_closed, c.is_merged, c.n);
  end if;
end $$;

create function count_combinations() returns trigger language plpgsql as $$
declare
  changes combination_change[];
  c combination_change;
begin
  if tg_op = 'INSERT' then
    select array_agg(d) into changes from (
      select forum_id, category_id, status_id, state, closed_at is not null, parent_suggestion_id is not null, count(*)
      from added group by 1, 2, 3, 4, 5, 6
    ) d;
  elsif tg_op = 'DELETE' then
    select array_agg(d) into changes from (
      select forum_id, category_id, status_id, state, closed_at is not null, parent_suggestion_id is not null, -count(*)
      from removed group by 1, 2, 3, 4, 5, 6
    ) d;
  else
    select array_agg(d) into changes from (
      select forum_id, category_id, status_id, state, is_closed, is_merged, sum(n) from (
        select forum_id, category_id, status_id, state, closed_at is not null as is_closed,
          parent_suggestion_id is not null as is_merged, 1 as n
        from added
        union all
        select forum_id, category_id, status_id, state, closed_at is not null, parent_suggestion_id is not null, -1
        from removed
      ) either
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    ) d;
  end if;
  if changes is null then
    return null;
  end if;
  foreach c in array changes loop
    perform count_combination(c);
  end loop;
  return null;
end $$;

create trigger "10_count_combinations_on_insert" after insert on suggestions referencing new table as added
  for each statement execute function count_combinations();
create trigger "10_count_combinations_on_delete" after delete on suggestions referencing old table as removed
  for each statement execute function count_combinations();
create trigger "10_count_combinations_on_update" after update on suggestions
  referencing old table as removed new table as added
  for each statement execute function count_combinations();
