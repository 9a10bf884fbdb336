-- Figures that follow every write at once, whoever writes: statement-level triggers add what changed, so that a vote
-- costs the same on a suggestion with a hundred thousand supporters as on one with none.
--
-- Rows are locked in the order users, external accounts, suggestions, supporters, and within each by id. What is read in
-- a statement after that holds all that was committed before.

-- People who are erased leave nothing behind that names them.
do $$
declare
  key record;
begin
  for key in
    select conrelid::regclass as owner, conname, attname
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass and confdeltype = 'a' and not attnotnull
  loop
    execute format('alter table %s drop constraint %I', key.owner, key.conname);
    execute format('alter table %s add foreign key (%I) references users on delete set null', key.owner, key.attname);
  end loop;
end $$;

alter table suggestions
  add owner_id bigint references users on delete set null,
  add list_priority integer,
  add satisfaction_total integer not null default 0,
  add importance_low_count integer not null default 0,
  add importance_medium_count integer not null default 0,
  add importance_high_count integer not null default 0,
  add importance_total_value numeric(14, 2) not null default 0,
  add internal_flags_count integer not null default 0,
  add all_internal_flags_count integer not null default 0,
  add last_internal_flag_at timestamptz(3),
  add merge_candidates_count integer not null default 0;

update suggestions s set satisfaction_total = t.total
from (
  select suggestion_id, sum(satisfaction_score) as total
  from supporters join users u on u.id = user_id where satisfaction_score is not null group by suggestion_id
) t where s.id = t.suggestion_id;

alter table suggestions drop supporter_satisfaction_score;
alter table suggestions add supporter_satisfaction_score numeric(4, 2) not null generated always as (
  coalesce(round(satisfaction_total::numeric
    / nullif(satisfaction_detractor_count + satisfaction_neutral_count + satisfaction_promoter_count, 0), 2), 0)
) stored;
create index on suggestions (supporter_satisfaction_score, id);
create index on suggestions (list_priority, id);
create index on suggestions (owner_id) where owner_id is not null;

alter table external_accounts
  add nps_raters_count integer not null default 0,
  add nps_promoters_count integer not null default 0,
  add nps_detractors_count integer not null default 0;

update external_accounts a set
  nps_raters_count = t.raters, nps_promoters_count = t.promoters, nps_detractors_count = t.detractors
from (
  select external_account_id, count(*) as raters, count(*) filter (where satisfaction_score >= 9) as promoters,
    count(*) filter (where satisfaction_score <= 6) as detractors
  from (select distinct external_account_id, user_id from external_users) m join users u on u.id = user_id
  where satisfaction_score is not null group by external_account_id
) t where a.id = t.external_account_id;

alter table external_accounts drop nps;
alter table external_accounts add nps numeric(5, 2) generated always as (
  round(100.0 * (nps_promoters_count - nps_detractors_count) / nullif(nps_raters_count, 0), 2)
) stored;
create index on external_accounts (nps, id);

-- The supporter of a feedback record is who supports its suggestion and gave it; it needs no column.
alter table feedback_records drop supporter_id;
alter table feedback_records add state text not null default 'approved' check (state in ('approved', 'deleted'));
create index on feedback_records (state, id);

alter table comments add state_before text;

create index on comments (created_by_id, suggestion_id);
create index on comments (suggestion_id, created_at);
create index on feedback_records (user_id, suggestion_id);
create index on feedback_records (suggestion_id, created_at);
create index on supporters (suggestion_id, created_at);

alter table users drop constraint users_current_nps_rating_id_fkey, drop constraint users_previous_nps_rating_id_fkey;
alter table users
  add foreign key (current_nps_rating_id) references nps_ratings on delete set null,
  add foreign key (previous_nps_rating_id) references nps_ratings on delete set null;

-- Who follows a suggestion without supporting it; a supporter who follows it says so in is_subscribed.
create table suggestion_followers (
  suggestion_id bigint not null references suggestions,
  user_id bigint not null references users on delete cascade,
  primary key (suggestion_id, user_id)
);
create index on suggestion_followers (user_id);

-- Two suggestions that have to do with each other, told by both.
create table suggestion_links (
  suggestion_id bigint not null references suggestions,
  linked_suggestion_id bigint not null references suggestions,
  primary key (suggestion_id, linked_suggestion_id)
);
create index on suggestion_links (linked_suggestion_id);

-- What a merge moved, so that it can be undone exactly.
create table merges (
  id bigint generated by default as identity primary key,
  from_suggestion_id bigint not null references suggestions,
  to_suggestion_id bigint not null references suggestions,
  created_by_id bigint references users on delete set null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create unique index on merges (from_suggestion_id) where undone_at is null;
create index on merges (to_suggestion_id);
create index on merges (created_by_id);

create table merge_moves (
  merge_id bigint not null references merges,
  collection text not null,
  record_id bigint not null,
  primary key (merge_id, collection, record_id)
);
create index on merge_moves (collection, record_id);

-- Supporters of a merged suggestion who support the surviving one as well: one person supports once.
create table parked_supporters (
  like supporters,
  merge_id bigint not null references merges,
  primary key (id),
  foreign key (suggestion_id) references suggestions,
  foreign key (user_id) references users on delete cascade
);
create index on parked_supporters (merge_id);
create index on parked_supporters (user_id);
create index on parked_supporters (suggestion_id);

-- How many supporters of a suggestion an account has: an account counts once, however many they are.
-- It follows supporters and external users, whose foreign keys hold for it too.
create table suggestion_accounts (
  suggestion_id bigint not null,
  external_account_id bigint not null,
  supporters_count integer not null,
  primary key (suggestion_id, external_account_id)
);
insert into suggestion_accounts
select suggestion_id, external_account_id, count(distinct s.user_id)
from supporters s join external_users e on e.user_id = s.user_id
where external_account_id is not null group by 1, 2;
create index on suggestion_accounts (external_account_id, suggestion_id);

-- Recent is what happened since the cutoff, which a task moves along with the time.
create table engagement_clock (
  cutoff timestamptz(3) not null,
  is_only boolean primary key default true check (is_only)
);
insert into engagement_clock values (now() - interval '30 days');

-- The cutoff for these changes. One that concerns what is about to grow old holds the clock until it is committed.
create function engagement_cutoff(oldest timestamptz) returns timestamptz language plpgsql as $$
begin
  if oldest < now() - interval '29 days' then
    return (with held as materialized (select cutoff from engagement_clock for share) select cutoff from held);
  end if;
  return (select cutoff from engagement_clock);
end $$;

create function last_engagement(suggestion bigint) returns timestamptz language sql stable
begin atomic
  select greatest(
    (select max(created_at) from supporters where suggestion_id = suggestion),
    (select max(created_at) from comments where suggestion_id = suggestion and state in ('approved', 'published')),
    (select max(created_at) from feedback_records where suggestion_id = suggestion and state <> 'deleted'));
end;

-- Takes away from the recent engagement what is older than thirty days by now; how many suggestions that concerned.
create function age_engagement() returns bigint language plpgsql as $$
declare
  old_cutoff timestamptz;
  new_cutoff timestamptz := now() - interval '30 days';
  ids bigint[];
  changed bigint;
begin
  -- Whoever holds the clock is about to write what is old; there is a next time.
  select cutoff into old_cutoff from engagement_clock for update skip locked;
  if old_cutoff is null or new_cutoff <= old_cutoff then
    return 0;
  end if;
  select array_agg(distinct suggestion_id) into ids from (
    select suggestion_id from supporters where created_at >= old_cutoff and created_at < new_cutoff
    union all select suggestion_id from comments where created_at >= old_cutoff and created_at < new_cutoff
    union all select suggestion_id from feedback_records where created_at >= old_cutoff and created_at < new_cutoff
  ) aged;
  update engagement_clock set cutoff = new_cutoff;
  perform from suggestions where id = any(ids) order by id for no key update;
  -- Not updated_at: time passed, but nobody did anything.
  update suggestions s set recent_engagement = s.recent_engagement - a.n
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

-- An account comes to a suggestion with its first supporter and leaves it with its last.

create type account_change as (suggestion_id bigint, external_account_id bigint, n bigint);
create type account_effect as (suggestion_id bigint, external_account_id bigint, sign integer);

create function count_account_supporters(changes account_change[]) returns setof account_effect
language plpgsql rows 2 set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with change as (
    select c.suggestion_id, c.external_account_id, c.n from unnest(changes) c
  ), kept as (
    insert into suggestion_accounts as s (suggestion_id, external_account_id, supporters_count)
    select c.suggestion_id, c.external_account_id, c.n from change c order by 1, 2
    on conflict (suggestion_id, external_account_id) do update
      set supporters_count = s.supporters_count + excluded.supporters_count
    returning s.suggestion_id, s.external_account_id, s.supporters_count
  )
  select k.suggestion_id, k.external_account_id, case when k.supporters_count = 0 then -1 else 1 end
  from kept k join change c using (suggestion_id, external_account_id)
  where k.supporters_count = 0 or k.supporters_count = c.n;
  if exists (select from unnest(changes) where n < 0) then
    delete from suggestion_accounts s using unnest(changes) c
    where s.suggestion_id = c.suggestion_id and s.external_account_id = c.external_account_id
      and s.supporters_count = 0;
  end if;
end $$;

-- What is written while its suggestion is being merged must not stay behind: the call begins again, and finds the
-- suggestion that it was merged into. Whoever calls this holds the suggestions.
create function refuse_merged(ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from suggestions s join merges m on m.from_suggestion_id = s.id and m.undone_at is null
    where s.id = any(ids) and s.parent_suggestion_id is not null
  ) then
    raise exception 'the suggestion was merged just now' using errcode = 'serialization_failure';
  end if;
end $$;

create type support_change as (suggestion_id bigint, user_id bigint, votes integer, created_at timestamptz, sign bigint);

create function count_supporters() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  changes support_change[];
  any_discussed boolean;
  merged bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into changes from (select suggestion_id, user_id, votes_count, created_at, 1 from added) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into changes from (select suggestion_id, user_id, votes_count, created_at, -1 from removed) c;
  else
    select array_agg(c) into changes from (
      select suggestion_id, user_id, votes_count, created_at, sum(sign)
      from (
        select suggestion_id, user_id, votes_count, created_at, 1 as sign from added
        union all select suggestion_id, user_id, votes_count, created_at, -1 from removed
      ) either
      group by 1, 2, 3, 4 having sum(sign) <> 0
    ) c;
  end if;
  if changes is null then
    return null;
  end if;

  -- Several rows in the order of their ids. One is held by its own update, which reads it as it is when its turn comes;
  -- whoever gives this person another account waits for us, or we for them.
  if cardinality(changes) > 1 then
    perform from users where id in (select user_id from unnest(changes)) order by id for no key update;
  end if;
  update users u set supported_suggestions_count = supported_suggestions_count + n, updated_at = now()
  from (select user_id, sum(sign) as n from unnest(changes) group by 1) delta where u.id = user_id and n <> 0;
  if cardinality(changes) > 1 then
    perform from external_accounts where id in (
      select external_account_id from external_users where user_id in (select user_id from unnest(changes))
    ) order by id for no key update;
    perform from suggestions where id in (select suggestion_id from unnest(changes)) order by id for no key update;
  end if;
  if exists (select from unnest(changes) where created_at < now() - interval '29 days') then
    perform from engagement_clock for share;
  end if;

  with change as (
    select c.*, u.satisfaction_score as score,
      array(select distinct external_account_id from external_users e
        where e.user_id = c.user_id and external_account_id is not null) as accounts
    from unnest(changes) c join users u on u.id = c.user_id
  ), account_change as (
    select suggestion_id, account as external_account_id, sum(sign) as n, max(created_at) as at
    from change, unnest(accounts) account group by 1, 2
  ), kept as (
    insert into suggestion_accounts as s (suggestion_id, external_account_id, supporters_count)
    select suggestion_id, external_account_id, n from account_change where n <> 0 order by 1, 2
    on conflict (suggestion_id, external_account_id) do update
      set supporters_count = s.supporters_count + excluded.supporters_count
    returning s.suggestion_id, s.external_account_id, s.supporters_count
  ), effect as (
    -- An account comes to a suggestion with its first supporter and leaves it with its last.
    select c.*, case when k.supporters_count = 0 then -1 when k.supporters_count = c.n then 1 else 0 end as sign
    from account_change c left join kept k using (suggestion_id, external_account_id)
  ), counted as (
    update external_accounts a set
      supported_ideas_count = supported_ideas_count + d.n,
      last_active_at = greatest(a.last_active_at, d.at),
      updated_at = now()
    from (
      select external_account_id, sum(sign) as n, max(at) filter (where tg_op = 'INSERT') as at
      from effect group by 1 having bool_or(sign <> 0) or tg_op = 'INSERT'
    ) d where a.id = d.external_account_id
    returning a.id, a.mrr
  ), revenue as (
    select suggestion_id, sum(sign) as accounts, sum(sign * coalesce(mrr, 0)) as revenue
    from effect join counted on counted.id = external_account_id group by 1
  ), delta as (
    select suggestion_id,
      sum(sign) as supporters,
      sum(sign * votes) as votes,
      coalesce(sum(sign) filter (where accounts <> '{}'), 0) as with_account,
      coalesce(sum(sign) filter (where score <= 6), 0) as detractors,
      coalesce(sum(sign) filter (where score in (7, 8)), 0) as neutrals,
      coalesce(sum(sign) filter (where score >= 9), 0) as promoters,
      coalesce(sum(sign * score), 0) as satisfaction,
      coalesce(sum(sign) filter (where created_at >= (select cutoff from engagement_clock)), 0) as recent,
      min(created_at) filter (where sign > 0) as first_at,
      max(created_at) filter (where sign > 0) as last_at
    from change group by 1
  ), counted_suggestion as (
    update suggestions s set
      supporters_count = supporters_count + d.supporters,
      votes_count = votes_count + d.votes,
      account_supporters_count = account_supporters_count + d.with_account,
      supporting_accounts_count = supporting_accounts_count + coalesce(r.accounts, 0),
      supporter_revenue = supporter_revenue + coalesce(r.revenue, 0),
      satisfaction_detractor_count = satisfaction_detractor_count + d.detractors,
      satisfaction_neutral_count = satisfaction_neutral_count + d.neutrals,
      satisfaction_promoter_count = satisfaction_promoter_count + d.promoters,
      satisfaction_total = satisfaction_total + d.satisfaction,
      recent_engagement = recent_engagement + d.recent,
      first_support_at = least(s.first_support_at, d.first_at),
      last_support_at = greatest(s.last_support_at, d.last_at),
      last_engagement_at = greatest(s.last_engagement_at, d.last_at),
      updated_at = now()
    from delta d left join revenue r using (suggestion_id) where s.id = d.suggestion_id
    returning s.id, s.comments_count + s.requests_count > 0 as is_discussed, s.parent_suggestion_id is not null as is_merged
  )
  select bool_or(is_discussed), array_agg(id) filter (where is_merged) into any_discussed, merged from counted_suggestion;
  if tg_op = 'INSERT' and merged is not null then
    perform refuse_merged(merged);
  end if;

  -- Without the first or the last of them, another is.
  if tg_op <> 'INSERT' then
    delete from suggestion_accounts
    where suggestion_id in (select suggestion_id from unnest(changes)) and supporters_count = 0;
    update suggestions s set
      first_support_at = (select min(created_at) from supporters where suggestion_id = s.id),
      last_support_at = (select max(created_at) from supporters where suggestion_id = s.id),
      last_engagement_at = last_engagement(s.id)
    where id in (select suggestion_id from unnest(changes) where sign < 0);
  end if;
  -- Who begins to support a suggestion may have commented on it before.
  if any_discussed and tg_op <> 'DELETE' then
    update supporters s set comments_count = w.comments, requests_count = w.requests
    from (
      select c.suggestion_id, c.user_id,
        (select count(*) from comments m where m.created_by_id = c.user_id and m.suggestion_id = c.suggestion_id
          and m.state in ('approved', 'published')) as comments,
        (select count(*) from feedback_records f where f.user_id = c.user_id and f.suggestion_id = c.suggestion_id
          and f.state <> 'deleted') as requests
      from unnest(changes) c where c.sign > 0
    ) w
    where s.suggestion_id = w.suggestion_id and s.user_id = w.user_id
      and (s.comments_count, s.requests_count) is distinct from (w.comments, w.requests);
  end if;
  return null;
end $$;

-- Comments and feedback that can be seen are engagement as well.

create type engagement_change as (suggestion_id bigint, user_id bigint, created_at timestamptz, sign bigint);

create function count_engagement(collection text, changes engagement_change[], is_new boolean) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  cutoff timestamptz;
begin
  perform from users where id in (select user_id from unnest(changes)) order by id for no key update;
  perform from external_accounts where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  update external_accounts a set
    requests_count = requests_count + d.requests,
    last_active_at = greatest(a.last_active_at, d.active_at),
    updated_at = now()
  from (
    select m.external_account_id,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      max(c.created_at) filter (where is_new) as active_at
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id in (select user_id from unnest(changes)) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d
  where a.id = d.external_account_id and (d.requests <> 0 or d.active_at is not null);

  perform from suggestions where id in (select suggestion_id from unnest(changes)) order by id for no key update;
  cutoff := engagement_cutoff((select min(created_at) from unnest(changes)));
  update suggestions s set
    comments_count = comments_count + d.comments,
    requests_count = requests_count + d.requests,
    recent_engagement = recent_engagement + d.recent,
    last_engagement_at = case when d.has_lost
      then last_engagement(s.id) else greatest(s.last_engagement_at, d.last_at) end,
    updated_at = now()
  from (
    select suggestion_id,
      coalesce(sum(sign) filter (where collection = 'comments'), 0) as comments,
      coalesce(sum(sign) filter (where collection = 'feedback_records'), 0) as requests,
      coalesce(sum(sign) filter (where created_at >= cutoff), 0) as recent,
      max(created_at) filter (where sign > 0) as last_at,
      bool_or(sign < 0) as has_lost
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
    perform count_engagement('comments', changes, tg_op = 'INSERT');
  end if;
  return null;
end $$;

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
    perform count_engagement('feedback_records', changes, tg_op = 'INSERT');
  end if;
  return null;
end $$;

-- A person's newest rating is their satisfaction, which the suggestions that they support and their accounts count.

create type satisfaction_change as (user_id bigint, old_score integer, new_score integer);

create function count_satisfaction() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  people bigint[];
  changes satisfaction_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct user_id) into people from added;
  else
    select array_agg(distinct user_id) into people from removed;
  end if;
  if people is null then
    return null;
  end if;
  perform from users where id = any(people) order by id for no key update;
  update nps_ratings r set previous_rating = w.previous
  from (
    select id, lag(rating) over (partition by user_id order by created_at, id) as previous
    from nps_ratings where user_id = any(people)
  ) w where r.id = w.id and r.previous_rating is distinct from w.previous;
  select array_agg(c) into changes from (
    select u.id, u.satisfaction_score,
      (select rating from nps_ratings where user_id = u.id order by created_at desc, id desc limit 1) as score
    from users u where u.id = any(people)
  ) c where c.satisfaction_score is distinct from c.score;
  update users u set
    current_nps_rating_id = n.ids[1],
    previous_nps_rating_id = n.ids[2],
    satisfaction_score = (select rating from nps_ratings where id = n.ids[1]),
    updated_at = now()
  from unnest(people) p (id), lateral (
    select array(select id from nps_ratings where user_id = p.id order by created_at desc, id desc limit 2) as ids
  ) n
  where u.id = p.id;
  if changes is null then
    return null;
  end if;

  perform from external_accounts where id in (
    select external_account_id from external_users where user_id = any(people)) order by id for no key update;
  update external_accounts a set
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    updated_at = now()
  from (
    select m.external_account_id,
      sum((new_score is not null)::int - (old_score is not null)::int) as raters,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors
    from unnest(changes) c join (
      select distinct user_id, external_account_id from external_users
      where user_id = any(people) and external_account_id is not null
    ) m on m.user_id = c.user_id
    group by 1
  ) d where a.id = d.external_account_id;

  perform from suggestions where id in (
    select suggestion_id from supporters where user_id = any(people)) order by id for no key update;
  update suggestions s set
    satisfaction_detractor_count = satisfaction_detractor_count + d.detractors,
    satisfaction_neutral_count = satisfaction_neutral_count + d.neutrals,
    satisfaction_promoter_count = satisfaction_promoter_count + d.promoters,
    satisfaction_total = satisfaction_total + d.satisfaction,
    updated_at = now()
  from (
    select suggestion_id,
      sum(coalesce(new_score <= 6, false)::int - coalesce(old_score <= 6, false)::int) as detractors,
      sum(coalesce(new_score in (7, 8), false)::int - coalesce(old_score in (7, 8), false)::int) as neutrals,
      sum(coalesce(new_score >= 9, false)::int - coalesce(old_score >= 9, false)::int) as promoters,
      sum(coalesce(new_score, 0) - coalesce(old_score, 0)) as satisfaction
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1
  ) d where s.id = d.suggestion_id;
  return null;
end $$;

-- A person belongs to the accounts of their external users, to each once.

create type membership_change as (user_id bigint, external_account_id bigint, sign integer);

create function count_memberships() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  touched membership_change[];
  changes membership_change[];
  joined bigint[];
  parted bigint[];
  account_changes account_change[];
  effects account_effect[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c) into touched from (
      select user_id, external_account_id, count(*)::int from added where external_account_id is not null group by 1, 2) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c) into touched from (
      select user_id, external_account_id, -count(*)::int from removed
      where external_account_id is not null group by 1, 2) c;
  else
    select array_agg(c) into touched from (
      select user_id, external_account_id, sum(sign)::int from (
        select user_id, external_account_id, 1 as sign from added where external_account_id is not null
        union all select user_id, external_account_id, -1 from removed where external_account_id is not null
      ) either group by 1, 2 having sum(sign) <> 0
    ) c;
  end if;
  if touched is null then
    return null;
  end if;

  perform from users where id in (select user_id from unnest(touched)) order by id for no key update;
  perform from external_accounts where id in (select external_account_id from unnest(touched))
  order by id for no key update;
  -- Those whose first external user in an account came, or whose last went.
  select array_agg(c) into changes from (
    select t.user_id, t.external_account_id, case when n.now > 0 then 1 else -1 end
    from unnest(touched) t, lateral (
      select count(*) as now from external_users e
      where e.external_account_id = t.external_account_id and e.user_id = t.user_id
    ) n
    where (n.now > 0) <> (n.now - t.sign > 0)
  ) c;
  if changes is null then
    return null;
  end if;
  -- And those whose first account came at all, or whose last went.
  select array_agg(user_id) filter (where now > 0 and before = 0), array_agg(user_id) filter (where now = 0 and before > 0)
  into joined, parted
  from (
    select c.user_id, n.now, n.now - sum(c.sign) as before
    from unnest(changes) c, lateral (
      select count(distinct e.external_account_id) as now from external_users e where e.user_id = c.user_id
    ) n group by 1, 2
  ) people;

  update external_accounts a set
    users_count = users_count + d.users,
    requests_count = requests_count + d.requests,
    nps_raters_count = nps_raters_count + d.raters,
    nps_promoters_count = nps_promoters_count + d.promoters,
    nps_detractors_count = nps_detractors_count + d.detractors,
    updated_at = now()
  from (
    select c.external_account_id, sum(sign) as users,
      sum(sign * (select count(*) from feedback_records f where f.user_id = c.user_id and f.state <> 'deleted')) as requests,
      coalesce(sum(sign) filter (where satisfaction_score is not null), 0) as raters,
      coalesce(sum(sign) filter (where satisfaction_score >= 9), 0) as promoters,
      coalesce(sum(sign) filter (where satisfaction_score <= 6), 0) as detractors
    from unnest(changes) c join users u on u.id = c.user_id
    group by 1
  ) d where a.id = d.external_account_id;

  select array_agg(c) into account_changes from (
    select p.suggestion_id, c.external_account_id, sum(c.sign)
    from unnest(changes) c join supporters p on p.user_id = c.user_id
    group by 1, 2 having sum(c.sign) <> 0
  ) c;
  if account_changes is null and joined is null and parted is null then
    return null;
  end if;
  perform from suggestions where id in (
    select suggestion_id from supporters where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  select array_agg(e) into effects from count_account_supporters(account_changes) e;
  update external_accounts a set supported_ideas_count = supported_ideas_count + d.n
  from (select external_account_id, sum(sign) as n from unnest(effects) group by 1) d
  where a.id = d.external_account_id;
  update suggestions s set
    supporting_accounts_count = supporting_accounts_count + d.accounts,
    supporter_revenue = supporter_revenue + d.revenue,
    account_supporters_count = account_supporters_count + d.supporters,
    updated_at = now()
  from (
    select suggestion_id, sum(accounts) as accounts, sum(revenue) as revenue, sum(supporters) as supporters
    from (
      select e.suggestion_id, sign as accounts, sign * coalesce(mrr, 0) as revenue, 0 as supporters
      from unnest(effects) e join external_accounts a on a.id = e.external_account_id
      union all select suggestion_id, 0, 0, 1 from supporters where user_id = any(joined)
      union all select suggestion_id, 0, 0, -1 from supporters where user_id = any(parted)
    ) either group by 1
  ) d where s.id = d.suggestion_id;
  return null;
end $$;

create type revenue_change as (external_account_id bigint, revenue numeric);

-- Also called by those who change accounts within a trigger, where no trigger follows.
create function add_revenue(changes revenue_change[]) returns void language plpgsql as $$
begin
  if changes is null then
    return;
  end if;
  perform from suggestions where id in (
    select suggestion_id from suggestion_accounts
    where external_account_id in (select external_account_id from unnest(changes))
  ) order by id for no key update;
  update suggestions s set supporter_revenue = supporter_revenue + d.revenue, updated_at = now()
  from (
    select suggestion_id, sum(revenue) as revenue
    from unnest(changes) c join suggestion_accounts a using (external_account_id) group by 1 having sum(revenue) <> 0
  ) d where s.id = d.suggestion_id;
end $$;

create function count_revenue() returns trigger language plpgsql as $$
begin
  perform add_revenue(array_agg(c)) from (
    select (id, coalesce(added.mrr, 0) - coalesce(removed.mrr, 0))::revenue_change as c from added join removed using (id)
    where added.mrr is distinct from removed.mrr
  ) changes;
  return null;
end $$;

create trigger figures_changed after update on external_accounts referencing old table as removed new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_revenue();

-- What is few for every suggestion is counted anew.

create function count_few() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[];
  parents bigint[];
begin
  if tg_table_name = 'suggested_merges' then
    if tg_op <> 'DELETE' then
      select array_agg(suggestion_a_id) || array_agg(suggestion_b_id) into ids from added;
    end if;
    if tg_op <> 'INSERT' then
      select ids || array_agg(suggestion_a_id) || array_agg(suggestion_b_id) into ids from removed;
    end if;
  else
    if tg_op <> 'DELETE' then
      select array_agg(suggestion_id) into ids from added;
    end if;
    if tg_op <> 'INSERT' then
      select ids || array_agg(suggestion_id) into ids from removed;
    end if;
  end if;
  if ids is null then
    return null;
  end if;
  perform from suggestions where id = any(ids) order by id for no key update;
  update suggestions s set
    notes_count = (select count(*) from notes where suggestion_id = s.id),
    merge_candidates_count = (
      select count(*) from suggested_merges
      where (suggestion_a_id = s.id or suggestion_b_id = s.id) and state = 'open'),
    internal_flags_count = f.open,
    all_internal_flags_count = f.n,
    last_internal_flag_at = f.last_at,
    importance_low_count = i.low,
    importance_medium_count = i.medium,
    importance_high_count = i.high,
    importance_total_value = i.value,
    updated_at = now()
  from unnest(ids) wanted (id), lateral (
    select count(*) as n, count(*) filter (where cleared_at is null) as open, max(created_at) as last_at
    from internal_flags where suggestion_id = wanted.id
  ) f, lateral (
    select count(*) filter (where value < 1.5) as low,
      count(*) filter (where value >= 1.5 and value < 2.5) as medium,
      count(*) filter (where value >= 2.5) as high,
      coalesce(sum(value), 0) as value
    from importance_scores join importance_responses r on r.id = response_id where suggestion_id = wanted.id
  ) i
  where s.id = wanted.id;
  if tg_table_name = 'notes' then
    if tg_op = 'INSERT' then
      select array_agg(parent_id) into parents from added where parent_id is not null;
    else
      select array_agg(parent_id) into parents from removed where parent_id is not null;
    end if;
    update notes n set reply_count = (select count(*) from notes r where r.parent_id = n.id), updated_at = now()
    where id = any(parents);
  end if;
  return null;
end $$;

-- What is searched stands beside the records: an index of words is dear to write, and a vote changes no word.
create table suggestions_words (id bigint primary key, words tsvector not null);
create table users_words (id bigint primary key, words text not null);
create table external_accounts_words (id bigint primary key, words text not null);

create function words_of_suggestion(title text, body text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', plain_text(title || ' ' || body));
create function words_of_account(name text, external_id text) returns text language sql immutable parallel safe
  return plain_text(coalesce(name, '') || ' ' || coalesce(external_id, ''));

-- The words of all that have none yet: triggers keep them, but not for rows that come in without triggers.
create function fill_words() returns void language sql
begin atomic
  insert into suggestions_words
    select id, words_of_suggestion(title, body) from suggestions s
    where not exists (select from suggestions_words w where w.id = s.id);
  insert into users_words
    select id, plain_text(name || ' ' || email_address) from users u
    where not exists (select from users_words w where w.id = u.id);
  insert into external_accounts_words
    select id, words_of_account(name, external_id) from external_accounts a
    where not exists (select from external_accounts_words w where w.id = a.id);
end;
select fill_words();
create index on suggestions_words using gin (words);
create index on users_words using gin (words gin_trgm_ops);
create index on external_accounts_words using gin (words gin_trgm_ops);

do $$
declare
  old_index regclass;
begin
  for old_index in
    select indexrelid::regclass from pg_index
    where indrelid in ('suggestions'::regclass, 'users'::regclass, 'external_accounts'::regclass)
      and pg_get_indexdef(indexrelid) like '%USING gin%'
  loop
    execute format('drop index %s', old_index);
  end loop;
end $$;

create function keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    case tg_table_name
      when 'suggestions' then
        insert into suggestions_words select id, words_of_suggestion(title, body) from added;
      when 'users' then
        insert into users_words select id, plain_text(name || ' ' || email_address) from added;
      else
        insert into external_accounts_words select id, words_of_account(name, external_id) from added;
    end case;
  else
    execute format('delete from %I where id in (select id from removed)', tg_table_name || '_words');
  end if;
  return null;
end $$;

create function change_words() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'suggestions' then
      update suggestions_words set words = words_of_suggestion(new.title, new.body) where id = new.id;
    when 'users' then
      update users_words set words = plain_text(new.name || ' ' || new.email_address) where id = new.id;
    else
      update external_accounts_words set words = words_of_account(new.name, new.external_id) where id = new.id;
  end case;
  return null;
end $$;

do $$
declare
  searched record;
begin
  for searched in
    select * from (values
      ('suggestions', 'title', 'body'), ('users', 'name', 'email_address'), ('external_accounts', 'name', 'external_id')
    ) as t (collection, one, other)
  loop
    execute format('create trigger words_added after insert on %I referencing new table as added
      for each statement execute function keep_words()', searched.collection);
    execute format('create trigger words_removed after delete on %I referencing old table as removed
      for each statement execute function keep_words()', searched.collection);
    execute format('create trigger words_changed after update of %2$I, %3$I on %1$I for each row
      when (old.%2$I is distinct from new.%2$I or old.%3$I is distinct from new.%3$I)
      execute function change_words()', searched.collection, searched.one, searched.other);
  end loop;
end $$;

-- What triggers change are figures: that moves no suggestion, closes none, and leaves custom fields as they are.
do $$
declare
  skipped record;
begin
  for skipped in
    select tgname, tgrelid::regclass as owner, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgname in ('count_in_forum_changed', 'index_values_changed')
      and tgrelid in ('suggestions'::regclass, 'external_accounts'::regclass)
  loop
    execute format('drop trigger %I on %s', skipped.tgname, skipped.owner);
    execute replace(skipped.definition, ' EXECUTE FUNCTION',
      ' WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION');
  end loop;
end $$;

do $$
declare
  kept record;
begin
  for kept in
    select * from (values
      ('supporters', 'count_supporters', true),
      ('comments', 'count_comments', true),
      ('feedback_records', 'count_feedback_records', true),
      ('nps_ratings', 'count_satisfaction', false),
      ('external_users', 'count_memberships', true),
      ('notes', 'count_few', false),
      ('internal_flags', 'count_few', true),
      ('importance_scores', 'count_few', true),
      ('suggested_merges', 'count_few', true)
    ) as t (collection, function_name, follows_updates)
  loop
    execute format('create trigger figures_added after insert on %I referencing new table as added
      for each statement execute function %I()', kept.collection, kept.function_name);
    execute format('create trigger figures_removed after delete on %I referencing old table as removed
      for each statement execute function %I()', kept.collection, kept.function_name);
    if kept.follows_updates then
      execute format('create trigger figures_changed after update on %I
        referencing old table as removed new table as added
        for each statement execute function %I()', kept.collection, kept.function_name);
    end if;
  end loop;
end $$;

alter table suggested_merges add check (state in ('open', 'merged', 'rejected'));

-- One answer to the question how important it is, of each person for each suggestion.
create unique index on importance_scores (suggestion_id, user_id);
