-- The copy of what people did that the report of contributors reads: times in order, so that those of a range are found by halving,
-- whatever the time zone. A job copies older ones. Later changes to them are noted, and the report reads noted people from the tables.

create type person_year as (user_id bigint, year integer);

create function year_of(at timestamptz) returns integer language sql immutable
  return extract(year from at at time zone 'UTC')::integer;

-- Declared immutable, which a subtraction of microseconds is, so that it is calculated once.
create function moment_before(at timestamptz) returns timestamptz language sql immutable
  return at - interval '1 microsecond';

-- What counts, from the tables.
create function acts_of_people() returns table (user_id bigint, done_at timestamptz, kind text, n integer)
language sql stable as $$
  select s.created_by_id, s.created_at, 'suggestion', 1 from suggestions s
  where s.created_by_id is not null and s.state in ('new', 'approved', 'published')
  union all
  select c.created_by_id, c.created_at, 'comment', 1 from comments c join suggestions s on s.id = c.suggestion_id
  where c.created_by_id is not null and c.state in ('new', 'approved', 'published') and s.state in ('new', 'approved', 'published')
  union all
  select p.user_id, p.created_at, 'vote', p.votes_count from supporters p join suggestions s on s.id = p.suggestion_id
  where s.state in ('new', 'approved', 'published')
$$;

-- The planner does not look into PL/pgSQL, so that it always hashes the few notes, never the copies.
create function noted_people() returns setof person_year language plpgsql stable rows 100 as $$
begin
  return query select distinct c.user_id, c.year from report_person_changes c;
end $$;

create function copied_people() returns setof reported_people language sql stable as $$
  select * from reported_people where (user_id, year) not in (select n.user_id, n.year from noted_people() n)
$$;

-- What people did in a range that is not in `copied_people`. Looks each noted person up.
create function uncopied_acts(from_time timestamptz, before_time timestamptz)
returns table (user_id bigint, done_at timestamptz, kind text, n integer) language sql stable as $$
  select * from acts_of_people() a
  where a.done_at >= greatest(from_time, (select people_until from report_progress)) and a.done_at < before_time
  union all
  select a.* from noted_people() noted, lateral (
    select * from acts_of_people() a where a.user_id = noted.user_id offset 0) a
  where year_of(a.done_at) = noted.year and a.done_at >= from_time
    and a.done_at < least(before_time, (select people_until from report_progress))
$$;

-- Rows of reported_people from the tables: of a range of times, or of these people and years until then.
create function years_of_people(from_time timestamptz, before_time timestamptz, changed person_year[])
returns setof reported_people language sql stable as $$
  with acts as (
    select a.*, year_of(a.done_at) as year from acts_of_people() a
    where changed is null and a.done_at >= from_time and a.done_at < before_time
    union all
    select a.*, c.year from unnest(changed) c, lateral (
      select * from acts_of_people() a where a.user_id = c.user_id offset 0) a
    where year_of(a.done_at) = c.year and a.done_at < before_time
  ), placed as (
    select *, row_number() over w as place, sum(n) filter (where kind = 'vote') over w as votes from acts
    window w as (partition by year, user_id order by done_at, kind rows unbounded preceding)
  )
  select year, user_id, array_agg(done_at order by place) filter (where kind = 'suggestion'),
    array_agg(done_at order by place) filter (where kind = 'comment'), array_agg(done_at order by place) filter (where kind = 'vote'),
    case when bool_or(kind = 'vote' and n <> 1) then array_agg(votes order by place) filter (where kind = 'vote') end
  from placed group by year, user_id
$$;

-- The sums of votes of later times after those of earlier ones.
create function join_vote_sums(earlier_at timestamptz[], earlier bigint[], later_at timestamptz[], later bigint[]) returns bigint[]
language sql immutable as $$
  select case when earlier is not null or later is not null then (
    select array_agg(n order by place) from (
      select n, place from unnest(coalesce(earlier, array(select generate_series(1, cardinality(earlier_at))))) with ordinality e (n, place)
      union all
      select n + coalesce(earlier[cardinality(earlier)], cardinality(earlier_at), 0), place + coalesce(cardinality(earlier_at), 0)
      from unnest(coalesce(later, array(select generate_series(1, cardinality(later_at))))) with ordinality l (n, place)) sums) end
$$;

-- The time of the n-th act since then of the table that has as many first. Null when none has.
create function time_of_act(since timestamptz, n bigint) returns timestamptz language sql stable as $$
  select least(
    (select created_at from suggestions where created_at >= since order by created_at offset n limit 1),
    (select created_at from comments where created_at >= since order by created_at offset n limit 1),
    (select created_at from supporters where created_at >= since order by created_at offset n limit 1))
$$;

-- Copies changed people again, and others when so many acts wait, because each step writes the whole row of everybody who did something.
-- Returns whether more is left. A note is removed together with the outdated copy, and statements after that see what its writer did.
create function copy_people_for_reports(max_acts bigint default 50000, min_acts bigint default 10000) returns boolean language plpgsql as $$
declare
  copied_until timestamptz;
  next_until timestamptz;
  latest timestamptz := now() - interval '2 hours';
  changed person_year[];
begin
  select people_until into copied_until from report_progress for update skip locked;
  if not found then
    return false;
  end if;
  with taken as (
    delete from report_person_changes where ctid = any(array(select ctid from report_person_changes limit max_acts / 5))
    returning user_id, year
  )
  select array_agg(distinct (user_id, year)::person_year) into changed from taken;
  if changed is not null then
    delete from reported_people r using unnest(changed) c where r.year = c.year and r.user_id = c.user_id;
    insert into reported_people select * from years_of_people(null, copied_until, changed);
  end if;
  -- A transaction that began before its rows were old adds them without a note.
  if time_of_act(copied_until, min_acts) < latest
    and not exists (select from pg_stat_activity where xact_start < now() - interval '1 hour')
  then
    next_until := least(latest,
      greatest(coalesce(time_of_act(copied_until, max_acts), latest), copied_until + interval '1 millisecond'));
    insert into reported_people as r select * from years_of_people(copied_until, next_until, null)
    on conflict (year, user_id) do update set
      suggested_at = r.suggested_at || excluded.suggested_at,
      commented_at = r.commented_at || excluded.commented_at,
      vote_sums = join_vote_sums(r.voted_at, r.vote_sums, excluded.voted_at, excluded.vote_sums),
      voted_at = r.voted_at || excluded.voted_at;
    update report_progress set people_until = next_until;
    return next_until < latest or exists (select from report_person_changes);
  end if;
  return exists (select from report_person_changes);
end $$;

-- For rows that are loaded without triggers: what people did since then is copied again.
create function copy_people_again(since timestamptz) returns void language plpgsql as $$
begin
  update report_progress set people_until = make_timestamptz(year_of(since), 1, 1, 0, 0, 0, 'UTC') where people_until > since;
  delete from reported_people where year >= year_of(since);
end $$;

-- Row-level, with conditions: what a person does now is not copied yet, and costs nothing.
create function note_voter() returns trigger language plpgsql as $$
begin
  insert into report_person_changes (user_id, year)
  select distinct person, year_of(at) from (values (old.user_id, old.created_at), (new.user_id, new.created_at)) acts (person, at)
  where person is not null;
  return null;
end $$;

create function note_author() returns trigger language plpgsql as $$
begin
  insert into report_person_changes (user_id, year)
  select distinct person, year_of(at)
  from (values (old.created_by_id, old.created_at), (new.created_by_id, new.created_at)) acts (person, at) where person is not null;
  return null;
end $$;

-- Of a suggestion that counts from now on, or no longer.
create function note_contributors() returns trigger language plpgsql as $$
begin
  insert into report_person_changes (user_id, year)
  select distinct person, year_of(at) from (
    select new.created_by_id, new.created_at
    union all select user_id, created_at from supporters where suggestion_id = new.id
    union all select created_by_id, created_at from comments where suggestion_id = new.id) acts (person, at)
  where person is not null and at < now() - interval '1 hour';
  return null;
end $$;

create trigger "80_note_person_change_on_insert" after insert on suggestions for each row
  when (new.created_at < now() - interval '1 hour') execute function note_author();
create trigger "80_note_person_change_on_update" after update on suggestions for each row
  when ((old.created_by_id, old.created_at) is distinct from (new.created_by_id, new.created_at)) execute function note_author();
create trigger "80_note_person_change_on_update_of_state" after update on suggestions for each row
  when ((old.state in ('spam', 'deleted')) <> (new.state in ('spam', 'deleted'))) execute function note_contributors();
create trigger "80_note_person_change_on_delete" after delete on suggestions for each row execute function note_author();
create trigger "80_note_person_change_on_insert" after insert on comments for each row
  when (new.created_at < now() - interval '1 hour') execute function note_author();
create trigger "80_note_person_change_on_update" after update on comments for each row
  when ((old.created_by_id, old.created_at, old.suggestion_id, old.state in ('spam', 'deleted'))
    is distinct from (new.created_by_id, new.created_at, new.suggestion_id, new.state in ('spam', 'deleted')))
  execute function note_author();
create trigger "80_note_person_change_on_delete" after delete on comments for each row
  when (old.created_at < now() - interval '1 hour') execute function note_author();
create trigger "80_note_person_change_on_insert" after insert on supporters for each row
  when (new.created_at < now() - interval '1 hour') execute function note_voter();
create trigger "80_note_person_change_on_update" after update on supporters for each row
  when ((old.user_id, old.created_at, old.suggestion_id, old.votes_count)
    is distinct from (new.user_id, new.created_at, new.suggestion_id, new.votes_count))
  execute function note_voter();
create trigger "80_note_person_change_on_delete" after delete on supporters for each row
  when (old.created_at < now() - interval '1 hour') execute function note_voter();
