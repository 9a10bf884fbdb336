// The users that requests name by id or address, as authors and voters. A user who does not exist is created.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

/** Finds the user with this address or creates it, without a notification. */
export async function findOrCreateUser(
  db: Db,
  email: string,
  name?: string,
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with ${buildAuthorCtes(email, name)} result as (select id, id in (select id from new_author) as "isNew" from author)
    select * from result`.execute(db)
  // A concurrent call created the user after this statement started. The retry finds it.
  return rows[0] ?? findOrCreateUser(db, email, name)
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

/**
 * Two CTEs. `author` has the id of the user with this address, ignoring case; the user is created when there is none.
 * It is empty when a concurrent transaction created the user after the statement started. It must be read to its end (no
 * limit), so that the triggers of the new user come before those of records that refer to it.
 */
export const buildAuthorCtes = (email: string, name = ''): RawBuilder<unknown> => sql`
  new_author as (
    insert into users (email_address, name) values (${email}, ${name})
    on conflict (lower(email_address)) do nothing
    returning id
  ), author as (
    select id from new_author
    union all select id from users where lower(email_address) = lower(${email} collate "und-x-icu")
  ),`
