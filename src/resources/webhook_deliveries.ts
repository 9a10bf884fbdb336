import {
  boolean,
  computed,
  ids,
  inScope,
  integer,
  object,
  one,
  orNull,
  required,
  resource,
  text,
  time,
  words,
} from './resource.ts'

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const

/** What webhooks sent, or will send. */
export const webhook_deliveries = resource('webhook_deliveries', {
  singular: 'webhook delivery',
  extension: 'What webhooks sent and what was answered, for 30 days.',
  access: { scope: 'settings', read: 'admin' },
  // Each belongs to a change that is announced itself.
  events: null,
  logsDeletions: false,
  about: 'collection',
  fields: {
    id: integer,
    message_id: computed(text, 'webhook_deliveries.message_id::text'),
    event: text,
    collection: text,
    record_id: orNull(integer),
    state: text,
    attempts: integer,
    next_attempt_at: orNull(time),
    last_attempt_at: orNull(time),
    http_status: orNull(integer),
    duration_ms: orNull(integer),
    error: orNull(text),
    request_headers: orNull(object),
    // Records have addresses and names of people.
    request_body: inScope('people', orNull(text)),
    response_headers: orNull(object),
    response_body: inScope('people', orNull(text)),
    is_response_cut: boolean,
    occurred_at: time,
    created_at: time,
    updated_at: time,
  },
  links: { webhook: required('webhooks'), replay_of: one('webhook_deliveries') },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    webhook: ids('webhook_id = any(?)'),
    state: words('state = any(?)', { among: [...DELIVERY_STATES] }),
  },
})
