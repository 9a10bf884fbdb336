// The plan of a move: reads the whole form before anything is written, and says what is there and what will not fit.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { KINDS, type Kind, type Manifest, REFERENCES } from './form.ts'
import { KeySet } from './key-set.ts'
import type { Move } from './move.ts'
import { ProblemList } from './problems.ts'
import { type Line, type LineMapping, type Problem, readBatches } from './reader.ts'

export type CheckedForm = {
  manifest: Manifest
  /** How many records of each kind will come, apart from those that are left out. */
  counts: Record<Kind, number>
  problems: ProblemList
  highestIds: Map<Kind, number>
}

const BATCH_SIZE = 5000

export type CheckContext = {
  db: Db
  folder: string
  manifest: Manifest
  mapped: LineMapping
  /** Of an earlier run, whose records can be referred to. */
  move: Move | undefined
  signal: AbortSignal
  progress(kind: Kind, bytes: number): void
}

export async function checkForm(context: CheckContext): Promise<CheckedForm> {
  const { folder, manifest, mapped, signal, progress } = context
  const plan: CheckedForm = {
    manifest,
    counts: Object.fromEntries(KINDS.map((kind) => [kind, 0])) as CheckedForm['counts'],
    problems: new ProblemList(),
    highestIds: new Map(),
  }
  const keys = new Map(KINDS.map((kind) => [kind, new KeySet()]))
  for (const kind of KINDS) {
    const own = keys.get(kind) as KeySet
    for await (const batch of readBatches(folder, kind, { size: BATCH_SIZE, manifest, mapped })) {
      signal.throwIfAborted()
      plan.problems.push(...batch.problems)
      const isKnown = await referenceCheck(context, keys, kind, batch.lines as Line[])
      for (const line of batch.lines as Line[]) {
        const problem = checkLine(kind, line, own, isKnown)
        if (problem) plan.problems.push(problem)
        if (problem?.isLeftOut) continue
        plan.counts[kind]++
        const { id } = line.record as { id?: number }
        if (id !== undefined && id > (plan.highestIds.get(kind) ?? 0)) plan.highestIds.set(kind, id)
      }
      progress(kind, batch.bytes)
    }
  }
  return plan
}

type IsKnown = (kind: Kind, key: string) => boolean

function checkLine(kind: Kind, line: Line, own: KeySet, isKnown: IsKnown): Problem | undefined {
  const about = { kind, line: line.line, key: line.key === '' ? null : line.key }
  for (const [member, { kind: of, isRequired, isLimit }] of Object.entries(REFERENCES[kind])) {
    const named = namedBy(line, member)
    const missing = named.filter((key) => !isKnown(of, key))
    if (missing.length === 0) continue
    const message = `${member}: ${of} has no ${JSON.stringify(missing[0])} before this line.`
    return isRequired || (isLimit && missing.length === named.length)
      ? { ...about, message, isLeftOut: true }
      : { ...about, message: `${message} The record comes without it.`, isLeftOut: false }
  }
  if (line.key !== '' && !own.add(line.key))
    return { ...about, message: 'an earlier line has the same key.', isLeftOut: true }
  return undefined
}

function namedBy({ record }: Line, member: string): string[] {
  const value = (record as Record<string, unknown>)[member]
  return (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string')
}

/** Asks the database for what the form does not have: a later run can refer to what an earlier one brought. */
async function referenceCheck(
  { db, move }: CheckContext,
  keys: Map<Kind, KeySet>,
  kind: Kind,
  lines: Line[],
): Promise<IsKnown> {
  const stored = new Map<Kind, Set<string>>()
  for (const [member, { kind: of }] of Object.entries(move ? REFERENCES[kind] : {})) {
    const unknown = new Set(
      lines.flatMap((line) => namedBy(line, member)).filter((key) => !keys.get(of)?.has(key)),
    )
    if (unknown.size === 0) continue
    const { rows } = await sql<{ source_key: string }>`
      select source_key from move_records
      where move_id = ${move?.id} and kind = ${of} and source_key = any(${[...unknown]})`.execute(
      db,
    )
    const known = stored.get(of) ?? new Set()
    for (const { source_key } of rows) known.add(source_key)
    stored.set(of, known)
  }
  return (of, key) => keys.get(of)?.has(key) === true || stored.get(of)?.has(key) === true
}
