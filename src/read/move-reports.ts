// The comparison of a move with its source, as the last run stored it.
import { ApiError } from '../core/api-error.ts'
import type { Reader } from './answer.ts'

type Column = 'report' | 'page' | 'trial' | 'trial page'

const STATEMENTS: Record<Column, string> = {
  report: 'select report::text as text from move_reports where move_id = $1',
  page: 'select page as text from move_reports where move_id = $1',
  trial: 'select trial::text as text from move_trials where move_id = $1',
  'trial page': 'select page as text from move_trials where move_id = $1',
}

const readColumn = async ({ pool }: Reader, column: Column, id: number) => {
  const { rows } = await pool.query<{ text: string }>(STATEMENTS[column], [id])
  if (rows[0]) return rows[0].text
  const missing = column.startsWith('trial')
    ? 'trial. There is one when it was tried, until it is brought or mapped in another way.'
    : 'report. There is one when a run has ended.'
  throw new ApiError('not_found', `Move ${id} has no ${missing}`)
}

/** As JSON. */
export const renderMoveReport = (reader: Reader, id: number) => readColumn(reader, 'report', id)

/** As a page. */
export const readMovePage = (reader: Reader, id: number) => readColumn(reader, 'page', id)

/** What a sample would look like here, as JSON. */
export const renderMoveTrial = (reader: Reader, id: number) => readColumn(reader, 'trial', id)

/** As a page. */
export const readTrialPage = (reader: Reader, id: number) => readColumn(reader, 'trial page', id)
