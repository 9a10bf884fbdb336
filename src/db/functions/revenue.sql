-- The revenue of a suggestion: the sum of `mrr` over the accounts that support it.

create type revenue_change as (external_account_id bigint, revenue numeric);

-- Where the accounts support very many suggestions, the differences are queued for a background job, so that the call
-- does not wait. A difference stays right whatever else happens to the suggestion.
-- Functions that update accounts inside a trigger call this themselves: the trigger below does not fire there.
create function add_revenue(changes revenue_change[]) returns void language plpgsql as $$
declare
  max_suggestions constant int := 1000;
  revenues pending_revenue[];
begin
  if changes is null then
    return;
  end if;
  -- The caller holds the accounts, so their people cannot begin or cease to support a suggestion.
  select array_agg(r) into revenues from (
    select suggestion_id, sum(revenue) from (
      select distinct suggestion_id, c.external_account_id, c.revenue
      from unnest(changes) c
        join external_users e on e.external_account_id = c.external_account_id
        join supporters s on s.user_id = e.user_id
    ) supported group by 1 having sum(revenue) <> 0
  ) r;
  if cardinality(revenues) > max_suggestions then
    insert into pending_revenue select * from unnest(revenues);
    perform graphile_worker.add_job('add_pending_revenue');
    return;
  end if;
  perform from suggestion_figures where id = any(array(select suggestion_id from unnest(revenues)))
  order by id for no key update;
  update suggestion_figures s set supporter_revenue = supporter_revenue + r.revenue, updated_at = now()
  from unnest(revenues) r where s.id = r.suggestion_id;
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
