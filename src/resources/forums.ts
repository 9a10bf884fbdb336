import {
  address,
  boolean,
  computed,
  flag,
  inScope,
  integer,
  one,
  orNull,
  resource,
  text,
  time,
} from './resource.ts'

/** Whose contributions wait for a moderator. Guests write without signing in; first-timers have nothing approved yet. */
export const MODERATION_TIERS = ['nobody', 'first_timers', 'guests', 'everyone'] as const
export type ModerationTier = (typeof MODERATION_TIERS)[number]

export const forums = resource('forums', {
  singular: 'forum',
  access: { scope: 'settings' },
  fields: {
    id: integer,
    name: text,
    welcome_message: orNull(text),
    welcome_message_mime_type: orNull(text),
    prompt: orNull(text),
    example: orNull(text),
    portal_url: address('/forums/{id}'),
    suggestions_count: inScope('feedback', integer),
    open_suggestions_count: inScope('feedback', integer),
    categories_count: inScope('feedback', integer),
    category_required: boolean,
    is_public: boolean,
    is_private: computed(boolean, 'not is_public'),
    classic_voting: boolean,
    is_open: boolean,
    importance_enabled: boolean,
    moderation_enabled: boolean,
    // Extensions: whose suggestions and comments of the portal wait. `moderation_enabled` is that of everyone's suggestions.
    suggestion_moderation: text,
    comment_moderation: text,
    is_default: boolean,
    created_at: time,
    updated_at: time,
  },
  links: { updated_by: one('users'), merged_into: one('forums') },
  sorts: [
    'id',
    'name',
    'created_at',
    'updated_at',
    'suggestions_count',
    'open_suggestions_count',
    'categories_count',
  ],
  filters: { open: flag('is_open') },
})
