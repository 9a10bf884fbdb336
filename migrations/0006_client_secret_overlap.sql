-- After a rotation the previous secret stays valid until it expires.
alter table api_clients
  add column previous_secret_hash bytea,
  add column previous_secret_expires_at timestamptz(3);
