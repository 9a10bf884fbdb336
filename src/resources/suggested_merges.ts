import {
  computed,
  ids,
  integer,
  number,
  preciseTime,
  required,
  resource,
  text,
  words,
} from './resource.ts'

export const suggested_merges = resource('suggested_merges', {
  singular: 'suggested merge',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    score: number,
    state: text,
    subdomain_id: computed(integer, '1'),
    // Only this collection renders microseconds.
    created_at: preciseTime,
    updated_at: preciseTime,
  },
  links: { suggestion_a: required('suggestions'), suggestion_b: required('suggestions') },
  sorts: ['id', 'score', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)'),
    suggestion: ids('(suggestion_a_id = any(?) or suggestion_b_id = any(?))'),
  },
})
