-- Suggestions by the set of their labels.

create type label_set_change as (labels bigint[], n bigint);

-- The figures of a suggestion are its lock, so that the other labels do not change meanwhile. A writer takes a row that no
-- other transaction holds, or adds one (see count_records).
create function count_label_sets() returns trigger language plpgsql as $$
declare
  attached suggestion_labels[];
  detached suggestion_labels[];
  of_suggestions bigint[];
  changes label_set_change[];
  c label_set_change;
  free_row bigint;
begin
  if tg_op <> 'DELETE' then
    select array_agg(added) into attached from added;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(removed) into detached from removed;
  end if;
  of_suggestions := array(
    select suggestion_id from unnest(attached) union select suggestion_id from unnest(detached));
  if cardinality(of_suggestions) = 0 then
    return null;
  end if;
  perform from suggestion_figures where id = any(of_suggestions) order by id for no key update;
  with present as (
    select suggestion_id, label_id from suggestion_labels where suggestion_id = any(of_suggestions)
  ), former as (
    (select * from present except select * from unnest(attached)) union all select * from unnest(detached)
  ), sets as (
    select array_agg(label_id order by label_id) as labels, 1 as n from present group by suggestion_id
    union all
    select array_agg(label_id order by label_id), -1 from former group by suggestion_id
  )
  select array_agg(d) into changes from (select labels, sum(n) from sets group by labels having sum(n) <> 0) d;
  if changes is null then
    return null;
  end if;
  foreach c in array changes loop
    select id into free_row from label_set_counts s
    where hash_array(s.labels) = hash_array(c.labels) and s.labels = c.labels limit 1 for update skip locked;
    if free_row is null then
      insert into label_set_counts (labels, count) values (c.labels, c.n);
    else
      update label_set_counts set count = count + c.n where id = free_row;
    end if;
  end loop;
  return null;
end $$;

-- After the labels are locked (step 20).
create trigger "40_count_label_sets_on_insert" after insert on suggestion_labels referencing new table as added
  for each statement execute function count_label_sets();
create trigger "40_count_label_sets_on_delete" after delete on suggestion_labels referencing old table as removed
  for each statement execute function count_label_sets();
create trigger "40_count_label_sets_on_update" after update on suggestion_labels
  referencing old table as removed new table as added
  for each statement execute function count_label_sets();
