// Temporary tables of the connection that moves: what a batch, the votes, a comparison and an undo work on.

/** The records of a batch. */
const STAGED = `create temporary table if not exists move_staged (
  move_id bigint not null, line integer not null, source_key text collate "C" not null, digest bytea, record jsonb, id bigint, state text, match text, here bigint
) on commit delete rows`

/** Votes as the form has them. */
const VOTES = `create temporary table if not exists move_votes_of_form (
  line integer not null, suggestion text collate "C" not null, person text collate "C" not null, wanted bigint, votes integer not null,
  is_subscribed boolean not null, channel text not null, created_at timestamptz(3))`

/** The suggestions and people that votes name by their keys. A merged suggestion stands for the one that it was merged into. */
const KEYS_OF_SUGGESTIONS = `create temporary table if not exists move_suggestion_keys (
  source_key text collate "C" not null, id bigint not null)`
const KEYS_OF_PEOPLE = `create temporary table if not exists move_person_keys (
  source_key text collate "C" not null, id bigint not null)`

/** One for each person and suggestion, in the order in which they are loaded. */
const SORTED_VOTES = `create temporary table if not exists move_sorted_votes (
  line integer, suggestion_id bigint not null, user_id bigint not null, wanted bigint, votes integer, is_subscribed boolean,
  channel text, created_at timestamptz(3))`

/** The votes of one statement, on the connection that loads them. `own_id` is the supporter that an earlier run created. */
const COPIED_VOTES = `create temporary table if not exists move_copied_votes (
  like move_sorted_votes, own_id bigint
) on commit delete rows`

/** The same as they will be stored. `known` says that there is such a supporter. */
const SLICE = `create temporary table if not exists move_slice (
  id bigint not null, known boolean not null, own_id bigint, suggestion_id bigint not null, user_id bigint not null, votes integer,
  is_subscribed boolean, channel text, created_at timestamptz(3)
) on commit delete rows`

/** The supporters that earlier runs of the move created. */
const OWN_VOTES = 'create temporary table if not exists move_own_votes (id bigint primary key)'

const EXPECTED = `create temporary table if not exists move_expected (
  suggestion text collate "C", person text collate "C")`

/** Lines of attachments whose files texts show, by the name of the picture. */
const PICTURES = `create temporary table if not exists move_pictures_of_form (
  picture text collate "C" not null, line integer not null, source_key text collate "C" not null, record jsonb not null)`
const PICTURES_INDEX =
  'create index if not exists move_pictures_of_form_idx on move_pictures_of_form (picture)'

/** The votes that one statement of an undo removes. */
const REMOVED = `create temporary table if not exists move_removed (id bigint not null) on commit delete rows`

/** Suggestions that an undo leaves. */
const KEPT = 'create temporary table if not exists move_kept (id bigint primary key)'

export const STAGING_TABLES = [
  STAGED,
  VOTES,
  KEYS_OF_SUGGESTIONS,
  KEYS_OF_PEOPLE,
  SORTED_VOTES,
  COPIED_VOTES,
  SLICE,
  OWN_VOTES,
  EXPECTED,
  PICTURES,
  PICTURES_INDEX,
  REMOVED,
  KEPT,
]
