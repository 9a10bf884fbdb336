// Users from a file: created or changed by their addresses.
import { sql } from 'kysely'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import { toJsonArray } from './custom-values.ts'
import type { UserRow } from './rows.ts'

/** Of two rows with the same address the last wins. Returns how many users were created or changed. */
export async function importUsers(tx: Tx, rows: UserRow[]): Promise<number> {
  const byAddress = new Map(
    rows.map(({ email, ...members }) => [
      email.toLowerCase(),
      { ...members, email_address: email },
    ]),
  )
  const sent = await stringifyInSlices([...byAddress.values()])
  await sql`select import_users(${toJsonArray(sent)})`.execute(tx)
  return byAddress.size
}
