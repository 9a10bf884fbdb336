// Translations of the translatable strings, by locale.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { joinPath } from '../core/values.ts'
import type { Tx } from '../db/db.ts'

export type Translations = {
  plain?: Record<string, string | null>
  html?: Record<string, string | null>
}

/** Replaces the given translations only. Null or an empty text deletes a translation. */
export async function putTranslations(
  tx: Tx,
  locale: string,
  { plain = {}, html = {} }: Translations,
): Promise<void> {
  const sent = Object.entries({ plain, html }).flatMap(([kind, strings]) =>
    Object.entries(strings).map(([name, value]) => ({ kind, name, value: value || null })),
  )
  const rows = sql`
    jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (kind text, name text, value text)`
  await requireKnownStrings(tx, rows)
  await sql`
    with removed as (
      delete from translations t using ${rows}
      where t.locale = ${locale} and t.name = sent.name and sent.value is null
    )
    insert into translations (locale, name, kind, value)
    select ${locale}, name, kind, value from ${rows} where value is not null order by name
    on conflict (locale, name) do update set kind = excluded.kind, value = excluded.value`.execute(
    tx,
  )
}

export async function deleteTranslations(tx: Tx, locale: string): Promise<void> {
  await sql`delete from translations where locale = ${locale}`.execute(tx)
}

async function requireKnownStrings(tx: Tx, rows: RawBuilder<unknown>): Promise<void> {
  const { rows: unknown } = await sql<{ kind: string; name: string }>`
    select kind, name from ${rows}
    where (kind, name) not in (select kind, name from translatable_strings) limit 1`.execute(tx)
  if (!unknown[0]) return
  const { kind, name } = unknown[0]
  throw new ApiError(
    'invalid',
    `${joinPath([kind, name])}: not a translatable string. GET /translatable_strings lists them.`,
    { [kind]: { [name]: 'not_found' } },
  )
}
