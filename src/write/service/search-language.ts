// The language of the search. A change indexes all suggestions again, a batch per transaction, the newest first.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { addJob, type Job } from '../../db/enqueue.ts'
import { findSearchLanguage, listSearchLanguages } from '../../read/search-language.ts'
import { type Origin, recordAudit } from '../core/audit.ts'

/** Votes for these suggestions wait until the batch is committed. */
const BATCH_SIZE = 500

/** `reindexSearch` does the work. The same language again continues it where it was interrupted. */
export async function setSearchLanguage(tx: Tx, language: string): Promise<void> {
  const names = await listSearchLanguages(tx)
  if (!names.includes(language))
    throw new ApiError(
      'invalid',
      `language: ${formatValue(language)} is not allowed. Allowed: ${names.join(', ')}.`,
      { language: 'in' },
    )
  // Waits for writers who index in the language before: afterwards all their ids are known.
  await sql`lock table suggestions_search in share mode`.execute(tx)
  await sql`
    update search_language
    set language = ${language}, reindex_up_to = (select max(id) from suggestions_search)
    where language <> ${language}`.execute(tx)
}

export const reindexJob: Job = {
  task: 'reindex_search',
  payload: {},
  subject: sql`'reindex search'`,
}

/** Sets the language, and has jobs index all suggestions again. */
export async function changeSearchLanguage(
  tx: Tx,
  origin: Origin,
  language: string,
): Promise<void> {
  const before = (await findSearchLanguage(tx))?.language
  await setSearchLanguage(tx, language)
  if (before === language) return
  await sql`select ${addJob(reindexJob)}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'settings_changed',
    subject: { type: 'settings', id: null },
    before: { search_language: before },
    after: { search_language: language },
  })
}

/** For a job: one batch, and a job for the next one. */
export async function reindexNextBatch(tx: Tx): Promise<void> {
  if ((await reindexSearch(tx)) > 0) await sql`select ${addJob(reindexJob)}`.execute(tx)
}

/** Indexes the next batch; returns the ids that are left, at most. */
export async function reindexSearch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ reindex_up_to: number | null }>`
    select reindex_up_to from search_language for update`.execute(tx)
  const from = rows[0]?.reindex_up_to ?? null
  if (from === null) return 0
  // The rows are locked in the order of all writers, and read after that.
  const batch = await sql<{ id: number }>`
    select id from suggestions where id = any(array(
      select id from suggestions where id <= ${from} order by id desc limit ${BATCH_SIZE}
    )) order by id for share`.execute(tx)
  const ids = batch.rows.map(({ id }) => id)
  await sql`select index_suggestions(${ids})`.execute(tx)
  const left = ids.length < BATCH_SIZE ? 0 : (ids[0] as number) - 1
  await sql`update search_language set reindex_up_to = ${left === 0 ? null : left}`.execute(tx)
  return left
}
