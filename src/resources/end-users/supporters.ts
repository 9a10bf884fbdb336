import { computed, ids, integer, orNull, resource, text } from '../resource.ts'

/** People without a name have their e-mail address as one, or none; others do not want to be named. */
const named = (value: string) => `(
  select ${value} from users person
  where person.id = supporters.user_id and not person.hides_support and person.name <> '' and person.name not like '%@%')`

/** Supporters as the portal shows them. Nothing but the name leads to the person. */
export const ideaSupporters = resource('supporters', {
  singular: 'supporter',
  view: 'supporters of end users',
  access: { scope: 'feedback' },
  events: null,
  fields: {
    id: integer,
    /** Null for somebody who is not named. */
    name: computed(orNull(text), named('person.name')),
    /** Of the person's picture, at this service. */
    avatar_path: computed(orNull(text), named("'/avatars/' || person.id")),
  },
  links: null,
  sorts: ['id'],
  filters: { idea: ids('suggestion_id = any(?)') },
})
