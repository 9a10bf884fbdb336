import {
  address,
  boolean,
  computed,
  flag,
  ids,
  integer,
  listOf,
  orNull,
  resource,
  text,
  texts,
} from '../resource.ts'
import { textType } from './public-fields.ts'

const categories = `(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.position, c.id), '[]')
  from categories c where c.forum_id = forums.id)`

const formFields = `(
  select coalesce(json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'field_type', f.field_type,
    'is_required', f.portal_required, 'is_public', f.portal_public, 'choices', f.portal_choices)
    order by f.portal_position, f.id), '[]')
  from custom_fields f where f.object_type = 'suggestions' and f.portal_position is not null)`

/** Forums as the portal shows them. */
export const portalForums = resource('forums', {
  singular: 'forum',
  view: 'forums of end users',
  access: { scope: 'settings' },
  events: null,
  fields: {
    id: integer,
    name: text,
    welcome_message: orNull(text),
    welcome_message_type: textType('welcome_message_mime_type'),
    prompt: orNull(text),
    example: orNull(text),
    ideas_count: computed(integer, 'forums.suggestions_count'),
    open_ideas_count: computed(integer, 'forums.open_suggestions_count'),
    is_open: boolean,
    is_default: boolean,
    category_required: boolean,
    categories: computed(listOf({ id: integer, name: text }), categories),
    /** What the form for an idea asks besides. */
    custom_fields: computed(
      listOf({
        id: integer,
        key: text,
        name: text,
        field_type: text,
        is_required: boolean,
        is_public: boolean,
        choices: texts,
      }),
      formFields,
    ),
    portal_url: address('/forums/{id}'),
  },
  links: null,
  sorts: ['id', 'name'],
  defaultSort: 'name',
  filters: { forum: ids('forums.id = any(?)'), current: flag('merged_into_id is null') },
})
