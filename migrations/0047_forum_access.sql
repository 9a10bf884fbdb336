-- Who may see, support, comment and suggest in a forum. An action other than seeing is also limited to the people who see the forum.
alter table forums
  add column see_tier text not null default 'everyone'
    check (see_tier in ('everyone', 'signed_in', 'chosen', 'staff')),
  -- Null: the default of the installation.
  add column support_tier text check (support_tier in ('everyone', 'signed_in', 'chosen', 'staff')),
  add column comment_tier text check (comment_tier in ('everyone', 'signed_in', 'chosen', 'staff')),
  add column suggest_tier text check (suggest_tier in ('everyone', 'signed_in', 'chosen', 'staff'));
update forums set see_tier = 'chosen' where not is_public;
alter table forums drop column is_public;
alter table forums add column is_public boolean not null generated always as (see_tier = 'everyone') stored;

-- The people of the tier `chosen`: members of a segment, and people of an account.
create table forum_audiences (
  forum_id bigint not null references forums on delete cascade,
  action text not null check (action in ('see', 'support', 'comment', 'suggest')),
  segment_id bigint references segments on delete cascade,
  external_account_id bigint references external_accounts on delete cascade,
  check (num_nonnulls(segment_id, external_account_id) = 1)
);
create unique index on forum_audiences (forum_id, action, segment_id, external_account_id) nulls not distinct;
create index on forum_audiences (segment_id) where segment_id is not null;
create index on forum_audiences (external_account_id) where external_account_id is not null;

-- The invitations of a person who signs in on the portal.
create index on forum_invitations (lower(email));
