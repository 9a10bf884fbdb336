// The first records of a new account: owner, forum, statuses, importance responses and the account's own record.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

const STATUSES = [
  { name: 'under review', is_open: true, hex_color: '#999999' },
  { name: 'planned', is_open: true, hex_color: '#F0BA00' },
  { name: 'started', is_open: true, hex_color: '#1E8BC3' },
  { name: 'completed', is_open: false, hex_color: '#6FBC00' },
  { name: 'declined', is_open: false, hex_color: '#BB4F4F' },
]

/** Returns false when the account already has an owner. */
export async function seedDatabase(tx: Tx): Promise<boolean> {
  // Of two processes that start on an empty database, one waits here and then sees the owner.
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
    insert into permissions (user_id, license_type, feedback, features, knowledgebase, settings)
    values (${owner}, 'admin', 'manage', 'manage', 'manage', 'manage_account')`.execute(tx)
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

// Always: an account from before this feature has none.
const seedImportanceResponses = (tx: Tx) =>
  sql`
  insert into importance_responses (label, value)
  select label, value from (values ('Nice to have', 1), ('Important', 2), ('Critical', 3)) response (label, value)
  where not exists (select from importance_responses) order by value`.execute(tx)
