// What people read in the portal and translators translate: flat names with literal dots, plain text and HTML apart.
import type { Reader } from './answer.ts'

/** A bare object, unlike every other answer: the wire has no envelope here. */
export async function translatableStrings({ pool }: Reader): Promise<string> {
  const { rows } = await pool.query<{ strings: string }>({
    name: 'translatable_strings',
    text: `
      with plain (name, value) as (
        select 'forum.' || id || '.name', name from forums
        union all select 'forum.' || id || '.prompt', prompt from forums where prompt is not null
        union all select 'status.' || id || '.name', name from statuses
        union all select 'category.' || id || '.name', name from categories
      ), html (name, value) as (
        select 'forum.' || id || '.welcome_message', welcome_message from forums where welcome_message is not null
      )
      select json_build_object(
        'plain', (select coalesce(json_object_agg(name, value order by name), '{}') from plain),
        'html', (select coalesce(json_object_agg(name, value order by name), '{}') from html))::text as strings`,
  })
  return (rows[0] as { strings: string }).strings
}
