// How important a suggestion is to a user. Each user has one score per suggestion, the newest.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { importance_scores } from '../resources/importance_scores.ts'
import { logActivity } from './core/activity.ts'
import { lockSuggestions, lockUsers } from './core/locks.ts'
import { type Person, resolvePerson } from './core/people.ts'
import { requireLinkedRecords } from './core/records.ts'

export async function setImportance(
  tx: Tx,
  actor: number,
  person: Person,
  links: { suggestion: number; response: number; user?: number },
): Promise<{ id: number; isNew: boolean }> {
  await requireLinkedRecords(tx, importance_scores, links)
  const user = await resolvePerson(tx, person)
  await lockUsers(tx, sql`select ${user}::bigint`)
  await lockSuggestions(tx, sql`select ${links.suggestion}::bigint`)
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into importance_scores (suggestion_id, user_id, response_id)
    values (${links.suggestion}, ${user}, ${links.response})
    on conflict (suggestion_id, user_id) do update set response_id = excluded.response_id, updated_at = now()
    returning id, xmax = 0 as "isNew"`.execute(tx)
  await logActivity(tx, actor, {
    kind: 'importance_given',
    suggestion_id: links.suggestion,
    user_id: user,
  })
  return rows[0] as { id: number; isNew: boolean }
}
