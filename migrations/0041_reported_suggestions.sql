-- A narrow copy of received suggestions for reports. A job fills it, so that the upgrade takes no time; reports read the rest from the tables.
create table reported_suggestions (
  suggestion_id bigint primary key,
  created_at timestamp(3) with time zone not null,
  forum_id bigint not null,
  created_by_id bigint,
  is_merged boolean not null,
  is_open boolean not null,
  -- Whether an account is behind it.
  has_accounts boolean not null,
  answered_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  -- Their ids in order, separated by spaces: grouping by texts takes half as long as by arrays.
  label_set text collate "C" not null
);
create index on reported_suggestions (created_at);
create index on reported_suggestions (answered_at) include (suggestion_id, forum_id, created_by_id) where answered_at is not null;
create index on reported_suggestions (closed_at) include (suggestion_id, forum_id, created_by_id) where closed_at is not null;

-- Suggestions that changed since they were copied. Without an index: rows are only added, and taken all at once.
create table report_changes (suggestion_id bigint not null);

-- Suggestions created before this time are copied.
create table report_progress (
  is_singleton boolean primary key default true check (is_singleton),
  suggestions_until timestamp with time zone not null default '-infinity'
);
insert into report_progress default values;
