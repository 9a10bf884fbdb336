-- Who may do what changed: every process forgets the callers that it knows.
create function announce_caller_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('tokens_changed', '');
  return null;
end $$;

create trigger "90_announce_caller_change" after insert or update or delete on permissions
  for each statement execute function announce_caller_change();
-- A blocked person stops too.
create trigger "90_announce_caller_change" after update of allowed_state on users
  for each statement execute function announce_caller_change();
create trigger "90_announce_caller_change" after delete on sessions
  for each statement execute function announce_caller_change();
create trigger "90_announce_caller_change" after delete on token_grants
  for each statement execute function announce_caller_change();

-- End users who are blocked, also by an import, are signed out. Allowing them again does not sign them in.
create function end_portal_sessions() returns trigger language plpgsql as $$
begin
  delete from end_user_sessions where user_id = new.id;
  return null;
end $$;

create trigger "90_end_portal_sessions" after update of allowed_state on users
  for each row when (new.allowed_state <> 'allowed' and old.allowed_state = 'allowed')
  execute function end_portal_sessions();

-- The audit log is only added to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed: entries are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger "10_refuse_change" before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
