-- Demonstration data: its state, and which records were loaded, so that they can be removed again.
create table demo_data (
  is_singleton boolean primary key default true check (is_singleton),
  state text not null check (state in ('loading', 'loaded', 'removing', 'failed')),
  -- Why the last load or removal failed.
  reason text,
  -- The number of records that were loaded, by collection.
  loaded jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table demo_ranges (
  collection text not null,
  first_id bigint not null,
  last_id bigint not null,
  primary key (collection, first_id),
  check (first_id <= last_id)
);
