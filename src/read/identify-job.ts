// The state of a bulk_identify call.
import { ApiError } from '../core/api-error.ts'
import type { Reader } from './answer.ts'

export async function renderIdentifyJob({ pool }: Reader, id: number): Promise<string> {
  const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const { rows } = await pool.query<{ job: string }>(
    `select json_build_object('id', id, 'status', state, 'reason', reason, 'created_at', ${time('created_at')},
      'done_at', ${time('done_at')})::text as job
    from identify_jobs where id = $1`,
    [id],
  )
  if (!rows[0]) throw new ApiError('not_found', `No job has the id ${id}.`)
  return rows[0].job
}
