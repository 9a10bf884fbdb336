// Merges of the form. They come before votes, comments and feedback, which then belong to the target. Where a later run brings a new
// merge, the suggestions are merged as people do it.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { mergeSuggestions } from '../write/merges.ts'
import { type LoadContext, type Loaded, leftOut } from './load-context.ts'
import { type Line, readBatches } from './reader.ts'

const BATCH_SIZE = 500

type Pair = {
  from: number | null
  to: number | null
  parent: number | null
  has_engagement: boolean
}

export async function loadMerges(context: LoadContext, loaded: Loaded): Promise<void> {
  const { db, folder, manifest, mapped, signal, progress } = context
  const { problems, counts, move } = loaded
  for await (const batch of readBatches(folder, 'merges', { size: BATCH_SIZE, manifest, mapped })) {
    signal.throwIfAborted()
    problems.push(...batch.problems)
    counts.merges.left_out += batch.leftOutByMapping + batch.problems.length
    for (const line of batch.lines as Line<'merges'>[]) {
      const outcome = await inTransaction(db, (tx) => merge(tx, move.id, line))
      if (outcome === 'created' || outcome === 'unchanged') counts.merges[outcome]++
      else {
        counts.merges.left_out++
        problems.push(leftOut('merges', { line: line.line, key: line.record.from }, outcome))
      }
    }
    progress('merges', batch.bytes)
  }
}

async function merge(tx: Tx, move: number, { record }: Line<'merges'>): Promise<string> {
  const find = (key: string) => sql`
    select t.id, t.parent_suggestion_id from move_records m join suggestions t on t.id = m.record_id
    where m.move_id = ${move} and m.kind = 'suggestions' and m.source_key = ${key}`
  const { rows } = await sql<Pair>`
    select f.id as from, coalesce(t.parent_suggestion_id, t.id) as to, f.parent_suggestion_id as parent, exists (
        select from supporters where suggestion_id = f.id
        union all select from comments where suggestion_id = f.id
        union all select from feedback_records where suggestion_id = f.id
        union all select from suggestion_followers where suggestion_id = f.id
        union all select from suggestions where parent_suggestion_id = f.id) as has_engagement
    from (${find(record.from)}) f full join (${find(record.to)}) t on true`.execute(tx)
  const pair = rows[0]
  if (!pair || pair.from === null || pair.to === null)
    return 'from or to names a suggestion that is not there.'
  if (pair.parent !== null) return 'unchanged'
  if (pair.from === pair.to) return 'a suggestion cannot be merged into itself.'
  if (!pair.has_engagement) {
    await sql`
      update suggestions set parent_suggestion_id = ${pair.to} where id = ${pair.from}`.execute(tx)
    return 'created'
  }
  return mergeAsPeopleDo(tx, pair.from, pair.to)
}

async function mergeAsPeopleDo(tx: Tx, from: number, to: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from users where is_owner order by id limit 1`.execute(tx)
  try {
    const paths = { sources: ['from'], target: ['to'] }
    await mergeSuggestions(tx, (rows[0] as { id: number }).id, {
      sources: [from],
      target: to,
      paths,
    })
    // The history of the suggestions is that of the source.
    await sql`
      delete from suggestion_activity_entries
      where suggestion_id in (${from}, ${to}) and created_at = now()::timestamptz(3) and kind = 'suggestion_merged'`.execute(
      tx,
    )
    return 'created'
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
