// A move: what one source brought. A second run of the same source and account continues it.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { MoveMapping } from '../imports/move-mapping.ts'
import type { Manifest } from './form.ts'
import type { Survey } from './mapping.ts'
import { STAGING_TABLES } from './staging.ts'

export type Move = { id: number; source: string; account: string; state: string; created_at: Date }

/** Another command works on a move at the moment. */
export class MoveInUse extends Error {}

// An arbitrary advisory lock, the same for every command that moves.
const MOVE_LOCK = 7325_1003
// Held, shared, by the further connections of a move. The server can end these later than the connection of a command that was killed.
const FURTHER_LOCK = 7325_1006

/** Where the connection of a move comes from. */
const sources = new WeakMap<Db, Db>()

/**
 * Calls `use` with a connection of these, which is no other's: it keeps temporary tables between transactions, and its statements take
 * longer than those of requests. Moves are rare and change everything, so there is one at a time.
 */
export const onOneConnection = <T>(db: Db, use: (connection: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await lock(connection)
    try {
      await prepare(connection)
      sources.set(connection, db)
      return await use(connection)
    } finally {
      // A lost connection has lost the lock too.
      await sql`select pg_advisory_unlock(${MOVE_LOCK})`.execute(connection).catch(() => {})
    }
  })

/** Calls `use` with further connections, for the part of a move that this one alone would do on a single core. */
export function onFurtherConnections<T>(
  connection: Db,
  count: number,
  use: (connections: Db[]) => Promise<T>,
): Promise<T> {
  // Others would not see what a trial has not committed.
  if (connection.isTransaction) return use([connection])
  const source = sources.get(connection) as Db
  const open = (opened: Db[]): Promise<T> =>
    opened.length === count
      ? use(opened)
      : source.connection().execute(async (next) => {
          await sql`select pg_advisory_lock_shared(${FURTHER_LOCK})`.execute(next)
          try {
            await prepare(next)
            return await open([...opened, next])
          } finally {
            await sql`select pg_advisory_unlock_shared(${FURTHER_LOCK})`
              .execute(next)
              .catch(() => {})
          }
        })
  return open([])
}

async function prepare(connection: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection)
  await sql`set timezone = 'UTC'`.execute(connection)
  await sql`set jit = off`.execute(connection)
  // Votes are joined and sorted by the million. The tables of a batch are analysed often, and a small sample is enough for them.
  await sql`set work_mem = '64MB'`.execute(connection)
  await sql`set default_statistics_target = 10`.execute(connection)
  for (const table of STAGING_TABLES) await sql.raw(table).execute(connection)
}

const LOCK_NOT_AVAILABLE = '55P03'

/** The server needs a while to notice that a command was killed. */
async function lock(connection: Db): Promise<void> {
  await sql`set lock_timeout = '30s'`.execute(connection)
  try {
    await sql`select pg_advisory_lock(${MOVE_LOCK})`.execute(connection)
    await sql`select pg_advisory_lock(${FURTHER_LOCK})`.execute(connection)
    await sql`select pg_advisory_unlock(${FURTHER_LOCK})`.execute(connection)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new MoveInUse('Another command moves an account at the moment.')
  }
  await sql`set lock_timeout = 0`.execute(connection)
}

export async function findMove(
  db: Db,
  { source, account }: Pick<Manifest, 'source' | 'account'>,
): Promise<Move | undefined> {
  const { rows } = await sql<Move>`
    select id, source, account, state, created_at from moves
    where source = ${source} and account = ${account} and state in ('loading', 'completed')`.execute(
    db,
  )
  return rows[0]
}

export async function beginMove(
  db: Db,
  { source, account }: Manifest,
  { mapping, survey }: { mapping: MoveMapping; survey: Survey },
): Promise<Move> {
  const { rows: undoing } = await sql<{ id: number }>`
    select id from moves where source = ${source} and account = ${account} and state = 'undoing'`.execute(
    db,
  )
  if (undoing[0])
    throw new MoveInUse(
      `Move ${undoing[0].id} of ${account} is not undone completely. Finish it with earshot move-in undo ${undoing[0].id}.`,
    )
  const { rows } = await sql<Move>`
    with moved as (
      insert into moves (source, account, mapping) values (${source}, ${account}, ${JSON.stringify(mapping)})
      on conflict (source, account) where state in ('new', 'loading', 'completed')
        do update set state = 'loading', mapping = excluded.mapping, updated_at = now()
      returning id, source, account, state, created_at
    ), surveyed as (
      insert into move_surveys (move_id, survey) select id, ${JSON.stringify(survey)} from moved
      on conflict (move_id) do update set survey = excluded.survey, created_at = now()
        where move_surveys.survey <> excluded.survey
    )
    select * from moved`.execute(db)
  return rows[0] as Move
}

export async function setMoveState(db: Db, id: number, state: string): Promise<void> {
  await sql`update moves set state = ${state}, updated_at = now() where id = ${id}`.execute(db)
}

export type ListedMove = Move & { updated_at: Date; records: number }

export async function listMoves(db: Db): Promise<ListedMove[]> {
  const { rows } = await sql<ListedMove>`
    select id, source, account, state, created_at, updated_at,
      (select count(*) from move_records where move_id = moves.id and is_own)
      + coalesce((select sum(upper(r) - lower(r)) from move_votes v, unnest(v.ids) r where v.move_id = moves.id), 0)::bigint
      as records
    from moves order by id`.execute(db)
  return rows
}
