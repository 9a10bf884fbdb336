// Members that several collections of the API of end users have. They say nothing that the portal does not show.
import { computed, type Field, object, orNull, text } from '../resource.ts'

/** Some users have their e-mail address as their name. */
const publicName = (alias: string) =>
  `case when ${alias}.name = '' or ${alias}.name like '%@%' then 'Anonymous' else ${alias}.name end`

/** The name of a person without their address; null for a person who was erased. */
export const nameOf = (column: string): Field<string | null> =>
  computed(
    orNull(text),
    `(select ${publicName('person')} from users person where person.id = ${column})`,
  )

export const statusOf = (column: string): Field<Record<string, unknown> | null> =>
  computed(
    orNull(object),
    `(select json_build_object('id', status.id, 'name', status.name, 'color', status.hex_color, 'is_open', status.is_open)
      from statuses status where status.id = ${column})`,
  )

/** What a text that was never written as another kind is. */
export const textType = (column: string): Field<string> =>
  computed(text, `coalesce(nullif(${column}, ''), 'text/plain')`)
