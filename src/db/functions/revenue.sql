-- The revenue of a suggestion: the sum of `mrr` over the accounts that support it.

create type revenue_change as (external_account_id bigint, revenue numeric);

-- Where the accounts support very many suggestions, the differences are queued for a background job, so that the call
-- does not wait. A difference stays right whatever else happens to the suggestion.
-- Functions that update accounts inside a trigger call this themselves: the trigger below does not fire there.
create function add_revenue(changes revenue_change[]) returns void language plpgsql as $$
declare
  max_suggestions constant int := 1000;
begin
  if changes is null then
    return;
  end if;
  if (
    select count(*) > max_suggestions from (
      select distinct suggestion_id from suggestion_accounts
      where external_account_id in (select external_account_id from unnest(changes)) limit max_suggestions + 1
    ) few
  ) then
    insert into pending_revenue (suggestion_id, revenue)
    select suggestion_id, sum(revenue)
    from unnest(changes) c join suggestion_accounts a using (external_account_id) group by 1 having sum(revenue) <> 0;
    perform graphile_worker.add_job('add_pending_revenue');
    return;
  end if;
  perform from suggestion_figures where id in (
    select suggestion_id from suggestion_accounts
    where external_account_id in (select external_account_id from unnest(changes))
  ) order by id for no key update;
  update suggestion_figures s set supporter_revenue = supporter_revenue + d.revenue, updated_at = now()
  from (
    select suggestion_id, sum(revenue) as revenue
    from unnest(changes) c join suggestion_accounts a using (external_account_id) group by 1 having sum(revenue) <> 0
  ) d where s.id = d.suggestion_id;
end $$;

create function count_revenue() returns trigger language plpgsql as $$
begin
  perform add_revenue(array_agg(change::revenue_change)) from (
    select id, sum(mrr) from (
      select id, coalesce(mrr, 0) as mrr from added union all select id, -coalesce(mrr, 0) from removed
    ) either group by id having sum(mrr) <> 0
  ) change;
  return null;
end $$;

create trigger "40_count_revenue_on_update" after update on external_accounts
  referencing old table as removed new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_revenue();
