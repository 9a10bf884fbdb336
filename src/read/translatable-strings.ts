// The portal's texts and their translations: flat names with literal dots, plain text and HTML separate.
import type { Reader } from './answer.ts'

/** A bare object: the wire format has no envelope here. */
export const renderTranslatableStrings = (reader: Reader) =>
  renderStrings(
    reader,
    'translatable_strings',
    'select kind, name, value from translatable_strings',
  )

/** The translations of a locale; texts that no longer exist are omitted. */
export const renderTranslations = (reader: Reader, locale: string) =>
  renderStrings(
    reader,
    'translations',
    `select kind, name, t.value from translations t join translatable_strings using (kind, name) where locale = $1`,
    [locale],
  )

async function renderStrings(
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
