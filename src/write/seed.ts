// What a new account begins with: an owner, a forum, five statuses, three answers to how important something is, and
// the account's own record.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

const STATUSES = [
  { name: 'under review', is_open: true, hex_color: '#999999' },
  { name: 'planned', is_open: true, hex_color: '#F0BA00' },
  { name: 'started', is_open: true, hex_color: '#1E8BC3' },
  { name: 'completed', is_open: false, hex_color: '#6FBC00' },
  { name: 'declined', is_open: false, hex_color: '#BB4F4F' },
]

/** Makes them where there is no owner yet; whether it did. */
export async function seedDatabase(tx: Tx): Promise<boolean> {
  // Of two processes that begin on the same empty database one waits here and then finds an owner.
  await sql`lock table users in share row exclusive mode`.execute(tx)
  await seedImportanceResponses(tx)
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email_address, email_confirmed, is_admin, is_owner)
    select 'Owner', 'owner@example.com', true, true, true
    where not exists (select from users where is_owner)
    returning id`.execute(tx)
  const owner = rows[0]?.id
  if (owner === undefined) return false
  await sql`
    insert into forums (name, prompt, is_default, updated_by_id)
    values ('General', 'I suggest you …', true, ${owner})`.execute(tx)
  await sql`insert into subdomains (key, name) values ('earshot', 'Earshot')`.execute(tx)
  await sql`
    insert into statuses (name, is_open, hex_color, position)
    select name, is_open, hex_color, position
    from rows from (
      jsonb_to_recordset(${JSON.stringify(STATUSES)}::jsonb) as (name text, is_open boolean, hex_color text)
    ) with ordinality as status (name, is_open, hex_color, position)
    order by position`.execute(tx)
  return true
}

// An account that is older than the question has no answers to it yet.
const seedImportanceResponses = (tx: Tx) =>
  sql`
  insert into importance_responses (label, value)
  select label, value from (values ('Nice to have', 1), ('Important', 2), ('Critical', 3)) answer (label, value)
  where not exists (select from importance_responses) order by value`.execute(tx)
