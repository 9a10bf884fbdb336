import {
  boolean,
  computed,
  integer,
  numbers,
  one,
  orNull,
  resource,
  text,
  texts,
  time,
  words,
} from './resource.ts'

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
    /** Where the form of the portal asks for it; null: nowhere. */
    portal_position: orNull(integer),
    portal_required: boolean,
    portal_public: boolean,
    portal_choices: computed(texts, 'to_jsonb(custom_fields.portal_choices)'),
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
