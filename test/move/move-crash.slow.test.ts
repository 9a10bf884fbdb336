// kill -9 of a move and of its undo at random points: the result is the same as without it.
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { commandOn, startCommand } from '../support/command.ts'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'

const ROUNDS = EXHAUSTIVE ? 100 : 1
const folder = await mkdtemp(join(tmpdir(), 'earshot-crash-'))
afterAll(() => rm(folder, { recursive: true }))
const at = await startTestService()
const earshot = commandOn(at.connection)

const PEOPLE = 400
const many = (count: number, make: (i: number) => object) =>
  Array.from({ length: count }, (_, i) => JSON.stringify(make(i))).join('\n')

async function writeForm(): Promise<void> {
  const kinds = {
    forums: many(2, (i) => ({ key: `f${i}`, name: `Forum of crashes ${i}` })),
    labels: many(30, (i) => ({
      key: `l${i}`,
      name: `label ${i}`,
      ...(i > 9 && { parent: `l${i % 10}` }),
    })),
    users: many(PEOPLE, (i) => ({ key: `u${i}`, id: 5000 + i, email_address: `u${i}@crash.test` })),
    suggestions: many(300, (i) => ({
      key: `s${i}`,
      id: 7000 + i,
      title: `Idea ${i}`,
      forum: `f${i % 2}`,
      author: `u${i}`,
      labels: [`l${i % 30}`],
      created_at: '2024-01-01T00:00:00Z',
    })),
    merges: many(20, (i) => ({ from: `s${i}`, to: `s${i + 100}` })),
    comments: many(600, (i) => ({
      key: `c${i}`,
      id: 9000 + i,
      suggestion: `s${i % 300}`,
      author: `u${i % PEOPLE}`,
      body: `Comment ${i}`,
    })),
    supporters: many(6000, (i) => ({
      suggestion: `s${i % 300}`,
      user: `u${Math.floor(i / 300) * 7}`,
      id: 20_000 + i,
    })),
  }
  const manifest = {
    form: 1,
    source: 'test',
    account: 'crash',
    created_at: '2026-01-31T12:00:00Z',
    counts: {},
  }
  await writeFile(join(folder, 'move.json'), JSON.stringify(manifest))
  for (const [kind, text] of Object.entries(kinds))
    await writeFile(join(folder, `${kind}.ndjson`), text)
}

async function contents(db: Db) {
  const tables = [
    'users',
    'suggestions',
    'supporters',
    'comments',
    'labels',
    'suggestion_labels',
    'suggestion_figures',
    'user_figures',
  ]
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'updated_at')::text as row from ${sql.table(table)} t order by 1`.execute(
      db,
    )
    all[table] = rows.map(({ row }) => row)
  }
  // Without ids of the form these get new ones in each attempt.
  all.labels = (all.labels as string[]).map((row) => JSON.parse(row).full_name).sort()
  all.suggestion_labels = [(all.suggestion_labels as string[]).length]
  all.suggestions = (all.suggestions as string[]).map((row) => {
    const { forum_id: _, ...rest } = JSON.parse(row)
    return rest
  })
  all.supporters = (all.supporters as string[]).map((row) => {
    const { created_at: _, ...rest } = JSON.parse(row)
    return rest
  })
  return all
}

/** Starts the command so often, and kills it each time after a random part of the time that it needs. */
async function killed(args: string[], { times, duration }: { times: number; duration: number }) {
  for (let kill = 0; kill < times; kill++) {
    const child = startCommand(at.connection, args)
    const ended = once(child, 'exit')
    await Promise.race([ended, sleep(Math.random() * duration)])
    child.kill('SIGKILL')
    await ended
  }
}

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await earshot(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

test('a killed move continues, and a killed undo too', {
  timeout: EXHAUSTIVE ? 7_200_000 : 120_000,
}, async () => {
  await writeForm()
  const before = await contents(at.db)
  const start = performance.now()
  const { move } = await run('move-in', 'folder', folder, '--yes')
  const duration = performance.now() - start
  const expected = await contents(at.db)
  expect(expected.supporters).not.toEqual(before.supporters)
  await run('move-in', 'undo', String(move))
  expect(await contents(at.db)).toEqual(before)

  for (let round = 0; round < ROUNDS; round++) {
    // Also what goes on with a killed one is killed.
    const kills = { times: 1 + ((round + 1) % 3), duration }
    await killed(['move-in', 'folder', folder, '--yes'], kills)
    const again = await run('move-in', 'folder', folder, '--yes')
    expect(again).toMatchObject({ verified: true, problems_count: 0 })
    const found = await contents(at.db)
    for (const [table, rows] of Object.entries(expected))
      if (!table.endsWith('_figures') && table !== 'comments' && table !== 'users')
        expect(found[table], table).toEqual(rows)
    expect(await findWrongFigures(at.db)).toEqual([])

    await killed(['move-in', 'undo', String(again.move)], kills)
    const { rows } = await sql<{ state: string }>`
      select state from moves where id = ${again.move}`.execute(at.db)
    if (rows[0]?.state !== 'undone') await run('move-in', 'undo', String(again.move))
    expect(await contents(at.db)).toEqual(before)
    expect(await findWrongFigures(at.db)).toEqual([])
  }
})
