-- Secrets of authenticator apps are encrypted with a key outside of the database. The service encrypts those of before when it
-- starts: `secret` is null from then on.
alter table totp_secrets
  alter secret drop not null,
  add encrypted_secret bytea,
  add check (num_nonnulls(secret, encrypted_secret) = 1);

-- The key that encrypts, by its id: a process with another key does not start.
create table current_secret_key (
  is_singleton boolean primary key default true check (is_singleton),
  key_id text not null
);
