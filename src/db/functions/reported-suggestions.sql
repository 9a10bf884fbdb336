-- The copy of suggestions that reports read. A job copies those created until two days ago. Later changes to them are noted, and
-- reports read noted ones from their tables, so that every report is exact.

-- Received suggestions as reports see them, from their tables.
create function received_suggestions() returns table (
  suggestion_id bigint, created_at timestamptz, forum_id bigint, created_by_id bigint, is_merged boolean, is_open boolean, has_accounts boolean,
  answered_at timestamptz, closed_at timestamptz, label_set text
) language sql stable as $$
  select s.id, s.created_at, s.forum_id, s.created_by_id, s.parent_suggestion_id is not null, s.is_open,
    exists (select from suggestion_figures f where f.id = s.id and f.supporting_accounts_count > 0),
    (select min(u.created_at) from status_updates u where u.suggestion_id = s.id), s.closed_at,
    coalesce((
      select string_agg(l.label_id::text, ' ' order by l.label_id) from suggestion_labels l where l.suggestion_id = s.id), '')
  from suggestions s where s.state in ('new', 'approved', 'published')
$$;

-- Those that were not copied, or changed since.
create function uncopied_suggestions() returns table (
  suggestion_id bigint, created_at timestamptz, forum_id bigint, created_by_id bigint, is_merged boolean, is_open boolean, has_accounts boolean,
  answered_at timestamptz, closed_at timestamptz, label_set text
) language sql stable as $$
  select * from received_suggestions() s where s.created_at >= (select suggestions_until from report_progress)
  union all
  select * from received_suggestions() s
  where s.suggestion_id in (select c.suggestion_id from report_changes c)
    and s.created_at < (select suggestions_until from report_progress)
$$;

-- All others, from the copy. The planner does not look into PL/pgSQL, so that it always hashes the few notes, never the copies.
create function noted_suggestions() returns setof bigint language plpgsql stable rows 100 as $$
begin
  return query select c.suggestion_id from report_changes c;
end $$;

create function copied_suggestions() returns setof reported_suggestions language sql stable as $$
  select * from reported_suggestions where suggestion_id not in (select noted_suggestions())
$$;

-- Copies changed suggestions again, and at most this many others. Returns whether more is left. A note is removed together with the
-- outdated copy, and statements after that see what its writer did.
create function copy_suggestions_for_reports(max_rows integer) returns boolean language plpgsql as $$
declare
  copied_until timestamptz;
  next_until timestamptz;
  latest timestamptz := now() - interval '2 days';
  changed bigint[];
begin
  select suggestions_until into copied_until from report_progress for update skip locked;
  if not found then
    return false;
  end if;
  with taken as (
    delete from report_changes where ctid = any(array(select ctid from report_changes limit max_rows)) returning suggestion_id
  )
  select array_agg(distinct suggestion_id) into changed from taken;
  if changed is not null then
    delete from reported_suggestions where suggestion_id = any(changed);
    insert into reported_suggestions (suggestion_id, created_at, forum_id, created_by_id, is_merged, is_open, has_accounts,
      answered_at, closed_at, label_set)
    select * from received_suggestions() where suggestion_id = any(changed) and created_at < copied_until;
  end if;
  -- A transaction that began before its rows were old adds them without a note.
  if copied_until < latest and not exists (select from pg_stat_activity where xact_start < now() - interval '1 day') then
    select created_at into next_until from suggestions where created_at >= copied_until
    order by created_at offset max_rows limit 1;
    next_until := least(latest, greatest(coalesce(next_until, latest), copied_until + interval '1 millisecond'));
    insert into reported_suggestions (suggestion_id, created_at, forum_id, created_by_id, is_merged, is_open, has_accounts,
      answered_at, closed_at, label_set)
    select * from received_suggestions() where created_at >= copied_until and created_at < next_until order by created_at;
    update report_progress set suggestions_until = next_until;
    return next_until < latest or exists (select from report_changes);
  end if;
  return exists (select from report_changes);
end $$;

-- For rows that are loaded without triggers: suggestions created since then are copied again.
create function copy_suggestions_again(since timestamptz) returns void language plpgsql as $$
begin
  update report_progress set suggestions_until = since where suggestions_until > since;
  delete from reported_suggestions where created_at >= since;
end $$;

-- Row-level, with conditions: a new suggestion, which is not copied yet, costs nothing.
create function note_changed_suggestion() returns trigger language plpgsql as $$
begin
  insert into report_changes (suggestion_id) values (coalesce(new.id, old.id));
  return null;
end $$;

create function note_suggestion_of_change() returns trigger language plpgsql as $$
begin
  insert into report_changes (suggestion_id) values (coalesce(new.suggestion_id, old.suggestion_id));
  if new.suggestion_id <> old.suggestion_id then
    insert into report_changes (suggestion_id) values (old.suggestion_id);
  end if;
  return null;
end $$;

create trigger "80_note_report_change_on_insert" after insert on suggestions for each row
  when (new.created_at < now() - interval '1 day') execute function note_changed_suggestion();
create trigger "80_note_report_change_on_update" after update on suggestions for each row
  when ((old.state, old.created_at, old.forum_id, old.created_by_id, old.parent_suggestion_id, old.closed_at)
    is distinct from (new.state, new.created_at, new.forum_id, new.created_by_id, new.parent_suggestion_id, new.closed_at))
  execute function note_changed_suggestion();
create trigger "80_note_report_change_on_delete" after delete on suggestions for each row
  execute function note_changed_suggestion();
create trigger "80_note_report_change_on_update" after update on suggestion_figures for each row
  when ((old.supporting_accounts_count > 0) <> (new.supporting_accounts_count > 0)) execute function note_changed_suggestion();
create trigger "80_note_report_change_on_insert" after insert on suggestion_labels for each row
  execute function note_suggestion_of_change();
create trigger "80_note_report_change_on_update" after update on suggestion_labels for each row
  execute function note_suggestion_of_change();
create trigger "80_note_report_change_on_delete" after delete on suggestion_labels for each row
  execute function note_suggestion_of_change();
create trigger "80_note_report_change_on_insert" after insert on status_updates for each row
  execute function note_suggestion_of_change();
create trigger "80_note_report_change_on_update" after update on status_updates for each row
  when ((old.suggestion_id, old.created_at) is distinct from (new.suggestion_id, new.created_at))
  execute function note_suggestion_of_change();
create trigger "80_note_report_change_on_delete" after delete on status_updates for each row
  execute function note_suggestion_of_change();
