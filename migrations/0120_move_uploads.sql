-- Moves from uploaded files and from databases (src/move/uploads.ts, src/write/moves.ts).

alter table moves
  -- The address of a database, without its password.
  add column address text,
  -- {"id": "…", "reader": "fider", "encoding": null, "files": [{"name": "backup.zip", "size_in_bytes": 1}]}
  add column upload jsonb;
