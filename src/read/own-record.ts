// Which records a person created, and which private ones they see.
import type { Queries } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'

/** A private record belongs to its person, a shared one to the person who created it. */
const ownerColumn = ({ links, isPrivate }: Resource) => {
  if (!links?.created_by) return 'user_id'
  return isPrivate ? 'coalesce(user_id, created_by_id)' : 'created_by_id'
}

export async function isCreatedBy(
  queries: Queries,
  resource: Resource,
  id: number,
  userId: number,
): Promise<boolean> {
  const { rows } = await queries.query(
    `select from "${resource.name}" where id = $1 and ${ownerColumn(resource)} = $2`,
    [id, userId],
  )
  return rows.length > 0
}

/** Limits a list to the records that the person created. The list has a filter by user, whose type the value has. */
export const createdBy = (resource: Resource, userId: number): Condition => ({
  filter: 'user',
  sql: `${ownerColumn(resource)} = any(?)`,
  reads: 'record',
  value: [userId],
})

/** Limits a list to shared records and the private ones of this person. */
export const visibleTo = (userId: number): Condition => ({
  filter: 'user',
  sql: '(user_id is null or user_id = any(?))',
  reads: 'record',
  value: [userId],
})

/** Of these records those that are not private to others, in the same order; `privateOf` null sees all. */
export async function findVisible(
  queries: Queries,
  { name, isPrivate }: Resource,
  ids: number[],
  privateOf: number | null,
): Promise<number[]> {
  if (!isPrivate || privateOf === null) return ids
  const { rows } = await queries.query<{ id: number }>(
    `select id from "${name}" where id = any($1) and (user_id is null or user_id = $2)`,
    [ids, privateOf],
  )
  const visible = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => visible.has(id))
}
