// The rows of a file that were not imported, and why: stored with the import, and listed.
import { sql } from 'kysely'
import { notFound } from '../core/api-error.ts'
import { stringifyInSlices } from '../core/slices.ts'
import type { Queries, Tx } from '../db/db.ts'
import { imports } from '../resources/imports.ts'
import type { RejectedRow } from './rows.ts'

/** The rows that are left out, and the columns of the file. */
export type LeftOut = { columns: string[]; rejected: RejectedRow[] }

type Page = { columns: string[]; total: number; rows: RejectedRow[] }

/** The rows after a line. `total` is the number of all that are stored. */
export async function readImportProblems(
  db: Queries,
  id: number,
  { after = 0, offset = 0, limit }: { after?: number; offset?: number; limit: number },
): Promise<Page> {
  const { rows } = await db.query<Page>(
    `select coalesce(columns, '{}') as columns,
       (select count(*) from import_problems where import_id = i.id) as total,
       (select coalesce(json_agg(json_build_object('line', line, 'cells', cells, 'problems', problems) order by line), '[]')
        from (
          select * from import_problems where import_id = i.id and line > $2 order by line offset $3 limit $4
        ) page) as rows
     from imports i where id = $1`,
    [id, after, offset, limit],
  )
  if (!rows[0]) throw notFound(imports, String(id))
  return rows[0]
}

/** Of one import. More are counted, but not stored. */
const MAX_STORED_ROWS = 10_000
const MAX_STORED_CHARACTERS = 20 * 1024 * 1024
const MAX_PROBLEMS_PER_STATEMENT = 500

export async function storeLeftOut(
  tx: Tx,
  id: number,
  { columns, rejected }: LeftOut,
): Promise<void> {
  if (rejected.length === 0) return
  const problems = rejected.reduce((sum, row) => sum + row.problems.length, 0)
  const { rows } = await sql<{ stored: number; characters: number }>`
    with counted as (
      update imports set columns = ${columns}::text[], skipped_rows = skipped_rows + ${rejected.length},
        problems_count = problems_count + ${problems}, updated_at = now()
      where id = ${id}
    )
    select count(*) as stored, coalesce(sum(length(cells::text)), 0)::bigint as characters
    from import_problems where import_id = ${id}`.execute(tx)
  let { stored = 0, characters = 0 } = rows[0] ?? {}
  const kept = rejected.filter((row) => {
    stored += 1
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    return stored <= MAX_STORED_ROWS && characters <= MAX_STORED_CHARACTERS
  })
  for (let i = 0; i < kept.length; i += MAX_PROBLEMS_PER_STATEMENT) {
    const sent = await stringifyInSlices(
      kept.slice(i, i + MAX_PROBLEMS_PER_STATEMENT).map(storable),
    )
    await sql`
      insert into import_problems (import_id, line, cells, problems)
      select ${id}, line, cells, problems
      from jsonb_to_recordset(${sent}::jsonb) r (line integer, cells text[], problems jsonb)
      on conflict do nothing`.execute(tx)
  }
}

/** PostgreSQL has no text with NUL characters. */
const storable = ({ line, cells, problems }: RejectedRow): RejectedRow => ({
  line,
  cells: cells.map(replaceNul),
  problems: problems.map(({ column, value, message }) => ({
    column,
    value: replaceNul(value),
    message,
  })),
})

const replaceNul = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()
