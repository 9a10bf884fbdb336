-- Uploaded files: what is known of each, what is still to be done with it, and what is left of those that are gone.
alter table attachments
  -- Of the bytes; empty where the record is older than the upload of files.
  add sha256 text not null default '',
  -- Whether browsers may show it in place: a raster image whose bytes were looked at.
  add is_safe_image boolean not null default false,
  add thumbnail text not null default 'none' check (thumbnail in ('pending', 'made', 'none')),
  -- Somebody makes the thumbnail; one who has not come back after a while was killed.
  add thumbnail_claimed_at timestamptz(3);
create index on attachments (id) where thumbnail = 'pending';
-- Uploads that nothing links, by how long nothing has.
create index on attachments (updated_at) where suggestion_id is null and note_id is null;

-- One row. The names of this database's files end with the suffix, so that it never sweeps those of another.
create table file_store (
  is_only boolean primary key default true check (is_only),
  key_suffix text not null default left(replace(gen_random_uuid()::text, '-', ''), 8),
  total_bytes bigint not null default 0,
  swept_at timestamptz(3) not null default '-infinity'
) with (fillfactor = 50);
insert into file_store (total_bytes) select coalesce(sum(size_in_bytes), 0) from attachments;

-- Whoever deletes an attachment leaves its file to be removed, in the same transaction.
create table removed_files (
  file_key text primary key
);

create function keep_file_store() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update file_store set total_bytes = total_bytes + (select coalesce(sum(size_in_bytes), 0) from added)
    where exists (select from added where size_in_bytes <> 0);
  else
    insert into removed_files select file_key from removed on conflict do nothing;
    update file_store set total_bytes = total_bytes - (select coalesce(sum(size_in_bytes), 0) from removed)
    where exists (select from removed where size_in_bytes <> 0);
    perform pg_notify('work_queued', '') from removed limit 1;
  end if;
  return null;
end $$;
create trigger store_added after insert on attachments referencing new table as added
  for each statement execute function keep_file_store();
create trigger store_removed after delete on attachments referencing old table as removed
  for each statement execute function keep_file_store();
