-- Browsers in which a person signed in: strangers cannot delay them. A browser that several people use has a row for each.
create table sign_in_devices (
  hash bytea not null,
  user_id bigint not null references users on delete cascade,
  -- Attempts since the last sign-in. Too many end the exemption.
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (hash, user_id)
);
create index on sign_in_devices (user_id, created_at);
create index on sign_in_devices (created_at);
