-- Comments and merges are mailed too.
alter table mailings
  add column comment_id bigint unique references comments on delete cascade,
  add column merge_id bigint unique references merges on delete cascade,
  drop constraint mailings_check,
  add constraint mailings_check check (
    num_nonnulls(status_update_id, supporter_message_id, announcement_id, comment_id, merge_id) = 1);

-- Null: like status_notifications.
alter table users add column announcement_notifications boolean;

-- Who gets a mail per day instead of one at once, and since when about what; null: not about this. Until `covered_until`
-- everything is mailed. `last_due_at` is when the last mail was due.
create table daily_digests (
  user_id bigint primary key references users on delete cascade,
  status_since timestamptz(3),
  comments_since timestamptz(3),
  announcements_since timestamptz(3),
  covered_until timestamptz(3) not null default now(),
  last_due_at timestamptz(3),
  check (num_nonnulls(status_since, comments_since, announcements_since) > 0)
);
create index daily_digests_covered_until_idx on daily_digests (covered_until);

-- A daily mail is about what happened in between.
alter table outgoing_mails
  add column digest_from timestamptz(3),
  add column digest_until timestamptz(3),
  add constraint outgoing_mails_digest_check check (
    num_nulls(digest_from, digest_until) <> 1
    and (digest_until is null or mailing_id is null and user_id is not null and due_at is not null));
create unique index outgoing_mails_user_id_digest_until_idx on outgoing_mails (user_id, digest_until)
  where digest_until is not null;
