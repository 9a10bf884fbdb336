-- A refresh of a whole segment proceeds in batches: the row says up to which record it is done.
alter table stale_records add column position bigint not null default 0;
