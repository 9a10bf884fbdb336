-- How somebody gets mails of a kind: immediately, daily or never. Who chose nothing about announcements gets them like statuses.
create function mail_frequency(person users, kind text) returns text language sql stable as $$
  select case
    when not case kind
        when 'comments' then person.comment_notifications
        when 'announcements' then coalesce(person.announcement_notifications, person.status_notifications)
        else person.status_notifications end
      then 'never'
    when exists (
      select from daily_digests d where d.user_id = person.id and case
        when kind = 'comments' then d.comments_since
        when kind = 'announcements' and person.announcement_notifications is not null then d.announcements_since
        else d.status_since end is not null)
      then 'daily'
    else 'immediately' end
$$;

-- Whether a mail about this tells it: also to somebody who chose one mail a day only afterwards, which begins with what came then.
create function is_mailed_at_once(person users, kind text, happened_at timestamptz) returns boolean language sql stable as $$
  select case mail_frequency(person, kind)
    when 'immediately' then true
    when 'daily' then exists (
      select from daily_digests d where d.user_id = person.id and happened_at < case
        when kind = 'comments' then d.comments_since
        when kind = 'announcements' and person.announcement_notifications is not null then d.announcements_since
        else d.status_since end)
    else false end
$$;

-- What a mailing was to say besides its own cause is still to be said when that cause is gone: to the people who had no mail yet.
create function continue_joined_mailings() returns trigger language plpgsql as $$
declare
  reached bigint := coalesce((select min(user_id) - 1 from outgoing_mails where mailing_id = old.id), old.position);
  newest bigint := (select max(id) from mailings where replaced_by_id = old.id);
begin
  if newest is null then
    return null;
  end if;
  update mailings set state = 'sending', stopped_reason = null, is_complete = false, replaced_by_id = null,
    position = reached, updated_at = now()
  where id = newest;
  update mailings set replaced_by_id = newest where replaced_by_id = old.id;
  perform graphile_worker.add_job('expand_mailing', json_build_object('mailing', newest),
    job_key => 'mailing ' || newest, flags => array['expand_mailing']);
  return null;
end $$;
-- Before the key that forgets which one replaced it, and before its waiting mails are deleted.
create trigger "05_continue_joined_mailings" after delete on mailings for each row
  when (old.state = 'sending') execute function continue_joined_mailings();

-- Somebody who ended mails of a kind, in any way, and wants them again gets them immediately.
create function end_daily_mails() returns trigger language plpgsql as $$
begin
  delete from daily_digests where user_id = new.id
    and (status_since is null or not new.status_notifications)
    and (comments_since is null or not new.comment_notifications)
    and (announcements_since is null or not coalesce(new.announcement_notifications, false));
  update daily_digests set
    status_since = case when new.status_notifications then status_since end,
    comments_since = case when new.comment_notifications then comments_since end,
    announcements_since = case when new.announcement_notifications then announcements_since end
  where user_id = new.id;
  return null;
end $$;
create trigger "70_end_daily_mails" after update of status_notifications, comment_notifications, announcement_notifications
  on users for each row
  when (old.status_notifications and not new.status_notifications
    or old.comment_notifications and not new.comment_notifications
    or old.announcement_notifications and not new.announcement_notifications)
  execute function end_daily_mails();

-- The last time until `at` at which the clocks of the zone showed this hour. An hour that they skip is the one after it.
create function last_time_of_day(at timestamptz, hour integer, zone text) returns timestamptz language sql stable as $$
  select max(due) from (
    select ((at at time zone zone)::date - days + make_interval(hours => hour)) at time zone zone as due
    from generate_series(0, 2) days) dues
  where due <= at
$$;
