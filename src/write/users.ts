// People.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/** The person with this address, whatever its case; made when there is none. Nobody is notified. */
export async function findOrCreateUser(tx: Tx, email: string, name = ''): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into users (email_address, name) values (${email}, ${name})
      on conflict (lower(email_address)) do nothing
      returning id
    )
    select id from created
    union all
    select id from users where lower(email_address) = lower(${email})
    limit 1`.execute(tx)
  if (rows[0]) return rows[0].id
  // Another transaction created the person after this statement's snapshot was taken.
  return findOrCreateUser(tx, email, name)
}
