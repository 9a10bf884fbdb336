// The name and address of a person, for the pages that show who is signed in.
import type { Queries } from '../db/db.ts'

export type Person = { name: string; email: string }

export async function findPerson(pool: Queries, id: number): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>({
    name: 'person',
    text: 'select name, email_address as email from users where id = $1',
    values: [id],
  })
  return rows[0]
}
