-- Every collection: its number of records, and the log of what was deleted from it.

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

do $$
declare
  collection text;
begin
  foreach collection in array array[
    'api_clients', 'attachments', 'audit_entries', 'audit_features', 'bulk_actions', 'categories', 'comments', 'custom_fields', 'deletions', 'external_accounts',
    'external_users', 'feature_statuses', 'features', 'feedback_atoms', 'feedback_connector_configurations',
    'feedback_records', 'forum_invitations', 'forums', 'impact_reports', 'importance_responses', 'importance_scores',
    'imports', 'internal_flags', 'internal_status_updates', 'internal_statuses', 'invitations', 'labels', 'notes', 'nps_ratings',
    'permissions', 'product_areas', 'segmented_values', 'segments', 'service_hook_logs', 'sessions', 'status_updates', 'statuses',
    'subdomains', 'suggested_merges', 'suggestion_activity_entries', 'suggestions', 'supporter_messages', 'supporters',
    'teams', 'theme_sets', 'themes', 'tickets', 'users', 'views'
  ] loop
    execute format('create trigger "10_count_records_on_insert" after insert on %I referencing new table as added
      for each statement execute function count_records()', collection);
    execute format('create trigger "10_count_records_on_delete" after delete on %I referencing old table as removed
      for each statement execute function count_records()', collection);
    -- Where people signed out is not the business of everybody who reads deletions.
    if collection not in ('deletions', 'sessions') then
      execute format('create trigger "30_record_deletions" after delete on %I referencing old table as removed
        for each statement execute function record_deletions()', collection);
    end if;
  end loop;
end $$;
