// Undoing a move: deletes what it brought, the last kind first. A move changes nothing that was there before it, so there is nothing else
// to take back. What people added since stays, and so does everything of the move that it needs.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { removeFollowers } from './followers.ts'
import { type KeyedKind, KINDS, type Kind } from './form.ts'
import { setMoveState } from './move.ts'

export type UndoneMove = { removed: number; kept: number }

const BATCH_SIZE = 2000

export async function undoMove(
  db: Db,
  move: number,
  { signal, progress }: { signal: AbortSignal; progress(kind: Kind, removed: number): void },
): Promise<UndoneMove> {
  await setMoveState(db, move, 'undoing')
  const total: UndoneMove = { removed: 0, kept: 0 }
  // Suggestions that stay keep what the move gave them.
  await sql`truncate move_kept`.execute(db)
  await findUsedSuggestions(db, move)
  const votes = await removeVotes(db, move, signal)
  add(total, votes)
  progress('supporters', votes.removed)
  const followers = await removeFollowers(db, move, signal)
  add(total, followers)
  progress('followers', followers.removed)
  await unlinkUpdates(db, move)
  for (const kind of [...KINDS].reverse()) {
    if (kind === 'supporters' || kind === 'followers' || kind === 'merges') continue
    const one = await removeKind(db, move, kind, signal)
    // Pictures of announcements and feedback stay until these are gone.
    add(total, kind === 'attachments' ? { ...one, kept: 0 } : one)
    progress(kind, one.removed)
  }
  const pictures = await removeKind(db, move, 'attachments', signal)
  add(total, pictures)
  progress('attachments', pictures.removed)
  await finish(db, move)
  return total
}

/** Again while something goes: a record can refer to one with a higher id. */
async function removeKind(
  db: Db,
  move: number,
  kind: KeyedKind,
  signal: AbortSignal,
): Promise<UndoneMove> {
  const total: UndoneMove = { removed: 0, kept: 0 }
  for (;;) {
    const pass: UndoneMove = { removed: 0, kept: 0 }
    for (let below: number | null = Number.MAX_SAFE_INTEGER; below !== null; ) {
      signal.throwIfAborted()
      const from: number = below
      const batch = await inTransaction(db, (tx) => removeBatch(tx, move, kind, from))
      add(pass, batch)
      below = batch.last
    }
    total.removed += pass.removed
    total.kept = pass.kept
    if (pass.removed === 0 || pass.kept === 0) return total
  }
}

function add(total: UndoneMove, { removed, kept }: UndoneMove): void {
  total.removed += removed
  total.kept += kept
}

async function findUsedSuggestions(db: Db, move: number): Promise<void> {
  await sql`insert into move_kept select distinct find_used_suggestions(${move})`.execute(db)
}

/** What one statement created, it removes. The log of the votes goes with them, so that a process that dies repeats nothing. */
async function removeVotes(db: Db, move: number, signal: AbortSignal): Promise<UndoneMove> {
  const done: UndoneMove = { removed: 0, kept: 0 }
  for (;;) {
    signal.throwIfAborted()
    const batch = await inTransaction(db, (tx) => removeSlice(tx, move))
    if (batch === undefined) return done
    add(done, batch)
  }
}

async function removeSlice(tx: Tx, move: number): Promise<UndoneMove | undefined> {
  const taken = await sql`
    with taken as (
      delete from move_votes where ctid = (
        select ctid from move_votes where move_id = ${move} and not isempty(ids) limit 1)
      returning ids
    )
    insert into move_removed
    select id from taken, unnest(ids) r, generate_series(lower(r), upper(r) - 1) id`.execute(tx)
  if (taken.numAffectedRows === 0n) return undefined
  await sql`analyze move_removed`.execute(tx)
  const removed = await sql`
    delete from supporters s using move_removed r
    where s.id = r.id and not exists (select from move_kept k where k.id = s.suggestion_id)`.execute(
    tx,
  )
  const { rows: left } = await sql<{ count: number }>`
    select count(*) from supporters s join move_removed r on r.id = s.id`.execute(tx)
  return { removed: Number(removed.numAffectedRows ?? 0n), kept: left[0]?.count ?? 0 }
}

type Removed = UndoneMove & { last: number | null }

/** From the highest id down: answers come after what they answer. */
async function removeBatch(tx: Tx, move: number, kind: KeyedKind, below: number): Promise<Removed> {
  const { rows } = await sql<{ id: number }>`
    select record_id as id from move_records
    where move_id = ${move} and kind = ${kind} and is_own and record_id < ${below}
    order by record_id desc limit ${BATCH_SIZE}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { removed: 0, kept: 0, last: null }
  if (kind === 'suggestions') await separate(tx, ids)
  if (kind === 'announcements')
    await sql`delete from announcement_suggestions where announcement_id = any(${ids})`.execute(tx)
  const limits = kind === 'announcements' ? await takeLimits(tx, ids) : []
  const uses = await takePictureUses(tx, kind, ids)
  const isKept = SUGGESTION_OF[kind]
  const { rows: removable } = await sql<{ id: number }>`
    select id from ${sql.table(kind)} t where id = any(${ids})
      and ${isKept === undefined ? sql`true` : sql`coalesce(${sql.ref(isKept)} not in (select id from move_kept), true)`}
      and id not in (select find_referenced(${kind}, ${ids}::bigint[], null))`.execute(tx)
  const gone = removable.map(({ id }) => id)
  if (kind === 'suggestions')
    await sql`delete from suggestion_labels where suggestion_id = any(${gone})`.execute(tx)
  await sql`delete from ${sql.table(kind)} where id = any(${gone})`.execute(tx)
  if (limits.length > 0) await putBackLimits(tx, limits)
  if (uses.length > 0) await putBackPictureUses(tx, uses)
  const { rows: left } = await sql<{ count: number }>`
    select count(*) from ${sql.table(kind)} where id = any(${ids})`.execute(tx)
  await sql`
    delete from move_records where move_id = ${move} and kind = ${kind} and record_id = any(${gone})`.execute(
    tx,
  )
  return { removed: gone.length, kept: left[0]?.count ?? 0, last: ids.at(-1) as number }
}

type Limit = { announcement_id: number; forum_id: number }

/** They go with their announcement. One that stays must not be seen by everybody. */
async function takeLimits(tx: Tx, announcements: number[]): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    delete from announcement_forums where announcement_id = any(${announcements})
    returning announcement_id, forum_id`.execute(tx)
  return rows
}

async function putBackLimits(tx: Tx, limits: Limit[]): Promise<void> {
  await sql`
    insert into announcement_forums (announcement_id, forum_id)
    select announcement_id, forum_id
    from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) l (announcement_id bigint, forum_id bigint)
    where exists (select from announcements a where a.id = l.announcement_id)`.execute(tx)
}

type PictureUse = {
  attachment_id: number
  announcement_id: number | null
  feedback_record_id: number | null
}

/** What says that a text shows a picture goes with the text. */
async function takePictureUses(tx: Tx, kind: KeyedKind, ids: number[]): Promise<PictureUse[]> {
  const idsOf = (shows: KeyedKind) => (kind === shows ? ids : [])
  const { rows } = await sql<PictureUse>`
    delete from picture_uses
    where announcement_id = any(${idsOf('announcements')}) or feedback_record_id = any(${idsOf('feedback_records')})
    returning attachment_id, announcement_id, feedback_record_id`.execute(tx)
  return rows
}

/** A text that stays keeps its pictures. */
async function putBackPictureUses(tx: Tx, uses: PictureUse[]): Promise<void> {
  await sql`
    insert into picture_uses (attachment_id, announcement_id, feedback_record_id)
    select attachment_id, announcement_id, feedback_record_id
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) u (attachment_id bigint, announcement_id bigint, feedback_record_id bigint)
    where exists (select from announcements a where a.id = u.announcement_id)
      or exists (select from feedback_records f where f.id = u.feedback_record_id)`.execute(tx)
}

/** The column that says whether a record belongs to a suggestion that stays. */
const SUGGESTION_OF: Partial<Record<KeyedKind, string>> = {
  suggestions: 'id',
  comments: 'suggestion_id',
  notes: 'suggestion_id',
  status_updates: 'suggestion_id',
  feedback_records: 'suggestion_id',
  attachments: 'suggestion_id',
}

/** Suggestions of a move refer to each other by merges. */
async function separate(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update suggestions set parent_suggestion_id = null
    where (id = any(${ids}) or parent_suggestion_id = any(${ids})) and parent_suggestion_id is not null
      and id not in (select id from move_kept)`.execute(tx)
  const merges = sql`select id from merges
    where (from_suggestion_id = any(${ids}) and from_suggestion_id not in (select id from move_kept))
      or (to_suggestion_id = any(${ids}) and to_suggestion_id not in (select id from move_kept))`
  await sql`delete from merge_moves where merge_id in (${merges})`.execute(tx)
  await sql`delete from merge_followers where merge_id in (${merges})`.execute(tx)
  await sql`delete from duplicate_supporters where merge_id in (${merges})`.execute(tx)
  await sql`delete from merges where id in (${merges})`.execute(tx)
}

/** Status updates are the newest of their suggestions until these go. */
async function unlinkUpdates(db: Db, move: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`
      update suggestions set last_status_update_id = null
      where last_status_update_id is not null and id not in (select id from move_kept)
        and id in (select record_id from move_records where move_id = ${move} and kind = 'suggestions' and is_own)`.execute(
      tx,
    )
  })
}

async function finish(db: Db, move: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`delete from move_records where move_id = ${move}`.execute(tx)
    await sql`delete from move_votes where move_id = ${move}`.execute(tx)
    await sql`delete from move_surveys where move_id = ${move}`.execute(tx)
    await setMoveState(tx, move, 'undone')
  })
}
