-- Texts that show a picture, besides the suggestion or note that the attachment is linked to: descriptions of features, feedback, saved
-- replies, and answers to several suggestions at once.
create table picture_uses (
  attachment_id bigint not null references attachments on delete cascade,
  suggestion_id bigint references suggestions on delete cascade,
  feature_id bigint references features on delete cascade,
  feedback_record_id bigint references feedback_records on delete cascade,
  saved_reply_id bigint references saved_replies on delete cascade,
  check (num_nonnulls(suggestion_id, feature_id, feedback_record_id, saved_reply_id) = 1)
);
create unique index on picture_uses (attachment_id, suggestion_id, feature_id, feedback_record_id, saved_reply_id) nulls not distinct;
create index on picture_uses (suggestion_id) where suggestion_id is not null;
create index on picture_uses (feature_id) where feature_id is not null;
create index on picture_uses (feedback_record_id) where feedback_record_id is not null;
create index on picture_uses (saved_reply_id) where saved_reply_id is not null;
