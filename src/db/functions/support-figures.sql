-- Figures that follow from supporters. They are added up, so that a vote costs the same on a suggestion with a hundred
-- thousand supporters as on one with none.

create type account_change as (suggestion_id bigint, external_account_id bigint, n bigint);
create type account_effect as (suggestion_id bigint, external_account_id bigint, sign integer);
create type new_supporter as (
  id bigint, suggestion_id bigint, user_id bigint, votes_count integer, created_at timestamptz, updated_at timestamptz
);
create type support_change as (
  suggestion_id bigint, user_id bigint, votes integer, created_at timestamptz, sign bigint
);

-- Returns the accounts that got their first supporter of a suggestion (1) or lost their last one (-1).
create function count_account_supporters(changes account_change[]) returns setof account_effect
language plpgsql rows 2 set plan_cache_mode = force_generic_plan as $$
begin
  return query
  with change as (
    select c.suggestion_id, c.external_account_id, c.n from unnest(changes) c
  ), upserted as (
    insert into suggestion_accounts as s (suggestion_id, external_account_id, supporters_count)
    select c.suggestion_id, c.external_account_id, c.n from change c order by 1, 2
    on conflict (suggestion_id, external_account_id) do update
      set supporters_count = s.supporters_count + excluded.supporters_count
    returning s.suggestion_id, s.external_account_id, s.supporters_count
  )
  select k.suggestion_id, k.external_account_id, case when k.supporters_count = 0 then -1 else 1 end
  from upserted k join change c using (suggestion_id, external_account_id)
  where k.supporters_count = 0 or k.supporters_count = c.n;
  if exists (select from unnest(changes) where n < 0) then
    delete from suggestion_accounts s using unnest(changes) c
    where s.suggestion_id = c.suggestion_id and s.external_account_id = c.external_account_id
      and s.supporters_count = 0;
  end if;
end $$;

-- A record written while its suggestion is being merged must not stay behind. The failed transaction is retried and
-- then finds the suggestion that it was merged into. The caller holds locks on the suggestions.
create function refuse_merged(ids bigint[]) returns void language plpgsql as $$
begin
  if exists (
    select from suggestions s join merges m on m.from_suggestion_id = s.id and m.undone_at is null
    where s.id = any(ids) and s.parent_suggestion_id is not null
  ) then
    raise exception 'the suggestion was merged just now' using errcode = 'serialization_failure';
  end if;
end $$;

-- Everything that follows from new supporters. A single one, which nearly all are, is counted here by static statements, which
-- each session plans once, and in one function: calling PL/pgSQL for each table costs more than the statements do. It leaves
-- what count_support_changes leaves for many. The steps are those of docs/figures.md.
create function count_new_supporters() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  origin text := current_setting('earshot.origin', true);
  is_import boolean := current_setting('earshot.import', true) <> '' and pg_trigger_depth() = 1;
  added_count bigint;
  added_id bigint;
  supported bigint;
  person bigint;
  votes integer;
  at timestamptz;
  touched_at timestamptz;
  today date;
  score integer;
  accounts bigint[];
  account bigint;
  has_block boolean;
  is_first boolean;
  revenue numeric;
  new_accounts integer := 0;
  new_revenue numeric := 0;
  is_discussed boolean;
  forum bigint;
  parent bigint;
  has_pending boolean;
  is_watched boolean;
  comments_by_person bigint;
  requests_by_person bigint;
begin
  select count(*), min(id), min(suggestion_id), min(user_id), min(votes_count), min(created_at), min(updated_at)
    into added_count, added_id, supported, person, votes, at, touched_at from added;
  if added_count = 0 then
    return null;
  end if;
  -- An older one has to be compared with the cutoff of recent engagement.
  if added_count > 1 or at < now() - interval '29 days' then
    perform count_several_supporters(array(
      select (s.id, s.suggestion_id, s.user_id, s.votes_count, s.created_at, s.updated_at)::new_supporter from added s));
    return null;
  end if;

  -- 10
  update record_counts set count = count + 1
  where id = (select id from record_counts where collection = 'supporters' limit 1 for update skip locked);
  if not found then
    perform count_record('supporters', 1);
  end if;
  if touched_at = at then
    today := (at at time zone 'UTC')::date;
    update time_counts t set created = t.created + 1, updated = t.updated + 1
    where t.relation = 'supporters' and t.day = today and t.id = (
      select id from time_counts d where d.relation = 'supporters' and d.day = today limit 1 for update skip locked);
  end if;
  if touched_at <> at or not found then
    perform count_times('supporters', array[at], array[touched_at], 1);
  end if;

  -- 40
  update user_figures set supported_suggestions_count = supported_suggestions_count + 1, updated_at = now()
  where id = person;
  select u.satisfaction_score, array(
      select distinct external_account_id from external_users e
      where e.user_id = person and external_account_id is not null order by 1),
    exists (
      select from time_blocks b
      where b.relation = 'supporters' and b.block = added_id / 1000 and b.lowest <= least(at, touched_at))
    into score, accounts, has_block from users u where u.id = person;
  if not has_block then
    perform lower_blocks('supporters', array[added_id], array[least(at, touched_at)]);
  end if;
  if accounts <> '{}' then
    -- The lock on the suggestion comes as late as it can, because people who vote for the same suggestion wait for it.
    if cardinality(accounts) = 1 then
      perform from external_account_figures a, suggestion_figures s where a.id = accounts[1] and s.id = supported
      for no key update;
    else
      perform from external_account_figures where id = any(accounts) order by id for no key update;
      perform from suggestion_figures where id = supported for no key update;
    end if;
    foreach account in array accounts loop
      insert into suggestion_accounts as s (suggestion_id, external_account_id, supporters_count)
      values (supported, account, 1)
      on conflict (suggestion_id, external_account_id) do update set supporters_count = s.supporters_count + 1
      returning s.supporters_count = 1 into is_first;
      update external_account_figures f set
        supported_ideas_count = supported_ideas_count + is_first::integer,
        last_active_at = greatest(last_active_at, at),
        updated_at = now()
      from external_accounts a where f.id = account and a.id = account
      returning coalesce(a.mrr, 0) into revenue;
      -- An account counts from its first supporter.
      if is_first then
        new_accounts := new_accounts + 1;
        new_revenue := new_revenue + revenue;
      end if;
    end loop;
  end if;
  -- So new that it stays in the engagement window: nothing has to be compared with its cutoff.
  update suggestion_figures s set
    supporters_count = supporters_count + 1,
    votes_count = votes_count + votes,
    account_supporters_count = account_supporters_count + (accounts <> '{}')::integer,
    supporting_accounts_count = supporting_accounts_count + new_accounts,
    supporter_revenue = supporter_revenue + new_revenue,
    satisfaction_detractor_count = satisfaction_detractor_count + coalesce(score <= 6, false)::integer,
    satisfaction_neutral_count = satisfaction_neutral_count + coalesce(score in (7, 8), false)::integer,
    satisfaction_promoter_count = satisfaction_promoter_count + coalesce(score >= 9, false)::integer,
    satisfaction_total = satisfaction_total + coalesce(score, 0),
    recent_engagement = recent_engagement + 1,
    first_support_at = least(first_support_at, at),
    last_support_at = greatest(last_support_at, at),
    last_engagement_at = greatest(last_engagement_at, at),
    updated_at = now()
  where id = supported
  returning comments_count + requests_count > 0 into is_discussed;
  -- The suggestion is locked now, so this statement sees the forum that it stays in.
  select forum_id, parent_suggestion_id, exists (select from pending_identities),
    exists (select from segments) or exists (select from features)
    into forum, parent, has_pending, is_watched from suggestions where id = supported;
  update supporter_counts set count = count + 1
  where forum_id = forum
    and id = (select id from supporter_counts s where s.forum_id = forum limit 1 for update skip locked);
  if not found then
    perform count_forum_supporter(forum, 1);
  end if;
  if parent is not null then
    perform refuse_merged(array[supported]);
  end if;
  -- The person may have commented or given feedback before.
  if is_discussed then
    comments_by_person := (select count(*) from comments
      where created_by_id = person and suggestion_id = supported and state in ('approved', 'published'));
    requests_by_person := (select count(*) from feedback_records
      where user_id = person and suggestion_id = supported and state <> 'deleted');
    if comments_by_person + requests_by_person > 0 then
      update supporters set comments_count = comments_by_person, requests_count = requests_by_person
      where suggestion_id = supported and user_id = person;
    end if;
    if requests_by_person > 0 then
      perform touch_feedback(array[(supported, person)::support_pair]);
    end if;
  end if;

  -- 60 to 90
  if has_pending then
    perform promote_people(array[person]);
  end if;
  if is_watched then
    insert into stale_records values ('suggestions', supported);
  end if;
  if is_import then
    perform log_imported_ids('supporters', int8multirange(int8range(added_id, added_id, '[]')));
  end if;
  insert into events (collection, action, record_id, suggestion_id, user_id, request_id)
  values ('supporters', 'created', added_id, supported, nullif(split_part(origin, ' ', 1), '')::bigint,
    nullif(split_part(origin, ' ', 2), ''));
  return null;
end $$;

create trigger "40_count_new_supporters" after insert on supporters referencing new table as added
  for each statement execute function count_new_supporters();

-- The same for several, or an old one.
create function count_several_supporters(supports new_supporter[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids bigint[];
  created timestamptz[];
  updated timestamptz[];
  lowest timestamptz[];
  changes support_change[];
begin
  select array_agg(id), array_agg(created_at), array_agg(updated_at), array_agg(least(created_at, updated_at)),
    array_agg((suggestion_id, user_id, votes_count, created_at, 1)::support_change)
    into ids, created, updated, lowest, changes from unnest(supports);
  -- 10
  perform count_record('supporters', cardinality(ids));
  perform lower_blocks('supporters', ids, lowest);
  perform count_times('supporters', created, updated, 1);
  -- 40
  perform count_support_changes(changes, 'INSERT');
  -- 60 to 90
  if exists (select from pending_identities) then
    perform promote_people(array(select distinct user_id from unnest(changes)));
  end if;
  if exists (select from segments) or exists (select from features) then
    insert into stale_records select distinct 'suggestions', suggestion_id from unnest(changes);
  end if;
  if current_setting('earshot.import', true) <> '' and pg_trigger_depth() = 1 then
    perform log_imported_ids('supporters', (select range_agg(int8range(id, id, '[]')) from unnest(ids) id));
  end if;
  perform record_changes('supporters', 'created', array(
    select (id, suggestion_id, null)::changed_record from unnest(supports) limit 101));
end $$;

-- Adds the differences that new, changed and deleted supporters make. `op` is that of the trigger.
create function count_support_changes(changes support_change[], op text) returns void language plpgsql as $$
begin
  if add_support_changes(changes, op) and op <> 'DELETE' then
    perform count_earlier_acts(changes, op);
  end if;
end $$;

-- The figures of people, accounts and suggestions. Returns whether any of the suggestions has comments or feedback.
create function add_support_changes(changes support_change[], op text) returns boolean language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  any_discussed boolean;
  locked bigint;
begin
  -- A plan for a hundred rows compares each of many thousands with all others.
  if cardinality(changes) > 1000 then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;

  -- One user is locked by the update itself, several by id: very many new ones also by the update, which goes through them in this order.
  -- A transaction that gives this person another account waits for this one, or this one waits for it.
  if cardinality(changes) > 1 and (op <> 'INSERT' or cardinality(changes) <= 1000) then
    perform from user_figures where id in (select user_id from unnest(changes)) order by id for no key update;
  end if;
  update user_figures u set supported_suggestions_count = supported_suggestions_count + n, updated_at = now()
  from (select user_id, sum(sign) as n from unnest(changes) group by 1 order by 1) delta where u.id = user_id and n <> 0;
  get diagnostics locked = row_count;
  -- Votes of a move come without foreign keys (add_moved_votes). What is locked stays.
  if op = 'INSERT' and locked < (select count(distinct user_id) from unnest(changes)) then
    raise exception 'a person who votes does not exist' using errcode = 'foreign_key_violation';
  end if;
  -- Also for one supporter: locking suggestion_accounts first would deadlock with statements that hold the account.
  perform from external_account_figures where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  if cardinality(changes) > 1 then
    perform from suggestion_figures where id in (select suggestion_id from unnest(changes)) order by id for no key update;
    get diagnostics locked = row_count;
    if op = 'INSERT' and locked < (select count(distinct suggestion_id) from unnest(changes)) then
      raise exception 'a suggestion of these votes does not exist' using errcode = 'foreign_key_violation';
    end if;
  end if;
  if exists (select from unnest(changes) where created_at < now() - interval '29 days') then
    perform from engagement_window for share;
  end if;

  with member as (
    select user_id, array_agg(distinct external_account_id) as accounts from external_users
    where user_id in (select user_id from unnest(changes)) and external_account_id is not null group by 1
  ), change as (
    select c.*, u.satisfaction_score as score, coalesce(m.accounts, '{}') as accounts
    from unnest(changes) c join users u on u.id = c.user_id left join member m on m.user_id = c.user_id
  ), account_change as (
    select suggestion_id, account as external_account_id, sum(sign) as n, max(created_at) as at
    from change, unnest(accounts) account group by 1, 2
  ), upserted as (
    insert into suggestion_accounts as s (suggestion_id, external_account_id, supporters_count)
    select suggestion_id, external_account_id, n from account_change where n <> 0 order by 1, 2
    on conflict (suggestion_id, external_account_id) do update
      set supporters_count = s.supporters_count + excluded.supporters_count
    returning s.suggestion_id, s.external_account_id, s.supporters_count
  ), effect as (
    -- An account counts from its first supporter to its last.
    select c.*, case when k.supporters_count = 0 then -1 when k.supporters_count = c.n then 1 else 0 end as sign
    from account_change c left join upserted k using (suggestion_id, external_account_id)
  ), counted as (
    update external_account_figures a set
      supported_ideas_count = supported_ideas_count + d.n,
      last_active_at = greatest(a.last_active_at, d.at),
      updated_at = now()
    from (
      select external_account_id, sum(sign) as n, max(at) filter (where op = 'INSERT') as at
      from effect group by 1 having bool_or(sign <> 0) or op = 'INSERT'
    ) d where a.id = d.external_account_id
  ), revenue as (
    select suggestion_id, sum(sign) as accounts, sum(sign * coalesce(mrr, 0)) as revenue
    from effect join external_accounts a on a.id = external_account_id group by 1
  ), delta as (
    select suggestion_id,
      sum(sign) as supporters,
      sum(sign * votes) as votes,
      coalesce(sum(sign) filter (where accounts <> '{}'), 0) as with_account,
      coalesce(sum(sign) filter (where score <= 6), 0) as detractors,
      coalesce(sum(sign) filter (where score in (7, 8)), 0) as neutrals,
      coalesce(sum(sign) filter (where score >= 9), 0) as promoters,
      coalesce(sum(sign * score), 0) as satisfaction,
      coalesce(sum(sign) filter (where created_at >= (select cutoff from engagement_window)), 0) as recent,
      min(created_at) filter (where sign > 0) as first_at,
      max(created_at) filter (where sign > 0) as last_at
    from change group by 1
  ), counted_suggestion as (
    update suggestion_figures s set
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
    returning s.comments_count + s.requests_count > 0 as is_discussed
  )
  select bool_or(is_discussed) into any_discussed from counted_suggestion;
  -- The suggestions are locked now, so this statement sees the forum that they stay in.
  perform count_forum_supporters(array(
    select (forum_id, sum(n))::forum_change
    from (select suggestion_id, sum(sign) as n from unnest(changes) group by 1) delta
      join suggestions s on s.id = suggestion_id
    group by forum_id having sum(n) <> 0));
  if op = 'INSERT' then
    perform refuse_merged(array(select suggestion_id from unnest(changes)));
  end if;

  -- The removed supporter may have been the first or the last.
  if op <> 'INSERT' then
    delete from suggestion_accounts
    where suggestion_id in (select suggestion_id from unnest(changes)) and supporters_count = 0;
    update suggestion_figures s set
      first_support_at = t.first_at, last_support_at = t.last_at, last_engagement_at = last_engagement(s.id)
    from (
      select suggestion_id, min(created_at) as first_at, max(created_at) as last_at
      from unnest(changes) where sign < 0 group by 1
    ) lost, lateral support_times(lost.suggestion_id) t
    where s.id = lost.suggestion_id and (lost.first_at <= s.first_support_at or lost.last_at >= s.last_support_at);
  end if;
  return any_discussed;
end $$;

-- A new supporter may have commented on the suggestion or given feedback before.
create function count_earlier_acts(changes support_change[], op text) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if op = 'INSERT' then
    perform touch_feedback(array(select (suggestion_id, user_id)::support_pair from unnest(changes)));
  end if;
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
end $$;

create function count_supporters() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  changes support_change[];
begin
  if tg_op = 'DELETE' then
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
  if changes is not null then
    perform count_support_changes(changes, tg_op);
  end if;
  return null;
end $$;

create trigger "40_count_supporters_on_delete" after delete on supporters referencing old table as removed
  for each statement execute function count_supporters();
create trigger "40_count_supporters_on_update" after update on supporters
  referencing old table as removed new table as added
  for each statement execute function count_supporters();
