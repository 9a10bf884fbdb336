-- Signing in with a single sign-on token: what it says of the person, and the session.

-- One statement: applications sign in very many people. The person is locked first, as by every writer (docs/figures.md), so that
-- several sign-ins of one wait for each other in one order. The oldest sessions over the limit end. A person who is gone gets none.
create function start_end_user_session(
  person_id bigint, session_hash bytea, by_method text, key_id bigint, allowed bigint[], denied bigint[], from_address text,
  agent text, lifetime_seconds integer, max_sessions integer
) returns void language plpgsql as $$
begin
  with person as materialized (select id from user_figures where id = person_id for no key update),
  started as (
    insert into end_user_sessions (hash, user_id, method, sso_key_id, allow_forums, deny_forums, address, user_agent, expires_at)
    select session_hash, id, by_method, key_id, allowed, denied, from_address, agent,
      now() + lifetime_seconds * interval '1 second'
    from person),
  ended as (
    delete from end_user_sessions where id in (
      select id from end_user_sessions where user_id = (select id from person) order by id desc offset max_sessions - 1)),
  -- Invitations to an address that somebody has confirmed.
  claimed as (
    update forum_invitations i set claimed_at = now(), claimed_by_id = u.id, updated_at = now()
    from users u where u.id = (select id from person) and u.email_confirmed
      and lower(i.email) = lower(u.email_address) and i.claimed_at is null),
  -- At most once a minute: else all people would wait for this row.
  used as (
    update sso_keys set last_used_at = now()
    where id = key_id and (last_used_at is null or last_used_at < now() - interval '1 minute')
      and exists (select from person))
  update users set last_login = now(), last_ip = from_address where id = (select id from person);
end $$;

-- What a single sign-on token says of a person. Null says nothing.
create function store_sso_details(
  person_id bigint, new_guid text, new_name text, new_picture_url text, new_profile_url text, new_language text,
  status_mails boolean, comment_mails boolean
) returns void language plpgsql as $$
begin
  update users u set guid = new_guid, name = coalesce(new_name, u.name), picture_url = coalesce(new_picture_url, u.picture_url),
    profile_url = coalesce(new_profile_url, u.profile_url), language = coalesce(chosen.language, u.language),
    status_notifications = coalesce(status_mails, u.status_notifications),
    comment_notifications = coalesce(comment_mails, u.comment_notifications)
  -- Staff have chosen their language in the console.
  from (select case when not exists (select from permissions where user_id = person_id) then new_language end as language) chosen
  where u.id = person_id and (u.guid is distinct from new_guid or new_name <> u.name
    or new_picture_url is not null and u.picture_url is distinct from new_picture_url
    or new_profile_url is not null and u.profile_url is distinct from new_profile_url
    or chosen.language is not null and u.language is distinct from chosen.language
    or status_mails <> u.status_notifications or comment_mails <> u.comment_notifications);
end $$;

-- Signs in a person whom a single sign-on token names for the first time. False, and nothing is written, when there is somebody
-- with this address by now: then it depends on what is known of them.
create function sign_in_new_person(
  new_email text, new_guid text, new_name text, new_picture_url text, new_profile_url text, new_language text,
  status_mails boolean, comment_mails boolean, external_users jsonb[], external_accounts jsonb[],
  session_hash bytea, key_id bigint, allowed bigint[], denied bigint[], from_address text, agent text,
  lifetime_seconds integer, max_sessions integer
) returns boolean language plpgsql as $$
declare
  person bigint;
  is_new boolean;
begin
  select u.id, u.is_new into person, is_new from find_or_create_user(new_email, coalesce(new_name, '')) u;
  if not is_new then
    return false;
  end if;
  perform store_sso_details(person, new_guid, new_name, new_picture_url, new_profile_url, new_language, status_mails, comment_mails);
  perform import_external_users(
    array(select u || jsonb_build_object('user_id', person) from unnest(external_users) u), external_accounts);
  perform start_end_user_session(person, session_hash, 'sso', key_id, allowed, denied, from_address, agent, lifetime_seconds,
    max_sessions);
  return true;
end $$;
