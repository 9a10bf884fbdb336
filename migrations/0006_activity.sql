-- What the activity of a suggestion tells beside what the wire format has: the label, the feature, the statuses and
-- the person that a change was about. What is deleted later leaves its entry behind.
alter table suggestion_activity_entries
  add label_id bigint references labels on delete set null,
  add feature_id bigint references features on delete set null,
  add old_status_id bigint references statuses on delete set null,
  add new_status_id bigint references statuses on delete set null,
  add linked_suggestion_id bigint references suggestions,
  add user_id bigint references users on delete set null;

do $$
declare
  key record;
begin
  for key in
    select conname, a.attname as key_column, confrelid::regclass as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'f' and conrelid = 'suggestion_activity_entries'::regclass and confdeltype = 'a'
      and a.attname not like '%suggestion\_id'
  loop
    execute format('alter table suggestion_activity_entries drop constraint %I', key.conname);
    execute format('alter table suggestion_activity_entries add foreign key (%I) references %s on delete set null',
      key.key_column, key.target);
  end loop;
end $$;

-- Most entries are about one or two things, so that these indexes hold few of them.
do $$
declare
  key_column text;
  old_index text;
begin
  foreach key_column in array array[
    'comment_id', 'note_id', 'status_update_id', 'internal_flag_id', 'internal_status_update_id', 'feedback_record_id',
    'supporter_message_id', 'ticket_id', 'merged_from_suggestion_id', 'merged_to_suggestion_id', 'old_category_id',
    'new_category_id', 'old_forum_id', 'new_forum_id', 'label_id', 'feature_id', 'old_status_id', 'new_status_id',
    'linked_suggestion_id', 'user_id'
  ] loop
    select indexrelid::regclass::text into old_index
    from pg_index join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
    where indrelid = 'suggestion_activity_entries'::regclass and attname = key_column;
    if old_index is not null then
      execute format('drop index %s', old_index);
    end if;
    execute format('create index on suggestion_activity_entries (%1$I, id) where %1$I is not null', key_column);
  end loop;
end $$;
