-- Supporters by the forum of their suggestion.

create type forum_change as (forum_id bigint, n bigint);
create type forum_move as (suggestion_id bigint, forum_id bigint, sign bigint);

-- A writer takes a row that no other transaction holds, or adds one, so that writers never wait for each other (see
-- count_record). The caller holds locks on the suggestions, so that none moves to another forum.
create function count_forum_supporter(forum bigint, n bigint) returns void language plpgsql as $$
begin
  update supporter_counts set count = count + n
  where forum_id = forum
    and id = (select id from supporter_counts s where s.forum_id = forum limit 1 for update skip locked);
  if not found then
    insert into supporter_counts (forum_id, count) values (forum, n);
  end if;
end $$;

create function count_forum_supporters(changes forum_change[]) returns void language plpgsql as $$
declare
  c forum_change;
begin
  foreach c in array changes loop
    perform count_forum_supporter(c.forum_id, c.n);
  end loop;
end $$;

-- The supporters of a suggestion move with it to another forum. Step 00 has locked its figures.
create function count_moved_supporters() returns trigger language plpgsql as $$
declare
  moves forum_move[];
begin
  select array_agg(m) into moves from (
    select id, forum_id, sum(sign) from (
      select id, forum_id, 1 as sign from added union all select id, forum_id, -1 from removed
    ) either
    group by id, forum_id having sum(sign) <> 0
  ) m;
  if moves is not null then
    perform count_forum_supporters(array(
      select (forum_id, sum(sign * supporters_count))::forum_change
      from unnest(moves) join suggestion_figures f on f.id = suggestion_id
      group by forum_id having sum(sign * supporters_count) <> 0));
  end if;
  return null;
end $$;

-- Updates by triggers never move a suggestion.
create trigger "10_count_moved_supporters" after update on suggestions
  referencing old table as removed new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_moved_supporters();
