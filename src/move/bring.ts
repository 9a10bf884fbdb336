// Checks, loads and compares a form, and says what became of it.
import type { Db } from '../db/db.ts'
import { type MoveMapping, requireTargets } from '../imports/move-mapping.ts'
import type { Store } from '../store/store.ts'
import { KINDS, type Kind } from './form.ts'
import { loadForm } from './load.ts'
import { MappedForm } from './mapping.ts'
import { findMove, type Move } from './move.ts'
import { measureForm } from './reader.ts'
import { type Report, showMapped, showProblem } from './report.ts'
import { type Plan, surveyForm } from './survey.ts'
import { removeTrial } from './trial.ts'
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

/** Nothing is written. `mapping` is in place of the stored one. */
export async function planForm({
  follow,
  ...context
}: BringContext & { mapping?: MoveMapping | undefined }): Promise<Plan> {
  const sizes = await measureForm(context.folder)
  const progress = (kind: Kind, bytes: number) =>
    follow('checking', kind, bytes, sizes.get(kind) ?? 0)
  return surveyForm({ ...context, progress })
}

export async function bringForm(
  { db, store, folder, signal, follow }: BringContext & { store: Store },
  { manifest, highestIds, mapping, mapped, survey }: Plan,
): Promise<{ move: Move; report: Report }> {
  requireTargets(mapped)
  await removeTrial(folder)
  const started = Date.now()
  const sizes = await measureForm(folder)
  const progressOf = (step: BringStep) => (kind: Kind, bytes: number) =>
    follow(step, kind, bytes, sizes.get(kind) ?? 0)
  const context = { db, folder, manifest, signal }
  const form = new MappedForm(mapped)
  const isRepeated = (await findMove(db, manifest))?.state === 'completed'
  const { move, counts, problems, brought } = await loadForm(
    { ...context, mapped: form, store, isRepeated, progress: progressOf('loading') },
    { highestIds, mapping, survey },
  )
  const leftOut = Object.fromEntries(KINDS.map((kind) => [kind, counts[kind].left_out])) as Record<
    Kind,
    number
  >
  const verified = await verifyMove({
    ...context,
    mapped: new MappedForm(mapped),
    move,
    leftOut,
    brought,
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
    dead_links: verified.deadLinks,
    problems_count: problems.count,
    left_out_count: problems.leftOutCount,
    problems: problems.listed.map(showProblem),
    left_out_by_source: manifest.left_out ?? [],
    mapped_values: mapped.decisions
      .filter(({ source, becomes }) => source !== 'same' || becomes === 'left_out')
      .map(showMapped),
    people_without_address: mapped.leavesOutPeople ? 'leave_out' : 'keep',
    left_out_by_mapping: form.leftOut,
  }
  return { move, report }
}
