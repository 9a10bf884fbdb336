// Votes, of which a move has millions. They are staged first and then loaded in the order of their suggestions, so that the figures of
// a suggestion change once and not with every vote.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { type LoadContext, type Loaded, leftOut, withFreshIds } from './load-context.ts'
import { type Line, readBatches } from './reader.ts'

const STAGED_AT_ONCE = 20_000
export const LOADED_AT_ONCE = 50_000

export async function loadVotes(context: LoadContext, loaded: Loaded): Promise<void> {
  const { db, signal } = context
  const { counts, move } = loaded
  await sql`truncate move_staged_votes`.execute(db)
  await stage(context, loaded)
  await sql`create index if not exists move_staged_votes_idx on move_staged_votes (suggestion_id, user_id, line)`.execute(
    db,
  )
  await sql`analyze move_staged_votes`.execute(db)
  for (let last: Place | undefined = { suggestion_id: 0, user_id: 0 }; last; ) {
    signal.throwIfAborted()
    const from: Place = last
    const done = await withFreshIds(() => inTransaction(db, (tx) => loadSlice(tx, move.id, from)))
    counts.supporters.created += done.created
    counts.supporters.changed += done.changed
    counts.supporters.unchanged -= done.created + done.changed
    last = done.next
  }
  await sql`truncate move_staged_votes`.execute(db)
  await sql`drop index move_staged_votes_idx`.execute(db)
}

/** Counted as unchanged until they are loaded. Several votes of a person for a suggestion are one: the first of the file. */
async function stage(context: LoadContext, { counts, problems, move }: Loaded): Promise<void> {
  const { db, folder, manifest, signal, progress } = context
  const count = counts.supporters
  for await (const batch of readBatches(folder, 'supporters', { size: STAGED_AT_ONCE, manifest })) {
    signal.throwIfAborted()
    problems.push(...batch.problems)
    count.left_out += batch.problems.filter(({ isLeftOut }) => isLeftOut).length
    const lines = batch.lines as Line<'supporters'>[]
    const suggestions = await findSuggestions(db, move.id, lines)
    const people = await findPeople(db, move.id, lines)
    const votes = lines.filter(({ line, record }) => {
      const isKnown = suggestions.has(record.suggestion) && people.has(record.user)
      if (!isKnown) {
        const key = `${record.suggestion} ${record.user}`
        problems.push(
          leftOut('supporters', { line, key }, 'its suggestion or person is not there.'),
        )
        count.left_out++
      }
      return isKnown
    })
    const of = <T>(read: (record: Line<'supporters'>['record']) => T) =>
      votes.map(({ record }) => read(record))
    await sql`
      insert into move_staged_votes
      select * from unnest(${votes.map(({ line }) => line)}::integer[],
        ${of(({ suggestion }) => suggestions.get(suggestion))}::bigint[],
        ${of(({ user }) => people.get(user))}::bigint[], ${of(({ id }) => id ?? null)}::bigint[],
        ${of(({ votes: weight }) => weight ?? 1)}::integer[],
        ${of(({ is_subscribed }) => is_subscribed ?? true)}::boolean[],
        ${of(({ channel }) => channel ?? 'import')}::text[],
        ${of(({ created_at }) => created_at ?? null)}::timestamptz[])`.execute(db)
    count.unchanged += votes.length
    progress('supporters', batch.bytes)
  }
}

/** A merged suggestion stands for the one that it was merged into. */
async function findSuggestions(db: Db, move: number, lines: Line<'supporters'>[]) {
  const keys = [...new Set(lines.map(({ record }) => record.suggestion))]
  const { rows } = await sql<{ source_key: string; id: number }>`
    select m.source_key, coalesce(t.parent_suggestion_id, t.id) as id
    from move_records m join suggestions t on t.id = m.record_id
    where m.move_id = ${move} and m.kind = 'suggestions' and m.source_key = any(${keys})`.execute(
    db,
  )
  return new Map(rows.map(({ source_key, id }) => [source_key, id]))
}

async function findPeople(db: Db, move: number, lines: Line<'supporters'>[]) {
  const keys = [...new Set(lines.map(({ record }) => record.user))]
  const { rows } = await sql<{ source_key: string; id: number }>`
    select m.source_key, m.record_id as id from move_records m join users t on t.id = m.record_id
    where m.move_id = ${move} and m.kind = 'users' and m.source_key = any(${keys})`.execute(db)
  return new Map(rows.map(({ source_key, id }) => [source_key, id]))
}

type Place = { suggestion_id: number; user_id: number }

type Slice = { created: number; changed: number; next: Place | undefined }

/** New votes are created. Of the others, those that this move created follow the source. */
async function loadSlice(tx: Tx, move: number, after: Place): Promise<Slice> {
  await sql`
    insert into move_slice
    select v.*, x.id
    from (
      select distinct on (suggestion_id, user_id) * from (
        select * from move_staged_votes
        where (suggestion_id, user_id) > (${after.suggestion_id}, ${after.user_id})
        order by suggestion_id, user_id, line limit ${LOADED_AT_ONCE}
      ) next order by suggestion_id, user_id, line
    ) v left join supporters x on x.user_id = v.user_id and x.suggestion_id = v.suggestion_id`.execute(
    tx,
  )
  const { rows: created } = await sql<{ count: number }>`
    with added as (
      insert into supporters (id, channel, is_subscribed, votes_count, suggestion_id, user_id, created_by_id,
        updated_by_id, created_at)
      select case when is_free then wanted else nextval(pg_get_serial_sequence('supporters', 'id')) end, channel,
        is_subscribed, votes, suggestion_id, user_id, user_id, user_id, coalesce(created_at, now())
      from (
        select v.*, wanted is not null and row_number() over (partition by wanted order by line) = 1
          and not exists (select from supporters x where x.id = wanted) as is_free
        from move_slice v where known is null order by suggestion_id, user_id
      ) missing
      returning id, suggestion_id, user_id
    ), unfollowed as (
      delete from suggestion_followers f using added
      where f.suggestion_id = added.suggestion_id and f.user_id = added.user_id
    ), noted as (
      insert into move_votes (move_id, ids)
      select ${move}, range_agg(int8range(id, id, '[]')) from added having count(*) > 0
    )
    select count(*) from added`.execute(tx)
  const changed = await sql`
    update supporters s set votes_count = v.votes, is_subscribed = v.is_subscribed,
      created_at = coalesce(v.created_at, s.created_at), updated_at = now()
    from move_slice v
    where s.id = v.known
      and (s.votes_count, s.is_subscribed, s.created_at)
        is distinct from (v.votes, v.is_subscribed, coalesce(v.created_at, s.created_at))
      and exists (select from move_votes own where own.move_id = ${move} and own.ids @> s.id)`.execute(
    tx,
  )
  const { rows: last } = await sql<Place>`
    select suggestion_id, user_id from move_slice order by suggestion_id desc, user_id desc limit 1`.execute(
    tx,
  )
  return {
    created: created[0]?.count ?? 0,
    changed: Number(changed.numAffectedRows ?? 0n),
    next: last[0],
  }
}
