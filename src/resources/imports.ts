import { boolean, computed, integer, one, orNull, resource, text, time } from './resource.ts'

export const imports = resource('imports', {
  singular: 'import',
  extension: 'Returns the progress of each import. The record has the format of an SDK of 2017.',
  access: { scope: 'people', read: 'admin' },
  fields: {
    id: integer,
    type: text,
    state: text,
    total_rows: integer,
    processed_rows: integer,
    imported_records: integer,
    import_started_at: orNull(time),
    import_completed_at: orNull(time),
    reason: orNull(text),
    // Extensions from here on.
    file_name: orNull(text),
    skipped_rows: integer,
    problems_count: integer,
    can_undo: computed(boolean, `coalesce(undo_started_at is null and undo_until > now(), false)`),
    undo_until: orNull(time),
    undo_started_at: orNull(time),
    undone_at: orNull(time),
    undone_rows: integer,
    undone_records: integer,
    kept_records: integer,
    created_at: time,
    updated_at: time,
  },
  links: { user: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
})
