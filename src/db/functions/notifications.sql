-- The last time, up to a moment, at which digests of this frequency are due: full hours, 8:00, or Monday 8:00 in the time zone.
create function last_digest_time(frequency text, time_zone text, moment timestamptz) returns timestamptz language sql stable
begin atomic
  select max(due) from (
    select date_trunc('hour', moment) as due where frequency = 'hourly'
    union all
    select (day + interval '8 hours') at time zone time_zone
    from generate_series(date_trunc('day', moment at time zone time_zone) - interval '8 days', moment at time zone time_zone, interval '1 day') day
    where frequency = 'daily' or frequency = 'weekly' and extract(isodow from day) = 1
  ) times where due <= moment;
end;
