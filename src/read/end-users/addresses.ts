// What the address of a suggestion is made of, also of one that is merged or gone.
import type { Queries } from '../../db/db.ts'

type Place = { id: number; title: string; forum: { id: number; name: string }; isVisible: boolean }

export type SuggestionAddress = Place & {
  state: string
  createdById: number | null
  /** The suggestion that it was merged into, or itself. */
  target: Place
}

export async function findSuggestionAddress(
  pool: Queries,
  id: number,
): Promise<SuggestionAddress | undefined> {
  const { rows } = await pool.query<SuggestionAddress>({
    name: 'portal_suggestion_address',
    text: `
      with recursive chain (id, parent_id) as (
        select id, parent_suggestion_id from suggestions where id = $1
        union select s.id, s.parent_suggestion_id from suggestions s join chain on s.id = chain.parent_id)
      select s.id, s.title, s.state, s.is_visible as "isVisible", s.created_by_id as "createdById",
        json_build_object('id', f.id, 'name', f.name) as forum,
        json_build_object('id', t.id, 'title', t.title, 'isVisible', t.is_visible,
          'forum', json_build_object('id', tf.id, 'name', tf.name)) as target
      from suggestions s join forums f on f.id = s.forum_id,
        chain c join suggestions t on t.id = c.id join forums tf on tf.id = t.forum_id
      where s.id = $1 and c.parent_id is null`,
    values: [id],
  })
  return rows[0]
}
