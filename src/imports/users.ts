// Users from a file: created or changed by their addresses.
import { sql } from 'kysely'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import { toJsonArray } from './custom-values.ts'

/** What is absent stays as it is. Rights are not imported. */
export type ImportedPerson = {
  email: string
  name?: string
  guid?: string
  email_confirmed?: boolean
  job_title?: string
  last_ip?: string
  last_login?: string
  country?: string
  region?: string
  city?: string
  allowed_state?: 'allowed' | 'blocked'
  status_notifications?: boolean
  comment_notifications?: boolean
}

/** Of two rows with the same address the last wins. Returns how many users were created or changed. */
export async function importUsers(tx: Tx, people: ImportedPerson[]): Promise<number> {
  const byAddress = new Map(
    people.map(({ email, ...members }) => [
      email.toLowerCase(),
      { ...members, email_address: email },
    ]),
  )
  const sent = await stringifyInSlices([...byAddress.values()])
  await sql`select import_users(${toJsonArray(sent)})`.execute(tx)
  return byAddress.size
}
