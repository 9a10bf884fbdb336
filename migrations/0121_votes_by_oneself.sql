-- Nearly every vote is created by the person whose it is, and changed last by who created it. Naming them again wrote two index entries and
-- checked two foreign keys. Votes of before keep their names, which say the same.
drop index supporters_created_by_id_idx;
drop index supporters_updated_by_id_idx;
alter table supporters alter column created_by_id drop not null, alter column updated_by_id drop not null;
alter table duplicate_supporters alter column created_by_id drop not null, alter column updated_by_id drop not null;
alter table hidden_supporters alter column created_by_id drop not null, alter column updated_by_id drop not null;
create index supporters_created_by_id_idx on supporters (created_by_id) where created_by_id is not null;
create index supporters_updated_by_id_idx on supporters (updated_by_id) where updated_by_id is not null;
