// What people read in the portal and translators translate: flat names with literal dots, plain text and HTML apart.
import type { Reader } from './answer.ts'

/** A bare object, unlike every other answer: the wire has no envelope here. */
export const translatableStrings = (reader: Reader) =>
  strings(reader, 'translatable_strings', 'select kind, name, value from translatable_strings')

/** Those of a language that has translations; what is no longer there to be translated is left out. */
export const translations = (reader: Reader, locale: string) =>
  strings(
    reader,
    'translations',
    `select kind, name, t.value from translations t join translatable_strings using (kind, name) where locale = $1`,
    [locale],
  )

async function strings(
  { pool }: Reader,
  name: string,
  from: string,
  values: string[] = [],
): Promise<string> {
  const ofKind = (kind: string) =>
    `(select coalesce(json_object_agg(name, value order by name), '{}') from found where kind = '${kind}')`
  const { rows } = await pool.query<{ strings: string }>({
    name,
    text: `
      with found as materialized (${from})
      select json_build_object('plain', ${ofKind('plain')}, 'html', ${ofKind('html')})::text as strings`,
    values,
  })
  return (rows[0] as { strings: string }).strings
}
