// Checks, loads and compares a form, and says what became of it.
import type { Db } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { checkForm, type Plan } from './check.ts'
import { KINDS, type Kind } from './form.ts'
import { loadForm } from './load.ts'
import { findMove, type Move } from './move.ts'
import { measureForm, readManifest } from './reader.ts'
import { type Report, showProblem } from './report.ts'
import { verifyMove } from './verify.ts'

export type BringStep = 'checking' | 'loading' | 'comparing'

/** `bytes` of a kind more are done, of `total` of it. */
export type FollowStep = (step: BringStep, kind: Kind, bytes: number, total: number) => void

export type BringContext = {
  /** One connection (onOneConnection). */
  db: Db
  folder: string
  signal: AbortSignal
  follow: FollowStep
}

/** Nothing is written. */
export async function planForm({ db, folder, signal, follow }: BringContext): Promise<Plan> {
  const manifest = await readManifest(folder)
  const sizes = await measureForm(folder)
  return checkForm({
    db,
    folder,
    manifest,
    move: await findMove(db, manifest),
    signal,
    progress: (kind, bytes) => follow('checking', kind, bytes, sizes.get(kind) ?? 0),
  })
}

export async function bringForm(
  { db, store, folder, signal, follow }: BringContext & { store: Store },
  { manifest, highestIds }: Plan,
): Promise<{ move: Move; report: Report }> {
  const started = Date.now()
  const sizes = await measureForm(folder)
  const progressOf = (step: BringStep) => (kind: Kind, bytes: number) =>
    follow(step, kind, bytes, sizes.get(kind) ?? 0)
  const context = { db, folder, manifest, signal }
  const loading = { ...context, store, progress: progressOf('loading') }
  const { move, counts, problems } = await loadForm(loading, highestIds)
  const leftOut = Object.fromEntries(KINDS.map((kind) => [kind, counts[kind].left_out])) as Record<
    Kind,
    number
  >
  const verified = await verifyMove({
    ...context,
    move,
    leftOut,
    progress: progressOf('comparing'),
  })
  const report: Report = {
    move: move.id,
    source: move.source,
    account: move.account,
    verified: verified.verified,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    kinds: counts,
    checks: verified.checks,
    sampled: verified.sampled,
    differences: verified.differences,
    problems_count: problems.count,
    left_out_count: problems.leftOutCount,
    problems: problems.listed.map(showProblem),
    left_out_by_source: manifest.left_out ?? [],
  }
  return { move, report }
}
