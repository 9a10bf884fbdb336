-- When people suggested, commented and voted, by year (UTC), for reports. A job fills it, so that the upgrade takes no time.
create table reported_people (
  year integer not null,
  user_id bigint not null,
  -- In order. Null when there is none.
  suggested_at timestamp with time zone[],
  commented_at timestamp with time zone[],
  voted_at timestamp with time zone[],
  -- The sum of the votes until each time of `voted_at`. Null when each is one vote.
  vote_sums bigint[],
  primary key (year, user_id)
) with (fillfactor = 90);

-- People and years that changed since they were copied. Without an index, as report_changes.
create table report_person_changes (user_id bigint not null, year integer not null);

-- What people did before this time is copied.
alter table report_progress add column people_until timestamp with time zone not null default '-infinity';
