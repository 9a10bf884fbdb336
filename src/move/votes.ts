// Votes, of which a move has millions. They are copied into a temporary table, sorted there by suggestion and person, and loaded in that
// order, so that the figures of a suggestion change once and not with every vote.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { copyRows, readRows, renderCopyRow } from '../db/driver.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { type LoadContext, type Loaded, leftOut, withFreshIds } from './load-context.ts'
import { onFurtherConnections } from './move.ts'
import { MAX_LISTED } from './problems.ts'
import { type Line, readBatches } from './reader.ts'

const READ_AT_ONCE = 5000
/** People who vote meanwhile can wait for a statement, so it must not take long. */
export const LOADED_AT_ONCE = 20_000
/** While one waits for rows of people that the other has changed, indexes and foreign keys keep the other busy. */
const CONNECTIONS = 2

export async function loadVotes(context: LoadContext, loaded: Loaded): Promise<void> {
  const { db, signal } = context
  const { counts, move } = loaded
  await truncate(db)
  await copyRows(
    db,
    sql`copy move_votes_of_form from stdin`,
    votesOf(context, loaded, ({ line, record }) =>
      renderCopyRow([
        line,
        record.suggestion,
        record.user,
        record.id ?? null,
        record.votes ?? 1,
        record.is_subscribed ?? true,
        record.channel ?? 'import',
        record.created_at ?? null,
      ]),
    ),
  )
  await sql`analyze move_votes_of_form`.execute(db)
  await findKeysOfVotes(db, move.id)
  await reportUnknown(db, loaded)
  await sortVotes(db)
  const slices = slicesOf(db, await findOwnVotes(db, move.id))
  await onFurtherConnections(db, CONNECTIONS, (connections) =>
    settled(connections, async (connection) => {
      for await (const slice of slices) {
        signal.throwIfAborted()
        const done = await withFreshIds(() =>
          inTransaction(connection, (tx) => loadSlice(tx, move.id, slice)),
        )
        counts.supporters.created += done.created
        counts.supporters.changed += done.changed
        counts.supporters.unchanged -= done.created + done.changed
      }
    }),
  )
  await truncate(db)
}

/** Waits for all of them also when one fails: a connection must not be given back while it is in use. */
async function settled(connections: Db[], load: (connection: Db) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(connections.map(load))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function truncate(db: Db): Promise<void> {
  await sql`truncate move_votes_of_form, move_sorted_votes, move_own_votes`.execute(db)
}

/** The votes of the form as rows. Counted as unchanged until they are loaded. */
async function* votesOf(
  { folder, manifest, mapped, signal, progress }: LoadContext,
  { counts, problems }: Loaded,
  render: (line: Line<'supporters'>) => string,
): AsyncGenerator<string> {
  const reading = { size: READ_AT_ONCE, manifest, mapped }
  for await (const batch of readBatches(folder, 'supporters', reading)) {
    signal.throwIfAborted()
    problems.push(...batch.problems)
    counts.supporters.left_out +=
      batch.leftOutByMapping + batch.problems.filter(({ isLeftOut }) => isLeftOut).length
    counts.supporters.unchanged += batch.lines.length
    if (batch.lines.length > 0) yield batch.lines.map(render).join('')
    progress('supporters', batch.bytes)
  }
}

/** Fills tables that the planner knows: the rows of all kinds together tell it little. */
export async function findKeysOfVotes(db: Db, move: number): Promise<void> {
  await sql`truncate move_suggestion_keys, move_person_keys`.execute(db)
  await sql`
    insert into move_suggestion_keys
    select m.source_key, coalesce(t.parent_suggestion_id, t.id) from move_records m join suggestions t on t.id = m.record_id
    where m.move_id = ${move} and m.kind = 'suggestions'`.execute(db)
  await sql`
    insert into move_person_keys
    select m.source_key, t.id from move_records m join users t on t.id = m.record_id
    where m.move_id = ${move} and m.kind = 'users'`.execute(db)
  await sql`analyze move_suggestion_keys, move_person_keys`.execute(db)
}

type Unknown = { line: number; suggestion: string; person: string; total: number }

async function reportUnknown(db: Db, { counts, problems }: Loaded): Promise<void> {
  const { rows } = await sql<Unknown>`
    select v.line, v.suggestion, v.person, count(*) over () as total
    from move_votes_of_form v left join move_suggestion_keys s on s.source_key = v.suggestion
      left join move_person_keys p on p.source_key = v.person
    where s.id is null or p.id is null order by v.line limit ${MAX_LISTED}`.execute(db)
  const total = rows[0]?.total ?? 0
  for (const { line, suggestion, person } of rows)
    problems.push(
      leftOut(
        'supporters',
        { line, key: `${suggestion} ${person}` },
        'its suggestion or person is not there.',
      ),
    )
  problems.countUnlisted(total - rows.length)
  counts.supporters.left_out += total
  counts.supporters.unchanged -= total
}

/** Several votes of a person for a suggestion are one: the first of the file. The pages of the table have them in order. */
async function sortVotes(db: Db): Promise<void> {
  await sql`
    insert into move_sorted_votes
    select distinct on (s.id, p.id) v.line, s.id, p.id, v.wanted, v.votes, v.is_subscribed, v.channel, v.created_at
    from move_votes_of_form v join move_suggestion_keys s on s.source_key = v.suggestion
      join move_person_keys p on p.source_key = v.person
    order by s.id, p.id, v.line`.execute(db)
  await sql`analyze move_sorted_votes`.execute(db)
}

/**
 * A log of ranges is small, but to look for one vote in it takes as long as to read all. In order, so that the index is filled from the
 * left. False when there is none.
 */
async function findOwnVotes(db: Db, move: number): Promise<boolean> {
  const result = await sql`
    insert into move_own_votes
    select distinct id from (
      select generate_series(lower(r), upper(r) - 1) as id from (
        select unnest(ids) as r from move_votes where move_id = ${move}
      ) ranges
    ) own order by id`.execute(db)
  await sql`analyze move_own_votes`.execute(db)
  return result.numAffectedRows !== 0n
}

/** The votes of each statement in the text format of COPY. */
async function* slicesOf(db: Db, hasOwn: boolean): AsyncGenerator<Buffer> {
  const ownId = hasOwn
    ? sql`(select x.id from supporters x join move_own_votes own on own.id = x.id
        where x.user_id = v.user_id and x.suggestion_id = v.suggestion_id)`
    : sql`null::bigint`
  const { pages, step } = await measureSorted(db)
  for (let page = 0; page < pages; page += step)
    yield await readRows(
      db,
      sql`copy (
        select v.*, ${ownId} from move_sorted_votes v
        where ctid >= ${sql.lit(`(${page},0)`)} and ctid < ${sql.lit(`(${page + step},0)`)}
      ) to stdout`,
    )
}

/** How many pages the sorted votes have, and how many of them have as many votes as one statement loads. */
async function measureSorted(db: Db): Promise<{ pages: number; step: number }> {
  const { rows } = await sql<{ pages: number; votes: number }>`
    select pg_relation_size('move_sorted_votes') / current_setting('block_size')::bigint as pages, count(*) as votes
    from move_sorted_votes`.execute(db)
  const { pages = 0, votes = 0 } = rows[0] ?? {}
  return { pages, step: Math.max(1, Math.floor((pages * LOADED_AT_ONCE) / Math.max(1, votes))) }
}

type Slice = { created: number; changed: number }

/**
 * New votes are created. Of the others, those that this move created follow the source. Whether an id is free is a subquery of one
 * value, because the planner would read all supporters once per slice for `not exists`.
 */
async function loadSlice(tx: Tx, move: number, slice: Buffer): Promise<Slice> {
  // Not waiting for the disk: what a crash of the server loses is brought again, and the end of the move makes all before it durable.
  await sql`set local synchronous_commit = off`.execute(tx)
  // A trial is one transaction.
  await sql`delete from move_copied_votes`.execute(tx)
  await sql`delete from move_slice`.execute(tx)
  await copyRows(tx, sql`copy move_copied_votes from stdin`, [slice])
  await sql`analyze move_copied_votes`.execute(tx)
  await sql`
    insert into move_slice
    select case when supporter is not null then supporter when is_free then wanted
        else nextval((select pg_get_serial_sequence('supporters', 'id'))::regclass) end,
      supporter is not null, own_id, suggestion_id, user_id, votes, is_subscribed, channel, created_at
    from (
      select v.*, x.id as supporter, wanted is not null and row_number() over (partition by wanted order by line) = 1
        and (select o.id from supporters o where o.id = wanted) is null as is_free
      from move_copied_votes v left join supporters x on x.user_id = v.user_id and x.suggestion_id = v.suggestion_id
    ) v order by suggestion_id, user_id`.execute(tx)
  await sql`analyze move_slice`.execute(tx)
  const created = await addVotes(tx)
  await sql`
    insert into move_votes (move_id, ids)
    select ${move}, range_agg(int8range(id, id, '[]') order by id) from move_slice where not known having count(*) > 0`.execute(
    tx,
  )
  await sql`
    delete from suggestion_followers f using move_slice v
    where not v.known and f.suggestion_id = v.suggestion_id and f.user_id = v.user_id`.execute(tx)
  const changed = await sql`
    update supporters s set votes_count = v.votes, is_subscribed = v.is_subscribed,
      created_at = coalesce(v.created_at, s.created_at), updated_at = now()
    from move_slice v
    where s.id = v.id and v.id = v.own_id
      and (s.votes_count, s.is_subscribed, s.created_at)
        is distinct from (v.votes, v.is_subscribed, coalesce(v.created_at, s.created_at))`.execute(
    tx,
  )
  return {
    created,
    changed: Number(changed.numAffectedRows ?? 0n),
  }
}

/** The new votes of the slice, by a way that the owner of the schema has to be able to go, or by the plain one. */
async function addVotes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number; is_added: boolean | null }>`
    select count(*) as count, add_moved_votes(array_agg(
      (id, suggestion_id, user_id, votes, is_subscribed, channel, coalesce(created_at, now()))::moved_vote
      order by suggestion_id, user_id)) as is_added
    from move_slice where not known`.execute(tx)
  const { count = 0, is_added } = rows[0] ?? {}
  if (count > 0 && !is_added)
    await sql`
      insert into supporters (id, channel, is_subscribed, votes_count, suggestion_id, user_id, created_at)
      select id, channel, is_subscribed, votes, suggestion_id, user_id, coalesce(created_at, now())
      from move_slice where not known`.execute(tx)
  return Number(count)
}
