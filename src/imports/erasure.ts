// Removes a person who is erased from queued files, from rows that were not imported, and from what undoing an import needs.
import { sql } from 'kysely'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import type { ImportRow } from './rows.ts'

/** Before the records of the person are deleted. Their suggestions and comments get another author. */
export async function eraseFromImports(
  tx: Tx,
  user: number,
  address: string,
  placeholder: string,
): Promise<void> {
  await eraseFromBatches(tx, address, placeholder)
  await sql`
    delete from import_problems
    where position(lower(${address}) in lower(cells::text)) > 0
      or position(lower(${address}) in lower(problems::text)) > 0`.execute(tx)
  await eraseFromChanges(tx, user, address)
}

async function eraseFromBatches(tx: Tx, address: string, placeholder: string): Promise<void> {
  const { rows } = await sql<{ import_id: number; position: number; people: ImportRow[] }>`
    select import_id, position, people from import_batches
    where position(lower(${address}) in lower(people::text)) > 0
    order by import_id, position for update`.execute(tx)
  for (const { import_id, position, people } of rows) {
    const kept = await stringifyInSlices(
      people.flatMap((row) => eraseFromRow(row, address, placeholder)),
    )
    await sql`
      update import_batches set people = ${kept}::jsonb
      where import_id = ${import_id} and position = ${position}`.execute(tx)
  }
}

function eraseFromRow(row: ImportRow, address: string, placeholder: string): ImportRow[] {
  const isSame = (other?: string | null) => other?.toLowerCase() === address.toLowerCase()
  if (row.collection !== 'suggestions')
    return ('email' in row && isSame(row.email)) || ('user_email' in row && isSame(row.user_email))
      ? []
      : [row]
  const { user_name, ...rest } = row
  return [
    {
      ...rest,
      ...(isSame(row.user_email)
        ? { user_email: placeholder }
        : user_name !== undefined && { user_name }),
      ...(Array.isArray(row.votes) && { votes: row.votes.filter((voter) => !isSame(voter)) }),
      ...(row.comments && {
        comments: row.comments.map((comment) =>
          isSame(comment.email) ? { ...comment, email: placeholder } : comment,
        ),
      }),
    } as ImportRow,
  ]
}

/** An external user can have moved to another user since; its values have the address then. */
async function eraseFromChanges(tx: Tx, user: number, address: string): Promise<void> {
  await sql`
    with own as (
      select 'users' as collection, ${user}::bigint as id
      union all select 'external_users', id from external_users where user_id = ${user}
      union all select 'external_accounts', a.id
      from external_users e join external_accounts a on a.id = e.external_account_id
      where e.user_id = ${user} and a.external_id is null
    ), moved as (
      select (change -> 'values' -> 'external_account_id' ->> 0)::bigint as account
      from import_changes c, jsonb_array_elements(c.changes) change
      where c.collection = 'external_users' and c.action = 'changed'
        and (change ->> 'id')::bigint in (select id from own where collection = 'external_users')
    ), concerned as (
      select * from own union all select 'external_accounts', account from moved where account is not null
    )
    update import_changes c set changes = (
      select coalesce(jsonb_agg(change), '[]') from jsonb_array_elements(c.changes) change
      where ((change ->> 'id')::bigint not in (select id from concerned o where o.collection = c.collection)
          or not change ? 'id')
        and (change ->> 'user_id') is distinct from ${String(user)}
        and position(lower(${address}) in lower(change::text)) = 0)
    where c.changes is not null and exists (
      select from jsonb_array_elements(c.changes) change
      where (change ->> 'id')::bigint in (select id from concerned o where o.collection = c.collection)
        or change ->> 'user_id' = ${String(user)}
        or position(lower(${address}) in lower(change::text)) > 0)`.execute(tx)
}
