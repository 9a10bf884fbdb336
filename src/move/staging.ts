// Temporary tables of the connection that moves: what a batch, the votes, a comparison and an undo work on.

/** The records of a batch. */
const STAGED = `create temporary table if not exists move_staged (
  move_id bigint not null, line integer not null, source_key text collate "C" not null, digest bytea, record jsonb, id bigint, state text, match text
) on commit delete rows`

const VOTES = `create temporary table if not exists move_staged_votes (
  line integer, suggestion_id bigint not null, user_id bigint not null, wanted bigint, votes integer, is_subscribed boolean, channel text,
  created_at timestamptz(3))`

/** The votes of one statement. `known` is the supporter that exists. */
const SLICE = `create temporary table if not exists move_slice (
  like move_staged_votes, known bigint
) on commit delete rows`

const EXPECTED = `create temporary table if not exists move_expected (
  suggestion text collate "C", person text collate "C")`

/** Suggestions that an undo leaves. */
const KEPT = 'create temporary table if not exists move_kept (id bigint primary key)'

export const STAGING_TABLES = [STAGED, VOTES, SLICE, EXPECTED, KEPT]
