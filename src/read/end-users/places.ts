// Where a comment is, and who wrote it: what decides whether somebody may see it and act on it.
import type { Queries } from '../../db/db.ts'
import { IDEA_PLACE, type IdeaPlace } from '../../resources/end-users/places.ts'
import { type Question, question } from '../answer.ts'

/** Where an idea is; null when there is none. */
export const askForIdeaPlace = (id: number): Question<IdeaPlace | null> =>
  question({
    shape: 'place of an idea',
    plan: { id },
    build: ({ use, values }) => ({
      text: `select (${IDEA_PLACE} ${use('bigint', (plan) => plan.id)})::text as place`,
      values,
      columns: ['place'],
    }),
    isPrepared: true,
    answer: ({ place }) => (place ? JSON.parse(place) : null),
  })

export type CommentPlace = {
  id: number
  ideaId: number
  isPublished: boolean
  /** Of the person who asks: published, or waiting. */
  isOwn: boolean
}

export async function findComment(
  pool: Queries,
  id: number,
  caller: number,
): Promise<CommentPlace | undefined> {
  const { rows } = await pool.query<CommentPlace>({
    name: 'end_user_comment',
    text: `
      select id, suggestion_id as "ideaId", state in ('approved', 'published') as "isPublished",
        created_by_id = $2 and state in ('new', 'approved', 'published') as "isOwn"
      from comments where id = $1`,
    values: [id, caller],
  })
  return rows[0]
}
