// The statuses of ideas, in the order of the team.
import type { Queries } from '../../db/db.ts'

export type PortalStatus = { id: number; name: string; color: string; is_open: boolean }

export async function findStatuses(pool: Queries): Promise<PortalStatus[]> {
  const { rows } = await pool.query<PortalStatus>({
    name: 'end_user_statuses',
    text: 'select id, name, hex_color as color, is_open from statuses order by position, id limit 100',
  })
  return rows
}
