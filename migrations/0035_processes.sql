-- The processes that serve or run jobs now. Each repeats its row every few seconds, so a row that is old is of a process that ended
-- without notice. Logged, unlike the counts of requests: the same write shows whether commits reach the disk and the standby. The
-- pages have room, so that an update needs no new index entry.
create table processes (
  id uuid primary key,
  -- False: it runs background jobs only.
  is_serving boolean not null,
  -- The most database connections that it opens.
  connections integer not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null
) with (fillfactor = 30);
