// The rows of a file that were not imported, and why.
import type { Queries } from '../db/db.ts'
import { notFound } from '../read/answer.ts'
import { imports } from '../resources/imports.ts'

export type ProblemRow = {
  line: number
  cells: string[]
  problems: { column: string | null; value: string; message: string }[]
}

type Page = { columns: string[]; total: number; rows: ProblemRow[] }

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
