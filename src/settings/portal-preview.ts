// What somebody tries out before they save it: the settings of the portal as they would be. Everybody has one, for an hour.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Settings } from './declarations.ts'

/** With the name of the installation, which the portal shows too, and the texts of mails, which look like the portal. */
export type PortalSettings = Pick<
  Settings,
  'installation_name' | 'mail_texts' | Extract<keyof Settings, `portal_${string}`>
>

export async function storePreview(
  tx: Tx,
  userId: number,
  changes: Partial<PortalSettings>,
): Promise<void> {
  await sql`
    insert into portal_previews (user_id, changes) values (${userId}, ${JSON.stringify(changes)}::jsonb)
    on conflict (user_id) do update set changes = excluded.changes, updated_at = now()`.execute(tx)
}

type Row = { changes: Partial<PortalSettings> }

export async function findPreview(
  db: Db,
  userId: number,
): Promise<Partial<PortalSettings> | undefined> {
  const { rows } = await sql<Row>`
    select changes from portal_previews where user_id = ${userId} and updated_at > now() - interval '1 hour'`.execute(
    db,
  )
  return rows[0]?.changes
}
