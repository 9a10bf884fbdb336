// Where an idea or a comment is, and who wrote it: what decides whether somebody may see it and act on it.
import type { Queries } from '../../db/db.ts'

export type IdeaPlace = {
  id: number
  forumId: number
  state: string
  createdById: number | null
  /** The idea that it was merged into, or itself. */
  target: {
    id: number
    forumId: number
    isVisible: boolean
    isClosed: boolean
    allowsComments: boolean
  }
}

export async function findIdea(pool: Queries, id: number): Promise<IdeaPlace | undefined> {
  const { rows } = await pool.query<IdeaPlace>({
    name: 'end_user_idea',
    text: `
      with recursive chain (id, parent_id) as (
        select id, parent_suggestion_id from suggestions where id = $1
        union select s.id, s.parent_suggestion_id from suggestions s join chain on s.id = chain.parent_id)
      select s.id, s.forum_id as "forumId", s.state, s.created_by_id as "createdById",
        json_build_object('id', t.id, 'forumId', t.forum_id, 'isVisible', t.is_visible,
          'isClosed', t.closed_at is not null, 'allowsComments', coalesce(st.allow_comments, true)) as target
      from suggestions s, chain c join suggestions t on t.id = c.id left join statuses st on st.id = t.status_id
      where s.id = $1 and c.parent_id is null`,
    values: [id],
  })
  return rows[0]
}

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
