// What a database server says of itself and of the user who is connected.
import type { Queries } from './db.ts'

export async function readServerVersion(
  queries: Queries,
): Promise<{ version: string; isSupported: boolean }> {
  const { rows } = await queries.query(`select current_setting('server_version') as version,
    current_setting('server_version_num')::int >= 150000 as "isSupported"`)
  return rows[0]
}

/** Whether the user can create tables and extensions, which migrations do. */
export async function readPrivileges(
  queries: Queries,
): Promise<{ user: string; canCreate: boolean }> {
  const { rows } = await queries.query(`select current_user as user,
    has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "canCreate"`)
  return rows[0]
}
