import { boolean, integer, object, orNull, resource, text, time } from './resource.ts'

export const feedback_connector_configurations = resource('feedback_connector_configurations', {
  singular: 'feedback connector configuration',
  access: { scope: 'settings', read: 'admin' },
  fields: {
    id: integer,
    name: text,
    connector_type: text,
    is_enabled: boolean,
    settings: object,
    last_tested_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'name', 'created_at', 'updated_at'],
})
