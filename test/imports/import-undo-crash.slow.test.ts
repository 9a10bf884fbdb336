// kill -9 of workers in the middle of an import of suggestions and in the middle of undoing it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { processesOn } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { type Shown, startTestService } from '../support/service.ts'

const COUNT = EXHAUSTIVE ? 12_000 : 2_000
const KILLS = EXHAUSTIVE ? 4 : 1

const at = await startTestService()
const start = await processesOn(at.connection)

const contents = async () => {
  const tables = [
    'users',
    'suggestions',
    'supporters',
    'comments',
    'suggestion_activity_entries',
    'labels',
  ]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(at.db)
    counts[table] = rows[0]?.n ?? -1
  }
  return counts
}

test('nothing is lost or done twice', { timeout: 180_000 }, async () => {
  await sql`update forums set is_default = false`.execute(at.db)
  await at.made('/forums', { name: 'Mobile', is_default: true })
  const before = await contents()
  const rows = Array.from(
    { length: COUNT },
    (_, i) => `Wish ${i};w${i}@crash.test;v${i}@crash.test;tag ${i % 7};Comment ${i}`,
  )
  const csv = ['Titel;E-Mail;Stimmen;Tags;Kommentar', ...rows].join('\n')
  const { id } = await at.made('/imports', { type: 'suggestions', csv, create_missing: true })
  const shown = async () => (await at.shown(`/imports/${id}`)) as Shown

  /** Kills a worker each time there was progress, and lets the last one finish. */
  const finish = async (isOver: (shown: Shown) => boolean, progress: (shown: Shown) => number) => {
    for (let kills = 0; kills < KILLS; kills++) {
      const from = progress(await shown())
      const { child, ended } = await start(['work'])
      while (progress(await shown()) === from) await sleep(5)
      await sleep(Math.random() * 100)
      child.kill('SIGKILL')
      await ended
    }
    const killedAt = progress(await shown())
    const last = await start(['work'])
    while (!isOver(await shown())) await sleep(50)
    last.child.kill('SIGKILL')
    await last.ended
    return killedAt
  }

  const importedAt = await finish(
    ({ state }) => state === 'completed',
    ({ processed_rows }) => processed_rows,
  )
  expect(importedAt).toBeGreaterThan(0)
  expect(importedAt).toBeLessThan(COUNT)
  expect(await shown()).toMatchObject({ processed_rows: COUNT, imported_records: COUNT })
  const added = Object.entries(await contents()).map(([table, n]) => [
    table,
    n - (before[table] ?? 0),
  ])
  expect(Object.fromEntries(added)).toEqual({
    users: 2 * COUNT,
    suggestions: COUNT,
    supporters: COUNT,
    comments: COUNT,
    labels: 7,
    suggestion_activity_entries: 4 * COUNT,
  })
  expect(await findWrongFigures(at.db)).toEqual([])

  await at.put(`/imports/${id}/undo`, {})
  const undoneAt = await finish(
    ({ undone_at }) => undone_at !== null,
    ({ undone_rows }) => undone_rows,
  )
  expect(undoneAt).toBeGreaterThan(0)
  expect(undoneAt).toBeLessThan(COUNT)
  expect(await shown()).toMatchObject({ undone_rows: COUNT, kept_records: 0 })
  expect(await contents()).toEqual(before)
  expect(await findWrongFigures(at.db)).toEqual([])
})
