-- The uploads that settings of the portal name: they stay as long as the setting.
create table portal_pictures (
  setting_name text primary key references settings on delete cascade,
  attachment_id bigint not null references attachments on delete cascade
);
create index on portal_pictures (attachment_id);

-- What somebody tries out before they save it: the changed settings of the portal.
create table portal_previews (
  user_id bigint primary key references actors on delete cascade,
  changes jsonb not null,
  updated_at timestamptz(3) not null default now()
);
