-- Counts on forums, categories, labels and teams, and the number of links to issues.
-- Where a statement changes several rows, it locks them by id in a statement of their own: a statement that locks and
-- updates the same row can wait for a transaction that waits for it.

create type suggestion_delta as (forum_id bigint, category_id bigint, visible bigint, open bigint);
create type open_change as (suggestion_id bigint, open bigint);

-- Forums and categories count their visible and their open suggestions, labels their open ones.
-- The update sums old and new rows instead of joining them: the planner assumes as few rows as the first statement of
-- the connection had, and would compare every row with every row.
create function count_suggestions() returns trigger language plpgsql as $$
declare
  deltas suggestion_delta[];
  open_changes open_change[];
  added_count bigint;
  forum bigint;
  category bigint;
  is_counted boolean;
  is_counted_open boolean;
begin
  if tg_op = 'INSERT' then
    -- Nearly always one, counted with statements that are planned once.
    select count(*), min(forum_id), min(category_id), bool_or(is_visible), bool_or(is_open)
      into added_count, forum, category, is_counted, is_counted_open from added;
    if added_count = 1 then
      if is_counted then
        update forums set
          suggestions_count = suggestions_count + 1,
          open_suggestions_count = open_suggestions_count + is_counted_open::integer,
          updated_at = now()
        where id = forum;
        if category is not null then
          update categories set
            suggestions_count = suggestions_count + 1,
            open_suggestions_count = open_suggestions_count + is_counted_open::integer,
            updated_at = now()
          where id = category;
        end if;
      end if;
      return null;
    end if;
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
    -- A suggestion that opens or closes changes the count of each of its labels.
    select array_agg(o) into open_changes from (
      select id, sum(open) from (
        select id, is_open::int as open from added union all select id, -is_open::int from removed
      ) change
      group by id having sum(open) <> 0
    ) o;
  end if;

  if open_changes is not null then
    perform from labels where id in (
      select label_id from suggestion_labels where suggestion_id in (select suggestion_id from unnest(open_changes))
    ) order by id for no key update;
    update labels set open_suggestions_count = open_suggestions_count + open, updated_at = now()
    from (
      select label_id, sum(open) as open from unnest(open_changes) join suggestion_labels using (suggestion_id)
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

-- Last: others who add to the same forum wait for its row.
create trigger "95_count_suggestions_on_insert" after insert on suggestions referencing new table as added
  for each statement execute function count_suggestions();
create trigger "20_count_suggestions_on_delete" after delete on suggestions referencing old table as removed
  for each statement execute function count_suggestions();
-- Updates by triggers change figures only: they never move, open or close a suggestion.
create trigger "20_count_suggestions_on_update" after update on suggestions
  referencing old table as removed new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_suggestions();

create function count_labels() returns trigger language plpgsql as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
  changed suggestion_labels[];
begin
  if tg_op = 'INSERT' then
    select array_agg(added) into changed from added;
  else
    select array_agg(removed) into changed from removed;
  end if;
  perform from labels where id in (select label_id from unnest(changed)) order by id for no key update;
  update labels set open_suggestions_count = open_suggestions_count + open, updated_at = now()
  from (
    select label_id, sign * count(*) as open
    from unnest(changed) join suggestions on suggestions.id = suggestion_id where is_open group by label_id
  ) delta where labels.id = label_id;
  return null;
end $$;

create trigger "20_count_labels_on_insert" after insert on suggestion_labels referencing new table as added
  for each statement execute function count_labels();
create trigger "20_count_labels_on_delete" after delete on suggestion_labels referencing old table as removed
  for each statement execute function count_labels();

create function count_categories() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update forums set categories_count = categories_count + n, updated_at = now()
    from (select forum_id, count(*) as n from added group by forum_id) d where forums.id = d.forum_id;
  elsif tg_op = 'DELETE' then
    update forums set categories_count = categories_count - n, updated_at = now()
    from (select forum_id, count(*) as n from removed group by forum_id) d where forums.id = d.forum_id;
  else
    update forums set categories_count = categories_count + n, updated_at = now()
    from (
      select forum_id, sum(n) as n
      from (select forum_id, 1 as n from added union all select forum_id, -1 from removed) change
      group by forum_id having sum(n) <> 0
    ) d where forums.id = d.forum_id;
  end if;
  return null;
end $$;

create trigger "20_count_categories_on_insert" after insert on categories referencing new table as added
  for each statement execute function count_categories();
create trigger "20_count_categories_on_delete" after delete on categories referencing old table as removed
  for each statement execute function count_categories();
create trigger "20_count_categories_on_update" after update on categories
  referencing old table as removed new table as added
  for each statement execute function count_categories();

-- Recounted, because a team has few members; the count sees everything committed before the lock.
create function count_team_members() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct team_id) into changed from added;
  else
    select array_agg(distinct team_id) into changed from removed;
  end if;
  perform from teams where id = any(changed) order by id for no key update;
  update teams set
    members_count = (select count(*) from team_members where team_id = teams.id),
    updated_at = now()
  where id = any(changed);
  return null;
end $$;

create trigger "20_count_team_members_on_insert" after insert on team_members referencing new table as added
  for each statement execute function count_team_members();
create trigger "20_count_team_members_on_delete" after delete on team_members referencing old table as removed
  for each statement execute function count_team_members();

-- Recounted, like the members of a team.
create function count_issue_links() returns trigger language plpgsql as $$
declare
  of_suggestions bigint[];
  of_features bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct suggestion_id) filter (where suggestion_id is not null),
      array_agg(distinct feature_id) filter (where feature_id is not null)
    into of_suggestions, of_features from added;
  else
    select array_agg(distinct suggestion_id) filter (where suggestion_id is not null),
      array_agg(distinct feature_id) filter (where feature_id is not null)
    into of_suggestions, of_features from removed;
  end if;
  if of_suggestions is not null then
    perform from suggestion_figures where id = any(of_suggestions) order by id for no key update;
    update suggestion_figures s set
      jira_link_count = (select count(*) from issue_links where suggestion_id = s.id and tracker = 'jira'),
      vsts_link_count = (select count(*) from issue_links where suggestion_id = s.id and tracker = 'vsts'),
      updated_at = now()
    where id = any(of_suggestions);
  end if;
  if of_features is not null then
    perform from features where id = any(of_features) order by id for no key update;
    update features f set
      jira_link_count = (select count(*) from issue_links where feature_id = f.id and tracker = 'jira'),
      vsts_link_count = (select count(*) from issue_links where feature_id = f.id and tracker = 'vsts'),
      updated_at = now()
    where id = any(of_features);
  end if;
  return null;
end $$;

create trigger "20_count_issue_links_on_insert" after insert on issue_links referencing new table as added
  for each statement execute function count_issue_links();
create trigger "20_count_issue_links_on_delete" after delete on issue_links referencing old table as removed
  for each statement execute function count_issue_links();
