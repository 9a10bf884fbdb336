-- Moves that people start from the console or by the API, and that background jobs run (write/moves.ts).

-- `new`: nothing is loaded yet.
alter table moves drop constraint moves_state_check;
alter table moves add constraint moves_state_check
  check (state in ('new', 'loading', 'completed', 'undoing', 'undone'));
drop index moves_source_account_idx;
create unique index moves_source_account_idx on moves (source, account) where state in ('new', 'loading', 'completed');

alter table moves
  -- What the service was asked to do last, and what became of it. Null for a move of a command.
  add column task text check (task in ('look', 'run', 'undo')),
  add column task_state text check (task_state in ('running', 'stopped', 'failed', 'done')),
  add column step text check (step in ('waiting', 'looking', 'reading', 'checking', 'loading', 'comparing', 'undoing')),
  -- By kind, of the step: {"users": {"done": 10, "total": 20}}.
  add column progress jsonb not null default '{}',
  -- Why the task failed, or what it waits for.
  add column reason text,
  -- Counted by each request for a task: a job of an earlier one ends.
  add column attempt integer not null default 0,
  -- What the source has: {"counts": {}, "others": {}}.
  add column look jsonb,
  add column looked_at timestamptz(3),
  add column verified boolean,
  -- What undoing removed and what stayed: {"removed": 1, "kept": 0}.
  add column undone jsonb,
  add column has_folder boolean not null default false,
  add column started_by_id bigint references actors on delete set null,
  add column task_started_at timestamptz(3),
  add column task_ended_at timestamptz(3),
  add check ((task is null) = (task_state is null));
-- One at a time.
create unique index moves_running_idx on moves ((true)) where task_state = 'running';
create index moves_created_at_id_idx on moves (created_at, id);
create index moves_updated_at_id_idx on moves (updated_at, id);
create index moves_started_by_id_idx on moves (started_by_id) where started_by_id is not null;

-- The key and secret, or the token, of the source. They are deleted when the move is done.
create table move_secrets (
  move_id bigint primary key references moves on delete cascade,
  encrypted_secret bytea not null,
  created_at timestamptz(3) not null default now()
);

-- The comparison of the last run: its values, and a page to hand on.
create table move_reports (
  move_id bigint primary key references moves on delete cascade,
  report jsonb not null,
  page text not null,
  created_at timestamptz(3) not null default now()
);
