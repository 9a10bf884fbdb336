-- The bytes stored for attachments, and the queue of files to delete from the store.

create function track_stored_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update file_store set total_bytes = total_bytes + (select coalesce(sum(size_in_bytes), 0) from added)
    where exists (select from added where size_in_bytes <> 0);
  else
    insert into removed_files select file_key from removed on conflict do nothing;
    update file_store set total_bytes = total_bytes - (select coalesce(sum(size_in_bytes), 0) from removed)
    where exists (select from removed where size_in_bytes <> 0);
    perform graphile_worker.add_job('remove_files') from removed limit 1;
  end if;
  return null;
end $$;

create trigger "90_track_stored_files_on_insert" after insert on attachments referencing new table as added
  for each statement execute function track_stored_files();
create trigger "90_track_stored_files_on_delete" after delete on attachments referencing old table as removed
  for each statement execute function track_stored_files();

-- The forums where the portal shows a file that is not of a note: with its suggestion or comment, or in an answer or announcement that
-- shows the picture.
create function forums_of_file(attachment bigint, suggestion bigint, comment bigint) returns setof bigint language sql stable as $$
  select s.forum_id from suggestions s
  where s.state in ('approved', 'published') and s.id in (
    select suggestion union all
    select u.suggestion_id from picture_uses u where u.attachment_id = attachment)
  union all
  select s.forum_id from comments c join suggestions s on s.id = c.suggestion_id
  where c.id = comment and c.state in ('approved', 'published') and s.state in ('approved', 'published')
  union all
  select l.forum_id from picture_uses u join announcements n on n.id = u.announcement_id
    join announcement_forums l on l.announcement_id = n.id
  where u.attachment_id = attachment and n.published_at is not null
$$;

-- Whether the portal shows it to everybody. An announcement that names no forum is for everybody. In PL/pgSQL, so that records without
-- files, which are most, do not plan or prepare it.
create function is_public_file(attachment bigint, suggestion bigint, comment bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from forums f where f.is_public and f.id in (select forums_of_file(attachment, suggestion, comment)))
    or exists (
      select from picture_uses u join announcements n on n.id = u.announcement_id
      where u.attachment_id = attachment and n.published_at is not null
        and not exists (select from announcement_forums l where l.announcement_id = n.id));
end $$;
