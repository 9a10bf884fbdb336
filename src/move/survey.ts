// Reads a form before anything of it is loaded: what it has, what each value becomes here, and how much of it fits.
import type { Db } from '../db/db.ts'
import {
  decideValues,
  describeFixed,
  findFixed,
  findMapping,
  MAPPED_KINDS,
  type Mapped,
  type MoveMapping,
  type SourceValues,
} from '../imports/move-mapping.ts'
import { type CheckContext, type CheckedForm, checkForm } from './check.ts'
import { MappedForm, readValues, type Survey } from './mapping.ts'
import { findMove } from './move.ts'
import { FormError, readManifest } from './reader.ts'

const MAX_PROBLEMS = 50

export type Plan = CheckedForm & { mapping: MoveMapping; mapped: Mapped; survey: Survey }

export type SurveyContext = Pick<CheckContext, 'folder' | 'signal' | 'progress'> & {
  db: Db
  /** In place of the one that is stored. */
  mapping?: MoveMapping | undefined
}

/** Nothing is written. */
export async function surveyForm(context: SurveyContext): Promise<Plan> {
  const { db, folder, mapping: given } = context
  const manifest = await readManifest(folder)
  const stored = await findMapping(db, manifest)
  const move = await findMove(db, manifest)
  if (given && move) {
    const fixed = await findFixed(db, stored, given)
    if (fixed.length > 0) throw new FormError(describeFixed(fixed, move.id))
  }
  const mapping = given ?? stored.mapping
  const values = await readValues(folder, manifest, stored.values)
  const mapped = await decideValues(db, { move: move?.id ?? null, values, mapping })
  const form = new MappedForm(mapped)
  const checked = await checkForm({ ...context, manifest, mapped: form, move })
  const survey = surveyOf(checked, values, form)
  return { ...checked, mapping, mapped: withCounts(mapped, survey), survey }
}

/** The names are decided before the records that have them are counted. */
function withCounts(mapped: Mapped, { values }: Survey): Mapped {
  const counts = new Map(
    MAPPED_KINDS.flatMap((kind) => values[kind].map(({ key, count }) => [`${kind} ${key}`, count])),
  )
  const decisions = mapped.decisions.map((one) => ({
    ...one,
    count: counts.get(`${one.kind} ${one.key}`) ?? one.count,
  }))
  return { ...mapped, decisions }
}

function surveyOf(
  { counts, problems }: CheckedForm,
  values: SourceValues,
  { usage, withoutAddress }: MappedForm,
): Survey {
  for (const [kind, counted] of usage)
    for (const one of values[kind]) one.count = Math.max(one.count, counted.get(one.key) ?? 0)
  return {
    values,
    people_without_address: withoutAddress,
    counts,
    problems_count: problems.count,
    left_out_count: problems.leftOutCount,
    problems: problems.listed.slice(0, MAX_PROBLEMS).map(({ kind, line, message, isLeftOut }) => ({
      file: `${kind}.ndjson`,
      line,
      message,
      left_out: isLeftOut,
    })),
  }
}
