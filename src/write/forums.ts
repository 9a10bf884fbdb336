// Forums. The compatible API cannot create them; these operations are our addition.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { forums, type Tier } from '../resources/forums.ts'
import { clearDefault, deleteRecord } from './core/records.ts'
import { type ForumAccessInput, setForumAccess } from './forum-access.ts'

export type ForumFields = {
  name?: string
  welcome_message?: string | null
  prompt?: string | null
  example?: string | null
  is_public?: boolean
  is_private?: boolean
  is_open?: boolean
  is_default?: boolean
  category_required?: boolean
  classic_voting?: boolean
  importance_enabled?: boolean
  moderation_enabled?: boolean
  access?: ForumAccessInput
}

export async function createForum(
  tx: Tx,
  actor: number,
  forum: ForumFields & { name: string },
  defaultSeeTier: Tier,
): Promise<number> {
  const columns = toColumns(forum)
  if (forum.is_default) await clearDefault(tx, forums)
  const { rows } = await sql<{ id: number }>`
    insert into forums (updated_by_id, see_tier, ${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${actor}, ${defaultSeeTier}, ${sql.join(columns.map(([, value]) => sql`${value}`))})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await setForumAccess(tx, id, forum)
  return id
}

export async function updateForum(
  tx: Tx,
  actor: number,
  id: number,
  changes: ForumFields,
): Promise<void> {
  const columns = toColumns(changes)
  if (changes.is_default) await clearDefault(tx, forums)
  const assignments: RawBuilder<unknown>[] = columns.map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql`
    update forums set ${sql.join([...assignments, sql`updated_by_id = ${actor}`, sql`updated_at = now()`])}
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(forums, id)
  await setForumAccess(tx, id, changes)
}

/** Only an empty one: nothing that people wrote is lost with it. */
export async function deleteForum(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ is_default: boolean; is_used: boolean }>`
    select is_default, exists (select from suggestions where forum_id = f.id)
      or exists (select from bulk_actions where forum_id = f.id) as is_used
    from forums f where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound(forums, id)
  if (rows[0].is_default)
    throw new ApiError(
      'conflict',
      `Forum ${id} is the default. Make another forum the default first.`,
    )
  if (rows[0].is_used)
    throw new ApiError(
      'conflict',
      `Forum ${id} has suggestions, or had some in the last 30 days. Move them with POST /forums/merge, or close it: set is_open to false.`,
    )
  await sql`delete from categories where forum_id = ${id}`.execute(tx)
  await sql`delete from forum_invitations where forum_id = ${id}`.execute(tx)
  await deleteRecord(tx, forums, id)
}

function toColumns({ is_public, is_private, access, ...forum }: ForumFields): [string, unknown][] {
  const welcome_message_mime_type =
    forum.welcome_message === undefined ? undefined : forum.welcome_message && 'text/html'
  return Object.entries({ ...forum, welcome_message_mime_type }).filter(
    ([, value]) => value !== undefined,
  )
}
