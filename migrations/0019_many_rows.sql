-- What a statement changed is found by adding up what its rows were and what they are. Put side by side they were
-- compared each with each: the server takes as few rows for granted as the first statement of its connection had.

create type opening as (suggestion_id bigint, open bigint);

create or replace function count_suggestions() returns trigger language plpgsql as $$
declare
  deltas suggestion_delta[];
  openings opening[];
begin
  if tg_op = 'INSERT' then
    select array_agg(d) into deltas from (
      select forum_id, category_id, count(*) filter (where is_visible), count(*) filter (where is_open)
      from added group by forum_id, category_id
    ) d;
  elsif tg_op = 'DELETE' then
    select array_agg(d) into deltas from (
      select forum_id, category_id, -count(*) filter (where is_visible), -count(*) filter (where is_open)
      from removed group by forum_id, category_id
    ) d;
  else
    select array_agg(d) into deltas from (
      select forum_id, category_id, sum(visible), sum(open)
      from (
        select forum_id, category_id, is_visible::int as visible, is_open::int as open from added
        union all
        select forum_id, category_id, -is_visible::int, -is_open::int from removed
      ) change
      group by forum_id, category_id having sum(visible) <> 0 or sum(open) <> 0
    ) d;
    -- A suggestion that opens or closes is counted anew by each of its labels.
    select array_agg(o) into openings from (
      select id, sum(open) from (
        select id, is_open::int as open from added union all select id, -is_open::int from removed
      ) change
      group by id having sum(open) <> 0
    ) o;
  end if;

  if openings is not null then
    perform from labels where id in (
      select label_id from suggestion_labels where suggestion_id in (select suggestion_id from unnest(openings))
    ) order by id for no key update;
    update labels set open_suggestions_count = open_suggestions_count + open, updated_at = now()
    from (
      select label_id, sum(open) as open from unnest(openings) join suggestion_labels using (suggestion_id)
      group by label_id
    ) delta where labels.id = label_id and open <> 0;
  end if;
  if deltas is null then
    return null;
  end if;

  if cardinality(deltas) > 1 then
    perform from forums where id in (select forum_id from unnest(deltas)) order by id for no key update;
  end if;
  update forums set
    suggestions_count = suggestions_count + visible,
    open_suggestions_count = open_suggestions_count + open,
    updated_at = now()
  from (
    select forum_id, sum(visible) as visible, sum(open) as open from unnest(deltas) group by forum_id
  ) delta where forums.id = forum_id and (visible <> 0 or open <> 0);

  if not exists (select from unnest(deltas) where category_id is not null) then
    return null;
  end if;
  if cardinality(deltas) > 1 then
    perform from categories where id in (select category_id from unnest(deltas)) order by id for no key update;
  end if;
  update categories set
    suggestions_count = suggestions_count + visible,
    open_suggestions_count = open_suggestions_count + open,
    updated_at = now()
  from (
    select category_id, sum(visible) as visible, sum(open) as open
    from unnest(deltas) where category_id is not null group by category_id
  ) delta where categories.id = category_id and (visible <> 0 or open <> 0);
  return null;
end $$;

create or replace function index_custom_values_of_statement() returns trigger language plpgsql as $$
declare
  changed bigint[];
  people bigint[];
begin
  if not exists (select from custom_fields) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(id) into changed from added where custom_fields <> '{}';
  elsif tg_op = 'DELETE' then
    select array_agg(id) into changed from removed where custom_fields <> '{}';
  else
    select array_agg(id) into changed from (
      select id, custom_fields from added except select id, custom_fields from removed) change;
  end if;
  if changed is not null then
    perform index_custom_values(tg_table_name, changed);
  end if;

  if tg_table_name = 'external_users' then
    if tg_op = 'INSERT' then
      select array_agg(distinct user_id) into people from added;
    elsif tg_op = 'DELETE' then
      select array_agg(distinct user_id) into people from removed;
    else
      select array_agg(distinct user_id) into people
      from (select user_id from added union all select user_id from removed) either;
    end if;
  elsif tg_table_name = 'external_accounts' and changed is not null then
    select array_agg(distinct user_id) into people from external_users where external_account_id = any(changed);
  end if;
  if people is not null then
    perform index_custom_values('users', people);
  end if;
  return null;
end $$;

create or replace function count_revenue() returns trigger language plpgsql as $$
begin
  perform add_revenue(array_agg(change::revenue_change)) from (
    select id, sum(mrr) from (
      select id, coalesce(mrr, 0) as mrr from added union all select id, -coalesce(mrr, 0) from removed
    ) either group by id having sum(mrr) <> 0
  ) change;
  return null;
end $$;

-- Accounts are held before anything of the suggestion, also when one person votes: that one held what its account has
-- to do with the suggestion while it waited for the account, which several at once held while they waited for that.
do $$
declare
  before constant text := pg_get_functiondef('count_supporters'::regproc);
  after constant text := replace(before, '
  if cardinality(changes) > 1 then
    perform from external_accounts where id in (
      select external_account_id from external_users where user_id in (select user_id from unnest(changes))
    ) order by id for no key update;
', '
  perform from external_accounts where id in (
    select external_account_id from external_users where user_id in (select user_id from unnest(changes))
  ) order by id for no key update;
  if cardinality(changes) > 1 then
');
begin
  if after = before then
    raise exception 'count_supporters is not what it should be before this migration';
  end if;
  execute after;
end $$;
