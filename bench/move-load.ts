// Loads and compares the form in BENCH_FORM as `earshot move-in` does, with the times of both, in a process of its own.
import { tmpdir } from 'node:os'
import pg from 'pg'
import { databaseOn } from '../src/db/db.ts'
import { KINDS } from '../src/move/form.ts'
import { loadForm } from '../src/move/load.ts'
import { MappedForm } from '../src/move/mapping.ts'
import { onOneConnection } from '../src/move/move.ts'
import { surveyForm } from '../src/move/survey.ts'
import { verifyMove } from '../src/move/verify.ts'
import { diskStore } from '../src/store/disk.ts'

export type LoadedVotes = {
  created: number
  loadSeconds: number
  verifySeconds: number
  peakMegabytes: number
}

const folder = process.env.BENCH_FORM as string
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const loaded = await onOneConnection(databaseOn(pool), async (db): Promise<LoadedVotes> => {
  const signal = new AbortController().signal
  const plan = await surveyForm({ db, folder, signal, progress() {} })
  const { manifest } = plan
  const mapped = new MappedForm(plan.mapped)
  const context = { db, folder, manifest, mapped, signal, progress() {} }
  const begun = performance.now()
  const { move, counts } = await loadForm(
    { ...context, store: diskStore(tmpdir()) },
    { ...plan, highestIds: new Map() },
  )
  const ended = performance.now()
  const leftOut = Object.fromEntries(
    KINDS.map((kind) => [kind, counts[kind].left_out]),
  ) as Parameters<typeof verifyMove>[0]['leftOut']
  const { verified } = await verifyMove({ ...context, move, leftOut, brought: null })
  if (!verified) throw new Error('The votes differ from the form.')
  return {
    created: counts.supporters.created,
    loadSeconds: (ended - begun) / 1000,
    verifySeconds: (performance.now() - ended) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
})
await pool.end()
process.send?.(loaded)
process.disconnect()
