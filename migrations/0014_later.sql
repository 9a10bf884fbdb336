-- When accounts change that support very many suggestions, these are told by and by, and the call need not wait for
-- them. What is owed is a difference, so that it does not matter what else happens to the suggestion meanwhile.
create table pending_revenue (
  suggestion_id bigint not null references suggestions on delete cascade,
  revenue numeric not null
);
create index on pending_revenue (suggestion_id);

create or replace function add_revenue(changes revenue_change[]) returns void language plpgsql as $$
declare
  most_at_once constant int := 1000;
begin
  if changes is null then
    return;
  end if;
  if (
    select count(*) > most_at_once from (
      select distinct suggestion_id from suggestion_accounts
      where external_account_id in (select external_account_id from unnest(changes)) limit most_at_once + 1
    ) few
  ) then
    insert into pending_revenue (suggestion_id, revenue)
    select suggestion_id, sum(revenue)
    from unnest(changes) c join suggestion_accounts a using (external_account_id) group by 1 having sum(revenue) <> 0;
    perform pg_notify('work_queued', '');
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

-- Why an import ended without being completed.
alter table imports add reason text;

-- Whether somebody ever acted is asked of those alone who are there: nearly all that are told of in passing are not.
create or replace function promote_known(jobs bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform promote_identities(array_agg(external_id)) from (
    select p.external_id from pending_identities p
    where identify_job_id = any(jobs) and exists (select from external_users e where e.external_id = p.external_id)
    union
    select p.external_id from pending_identities p join users u on lower(u.email_address) = lower(p.email)
    where identify_job_id = any(jobs) and has_acted(u.id)
  ) known;
end $$;
