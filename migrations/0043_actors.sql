-- Adds actors: the people whom anything but feedback, membership or segments refers to. About fifty foreign keys refer to them
-- instead of users, so that deleting a person checks these keys only if the person is an actor (docs/decisions/0057-actors.md).
create table actors (
  id bigint primary key references users on delete cascade
);

do $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as referring, c.conname as name, a.attname as column_name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conrelid::regclass::text || '.' || a.attname not in (
      'actors.id', 'user_figures.id', 'external_users.user_id', 'nps_ratings.user_id', 'segment_members.user_id',
      'suggestions.created_by_id', 'suggestion_followers.user_id', 'suggestion_activity_entries.created_by_id',
      'supporters.created_by_id', 'supporters.updated_by_id', 'duplicate_supporters.user_id', 'merge_followers.user_id',
      'comments.created_by_id', 'feedback_records.user_id', 'importance_responses.user_id',
      'importance_scores.user_id', 'tickets.assignee_id', 'tickets.contact_id',
      'tickets.created_by_id')
    order by 1, 2
  loop
    execute format('insert into actors select distinct %1$I from %2$s where %1$I is not null on conflict do nothing',
      reference.column_name, reference.referring);
    execute format('alter table %s drop constraint %I, add constraint %2$I %s', reference.referring, reference.name,
      replace(reference.definition, 'REFERENCES users(', 'REFERENCES actors('));
  end loop;
end $$;

-- Writes clear or delete these references before they delete a person. The check of RESTRICT is one query instead of two, and an
-- update that finds no row costs most in tables with many triggers.
do $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as referring, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'user_figures'::regclass) and (c.confdeltype = 'a'
      or c.conrelid::regclass::text || '.' || a.attname in (
        'suggestions.created_by_id', 'feedback_records.user_id', 'importance_scores.user_id'))
    order by 1, 2
  loop
    execute format('alter table %s drop constraint %I, add constraint %2$I %s ON DELETE RESTRICT', reference.referring,
      reference.name, regexp_replace(reference.definition, ' ON DELETE .*', ''));
  end loop;
end $$;
