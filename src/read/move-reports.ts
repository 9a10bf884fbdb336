// The comparison of a move with its source, as the last run stored it.
import { ApiError } from '../core/api-error.ts'
import type { Reader } from './answer.ts'

const readColumn = async ({ pool }: Reader, column: 'report' | 'page', id: number) => {
  const { rows } = await pool.query<{ text: string }>(
    `select ${column}::text as text from move_reports where move_id = $1`,
    [id],
  )
  if (!rows[0])
    throw new ApiError('not_found', `Move ${id} has no report. There is one when a run has ended.`)
  return rows[0].text
}

/** As JSON. */
export const renderMoveReport = (reader: Reader, id: number) => readColumn(reader, 'report', id)

/** As a page. */
export const readMovePage = (reader: Reader, id: number) => readColumn(reader, 'page', id)
