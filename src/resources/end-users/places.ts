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

const placeIn = (target: string) => `
  json_build_object('id', s.id, 'forumId', s.forum_id, 'state', s.state, 'createdById', s.created_by_id,
    'target', json_build_object('id', ${target}.id, 'forumId', ${target}.forum_id, 'isVisible', ${target}.is_visible,
      'isClosed', ${target}.closed_at is not null, 'allowsComments', coalesce(st.allow_comments, true)))`

/** SQL of the place as JSON, or null. Follow it by the id. */
export const IDEA_PLACE = `
  select ${placeIn('t')}
  from suggestions s
    join suggestions t on t.id = case when s.parent_suggestion_id is null then s.id else ${MERGED_INTO} end
    left join statuses st on st.id = t.status_id
  where s.id = `

/**
 * SQL of an idea that takes votes, with its place. Follow it by `and` and a condition on `s.id`. Without merged ones: preparing the
 * way to what they were merged into would take as long as the rest.
 */
export const OPEN_IDEA = `
  select s.id, ${placeIn('s')} as place
  from suggestions s
    left join statuses st on st.id = s.status_id
  where s.parent_suggestion_id is null and s.state in ('approved', 'published') and s.is_visible and s.closed_at is null`
