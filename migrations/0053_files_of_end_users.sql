-- Files that people of the portal add to what they write. An attachment belongs to a suggestion, a note or a comment.
alter table attachments add column comment_id bigint references comments on delete set null;
create index on attachments (comment_id, id);

-- The person of the portal who uploaded it, and who alone links it to a text. Null for uploads of the team.
alter table attachments add column created_by_id bigint references users on delete set null;
create index on attachments (created_by_id, id) where created_by_id is not null;
