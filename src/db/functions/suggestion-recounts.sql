-- Figures of a suggestion that come from few rows are recounted: notes, internal flags, importance, merge candidates.

create function recount_suggestions() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[];
  parents bigint[];
begin
  if tg_table_name = 'suggested_merges' then
    if tg_op <> 'DELETE' then
      select array_agg(suggestion_a_id) || array_agg(suggestion_b_id) into ids from added;
    end if;
    if tg_op <> 'INSERT' then
      select ids || array_agg(suggestion_a_id) || array_agg(suggestion_b_id) into ids from removed;
    end if;
  else
    if tg_op <> 'DELETE' then
      select array_agg(suggestion_id) into ids from added;
    end if;
    if tg_op <> 'INSERT' then
      select ids || array_agg(suggestion_id) into ids from removed;
    end if;
  end if;
  if ids is null then
    return null;
  end if;
  perform from suggestion_figures where id = any(ids) order by id for no key update;
  update suggestion_figures s set
    notes_count = (select count(*) from notes where suggestion_id = s.id),
    merge_candidates_count = (
      select count(*) from suggested_merges
      where (suggestion_a_id = s.id or suggestion_b_id = s.id) and state = 'open'),
    internal_flags_count = f.open,
    all_internal_flags_count = f.n,
    last_internal_flag_at = f.last_at,
    importance_low_count = i.low,
    importance_medium_count = i.medium,
    importance_high_count = i.high,
    importance_total_value = i.value,
    updated_at = now()
  from unnest(ids) changed (id), lateral (
    select count(*) as n, count(*) filter (where cleared_at is null) as open, max(created_at) as last_at
    from internal_flags where suggestion_id = changed.id
  ) f, lateral (
    select count(*) filter (where value < 1.5) as low,
      count(*) filter (where value >= 1.5 and value < 2.5) as medium,
      count(*) filter (where value >= 2.5) as high,
      coalesce(sum(value), 0) as value
    from importance_scores join importance_responses r on r.id = response_id where suggestion_id = changed.id
  ) i
  where s.id = changed.id;
  if tg_table_name = 'notes' then
    if tg_op = 'INSERT' then
      select array_agg(parent_id) into parents from added where parent_id is not null;
    else
      select array_agg(parent_id) into parents from removed where parent_id is not null;
    end if;
    update notes n set reply_count = (select count(*) from notes r where r.parent_id = n.id), updated_at = now()
    where id = any(parents);
  end if;
  return null;
end $$;

create trigger "40_recount_suggestions_on_insert" after insert on notes referencing new table as added
  for each statement execute function recount_suggestions();
create trigger "40_recount_suggestions_on_delete" after delete on notes referencing old table as removed
  for each statement execute function recount_suggestions();

do $$
declare
  collection text;
begin
  foreach collection in array array['importance_scores', 'internal_flags', 'suggested_merges'] loop
    execute format('create trigger "40_recount_suggestions_on_insert" after insert on %I
      referencing new table as added
      for each statement execute function recount_suggestions()', collection);
    execute format('create trigger "40_recount_suggestions_on_delete" after delete on %I
      referencing old table as removed
      for each statement execute function recount_suggestions()', collection);
    execute format('create trigger "40_recount_suggestions_on_update" after update on %I
      referencing old table as removed new table as added
      for each statement execute function recount_suggestions()', collection);
  end loop;
end $$;
