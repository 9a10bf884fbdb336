// Which records a person created.
import type { Queries } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'

const ownerColumn = ({ links }: Resource) => (links?.created_by ? 'created_by_id' : 'user_id')

export async function isCreatedBy(
  queries: Queries,
  resource: Resource,
  id: number,
  userId: number,
): Promise<boolean> {
  const { rows } = await queries.query(
    `select from "${resource.name}" where id = $1 and "${ownerColumn(resource)}" = $2`,
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
