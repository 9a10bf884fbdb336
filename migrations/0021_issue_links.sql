-- Links to issues become a collection: a time of the last change, and an index for every sort and filter.
alter table issue_links add updated_at timestamptz(3) not null default now();
update issue_links set updated_at = created_at;
create index on issue_links (created_at, id);
create index on issue_links (updated_at, id);
create index on issue_links (issue_key);

insert into record_counts (collection, count) select 'issue_links', count(*) from issue_links having count(*) > 0;
