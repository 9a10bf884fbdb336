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
