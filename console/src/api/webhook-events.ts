// The events that webhooks can get. The records of these collections cause them.

/** In the order in which they are offered. */
export const COLLECTIONS = [
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
export const ACTIONS = ['created', 'updated', 'deleted'] as const

type Collection = (typeof COLLECTIONS)[number]
export type WebhookEvent = `${Collection}.${(typeof ACTIONS)[number]}`

export const eventsOf = (collection: Collection): WebhookEvent[] =>
  ACTIONS.map((action) => `${collection}.${action}` as const)

export const EVENTS: readonly WebhookEvent[] = COLLECTIONS.flatMap(eventsOf)

/** Those of the format of service hooks that something causes. */
export const SERVICE_HOOK_EVENTS = [
  'new_suggestion',
  'new_comment',
  'suggestion_status_update',
  'suggestion_votes_update',
  'new_forum',
  'new_ticket',
] as const
