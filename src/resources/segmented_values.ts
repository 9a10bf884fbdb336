import { ids, integer, one, resource, text, time, words } from './resource.ts'

export const segmented_values = resource('segmented_values', {
  singular: 'segmented value',
  access: { scope: 'people' },
  aliases: ['filtered_columns'],
  fields: {
    id: integer,
    key: text,
    name: text,
    column_type: text,
    object_type: text,
    created_at: time,
    updated_at: time,
  },
  links: { segment: one('segments'), created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
  filters: {
    object_type: words('object_type = any(?)'),
    // With or without the `cv_` prefix.
    key: words(
      `key = any(? || array(select regexp_replace(asked, '^cv_', '') from unnest(?) asked))`,
    ),
    // An extension to the wire format.
    segment: ids('segment_id = any(?)'),
  },
})
