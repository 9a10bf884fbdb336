import {
  computed,
  ids,
  integer,
  object,
  one,
  orNull,
  period,
  required,
  resource,
  text,
  time,
} from './resource.ts'
import { npsGroup, ownerTraits } from './traits.ts'

export const nps_ratings = resource('nps_ratings', {
  singular: 'NPS rating',
  access: { scope: 'people' },
  fields: {
    id: integer,
    rating: integer,
    previous_rating: orNull(integer),
    rating_delta: computed(orNull(integer), 'rating - previous_rating'),
    body: orNull(text),
    prompt: orNull(text),
    group: computed(text, npsGroup('rating')),
    traits: computed(orNull(object), ownerTraits('nps_ratings')),
    created_at: time,
    updated_at: time,
  },
  links: { user: required('users'), ticket: one('tickets') },
  sorts: ['id', 'rating', 'created_at', 'updated_at'],
  filters: { ...period, user: ids('user_id = any(?)'), ticket: ids('ticket_id = any(?)') },
})
