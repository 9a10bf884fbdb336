-- The followers of a merged suggestion, so that undoing the merge brings them back.
create table merge_followers (
  merge_id bigint not null references merges,
  user_id bigint not null references users on delete cascade,
  -- Whether they follow the other suggestion because of the merge.
  is_added boolean not null,
  primary key (merge_id, user_id)
);
create index on merge_followers (user_id);
