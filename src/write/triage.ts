// Actions of the team on suggestions: owner, list priority, links between suggestions, conversion to a ticket.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { logActivities, logActivity } from './core/activity.ts'
import { lockSuggestions } from './core/locks.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { moderateSuggestion } from './suggestions.ts'

export async function assignOwner(
  tx: Tx,
  actor: number,
  id: number,
  owner: number | null,
): Promise<void> {
  await requireLinkedRecords(tx, suggestions, { owner })
  const before = await lockRecord<{ owner_id: number | null }>(tx, suggestions, id)
  if (before.owner_id === owner) return
  await sql`update suggestions set owner_id = ${owner} where id = ${id}`.execute(tx)
  await logActivity(tx, actor, { kind: 'owner_assigned', suggestion_id: id, user_id: owner })
}

/** Lists these suggestions first, in the given order. */
export async function setListPriority(tx: Tx, ids: number[]): Promise<number[]> {
  const uniqueIds = [...new Set(ids)]
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${uniqueIds}::bigint[]) w (id)
    where not exists (select from suggestions s where s.id = w.id) limit 1`.execute(tx)
  if (rows[0]) {
    throw new ApiError('invalid', `ids: no suggestion has the id ${rows[0].id}.`, {
      ids: 'not_found',
    })
  }
  await lockSuggestions(tx, sql`select unnest(${uniqueIds}::bigint[])`)
  await sql`
    update suggestions s set list_priority = w.place
    from unnest(${uniqueIds}::bigint[]) with ordinality w (id, place)
    where s.id = w.id and s.list_priority is distinct from w.place`.execute(tx)
  return uniqueIds
}

/** Idempotent. Both suggestions show the link. */
export async function linkSuggestions(
  tx: Tx,
  actor: number,
  pair: SuggestionPair,
): Promise<number[]> {
  const [one, other] = await checkPair(tx, pair)
  const { rows } = await sql<{ suggestion_id: number; linked_suggestion_id: number }>`
    insert into suggestion_links (suggestion_id, linked_suggestion_id)
    values (${one}, ${other}), (${other}, ${one}) on conflict do nothing
    returning suggestion_id, linked_suggestion_id`.execute(tx)
  await logLinks(tx, actor, 'suggestion_linked', rows)
  return [one, other]
}

export async function unlinkSuggestions(
  tx: Tx,
  actor: number,
  pair: SuggestionPair,
): Promise<number[]> {
  const [one, other] = await checkPair(tx, pair)
  const { rows } = await sql<{ suggestion_id: number; linked_suggestion_id: number }>`
    delete from suggestion_links where (suggestion_id, linked_suggestion_id) in ((${one}, ${other}), (${other}, ${one}))
    returning suggestion_id, linked_suggestion_id`.execute(tx)
  await logLinks(tx, actor, 'suggestion_unlinked', rows)
  return [one, other]
}

export type SuggestionPair = { suggestion: number; linked_suggestion: number }

async function checkPair(tx: Tx, pair: SuggestionPair): Promise<[number, number]> {
  await requireLinkedRecords(tx, suggestions, pair, {
    suggestion: 'suggestions',
    linked_suggestion: 'suggestions',
  })
  if (pair.suggestion !== pair.linked_suggestion) {
    const ids = [pair.suggestion, pair.linked_suggestion] as [number, number]
    await lockSuggestions(tx, sql`select unnest(${ids}::bigint[])`)
    return ids
  }
  const message = `links.linked_suggestion: suggestion ${pair.suggestion} cannot be linked to itself.`
  throw new ApiError('invalid', message, { links: { linked_suggestion: 'in' } })
}

async function logLinks(
  tx: Tx,
  actor: number,
  kind: 'suggestion_linked' | 'suggestion_unlinked',
  links: { suggestion_id: number; linked_suggestion_id: number }[],
): Promise<void> {
  const ids = links.map(({ suggestion_id }) => suggestion_id)
  await sql`update suggestion_figures set updated_at = now() where id = any(${ids})`.execute(tx)
  await logActivities(
    tx,
    actor,
    links.map((link) => ({ kind, ...link })),
  )
}

/** Idempotent. Creates a ticket and soft-deletes the suggestion. */
export async function convertToTicket(tx: Tx, actor: number, id: number): Promise<void> {
  const suggestion = await lockRecord<{ title: string; ticket_id: number | null }>(
    tx,
    suggestions,
    id,
  )
  if (suggestion.ticket_id !== null) return
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into tickets (ticket_number, subject, contact_id, created_by_id)
      select coalesce((select max(ticket_number) from tickets), 0) + 1, title, created_by_id, ${actor}
      from suggestions where id = ${id} returning id
    )
    update suggestions set ticket_id = created.id from created where suggestions.id = ${id}
    returning created.id`.execute(tx)
  const ticket_id = (rows[0] as { id: number }).id
  await logActivity(tx, actor, { kind: 'ticket_created', suggestion_id: id, ticket_id })
  await moderateSuggestion(tx, actor, id, 'deleted')
}
