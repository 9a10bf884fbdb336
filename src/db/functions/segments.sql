-- Records whose segments or features a background job has to compute again. They are queued in the transaction of the
-- change, so that nothing is missed.

-- Arguments: the collection of the record to queue, the column with its id, and all columns whose change counts.
-- Static statements where it can be: a dynamic one is planned at each call.
create function mark_stale() returns trigger language plpgsql as $$
begin
  if not (exists (select from segments) or exists (select from features)) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    execute format('insert into stale_records select distinct %1$L, %2$I from (
        (select %3$s from added except select %3$s from removed)
        union (select %3$s from removed except select %3$s from added)) changed',
      tg_argv[0], tg_argv[1], tg_argv[2]);
  elsif tg_op = 'INSERT' then
    case tg_argv[1]
      when 'id' then insert into stale_records select distinct tg_argv[0], id from added;
      when 'user_id' then insert into stale_records select distinct tg_argv[0], user_id from added;
      when 'suggestion_id' then insert into stale_records select distinct tg_argv[0], suggestion_id from added;
      when 'feature_id' then insert into stale_records select distinct tg_argv[0], feature_id from added;
    end case;
  else
    case tg_argv[1]
      when 'id' then insert into stale_records select distinct tg_argv[0], id from removed;
      when 'user_id' then insert into stale_records select distinct tg_argv[0], user_id from removed;
      when 'suggestion_id' then insert into stale_records select distinct tg_argv[0], suggestion_id from removed;
      when 'feature_id' then insert into stale_records select distinct tg_argv[0], feature_id from removed;
    end case;
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
    -- New supporters: count_new_supporters.
    if watched.owner <> 'supporters' then
      execute format('create trigger "80_mark_stale_on_insert" after insert on %I referencing new table as added
        for each statement execute function mark_stale(%L, %L, %L)',
        watched.owner, watched.collection, watched.id_column, watched.columns);
    end if;
    execute format('create trigger "80_mark_stale_on_delete" after delete on %I referencing old table as removed
      for each statement execute function mark_stale(%L, %L, %L)',
      watched.owner, watched.collection, watched.id_column, watched.columns);
    execute format('create trigger "80_mark_stale_on_update" after update on %I
      referencing old table as removed new table as added
      for each statement execute function mark_stale(%L, %L, %L)',
      watched.owner, watched.collection, watched.id_column, watched.columns);
  end loop;
end $$;

-- For each row: every vote updates these figures, and hardly ever the two that segments can filter by. Compared here and
-- not in a WHEN clause, which PostgreSQL parses at each statement.
create function mark_account_stale() returns trigger language plpgsql as $$
begin
  if old.nps is distinct from new.nps or old.users_count <> new.users_count then
    insert into stale_records select 'external_accounts', new.id
    where exists (select from segments) or exists (select from features);
  end if;
  return null;
end $$;

create trigger "80_mark_stale_on_update" after update on external_account_figures for each row
  execute function mark_account_stale();

-- A segment can refer to a custom field that was deleted or has a new key.
create function mark_segments_stale() returns trigger language plpgsql as $$
begin
  insert into stale_records select 'segments', id from segments;
  return null;
end $$;

create trigger "80_mark_segments_stale" after update or delete on custom_fields
  for each statement execute function mark_segments_stale();
