-- A forum whose content moves to another one. It is deleted when nothing is left in it.
alter table forums add merged_into_id bigint references forums;
