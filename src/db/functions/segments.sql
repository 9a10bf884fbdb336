-- Records whose segments or features a background job has to compute again. They are queued in the transaction of the
-- change, so that nothing is missed.

-- Arguments: the collection of the record to queue, the column with its id, and all columns whose change counts.
create function mark_stale() returns trigger language plpgsql as $$
declare
  columns text := tg_argv[2];
  changed text := case tg_op
    when 'INSERT' then format('select %s from added', columns)
    when 'DELETE' then format('select %s from removed', columns)
    else format('(select %1$s from added except select %1$s from removed)
      union (select %1$s from removed except select %1$s from added)', columns)
  end;
begin
  if exists (select from segments) or exists (select from features) then
    execute format('insert into stale_records select distinct %L, %I from (%s) changed',
      tg_argv[0], tg_argv[1], changed);
  end if;
  return null;
end $$;

do $$
declare
  watched record;
begin
  for watched in select * from (values
    ('supporters', 'suggestions', 'suggestion_id', 'suggestion_id, user_id'),
    ('suggestion_features', 'features', 'feature_id', 'feature_id, suggestion_id'),
    ('users', 'users', 'id',
      'id, name, email_address, job_title, country, region, city, satisfaction_score, last_login, created_at'),
    ('external_users', 'users', 'user_id',
      'user_id, external_account_id, external_id, type, seen_days, last_seen_at, external_created_at, custom_fields'),
    ('external_accounts', 'external_accounts', 'id',
      'id, external_id, name, plan, mrr, ltv, external_created_at, custom_fields')
  ) w (owner, collection, id_column, columns) loop
    execute format('create trigger "80_mark_stale_on_insert" after insert on %I referencing new table as added
      for each statement execute function mark_stale(%L, %L, %L)',
      watched.owner, watched.collection, watched.id_column, watched.columns);
    execute format('create trigger "80_mark_stale_on_delete" after delete on %I referencing old table as removed
      for each statement execute function mark_stale(%L, %L, %L)',
      watched.owner, watched.collection, watched.id_column, watched.columns);
    execute format('create trigger "80_mark_stale_on_update" after update on %I
      referencing old table as removed new table as added
      for each statement execute function mark_stale(%L, %L, %L)',
      watched.owner, watched.collection, watched.id_column, watched.columns);
  end loop;
end $$;

create trigger "80_mark_stale_on_update" after update on external_account_figures
  referencing old table as removed new table as added
  for each statement execute function mark_stale('external_accounts', 'id', 'id, nps, users_count');

-- A segment can refer to a custom field that was deleted or has a new key.
create function mark_segments_stale() returns trigger language plpgsql as $$
begin
  insert into stale_records select 'segments', id from segments;
  return null;
end $$;

create trigger "80_mark_segments_stale" after update or delete on custom_fields
  for each statement execute function mark_segments_stale();
