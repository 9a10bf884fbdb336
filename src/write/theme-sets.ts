// Sets of themes.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { theme_sets } from '../resources/theme_sets.ts'
import { createRecord, lockRecord, updateRecord } from './core/records.ts'

export type ThemeSet = { name: string; themes?: string[] }

export async function createThemeSet(
  tx: Tx,
  actor: number,
  { name, themes }: ThemeSet,
): Promise<number> {
  const id = await createRecord(tx, theme_sets, actor, { name })
  await setThemes(tx, id, themes)
  return id
}

/** `themes` replaces all themes. A theme that stays keeps its record. */
export async function updateThemeSet(
  tx: Tx,
  actor: number,
  id: number,
  { themes, ...changes }: Partial<ThemeSet>,
): Promise<void> {
  await lockRecord(tx, theme_sets, id)
  await updateRecord(tx, theme_sets, { id, actor }, changes)
  await setThemes(tx, id, themes)
}

async function setThemes(tx: Tx, id: number, themes: string[] | undefined): Promise<void> {
  if (themes === undefined) return
  const names = [...new Set(themes)]
  await sql`
    with removed as (delete from themes where theme_set_id = ${id} and name <> all(${names}))
    insert into themes (theme_set_id, name)
    select ${id}, name from unnest(${names}::text[]) with ordinality as listed (name, place)
    where name not in (select name from themes where theme_set_id = ${id})
    order by place`.execute(tx)
}
