-- What the values of a source become here, and trials of moves (src/move/mapping.ts, src/move/trial.ts).

alter table moves
  -- As clients send it: {"statuses": {"In review": "Planned", "Old": null}, "people_without_address": "leave_out"}.
  add column mapping jsonb not null default '{}';

alter table moves drop constraint moves_task_check;
alter table moves add constraint moves_task_check check (task in ('look', 'read', 'try', 'run', 'undo'));
alter table moves drop constraint moves_step_check;
alter table moves add constraint moves_step_check
  check (step in ('waiting', 'looking', 'reading', 'checking', 'trying', 'loading', 'comparing', 'undoing'));

-- What the form of a move has: its forums, statuses, labels and the like, and how much of it fits.
create table move_surveys (
  move_id bigint primary key references moves on delete cascade,
  survey jsonb not null,
  created_at timestamptz(3) not null default now()
);

-- A sample as it would look here: its values, and a page to hand on. The records themselves were rolled back.
create table move_trials (
  move_id bigint primary key references moves on delete cascade,
  trial jsonb not null,
  page text not null,
  created_at timestamptz(3) not null default now()
);
