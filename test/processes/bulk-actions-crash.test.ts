// kill -9 of workers in the middle of a bulk action of several thousand suggestions, and in the middle of undoing it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'
import { type Process, processesOn } from '../support/processes.ts'
import { findWrongFigures } from '../support/recount.ts'
import { startTestService } from '../support/service.ts'

const COUNT = EXHAUSTIVE ? 4_000 : 1_000
const KILLS = EXHAUSTIVE ? 3 : 1

const at = await startTestService()
const start = await processesOn(at.connection)

type Progress = { state: string; done_count: number; undone_count: number }

test('nothing is lost or done twice', { timeout: 180_000 }, async () => {
  const { id: forum } = await at.made('/forums', { name: 'Mobile' })
  const { id: label } = await at.made('/labels', { name: 'urgent' })
  await sql`insert into suggestions (title, forum_id)
    select 'Wish ' || n, ${forum} from generate_series(1, ${COUNT}) n`.execute(at.db)
  const answer = await at.post('/bulk_actions', {
    action: 'label',
    query: `forum=${forum}`,
    links: { label },
  })
  const { id } = answer.body.bulk_actions[0]
  const shown = async () => (await at.shown(`/bulk_actions/${id}`)) as unknown as Progress

  let worker: Process | undefined
  /** Kills a worker each time the action went on, and lets the last one finish, which goes on running. */
  const finish = async (state: string, progress: (action: Progress) => number) => {
    for (let kills = 0; kills < KILLS; kills++) {
      const before = worker ? 0 : progress(await shown())
      const { child, ended } = worker ?? (await start(['work']))
      while (progress(await shown()) === before) await sleep(5)
      await sleep(Math.random() * 40)
      child.kill('SIGKILL')
      await ended
      worker = undefined
    }
    const killedAt = progress(await shown())
    worker = await start(['work'])
    while ((await shown()).state !== state) await sleep(50)
    return killedAt
  }
  const entries = async (kind: string) => {
    const { rows } = await sql<{ entries: number; suggestions: number }>`
      select count(*)::int as entries, count(distinct suggestion_id)::int as suggestions
      from suggestion_activity_entries where kind = ${kind}`.execute(at.db)
    return rows[0]
  }

  const killedAt = await finish('done', ({ done_count }) => done_count)
  expect(killedAt).toBeGreaterThan(0)
  expect(killedAt).toBeLessThan(COUNT)
  expect(await shown()).toMatchObject({
    done_count: COUNT,
    changed_count: COUNT,
    failed_count: 0,
    errors: [],
  })
  expect(await entries('label_attached')).toEqual({ entries: COUNT, suggestions: COUNT })
  expect((await at.shown(`/labels/${label}`)).open_suggestions_count).toBe(COUNT)
  expect(await findWrongFigures(at.db)).toEqual([])

  await at.put(`/bulk_actions/${id}/undo`, {})
  await finish('undone', ({ undone_count }) => undone_count)
  expect(await shown()).toMatchObject({ undone_count: COUNT, errors: [] })
  expect(await entries('label_detached')).toEqual({ entries: COUNT, suggestions: COUNT })
  expect((await at.shown(`/labels/${label}`)).open_suggestions_count).toBe(0)
  expect(await findWrongFigures(at.db)).toEqual([])
})
