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
} from '../resource.ts'
import { textType } from './public-fields.ts'

const categories = `(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.position, c.id), '[]')
  from categories c where c.forum_id = forums.id)`

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
    portal_url: address('/forums/{id}'),
  },
  links: null,
  sorts: ['id', 'name'],
  defaultSort: 'name',
  filters: { forum: ids('forums.id = any(?)'), current: flag('merged_into_id is null') },
})
