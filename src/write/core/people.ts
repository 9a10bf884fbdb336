// The users that requests name by id or address, as authors and voters. A user who does not exist is created.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'

/** Finds the user with this address or creates it, without a notification. */
export async function findOrCreateUser(
  db: Db,
  email: string,
  name = '',
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await executePrepared(
    db,
    sql<{
      id: number
      isNew: boolean
    }>`select id, is_new as "isNew" from find_or_create_user(${email}, ${name})`,
  )
  return rows[0] as { id: number; isNew: boolean }
}

/** A user by id, or by address. A user who does not exist is created. */
export type Person = { id: number } | { email: string; name?: string | undefined }

/** Finds the staff among these people on whom, or in whose name, somebody may not act, and why (auth/acting.ts). */
export type PeopleGuard = (
  db: Db,
  deed: 'acts on' | 'writes as',
  people: Person[],
) => Promise<{ id: number; email: string; reason: string }[]>

export const resolvePerson = async (tx: Tx, person: Person): Promise<number> =>
  'id' in person ? person.id : (await findOrCreateUser(tx, person.email, person.name)).id

/** The user that the request names as the author, by default the actor. */
export async function resolveAuthor(
  tx: Tx,
  actor: number,
  author: {
    id?: number | undefined
    user_email?: string | undefined
    user_name?: string | undefined
  },
): Promise<number> {
  const { id = actor, user_email: email, user_name: name } = author
  return resolvePerson(
    tx,
    author.id !== undefined || email === undefined ? { id } : { email, name },
  )
}
