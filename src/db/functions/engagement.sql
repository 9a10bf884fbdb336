-- Engagement: supporters, visible comments and feedback of a suggestion, and what happened in the last 30 days.

-- Recent is everything since the cutoff, which a background job moves. A change of rows that are about to pass the
-- cutoff locks it until the transaction ends.
create function engagement_cutoff(oldest timestamptz) returns timestamptz language plpgsql as $$
begin
  if oldest < now() - interval '29 days' then
    return (with held as materialized (select cutoff from engagement_window for share) select cutoff from held);
  end if;
  return (select cutoff from engagement_window);
end $$;

-- When a suggestion was supported first and last. OFFSET 0 keeps it on the index by suggestion: the planner would walk the
-- index by time from its end and look for a supporter of this suggestion.
create function support_times(suggestion bigint) returns table (first_at timestamptz, last_at timestamptz)
language sql stable
begin atomic
  select min(created_at), max(created_at)
  from (select created_at from supporters where suggestion_id = suggestion offset 0) supports;
end;

create function last_engagement(suggestion bigint) returns timestamptz language sql stable
begin atomic
  select greatest(
    (select last_at from support_times(suggestion)),
    (select max(created_at) from comments where suggestion_id = suggestion and state in ('approved', 'published')),
    (select max(created_at) from feedback_records where suggestion_id = suggestion and state <> 'deleted'));
end;

-- Subtracts engagement older than 30 days from recent_engagement. Returns the number of changed suggestions.
create function age_engagement() returns bigint language plpgsql as $$
declare
  old_cutoff timestamptz;
  new_cutoff timestamptz := now() - interval '30 days';
  ids bigint[];
  changed bigint;
begin
  -- A transaction that holds the cutoff is writing old rows; the next run continues.
  select cutoff into old_cutoff from engagement_window for update skip locked;
  if old_cutoff is null or new_cutoff <= old_cutoff then
    return 0;
  end if;
  select array_agg(distinct suggestion_id) into ids from (
    select suggestion_id from supporters where created_at >= old_cutoff and created_at < new_cutoff
    union all select suggestion_id from comments where created_at >= old_cutoff and created_at < new_cutoff
    union all select suggestion_id from feedback_records where created_at >= old_cutoff and created_at < new_cutoff
  ) aged;
  update engagement_window set cutoff = new_cutoff;
  perform from suggestion_figures where id = any(ids) order by id for no key update;
  -- Not updated_at: only time passed.
  update suggestion_figures s set recent_engagement = s.recent_engagement - a.n
  from (
    select suggestion_id, count(*) as n from (
      select suggestion_id from supporters where created_at >= old_cutoff and created_at < new_cutoff
      union all
      select suggestion_id from comments
      where created_at >= old_cutoff and created_at < new_cutoff and state in ('approved', 'published')
      union all
      select suggestion_id from feedback_records
      where created_at >= old_cutoff and created_at < new_cutoff and state <> 'deleted'
    ) aged where suggestion_id is not null group by suggestion_id
  ) a
  where s.id = a.suggestion_id;
  get diagnostics changed = row_count;
  return changed;
end $$;

create type engagement_change as (suggestion_id bigint, user_id bigint, created_at timestamptz, sign bigint);

-- An account is active when a person of the account comments or gives feedback, also when it becomes visible later.
create function count_engagement(collection text, changes engagement_change[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  cutoff timestamptz;
begin
  perform from user_figures where id in (select user_id from unnest(changes)) order by id for no key update;
  perform from external_account_figures where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  update external_account_figures a set
    requests_count = requests_count + d.requests,
    last_active_at = greatest(a.last_active_at, d.active_at),
    updated_at = now()
  from (
    select m.external_account_id,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      max(c.created_at) filter (where sign > 0) as active_at
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id in (select user_id from unnest(changes)) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d
  where a.id = d.external_account_id and (d.requests <> 0 or d.active_at > coalesce(a.last_active_at, '-infinity'));

  perform from suggestion_figures where id in (select suggestion_id from unnest(changes)) order by id for no key update;
  cutoff := engagement_cutoff((select min(created_at) from unnest(changes)));
  update suggestion_figures s set
    comments_count = comments_count + d.comments,
    requests_count = requests_count + d.requests,
    recent_engagement = recent_engagement + d.recent,
    last_engagement_at = case when d.lost_at >= s.last_engagement_at
      then last_engagement(s.id) else greatest(s.last_engagement_at, d.last_at) end,
    updated_at = now()
  from (
    select suggestion_id,
      coalesce(sum(sign) filter (where collection = 'comments'), 0) as comments,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      coalesce(sum(sign) filter (where created_at >= cutoff), 0) as recent,
      max(created_at) filter (where sign > 0) as last_at,
      max(created_at) filter (where sign < 0) as lost_at
    from unnest(changes) group by 1
  ) d where s.id = d.suggestion_id;
  perform refuse_merged(array(select suggestion_id from unnest(changes) where sign > 0));

  update supporters s set
    comments_count = comments_count + d.comments, requests_count = requests_count + d.requests, updated_at = now()
  from (
    select suggestion_id, user_id,
      coalesce(sum(sign) filter (where collection = 'comments'), 0) as comments,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests
    from unnest(changes) group by 1, 2 having sum(sign) <> 0
  ) d where s.suggestion_id = d.suggestion_id and s.user_id = d.user_id;
end $$;

create function count_comments() returns trigger language plpgsql as $$
declare
  changes engagement_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into changes from (
      select suggestion_id, created_by_id, created_at, 1 from added where state in ('approved', 'published')) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into changes from (
      select suggestion_id, created_by_id, created_at, -1 from removed where state in ('approved', 'published')) c;
  else
    select array_agg(c) into changes from (
      select suggestion_id, created_by_id, created_at, sum(sign) from (
        select suggestion_id, created_by_id, created_at, 1 as sign from added where state in ('approved', 'published')
        union all
        select suggestion_id, created_by_id, created_at, -1 from removed where state in ('approved', 'published')
      ) either group by 1, 2, 3 having sum(sign) <> 0
    ) c;
  end if;
  if changes is not null then
    perform count_engagement('comments', changes);
  end if;
  return null;
end $$;

create trigger "40_count_comments_on_insert" after insert on comments referencing new table as added
  for each statement execute function count_comments();
create trigger "40_count_comments_on_delete" after delete on comments referencing old table as removed
  for each statement execute function count_comments();
create trigger "40_count_comments_on_update" after update on comments
  referencing old table as removed new table as added
  for each statement execute function count_comments();

create function count_feedback_records() returns trigger language plpgsql as $$
declare
  changes engagement_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into changes from (
      select suggestion_id, user_id, created_at, 1 from added where state <> 'deleted') c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into changes from (
      select suggestion_id, user_id, created_at, -1 from removed where state <> 'deleted') c;
  else
    select array_agg(c) into changes from (
      select suggestion_id, user_id, created_at, sum(sign) from (
        select suggestion_id, user_id, created_at, 1 as sign from added where state <> 'deleted'
        union all select suggestion_id, user_id, created_at, -1 from removed where state <> 'deleted'
      ) either group by 1, 2, 3 having sum(sign) <> 0
    ) c;
  end if;
  if changes is not null then
    perform count_engagement('feedback_records', changes);
  end if;
  return null;
end $$;

create trigger "40_count_feedback_records_on_insert" after insert on feedback_records referencing new table as added
  for each statement execute function count_feedback_records();
create trigger "40_count_feedback_records_on_delete" after delete on feedback_records referencing old table as removed
  for each statement execute function count_feedback_records();
create trigger "40_count_feedback_records_on_update" after update on feedback_records
  referencing old table as removed new table as added
  for each statement execute function count_feedback_records();
