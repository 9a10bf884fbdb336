// Where an idea is, and who wrote it: what decides whether somebody may see it and act on it.

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

const MERGED_INTO = `(
  with recursive chain (id, parent_id) as (
    select s.id, s.parent_suggestion_id
    union select up.id, up.parent_suggestion_id from suggestions up join chain on up.id = chain.parent_id)
  select id from chain where parent_id is null)`

/** SQL of the place as JSON, or null. Follow it by the id. */
export const IDEA_PLACE = `
  select json_build_object('id', s.id, 'forumId', s.forum_id, 'state', s.state, 'createdById', s.created_by_id,
    'target', json_build_object('id', t.id, 'forumId', t.forum_id, 'isVisible', t.is_visible,
      'isClosed', t.closed_at is not null, 'allowsComments', coalesce(st.allow_comments, true)))
  from suggestions s
    join suggestions t on t.id = case when s.parent_suggestion_id is null then s.id else ${MERGED_INTO} end
    left join statuses st on st.id = t.status_id
  where s.id = `
