-- The rows of user_figures, external_account_figures and suggestion_figures: one for each record. They hold what changes
-- with every vote, and updated_at, which also follows every change of the record itself.

create function add_figures() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'external_accounts' then insert into external_account_figures (id) select id from added;
    when 'suggestions' then insert into suggestion_figures (id) select id from added;
  end case;
  return null;
end $$;

-- For each row: a statement can add a person together with a vote, whose foreign key is checked before the triggers of
-- the whole statement.
create function add_user_figures() returns trigger language plpgsql as $$
begin
  insert into user_figures (id) values (new.id);
  return null;
end $$;

create function touch_figures() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[] := array(select id from added order by id);
begin
  case tg_table_name
    when 'users' then update user_figures set updated_at = now() where id = any(ids);
    when 'external_accounts' then update external_account_figures set updated_at = now() where id = any(ids);
    when 'suggestions' then update suggestion_figures set updated_at = now() where id = any(ids);
  end case;
  return null;
end $$;

-- First, because other triggers update the row, and because its lock must be held before figures are computed from the
-- record: a vote that holds it adds the revenue or the satisfaction that it reads.
do $$
declare
  collection text;
begin
  foreach collection in array array['external_accounts', 'suggestions'] loop
    execute format('create trigger "00_add_figures" after insert on %I referencing new table as added
      for each statement execute function add_figures()', collection);
  end loop;
  foreach collection in array array['users', 'external_accounts', 'suggestions'] loop
    execute format('create trigger "00_touch_figures" after update on %I referencing new table as added
      for each statement execute function touch_figures()', collection);
  end loop;
end $$;

create trigger "00_add_figures" after insert on users for each row execute function add_user_figures();
