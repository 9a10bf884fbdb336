import {
  address,
  boolean,
  computed,
  flag,
  inScope,
  integer,
  object,
  one,
  orNull,
  resource,
  text,
  time,
} from './resource.ts'

/** What people do on the portal. Nobody does more in a forum that they do not see. */
export const FORUM_ACTIONS = ['see', 'support', 'comment', 'suggest'] as const
export type ForumAction = (typeof FORUM_ACTIONS)[number]

/** Who may do it, from the widest to the narrowest. `chosen`: invited people, and those of chosen segments and accounts. */
export const TIERS = ['everyone', 'signed_in', 'chosen', 'staff'] as const
export type Tier = (typeof TIERS)[number]

const ACCESS = `(select json_object_agg(action, json_build_object('tier', tier,
    'segments', array(select segment_id from forum_audiences a
      where a.forum_id = forums.id and a.action = actions.action and segment_id is not null order by 1),
    'external_accounts', array(select external_account_id from forum_audiences a
      where a.forum_id = forums.id and a.action = actions.action and external_account_id is not null order by 1)))
  from (values ${FORUM_ACTIONS.map((action) => `('${action}', forums.${action}_tier)`).join(', ')}) as actions (action, tier))`

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
    is_default: boolean,
    // Segments and accounts tell about people.
    access: inScope('people', computed(object, ACCESS)),
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
