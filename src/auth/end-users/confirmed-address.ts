// Whose address it is, proved by somebody whom the installation trusts: a provider, or the customer's own application.
import { sql } from 'kysely'
import { isSameAddress } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'

/** What follows from it, in the same transaction. */
export type OnConfirmed = (tx: Tx, confirmed: { userId: number; email: string }) => Promise<unknown>

/** Notes that the address is confirmed, if it is the one that the person has here. Returns whether it is. */
export async function confirmAddress(tx: Tx, userId: number, email: string): Promise<boolean> {
  const { rows } = await sql<{ email: string; isConfirmed: boolean }>`
    select email_address as email, email_confirmed as "isConfirmed" from users where id = ${userId}`.execute(
    tx,
  )
  const [person] = rows
  if (!person || !isSameAddress(person.email, email)) return false
  if (!person.isConfirmed)
    await sql`update users set email_confirmed = true where id = ${userId}`.execute(tx)
  return true
}
