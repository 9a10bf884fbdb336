// Files that a person uploaded, as the portal shows them.
import { portalFiles } from '../../resources/end-users/files.ts'
import { answerArrayOf, type Reader } from '../answer.ts'

/** Those of these ids that are the person's own. */
export async function answerOwnFiles(
  reader: Reader,
  userId: number,
  ids: number[],
): Promise<string> {
  const { rows } = await reader.pool.query<{ id: number }>(
    'select id from attachments where id = any($1::bigint[]) and created_by_id = $2 order by id',
    [ids, userId],
  )
  return answerArrayOf(
    reader,
    portalFiles,
    rows.map(({ id }) => id),
  )
}
