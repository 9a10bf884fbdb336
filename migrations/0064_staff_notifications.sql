-- Which mails a member of the team gets, and how far theirs are. A person without a row has the defaults. A mail is about what happened
-- after `…_from` and up to `…_until`, which is set while it waits.
create table staff_notifications (
  user_id bigint primary key references actors on delete cascade,
  digest text not null default 'never' check (digest in ('never', 'hourly', 'daily', 'weekly')),
  time_zone text not null default 'UTC',
  mentions boolean not null default true,
  failures boolean not null default true,
  digest_from timestamptz(3) not null default now(),
  digest_until timestamptz(3),
  failures_from timestamptz(3) not null default now(),
  failures_until timestamptz(3)
);

-- The forums that the digest is limited to; none for all.
create table staff_notification_forums (
  user_id bigint references actors on delete cascade,
  forum_id bigint references forums on delete cascade,
  primary key (user_id, forum_id)
);
create index staff_notification_forums_forum_id_idx on staff_notification_forums (forum_id);

-- What a subscribed view matched when it was last looked at, by these parameters. Null: not known.
create table view_subscriptions (
  view_id bigint primary key references views on delete cascade,
  params text,
  matches bigint[],
  -- Its person knows that its filters are not valid any more.
  is_invalid boolean not null default false
);
create index views_subscribed_idx on views (id) where subscribed;
