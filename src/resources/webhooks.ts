import {
  computed,
  ids,
  integer,
  many,
  one,
  orNull,
  resource,
  text,
  texts,
  time,
  words,
} from './resource.ts'

export const WEBHOOK_STATES = ['enabled', 'disabled'] as const
export const WEBHOOK_FORMATS = ['standard', 'service_hook', 'slack', 'teams', 'discord'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The collections whose changes are sent: those that admins read, without what the service itself writes. */
export const WEBHOOK_COLLECTIONS = [
  'suggestions',
  'comments',
  'supporters',
  'status_updates',
  'notes',
  'users',
  'forums',
  'categories',
  'labels',
  'statuses',
  'announcements',
  'attachments',
  'content_reports',
  'custom_fields',
  'external_accounts',
  'external_users',
  'feature_statuses',
  'features',
  'feedback_records',
  'forum_invitations',
  'guest_contributions',
  'importance_scores',
  'internal_flags',
  'internal_status_updates',
  'internal_statuses',
  'nps_ratings',
  'product_areas',
  'segments',
  'suggested_merges',
  'supporter_messages',
  'teams',
  'tickets',
] as const

export const WEBHOOK_ACTIONS = ['created', 'updated', 'deleted'] as const

/** Every type of event, such as `suggestions.created`. */
export const WEBHOOK_EVENTS: string[] = WEBHOOK_COLLECTIONS.flatMap((collection) =>
  WEBHOOK_ACTIONS.map((action) => `${collection}.${action}`),
)

/** The events of the hosted product's hooks, with the changes that cause them. It has some that nothing causes here. */
export const SERVICE_HOOK_EVENTS: Record<string, string[]> = {
  new_suggestion: ['suggestions.created'],
  new_comment: ['comments.created'],
  suggestion_status_update: ['status_updates.created'],
  suggestion_votes_update: ['supporters.created', 'supporters.updated', 'supporters.deleted'],
  new_forum: ['forums.created'],
  new_ticket: ['tickets.created'],
  new_ticket_reply: [],
  new_ticket_admin_reply: [],
  new_article: [],
  new_kudo: [],
}

/** The type of the event that `POST /webhooks/{id}/test` sends. */
export const TEST_EVENT = 'test'

const stateOf = (column: string) =>
  `(select s.${column} from webhook_states s where s.webhook_id = webhooks.id)`

/** Addresses that get a request for each event. */
export const webhooks = resource('webhooks', {
  singular: 'webhook',
  extension: 'Addresses of yours that get a request for each change.',
  access: { scope: 'settings', read: 'admin' },
  fields: {
    id: integer,
    name: text,
    url: text,
    state: text,
    disabled_reason: orNull(text),
    format: text,
    events: computed(texts, 'to_jsonb(webhooks.events)'),
    min_supporters: orNull(integer),
    signature: text,
    // Only in the response that creates or rotates it.
    secret: computed(orNull(text), 'null::text'),
    public_key: orNull(text),
    data_format: text,
    signature_encoding: text,
    previous_secret_expires_at: computed(
      orNull(time),
      `(select max(s.expires_at) from webhook_secrets s where s.webhook_id = webhooks.id and s.expires_at > now())`,
    ),
    failing_since: computed(orNull(time), stateOf('failing_since')),
    last_delivered_at: computed(orNull(time), stateOf('last_delivered_at')),
    created_at: time,
    updated_at: time,
  },
  links: {
    forums: many('forums', {
      table: 'webhook_forums',
      owner: 'webhook_id',
      target: 'forum_id',
    }),
    statuses: many('statuses', {
      table: 'webhook_statuses',
      owner: 'webhook_id',
      target: 'status_id',
    }),
    created_by: one('users'),
    updated_by: one('users'),
  },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', { among: [...WEBHOOK_STATES] }),
    forum: ids('id in (select webhook_id from webhook_forums where forum_id = any(?))'),
  },
})
