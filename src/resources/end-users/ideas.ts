import {
  address,
  boolean,
  computed,
  counted,
  figure,
  flag,
  ids,
  integer,
  listOf,
  mostlyZero,
  object,
  ofCaller,
  orNull,
  reading,
  resource,
  sortOnly,
  text,
  time,
} from '../resource.ts'
import { combinations, searchedText } from '../suggestions.ts'
import { filesOf } from './files.ts'
import { nameOf, statusOf, textType } from './public-fields.ts'

const category = `(
  select json_build_object('id', category.id, 'name', category.name)
  from categories category where category.id = suggestions.category_id)`

const voted = `exists (
  select from supporters own where own.user_id = ? and own.suggestion_id = suggestions.id)`

const following = `(exists (
    select from supporters own where own.user_id = ? and own.suggestion_id = suggestions.id and own.is_subscribed)
  or exists (
    select from suggestion_followers own where own.user_id = ? and own.suggestion_id = suggestions.id))`

/** What its author answered in the form. Answers that are not public are the author's to see. */
const answers = `case when suggestions.custom_fields = '{}' then '[]'::json else (
  select coalesce(json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'field_type', f.field_type,
    'value', suggestions.custom_fields ->> f.key, 'is_public', f.portal_public) order by f.portal_position, f.id), '[]')
  from custom_fields f
  where f.object_type = 'suggestions' and f.portal_position is not null and jsonb_exists(suggestions.custom_fields, f.key)
    and (f.portal_public or suggestions.created_by_id = ?)) end`

/** Suggestions as the portal shows them. */
export const ideas = resource('suggestions', {
  singular: 'suggestion',
  view: 'ideas of end users',
  access: { scope: 'feedback' },
  events: null,
  fields: {
    id: integer,
    title: text,
    text: computed(text, 'suggestions.body'),
    text_type: textType('suggestions.body_mime_type'),
    /** `waiting` for approval: only its author sees it. */
    state: computed(
      text,
      `case when suggestions.state = 'new' then 'waiting' else 'published' end`,
    ),
    voted: ofCaller(boolean, voted),
    following: ofCaller(boolean, following),
    is_mine: ofCaller(boolean, 'coalesce(suggestions.created_by_id = ?, false)'),
    votes_count: figure(integer),
    supporters_count: figure(integer),
    comments_count: mostlyZero(figure(integer)),
    recent_engagement: sortOnly(figure(integer)),
    status: statusOf('suggestions.status_id'),
    category: computed(orNull(object), category),
    forum_id: computed(integer, 'suggestions.forum_id'),
    creator_name: nameOf('suggestions.created_by_id'),
    creator_avatar_url: orNull(address('/avatars/{created_by_id}')),
    portal_url: address('/forums/{forum_id}/suggestions/{id}'),
    custom_fields: ofCaller(
      listOf({
        id: integer,
        key: text,
        name: text,
        field_type: text,
        value: text,
        is_public: boolean,
      }),
      answers,
    ),
    attachments: filesOf('attachments.suggestion_id = suggestions.id'),
    created_at: time,
    closed_at: orNull(time),
  },
  links: null,
  sorts: ['id', 'supporters_count', 'recent_engagement'],
  filters: {
    forum: counted(combinations, ids('forum_id = any(?)')),
    visible: counted(combinations, flag('is_visible'), {
      sql: `state in ('approved', 'published') and parent_suggestion_id is null`,
    }),
    status: counted(combinations, ids('status_id = any(?)')),
    category: counted(combinations, ids('category_id = any(?)')),
    open: counted(combinations, flag('closed_at is null', 'closed_at is not null')),
    mine: ids(
      `created_by_id = any(?) and parent_suggestion_id is null and state in ('new', 'approved', 'published')`,
    ),
    /** For the team. */
    waiting: flag(`state = 'new' and parent_suggestion_id is null`),
    voted: reading(
      'id',
      ids('id in (select suggestion_id from supporters where user_id = any(?))'),
    ),
    following: reading(
      'id',
      ids(`id in (
        select suggestion_id from supporters where user_id = any(?) and is_subscribed
        union all select suggestion_id from suggestion_followers where user_id = any(?))`),
    ),
    q: searchedText,
  },
})
