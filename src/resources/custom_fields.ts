import { computed, integer, numbers, one, orNull, resource, text, time, words } from './resource.ts'

export const custom_fields = resource('custom_fields', {
  singular: 'custom field',
  access: { scope: 'settings' },
  fields: {
    id: integer,
    key: text,
    name: text,
    field_type: text,
    object_type: text,
    combined_type: computed(orNull(text), 'field_type'),
    value_type: computed(orNull(text), 'field_type'),
    numeric_enum_values: computed(orNull(numbers), 'null::json'),
    created_at: time,
    updated_at: time,
  },
  links: { created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'key', 'name', 'created_at', 'updated_at'],
  filters: {
    object_type: words('object_type = any(?)', {
      among: ['external_users', 'external_accounts', 'features', 'suggestions'],
    }),
    key: words('key = any(?)'),
  },
})
