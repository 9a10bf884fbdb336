// People.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { users } from '../resources/users.ts'
import { notFound } from './records.ts'

/** The person with this address, made when there is none; whether it was. Nobody is notified. */
export async function findOrCreateUser(
  db: Db,
  email: string,
  name?: string,
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with ${buildAuthorCtes(email, name)} answer as (select id, id in (select id from new_author) as "isNew" from author)
    select * from answer`.execute(db)
  // Another call made the person after this statement began; now it is there.
  return rows[0] ?? findOrCreateUser(db, email, name)
}

/** Somebody by id, or by address; whoever has it is made when nobody does. */
export type Person = { id: number } | { email: string; name?: string | undefined }

export const resolvePerson = async (tx: Tx, person: Person): Promise<number> =>
  'id' in person ? person.id : (await findOrCreateUser(tx, person.email, person.name)).id

/** Who wrote something: whom the call names, otherwise the one who acts. */
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

export async function setAllowedState(
  tx: Tx,
  id: number,
  state: 'allowed' | 'blocked',
): Promise<void> {
  const { rows } = await sql`
    update users set allowed_state = ${state}, updated_at = now() where id = ${id} returning id`.execute(
    tx,
  )
  if (!rows[0]) throw notFound(users, id)
}

/**
 * Two CTEs, of which `author` holds the id of the person with this address, whatever its case; made when there is
 * none, and nobody is notified. It is empty when another transaction made the person after the statement began.
 */
export const buildAuthorCtes = (email: string, name = ''): RawBuilder<unknown> => sql`
  new_author as (
    insert into users (email_address, name) values (${email}, ${name})
    on conflict (lower(email_address)) do nothing
    returning id
  ), author as (
    select id from new_author
    union all select id from users where lower(email_address) = lower(${email} collate "und-x-icu") limit 1
  ),`
