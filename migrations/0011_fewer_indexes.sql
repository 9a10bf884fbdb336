-- Every index whose place is random costs a vote a whole page of the log after a checkpoint. These are not needed:
-- the person comes first in the unique key, which also finds a person's votes; the time of a supporter is read with the
-- entries of its suggestion; the suggestions of an account are those that its people support.
create unique index supporters_key on supporters (user_id, suggestion_id);
alter table supporters
  drop constraint supporters_suggestion_id_user_id_key,
  add constraint supporters_user_id_suggestion_id_key unique using index supporters_key;
drop index supporters_user_id_suggestion_id_idx;
create index on supporters (suggestion_id, id) include (created_at);
drop index supporters_suggestion_id_created_at_idx;
drop index supporters_suggestion_id_id_idx;
drop index suggestion_accounts_external_account_id_suggestion_id_idx;
