-- A reply to a comment on the same suggestion. Replies have one level: what answers a reply belongs to the comment above it.
alter table comments add column reply_to_id bigint references comments on delete set null;
create index comments_reply_to_id_idx on comments (reply_to_id) where reply_to_id is not null;

-- The order of a discussion: each comment, followed by its replies.
alter table comments add column thread_id bigint not null generated always as (coalesce(reply_to_id, id)) stored;
create index comments_suggestion_id_thread_id_id_idx on comments (suggestion_id, thread_id, id);
create index comments_thread_id_id_idx on comments (thread_id, id);

alter table guest_contributions add column reply_to_id bigint references comments on delete set null;
create index guest_contributions_reply_to_id_idx on guest_contributions (reply_to_id) where reply_to_id is not null;

-- What somebody wrote on the portal before they signed in. The page that they come back to has the token.
create table portal_drafts (
  token_hash bytea primary key,
  fields jsonb not null,
  network text not null,
  expires_at timestamptz(3) not null
);
create index portal_drafts_network_idx on portal_drafts (network);
create index portal_drafts_expires_at_idx on portal_drafts (expires_at);
