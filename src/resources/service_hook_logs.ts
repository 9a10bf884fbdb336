import { integer, orNull, resource, text, time } from './resource.ts'

export const service_hook_logs = resource('service_hook_logs', {
  singular: 'service hook log',
  access: { scope: 'settings', read: 'admin' },
  // A log of deliveries, which events cause.
  events: null,
  logsDeletions: false,
  fields: {
    id: integer,
    url: text,
    event: text,
    object_id: orNull(integer),
    http_status: orNull(integer),
    exception: orNull(text),
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'created_at', 'updated_at'],
})
