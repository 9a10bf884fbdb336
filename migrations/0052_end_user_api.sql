-- The API of end users: applications that act for them, their idempotency keys, and which notifications they have read.

-- Whose API the tokens of a client open. One never opens the other.
alter table api_clients add column audience text not null default 'admin'
  constraint api_clients_audience_check check (audience in ('admin', 'end_users'));

-- A client with a secret can ask for a code of an end user without PKCE.
alter table authorization_codes alter column code_challenge drop not null;

-- What the single sign-on token of a person limits them to also limits the applications that they allow.
alter table authorization_codes add column allow_forums bigint[];
alter table authorization_codes add column deny_forums bigint[] not null default '{}';
alter table token_grants add column allow_forums bigint[];
alter table token_grants add column deny_forums bigint[] not null default '{}';

-- A token that was first used as a bearer token: its hash, so that the same token, and no other one, is used again so.
alter table used_sso_tokens add column bearer_hash bytea;

create table end_user_responses (
  user_id bigint not null references users on delete cascade,
  key text not null,
  fingerprint text not null,
  status integer not null,
  location text,
  etag text,
  -- Null when it contained data of a user who was erased.
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index end_user_responses_created_at_idx on end_user_responses (created_at);

create table notification_reads (
  user_id bigint primary key references users on delete cascade,
  read_until timestamptz(3) not null
);
