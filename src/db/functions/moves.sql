-- Moves of whole accounts (src/move/).

-- The suggestions that a move brought and that others use: anything refers to them that the move did not bring, apart from what triggers
-- and jobs derive. The references are those of the catalogue, so that a new table counts without a change here.
create function find_used_suggestions(move bigint) returns setof bigint language plpgsql stable as $$
declare
  reference record;
  is_own text;
begin
  for reference in
    select c.conrelid::regclass::text as referring, a.attname as referring_column,
      exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id') as has_id
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid in ('suggestions'::regclass, 'suggestion_figures'::regclass)
      and c.conrelid::regclass::text not in ('suggestion_figures', 'suggestion_external_ids', 'pending_revenue',
        'suggestion_labels', 'merges', 'duplicate_supporters')
    order by 1, 2
  loop
    is_own := case
      when reference.referring = 'supporters' then
        'exists (select from move_votes v, unnest(v.ids) r, generate_series(lower(r), upper(r) - 1) own
          where v.move_id = $1 and own = t.id)'
      when reference.referring = 'announcement_suggestions' then
        'exists (select from move_records m where m.kind = ''announcements'' and m.record_id = t.announcement_id
          and m.move_id = $1 and m.is_own)'
      when reference.referring = 'suggestion_followers' then
        'exists (select from move_records m join suggestions s on s.id = split_part(m.source_key, '' '', 1)::bigint
          where m.kind = ''followers'' and m.record_id = t.user_id and m.move_id = $1 and m.is_own
            and coalesce(s.parent_suggestion_id, s.id) = t.suggestion_id)'
      when reference.has_id then
        'exists (select from move_records m where m.kind = $2 and m.record_id = t.id and m.move_id = $1 and m.is_own)'
      else 'false' end;
    return query execute format('select t.%2$I from %1$s t where not %3$s and t.%2$I in (
        select record_id from move_records where move_id = $1 and kind = ''suggestions'' and is_own)',
      reference.referring, reference.referring_column, is_own) using move, reference.referring;
  end loop;
end $$;

create type moved_vote as (
  id bigint, suggestion_id bigint, user_id bigint, votes_count integer, is_subscribed boolean, channel text, created_at timestamptz(3)
);

-- Adds new votes of a move by the thousand. What the foreign keys and triggers of each row do is done here for all rows together
-- (decision 104): count_several_supporters has the same steps. Returns false, and has done nothing, where the plain way is needed: the owner of
-- the schema may not set triggers aside, or data of these people is pending. It runs with the rights of the owner, so it reads nothing
-- that a caller can put in place, such as a temporary table.
create function add_moved_votes(votes moved_vote[]) returns boolean language plpgsql security definer
set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  usual_role text := current_setting('session_replication_role');
  changes support_change[];
  ids bigint[];
  created timestamptz[];
  touched_at timestamptz(3) := now();
begin
  -- A single one is counted in another way, and none need not be counted.
  if coalesce(cardinality(votes), 0) < 2 then
    return false;
  end if;
  -- Promoting them fires triggers that depend on who writes.
  if exists (select from pending_identities) and exists (
    select from unnest(votes) v join users u on u.id = v.user_id join pending_identities p on lower(p.email) = lower(u.email_address)
  ) then
    return false;
  end if;
  begin
    perform set_config('session_replication_role', 'replica', true);
  exception when insufficient_privilege then
    return false;
  end;
  insert into supporters (id, channel, is_subscribed, votes_count, suggestion_id, user_id, created_at)
  select id, channel, is_subscribed, votes_count, suggestion_id, user_id, created_at from unnest(votes);
  perform set_config('session_replication_role', usual_role, true);

  select array_agg(id), array_agg(created_at), array_agg((suggestion_id, user_id, votes_count, created_at, 1)::support_change)
    into ids, created, changes from unnest(votes);
  -- 10
  perform count_record('supporters', cardinality(ids));
  perform lower_blocks('supporters', ids, array(select least(at, touched_at) from unnest(created) at));
  perform count_times('supporters', created, array_fill(touched_at::timestamptz, array[cardinality(ids)]), 1);
  -- 40, which also checks what the foreign keys would
  if add_support_changes(changes, 'INSERT') then
    perform set_config('session_replication_role', 'replica', true);
    perform count_earlier_acts(changes, 'INSERT');
    perform set_config('session_replication_role', usual_role, true);
  end if;
  -- 80 and 90
  if exists (select from segments) or exists (select from features) then
    insert into stale_records select distinct 'suggestions', suggestion_id from unnest(changes);
  end if;
  insert into report_person_changes (user_id, year)
  select distinct user_id, year_of(created_at) from unnest(changes) where created_at < now() - interval '1 hour';
  perform record_changes('supporters', 'created', array(
    select (id, suggestion_id, null)::changed_record from unnest(votes) limit 101));
  return true;
end $$;
-- Roles that only read could call it otherwise. roles.ts lets the serving role.
revoke execute on function add_moved_votes from public;
