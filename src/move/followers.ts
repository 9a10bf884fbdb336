// People who want news of a suggestion that they gave no vote. There is no id, so `move_records` has the person, and the suggestion in the key.
// What people here do since counts: who does not follow any more, or votes, does not follow again by a later run.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { type LoadContext, type Loaded, leftOut } from './load-context.ts'
import { type Line, readBatches } from './reader.ts'

const BATCH_SIZE = 5000
const REMOVED_AT_ONCE = 20_000

/** Of move_records. */
const FOLLOWERS = 'followers'

export async function loadFollowers(context: LoadContext, loaded: Loaded): Promise<void> {
  const { db, folder, manifest, mapped, signal, progress } = context
  const { counts, problems, move } = loaded
  const reading = { size: BATCH_SIZE, manifest, mapped }
  for await (const batch of readBatches(folder, FOLLOWERS, reading)) {
    signal.throwIfAborted()
    problems.push(...batch.problems)
    counts.followers.left_out +=
      batch.leftOutByMapping + batch.problems.filter(({ isLeftOut }) => isLeftOut).length
    const { lines } = batch
    const states = await inTransaction(db, (tx) => loadBatch(tx, move.id, lines))
    for (const line of lines) {
      const state = states.get(line.line)
      if (state !== undefined) counts.followers[state]++
      else {
        counts.followers.left_out++
        const key = `${line.record.suggestion} ${line.record.user}`
        problems.push(
          leftOut(FOLLOWERS, { line: line.line, key }, 'its suggestion or person is not there.'),
        )
      }
    }
    progress(FOLLOWERS, batch.bytes)
  }
}

/** The suggestions and people that lines name. That of a merged suggestion is the one that it was merged into. */
const named = (move: number, lines: Line<'followers'>[]) => sql`
  select l.line, coalesce(t.parent_suggestion_id, t.id) as suggestion_id, p.id as user_id
  from jsonb_to_recordset(${JSON.stringify(lines.map(({ line, record }) => ({ line, ...record })))}::jsonb)
      l (line integer, suggestion text, "user" text)
    join move_records s on s.move_id = ${move} and s.kind = 'suggestions' and s.source_key = l.suggestion
    join suggestions t on t.id = s.record_id
    join move_records u on u.move_id = ${move} and u.kind = 'users' and u.source_key = l.user
    join users p on p.id = u.record_id`

/** Those that a run of the move brought, also when the suggestion was merged since. */
const brought = (move: number) => sql`
  select coalesce(t.parent_suggestion_id, t.id) as suggestion_id, m.record_id as user_id, m.is_own
  from move_records m join suggestions t on t.id = split_part(m.source_key, ' ', 1)::bigint
  where m.move_id = ${move} and m.kind = ${FOLLOWERS}`

const isSame = (alias: string) =>
  sql`${sql.ref(`${alias}.suggestion_id`)} = n.suggestion_id and ${sql.ref(`${alias}.user_id`)} = n.user_id`

const isHere = sql`(exists (select from suggestion_followers f where ${isSame('f')})
  or exists (select from supporters v where ${isSame('v')}))`

type State = 'created' | 'unchanged' | 'matched'

/** By line, of those whose suggestion and person are there. */
async function loadBatch(
  tx: Tx,
  move: number,
  lines: Line<'followers'>[],
): Promise<Map<number, State>> {
  if (lines.length === 0) return new Map()
  const { rows } = await sql<{ line: number; state: State }>`
    with named as materialized (${named(move, lines)}),
    states as materialized (
      select n.*, case
        when exists (select from (${brought(move)}) b where ${isSame('b')}) then 'unchanged'
        when ${isHere} then 'matched'
        when row_number() over (partition by suggestion_id, user_id order by line) > 1 then 'matched'
        else 'created' end as state
      from named n
    ), added as (
      insert into suggestion_followers (suggestion_id, user_id)
      select suggestion_id, user_id from states where state = 'created' order by 1, 2
      on conflict do nothing
    ), noted as (
      insert into move_records (move_id, kind, source_key, record_id, digest, is_own)
      select distinct on (suggestion_id, user_id) ${move}, ${FOLLOWERS}, suggestion_id || ' ' || user_id, user_id, ''::bytea, state = 'created'
      from states where state <> 'unchanged' order by suggestion_id, user_id, line
      on conflict do nothing
    )
    select line, state from states`.execute(tx)
  return new Map(rows.map(({ line, state }) => [line, state]))
}

/** How many lines are here, and of how many people took that back. */
export async function countFollowers(
  db: Db,
  move: number,
  lines: Line<'followers'>[],
): Promise<{ found: number; deleted: number }> {
  const { rows } = await sql<{ found: number; deleted: number }>`
    with named as materialized (${named(move, lines)})
    select count(*) filter (where is_here) as found, count(*) filter (where not is_here and is_known) as deleted
    from named n,
      lateral (select ${isHere} as is_here, exists (select from (${brought(move)}) b where ${isSame('b')}) as is_known) x`.execute(
    db,
  )
  return rows[0] as { found: number; deleted: number }
}

/** Those of suggestions that an undo leaves stay. */
export async function removeFollowers(
  db: Db,
  move: number,
  signal: AbortSignal,
): Promise<{ removed: number; kept: number }> {
  const total = { removed: 0, kept: 0 }
  for (;;) {
    signal.throwIfAborted()
    const { taken, removed, kept } = await inTransaction(db, (tx) => removeBatch(tx, move))
    if (taken === 0) return total
    total.removed += removed
    total.kept += kept
  }
}

async function removeBatch(tx: Tx, move: number) {
  const { rows } = await sql<{ taken: number; removed: number; kept: number }>`
    with taken as (
      delete from move_records where (move_id, kind, source_key) in (
        select move_id, kind, source_key from move_records
        where move_id = ${move} and kind = ${FOLLOWERS} limit ${REMOVED_AT_ONCE})
      returning source_key, record_id, is_own
    ), own as (
      select f.*, exists (select from move_kept k where k.id = f.suggestion_id) as is_kept
      from taken m join suggestions t on t.id = split_part(m.source_key, ' ', 1)::bigint
        join suggestion_followers f on f.suggestion_id = coalesce(t.parent_suggestion_id, t.id) and f.user_id = m.record_id
      where m.is_own
    ), removed as (
      delete from suggestion_followers f using own n where not n.is_kept and ${isSame('f')} returning f.user_id
    )
    select (select count(*) from taken) as taken, (select count(*) from removed) as removed,
      (select count(*) from own where is_kept) as kept`.execute(tx)
  return rows[0] as { taken: number; removed: number; kept: number }
}
