-- A vote, as one statement: `POST /supporters` sends it alone, so that its locks end with the round trip.

-- Finds the user with this address, ignoring case, or creates it, without a notification.
create function find_or_create_user(email text, new_name text, out id bigint, out is_new boolean) language plpgsql as $$
begin
  loop
    is_new := false;
    select u.id into find_or_create_user.id from users u
    where lower(u.email_address) = lower(email collate "und-x-icu");
    exit when found;
    -- Waits for a concurrent call that creates the user. The next turn finds it, unless that call was rolled back.
    is_new := true;
    insert into users (email_address, name) values (email, new_name)
    on conflict (lower(email_address)) do nothing returning users.id into find_or_create_user.id;
    exit when found;
  end loop;
end $$;

-- Returns the supporter, new or not. Returns nothing when there is no such person or suggestion, or when the suggestion was
-- merged. The person is named by id or by address. `origin` is that of the transaction (events.sql) when this statement is the
-- whole transaction, otherwise null.
--
-- Locks the user before the insert: a transaction that holds the user and adds the same supporter would wait for this insert
-- while its trigger waits for the user. The supporter comes last, because its triggers lock the suggestion.
create function add_supporter(
  origin text, actor bigint, person bigint, email text, person_name text, suggestion bigint, how_added text,
  by_channel text, subscribes boolean, votes integer, at timestamptz, out id bigint, out is_new boolean
) returns setof record language plpgsql as $$
declare
  is_follower boolean;
  is_by_address boolean := person is null;
begin
  -- An assignment, because PERFORM would run a query.
  if origin is not null then
    origin := set_config('earshot.origin', origin, true);
  end if;
  if is_by_address then
    -- First, because a vote for nothing creates no user.
    perform from suggestions s where s.id = suggestion and s.parent_suggestion_id is null;
    if not found then
      return;
    end if;
    select u.id into person from find_or_create_user(email, person_name) u;
  end if;
  perform from suggestions s, user_figures f
  where s.id = suggestion and s.parent_suggestion_id is null and f.id = person for no key update of f;
  if not found then
    -- The suggestion went away meanwhile: a new user must not stay.
    if is_by_address then
      raise exception 'the suggestion was deleted or merged just now' using errcode = 'serialization_failure';
    end if;
    return;
  end if;
  select s.id, exists (select from suggestion_followers f where f.suggestion_id = suggestion and f.user_id = person)
    into add_supporter.id, is_follower
  from (select) one left join supporters s on s.user_id = person and s.suggestion_id = suggestion;
  is_new := add_supporter.id is null;
  if not is_new then
    return next;
    return;
  end if;
  if is_follower then
    delete from suggestion_followers f where f.suggestion_id = suggestion and f.user_id = person;
  end if;
  insert into suggestion_activity_entries (created_by_id, kind, suggestion_id, user_id)
  values (actor, 'supporter_added', suggestion, person);
  insert into supporters (how, channel, is_subscribed, votes_count, suggestion_id, user_id, created_by_id, created_at)
  values (how_added, by_channel, subscribes, votes, suggestion, person, nullif(actor, person), coalesce(at, now()))
  on conflict (user_id, suggestion_id) do nothing returning supporters.id into add_supporter.id;
  if not found then
    raise exception 'the supporter was added just now' using errcode = 'serialization_failure';
  end if;
  return next;
end $$;
