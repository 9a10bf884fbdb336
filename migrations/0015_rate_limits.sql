-- How many requests a client may send in a minute, by the plan of the account.
create table plans (
  name text primary key,
  requests_per_minute integer not null check (requests_per_minute > 0)
);
insert into plans (name, requests_per_minute)
values ('starter', 120), ('growth', 600), ('scale', 3000), ('unlimited', 1000000000);

-- One row: the account has one plan.
create table account_plan (
  is_the_only boolean primary key default true check (is_the_only),
  plan text not null references plans
);
insert into account_plan (plan) values ('growth');

-- Common HTTP libraries take Retry-After for seconds to wait, and would sleep for decades on an epoch.
alter table api_clients
  add retry_after text not null default 'epoch' check (retry_after in ('epoch', 'delta')),
  add check (requests_per_minute > 0);

-- What several processes count together. Nothing is lost with it but the count of a minute, so it is not logged. The
-- minute comes first, so that old ones go by the index; pages have room, so that an update needs no new index entry.
create unlogged table rate_counts (
  minute bigint not null,
  key text not null,
  count bigint not null,
  primary key (minute, key)
) with (fillfactor = 30);
