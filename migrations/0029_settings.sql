-- What owners set in the console or by the API. A setting that has no row has its default, and the environment wins over both.
create table settings (
  name text primary key,
  -- Without its secret.
  value jsonb not null,
  -- Encrypted with a key outside of the database; null for a setting without a secret.
  encrypted_secret bytea,
  updated_at timestamptz(3) not null default now()
);

-- A mail that confirms a new address of this person, or tells the old one of the change.
alter table outgoing_mails
  add address_of bigint references users on delete cascade,
  add changed_to text;
create index on outgoing_mails (address_of);
