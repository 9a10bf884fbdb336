import { integer, one, orNull, resource, text, time } from './resource.ts'

export const imports = resource('imports', {
  singular: 'import',
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
    created_at: time,
    updated_at: time,
  },
  links: { user: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
})
