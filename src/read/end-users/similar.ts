// Ideas with a similar title that a caller may see, the most similar first.
import { ideas } from '../../resources/end-users/ideas.ts'
import { answerArrayOf, type Reader } from '../answer.ts'

const MAX_SIMILAR = 5

/** In these forums; null for all. */
export async function answerSimilarIdeas(
  reader: Reader,
  title: string,
  forums: number[] | null,
): Promise<string> {
  const { rows } = await reader.pool.query<{ id: number }>(
    `select o.id from similar_suggestions($1, null) o join suggestions s on s.id = o.id
      where s.is_visible and ($2::bigint[] is null or s.forum_id = any($2::bigint[]))
      order by o.similarity desc, o.id desc limit $3`,
    [title, forums, MAX_SIMILAR],
  )
  return answerArrayOf(
    reader,
    ideas,
    rows.map(({ id }) => id),
  )
}
