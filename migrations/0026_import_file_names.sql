-- The name of the imported file, as the client says it.
alter table imports add column file_name text;
